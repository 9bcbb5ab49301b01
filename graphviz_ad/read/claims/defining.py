"""Labels that are definitions: ``x*y`` or ``u = x*y`` at a node whose operands are x and y."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from graphviz_ad.errors import AdvizError
from graphviz_ad.graph import INPUT, OUTPUT
from graphviz_ad.noun import replace
from graphviz_ad.read.listing.network import Network
from graphviz_ad.read.program.text import read_text

__all__ = ["with_definitions_read"]

_LONGEST = 200
_NAMED = re.compile(r"\s*(?P<name>[^\W\d]\w*)\s*=(?!=)\s*(?P<formula>.+)", re.DOTALL)
_WORD = re.compile(r"[^\W\d]\w*")

Edges = Sequence[tuple[str, str, Mapping[str, object]]]


class _Defined(NamedTuple):
    """One operation: its row, its operands (ids or numbers), and what the label calls the node."""

    op: str
    args: list[str | float]
    name: str


def with_definitions_read(network: Network, told: Mapping[str, str]) -> Network:
    """Return a network whose nodes have the one operation that their label is a formula of.

    Parameters
    ----------
    network
        Nodes without ``op`` are looked at.
    told
        What the label says beside a number, by node.

    Examples
    --------
    >>> nodes = [("a", {"name": "x"}), ("b", {"name": "u = x**2"})]
    >>> found = with_definitions_read(Network(nodes, [("a", "b", {})], {}, ""), {"b": "u = x**2"})
    >>> found.nodes[1], found.edges
    (('b', {'name': 'u', 'op': 'pow', 'args': ['a', 2.0]}), [('a', 'b', {})])
    """
    names = {id_: str(node.get("name", id_)) for id_, node in network.nodes}
    arriving: dict[str, list[tuple[str, str, Mapping[str, object]]]] = {}
    for edge in network.edges:
        arriving.setdefault(edge[1], []).append(edge)
    defined: dict[str, _Defined] = {}
    for id_, node in network.nodes:
        if id_ in told and id_ in arriving and not node.get("op"):
            found = _definition(told[id_], arriving[id_], names)
            if found is not None:
                defined[id_] = found
    if not defined:
        return network
    nodes = [(id_, _with(node, defined.get(id_))) for id_, node in network.nodes]
    edges = [edge for edge in network.edges if edge[1] not in defined]
    for id_, found in defined.items():
        edges += _in_order(arriving[id_], found.args)
    return replace(network, nodes=nodes, edges=edges)


def _with(node: Mapping[str, object], found: _Defined | None) -> Mapping[str, object]:
    if found is None:
        return node
    kept = {key: value for key, value in node.items() if key != "name"}
    return {**kept, **({"name": found.name} if found.name else {}), "op": found.op, "args": found.args}


def _definition(label: str, edges: Edges, names: Mapping[str, str]) -> _Defined | None:
    """Return what a label defines from the operands that are drawn; None: it is no such formula."""
    match = _NAMED.fullmatch(label)
    formula = match["formula"] if match else label
    operands = {name: tail for tail, _, _ in edges for name in (tail, names.get(tail, tail))}
    used = set(_WORD.findall(formula)) & operands.keys()
    if len(formula) > _LONGEST or {operands[name] for name in used} != {tail for tail, _, _ in edges}:
        return None
    try:
        graph = read_text(formula, dict.fromkeys(sorted(used), 1.0))
    except AdvizError:
        return None
    made = [k for k, op in enumerate(graph.ops) if op not in (INPUT, OUTPUT)]
    if len(made) != 1 or any(graph.names[k] not in used for k in range(made[0])):
        return None
    [k] = made
    args: list[str | float] = [
        operands[graph.names[arg]] if arg >= 0 else graph.constants[~arg]
        for arg in graph.operands[graph.starts[k] : graph.starts[k + 1]]
    ]
    op = graph.ops[k]
    tails = [arg for arg in args if isinstance(arg, str)]
    if op == "mul" and len(edges) == 1 and len(tails) > 1:
        op, args, tails = "square", args[:1], tails[:1]
    if sorted(tails) != sorted(tail for tail, _, _ in edges):
        return None
    return _Defined(op, args, match["name"] if match else "")


def _in_order(edges: Edges, args: Sequence[str | float]) -> Edges:
    """Return the edges of a node in the order of its operands."""
    waiting = list(edges)
    return [
        waiting.pop(next(k for k, edge in enumerate(waiting) if edge[0] == arg))
        for arg in args
        if isinstance(arg, str)
    ]
