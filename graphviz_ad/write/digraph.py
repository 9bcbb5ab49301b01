"""A graph as a ``Digraph`` of the graphviz package, which reads back as the same one."""

from __future__ import annotations

from typing import Any

from graphviz_ad.explain.signs import sign
from graphviz_ad.graph import Graph
from graphviz_ad.write.attributes import graph_attributes, node_attributes
from graphviz_ad.write.dot import SHAPES, as_label
from graphviz_ad.write.dot_attributes import encoded

__all__ = ["to_graphviz"]


def to_graphviz(graph: Graph, *, rankdir: str = "LR") -> Any:  # noqa: ANN401 - graphviz ships no types
    """Return a graph as a ``graphviz.Digraph``.

    Nodes are ``n0``, ``n1``, ..., as in everything that adviz writes.  Besides their looks they
    have ``op``, ``called`` (the name, where there is one) and ``args`` (the operands, where
    numbers are among them); edges run from operand to operation and have ``slot``.

    Parameters
    ----------
    graph
        What to write.
    rankdir
        Where the arrows point: ``LR``, ``RL``, ``TB``, ``BT``.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> digraph = to_graphviz(read_text("2*x"))
    >>> [line.strip() for line in digraph.source.splitlines() if "->" in line]
    ['n0 -> n1 [slot=1]', 'n1 -> n2 [slot=0]']
    """
    import graphviz

    digraph = graphviz.Digraph("adviz")
    attributes: dict[str, str] = {}
    for key, text in graph_attributes(graph).items():
        attributes |= encoded(key, text)
    digraph.attr(_attributes=attributes | {"rankdir": rankdir})
    digraph.attr("node", shape="box", style="rounded", fontname="Helvetica", margin="0.1,0.05")
    digraph.attr("edge", color="#6e7781", arrowsize="0.7")
    labels = graph.typeset_labels()
    for index in range(len(graph)):
        digraph.node(f"n{index}", _attributes=_node(graph, index, labels[index]))
    for edge in graph.edges:
        digraph.edge(f"n{edge.tail}", f"n{edge.head}", slot=str(edge.slot))
    return digraph


def _node(graph: Graph, index: int, label: str) -> dict[str, str]:
    """Return the attributes of a node: how it looks, and what it is."""
    found = dict(SHAPES.get(graph.ops[index], {}))
    lines = [label]
    if graph.is_operation(index):
        operands = graph.operands[graph.starts[index] : graph.starts[index + 1]]
        lines.insert(0, sign(graph.ops[index], [graph.constant_text(k) if k < 0 else None for k in operands]))
    found["label"] = as_label(*lines)
    for key, text in node_attributes(graph, index).items():
        found |= encoded("called" if key == "name" else key, text)
    return found
