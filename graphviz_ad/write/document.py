"""The derivation as JSON, schema 1: the interface for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from graphviz_ad.differentiate.partials import edge_symbols
from graphviz_ad.explain.paths import nodes
from graphviz_ad.explanation import Chain, Checks, Derivation, Explanation
from graphviz_ad.number import count_text, json_number
from graphviz_ad.tape import NOT_DIFFERENTIATED
from graphviz_ad.write.arguments import arguments

__all__ = ["checks_document", "document", "dumps", "lines"]

SCHEMA = 1
LARGEST_COUNT = 2**53

Json = dict[str, object]


def document(derivation: Derivation) -> Json:
    """Return the derivation as a JSON document, schema 1.

    Nodes have the ids ``n0``, ``n1``, ... and edges ``n3_1``: the operation and the argument
    position.  Symbols are texts of adviz's own language; nan and the infinities are the strings
    ``"nan"``, ``"inf"``, ``"-inf"``, and counts above 2**53 strings of digits.  Paths run from
    the output back, the output edge's 1 is their first factor.

    Returns
    -------
    dict
        Keys in the order in which they are documented.
    """
    tape, graph = derivation.tape, derivation.tape.graph
    return {
        "schema": SCHEMA,
        "adviz": 1,
        "source": graph.source,
        "at": {name: json_number(value) for name, value in tape.at.items()},
        "outputs": list(derivation.outputs),
        "inputs": list(derivation.inputs),
        "nodes": _nodes(derivation),
        "edges": _edges(derivation),
        "paths": [_path(derivation, e, chain) for e in derivation.explanations for chain in e.chains],
        "totals": [_total(explanation) for explanation in derivation.explanations],
        "jacobian": _jacobian(derivation),
        "notes": [
            {"kind": note.fault, "node": note.node, "edge": note.edge, "message": note.message}
            for note in derivation.notes
        ],
    }


def _nodes(derivation: Derivation) -> list[Json]:
    tape = derivation.tape
    return [
        {
            "id": node.id,
            "label": label,
            "op": node.op,
            "name": node.name,
            "args": arguments(tape.graph, node.position),
            "value": json_number(value),
        }
        for node, label, value in zip(tape.graph, tape.graph.labels(), tape.primals, strict=True)
    ]


def _edges(derivation: Derivation) -> list[Json]:
    tape = derivation.tape
    states, partials, symbols = tape.states, tape.partials, derivation.edge_symbols
    wanted = [edge for edge, state in enumerate(states) if state != NOT_DIFFERENTIATED]
    if len(symbols) < len(wanted):
        # The explanation of a large graph has the symbols of its paths alone.
        symbols = edge_symbols(tape.graph)
    found: list[Json] = []
    for edge in tape.graph.edges:
        passes = states[edge.position] != NOT_DIFFERENTIATED
        found.append(
            {
                "id": edge.id,
                "tail": f"n{edge.tail}",
                "head": f"n{edge.head}",
                "slot": edge.slot,
                "symbol": symbols.get(edge.position) or None if passes else None,
                "value": json_number(partials[edge.position]) if passes else None,
            }
        )
    return found


def _path(derivation: Derivation, explanation: Explanation, chain: Chain) -> Json:
    graph = derivation.tape.graph
    return {
        "output": explanation.output,
        "input": explanation.input,
        "nodes": [f"n{node}" for node in nodes(graph, explanation.target, chain.path)],
        "edges": [graph.edge(edge).id for edge in chain.path.edges],
        "symbols": list(chain.symbols),
        "factors": [json_number(factor) for factor in chain.factors],
        "product": json_number(chain.product),
        "symbol": chain.symbol,
    }


def _total(explanation: Explanation) -> Json:
    count = explanation.count
    return {
        "output": explanation.output,
        "input": explanation.input,
        "reached": explanation.reached,
        "count": count if count <= LARGEST_COUNT else count_text(count),
        "shown": json_number(explanation.shown),
        "rest": json_number(explanation.rest),
        "value": json_number(explanation.total),
        "symbol": explanation.symbol,
        "checks": checks_document(explanation.checks),
    }


def checks_document(checks: Checks | None) -> Json:
    """Return the derivative by every way; null where a way was not taken."""
    difference = checks.difference if checks else None
    return {
        "paths": json_number(checks.paths) if checks else None,
        "reverse": json_number(checks.reverse) if checks else None,
        "forward": json_number(checks.forward) if checks else None,
        "difference": {
            "value": json_number(difference.value),
            "error": json_number(difference.error),
            "verdict": difference.verdict,
        }
        if difference
        else None,
    }


def _jacobian(derivation: Derivation) -> Json:
    found = iter(derivation.explanations)
    grid = [[json_number(next(found).total) for _ in derivation.inputs] for _ in derivation.outputs]
    return {"outputs": list(derivation.outputs), "inputs": list(derivation.inputs), "values": grid}


def lines(content: Mapping[str, object]) -> Iterator[str]:
    """Yield the lines of a document: one for each node, edge, path, total and note."""
    last = len(content) - 1
    yield "{"
    for place, (key, value) in enumerate(content.items()):
        comma = "" if place == last else ","
        if isinstance(value, Sequence) and value and isinstance(value[0], dict):
            yield f" {_text(key)}: ["
            for number, item in enumerate(value):
                yield f"  {_text(item)}{'' if number == len(value) - 1 else ','}"
            yield f" ]{comma}"
        else:
            yield f" {_text(key)}: {_text(value)}{comma}"
    yield "}"


_encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


def _text(value: object) -> str:
    return _encoder.encode(value)


def dumps(content: Mapping[str, object]) -> bytes:
    """Return a document as bytes, the same for the same document.

    A lone surrogate in somebody's name becomes the escape that JSON has for it.
    """
    text = "".join(f"{line}\n" for line in lines(content))
    return text.encode("utf-8", "backslashreplace")
