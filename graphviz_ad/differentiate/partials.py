"""The formula of an edge: the row's text with the operands' labels in it, tidied."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphviz_ad import ops
from graphviz_ad.differentiate.activity import active
from graphviz_ad.expression import Term, name, number, simplify, substitute, write
from graphviz_ad.graph import INPUT, OUTPUT, Graph
from graphviz_ad.rule import RESULT, parsed

__all__ = ["edge_symbols", "operand_term"]


def edge_symbols(graph: Graph, edges: Iterable[int] | None = None) -> dict[int, str]:
    """Return the local derivative of edges as text of adviz's own language, in node labels.

    Parameters
    ----------
    graph
        The graph.
    edges
        Positions of ``graph.operands``; all that are differentiated, if None.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> edge_symbols(read_text("(y-(m*x+c))**2"))
    {0: 'x', 1: 'm', 2: '1', 3: '1', 4: '1', 5: '-1', 6: '2*v3', 8: '1'}
    """
    labels, depends = graph.labels(), active(graph)
    wanted = range(len(graph.operands)) if edges is None else edges
    found: dict[int, str] = {}
    if edges is None:
        heads = (h for h in range(len(graph)) for _ in range(graph.starts[h + 1] - graph.starts[h]))
    else:
        heads = (graph.edge(edge).head for edge in wanted)
    for edge, head in zip(wanted, heads, strict=True):
        operand = graph.operands[edge]
        if operand >= 0 and depends[operand] and graph.ops[head] != INPUT:
            found[edge] = _symbol(graph, head, edge - graph.starts[head], labels)
    return found


def _symbol(graph: Graph, head: int, slot: int, labels: Sequence[str]) -> str:
    op = graph.ops[head]
    if op == OUTPUT:
        return "1"
    row = ops.TABLE[op]
    text = row.partials[slot]
    if not row.keeps(slot):
        return text
    first = graph.starts[head]
    values = {RESULT: name(labels[head])}
    for position, param in enumerate(row.operands):
        values[param] = operand_term(graph, graph.operands[first + position], labels)
    return write(simplify(substitute(parsed(text), values)))


def operand_term(graph: Graph, operand: int, labels: Sequence[str]) -> Term:
    """Return an entry of ``graph.operands`` as it is written in formulas of edges."""
    if operand >= 0:
        return name(labels[operand])
    symbol = graph.symbols.get(-1 - operand)
    value = graph.constants[-1 - operand]
    # The value says that this name is the constant, not somebody's variable.
    return name(symbol)._replace(value=value) if symbol else number(value)
