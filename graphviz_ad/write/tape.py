"""The tape as rows: output, operation, inputs, value, local derivatives, what is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphviz_ad import ops
from graphviz_ad.differentiate import reverse
from graphviz_ad.differentiate.partials import edge_symbols
from graphviz_ad.differentiate.ring import KNOWN
from graphviz_ad.errors import AdvizError
from graphviz_ad.explain import signs
from graphviz_ad.expression import typeset
from graphviz_ad.graph import CONSTANT, INPUT, Graph
from graphviz_ad.number import json_number, show
from graphviz_ad.rule import RESULT
from graphviz_ad.tape import LIVE, NOT_DIFFERENTIATED, Tape
from graphviz_ad.wording import told
from graphviz_ad.write.columns import aligned

__all__ = ["keeps", "tape_document", "tape_text"]


def keeps(tape: Tape, head: int) -> list[int]:
    """Return the nodes whose values the backward rule of node ``head`` needs.

    They are the operands (or the result) that occur in a local derivative which leads to an
    input; constants are written into the rule and need no keeping.
    """
    graph = tape.graph
    row = ops.TABLE[graph.ops[head]]
    first = graph.starts[head]
    operands = graph.operands[first : graph.starts[head + 1]]
    places = {**dict(zip(row.operands, operands, strict=True)), RESULT: head}
    needed: set[int] = set()
    for slot in range(len(operands)):
        if tape.states[first + slot] != NOT_DIFFERENTIATED:
            needed.update(places[name] for name in row.keeps(slot))
    return sorted(node for node in needed if node >= 0)


def _adjoints(tape: Tape) -> dict[str, list[float | None]]:
    """Return the adjoint of every node for every output; None where it is not a number."""
    found: dict[str, list[float | None]] = {}
    for output in tape.graph.outputs:
        column = reverse(tape, {output: KNOWN.one}, KNOWN)
        found[tape.graph.names[output]] = [
            0.0 if value is None else value if isinstance(value, float) else None for value in column
        ]
    return found


def _rows(tape: Tape, *, backward: bool) -> list[int]:
    """Return the nodes that are rows: operations, and with adjoints also the inputs."""
    graph = tape.graph
    also = (INPUT, CONSTANT) if backward else ()
    return [k for k, op in enumerate(graph.ops) if op in ops.TABLE or op in also]


def tape_document(tape: Tape, *, backward: bool = False) -> dict[str, object]:
    """Return the tape as a JSON document: one entry a row."""
    graph, labels = tape.graph, tape.graph.labels()
    symbols = edge_symbols(graph)
    adjoints = _adjoints(tape) if backward else {}
    rows = []
    for head in _rows(tape, backward=backward):
        edges = range(graph.starts[head], graph.starts[head + 1])
        row: dict[str, object] = {
            "output": labels[head],
            "op": graph.ops[head],
            "inputs": _inputs(graph, head, labels),
            "value": json_number(tape.primals[head]),
            "locals": [
                {"symbol": symbols[edge], "value": json_number(tape.partials[edge])}
                if edge in symbols
                else None
                for edge in edges
            ],
            "keeps": [labels[k] for k in keeps(tape, head)] if graph.ops[head] in ops.TABLE else [],
        }
        if backward:
            row["adjoints"] = {name: json_number(column[head]) for name, column in adjoints.items()}
        rows.append(row)
    return {"schema": 1, "source": graph.source, "rows": rows}


def _inputs(graph: Graph, head: int, labels: Sequence[str]) -> list[str]:
    operands = graph.operands[graph.starts[head] : graph.starts[head + 1]]
    return [labels[k] if k >= 0 else graph.constant_text(k) for k in operands]


def tape_text(tape: Tape, *, backward: bool = False, digits: int, lang: str = "en") -> str:
    """Return the tape as a table.

    Parameters
    ----------
    tape
        The tape.
    backward
        Whether a column with the adjoint of each row is added, for every output; the inputs are
        then rows too.  Read it from the bottom up: a row gives its adjoint, times its local
        derivatives, to its operands.
    digits
        Significant digits of shown numbers.
    lang
        The language of the words.

    Returns
    -------
    str
        One line a row, in the order in which the operations run.
    """
    graph, labels = tape.graph, tape.graph.typeset_labels()
    names = dict(zip(graph.labels(), labels, strict=True))
    symbols = edge_symbols(graph)
    adjoints = _adjoints(tape) if backward else {}
    head = [
        told(name, lang) for name in ("output", "operation", "inputs", "value", "local derivatives", "keeps")
    ]
    bars = [told(f"∂{name}/∂(output)", lang) for name in adjoints]
    cells = [[*head, *bars]]
    for node in _rows(tape, backward=backward):
        operation = graph.ops[node] in ops.TABLE
        cells.append(
            [
                labels[node],
                signs.formula(graph.ops[node], _inputs(graph, node, labels))
                if operation
                else graph.ops[node],
                ", ".join(_inputs(graph, node, labels)),
                _shown(tape.primals[node], digits),
                ", ".join(told(each, lang) for each in _locals(tape, node, symbols, names, digits)),
                ", ".join(told(each, lang) for each in _kept(tape, node, labels, digits))
                if operation
                else "",
                *(_shown(column[node], digits) for column in adjoints.values()),
            ]
        )
    return "\n".join(aligned(cells, right=(3, *range(len(head), len(head) + len(bars)))))


def _shown(value: float | None, digits: int) -> str:
    if value is None:
        return "?"
    shown = show(value, digits)
    return shown.text if shown.exact else f"≈ {shown.text}"


def _locals(
    tape: Tape, head: int, symbols: Mapping[int, str], names: Mapping[str, str], digits: int
) -> list[str]:
    """Return the local derivatives of one operation, ``2·x = 4``."""
    graph = tape.graph
    found = []
    for edge in range(graph.starts[head], graph.starts[head + 1]):
        if edge not in symbols:
            continue
        text, value = _symbol(symbols[edge], names), tape.partials[edge]
        if value is None or show(value, digits).text == text:
            found.append(text)
        else:
            found.append(f"{text} {show(value, digits).equals} {show(value, digits).text}")
        if tape.states[edge] != LIVE:
            found[-1] += " (not selected)"
    return found


def _symbol(text: str, names: Mapping[str, str]) -> str:
    try:
        return typeset(text, names)
    except AdvizError:  # names of somebody's graph that our language does not have
        return names.get(text, text)


def _kept(tape: Tape, head: int, labels: Sequence[str], digits: int) -> list[str]:
    kept = []
    for node in keeps(tape, head):
        what = "its result" if node == head else labels[node]
        value = tape.primals[node]
        kept.append(
            what if value is None else f"{what} {show(value, digits).equals} {show(value, digits).text}"
        )
    return kept or ["nothing"]
