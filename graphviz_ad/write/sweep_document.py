"""Sweeps as JSON: every visit with what was added there, every wire with its number."""

from __future__ import annotations

from collections.abc import Sequence

from graphviz_ad.explain import sums
from graphviz_ad.explain.sweeping import FORWARD, ends
from graphviz_ad.explanation import Derivation, Sweep
from graphviz_ad.number import json_number

__all__ = ["sweep_document"]

Json = dict[str, object]


def sweep_document(derivation: Derivation, sweeps: Sequence[Sweep]) -> Json:
    """Return sweeps as a JSON document, schema 1, with the ids of `graphviz_ad.write.document`.

    Returns
    -------
    dict
        ``visits`` are in order, each with its sweep's ``seed``; ``carried`` is the tangent or the
        adjoint, ``added`` the parts of which it is the sum.  ``wires`` are the edges that are
        passed, with the number that stands on each.  ``results`` is what each sweep comes to: a
        row or a column of the Jacobian where one node is seeded with 1.
    """
    graph, width = derivation.tape.graph, len(derivation.inputs)
    values = [json_number(e.total) for e in derivation.explanations]
    return {
        "schema": 1,
        "source": graph.source,
        "at": {name: json_number(value) for name, value in derivation.tape.at.items()},
        "mode": sweeps[0].mode,
        "outputs": list(derivation.outputs),
        "inputs": list(derivation.inputs),
        "results": [_result(derivation, number, sweep) for number, sweep in enumerate(sweeps, start=1)],
        "visits": [visit for number, sweep in enumerate(sweeps, start=1) for visit in _visits(number, sweep)],
        "wires": [wire for number, sweep in enumerate(sweeps, start=1) for wire in _wires(number, sweep)],
        "jacobian": [values[k * width : (k + 1) * width] for k in range(len(derivation.outputs))],
        "sweeps": sums.sweeps(derivation),
        "notes": [
            {"kind": note.fault, "node": note.node, "message": note.message} for note in derivation.notes
        ],
    }


def _result(derivation: Derivation, number: int, sweep: Sweep) -> Json:
    """Return the seeds of a sweep and what it brings to the other side, by name."""
    other = "reverse" if sweep.mode == FORWARD else FORWARD
    names = derivation.tape.graph.labels()
    found = ends(derivation, other) if derivation.inputs else []
    return {
        "sweep": number,
        "seed": {names[node]: json_number(value) for node, value in sweep.seed.items()},
        "values": {name: json_number(sweep.carried[node] or 0.0) for name, node in found},
    }


def _visits(number: int, sweep: Sweep) -> list[Json]:
    tape, graph = sweep.tape, sweep.tape.graph
    labels = graph.labels()
    return [
        {
            "sweep": number,
            "visit": turn,
            "node": f"n{node}",
            "label": labels[node],
            "value": json_number(tape.primals[node]),
            "seed": json_number(sweep.seed.get(node)),
            "carried": json_number(sweep.carried[node]),
            "added": [
                {"edge": graph.edge(edge).id, "value": json_number(sweep.brought[edge])}
                for edge in sweep.added.get(node, ())
            ],
        }
        for turn, node in enumerate(sweep.visits, start=1)
    ]


def _wires(number: int, sweep: Sweep) -> list[Json]:
    tape = sweep.tape
    return [
        {
            "sweep": number,
            "edge": edge.id,
            "local": json_number(tape.partials[edge.position]),
            "carried": json_number(sweep.wires[edge.position]),
        }
        for edge in tape.graph.edges
        if sweep.wires[edge.position] is not None
    ]
