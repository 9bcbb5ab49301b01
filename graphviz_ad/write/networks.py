"""A graph as a graph of networkx, which reads back as the same one."""

from __future__ import annotations

from typing import Any

from graphviz_ad.graph import Graph
from graphviz_ad.write.attributes import graph_attributes, node_attributes

__all__ = ["to_networkx"]


def to_networkx(graph: Graph) -> Any:  # noqa: ANN401 - networkx ships no types
    """Return a graph as a ``MultiDiGraph`` of networkx.

    Nodes are ``n0``, ``n1``, ..., as in everything that adviz writes: labels need not be unique.
    They have ``op``, ``label``, and where there is one ``name``; ``args`` has the operands of an
    operation with numbers among them.  Edges run from operand to operation; their key and their
    ``slot`` is the place of the operand.  Every attribute is a text or a number, so that all
    formats of networkx can keep it.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> network = to_networkx(read_text("x*x"))
    >>> network.nodes["n0"], list(network.in_edges("n1", keys=True))
    ({'op': 'input', 'name': 'x', 'place': '0 1', 'label': 'x'}, [('n0', 'n1', 0), ('n0', 'n1', 1)])
    """
    import networkx as nx

    network = nx.MultiDiGraph(**graph_attributes(graph))
    for index, label in enumerate(graph.labels()):
        network.add_node(f"n{index}", **node_attributes(graph, index), label=label)
    for edge in graph.edges:
        network.add_edge(f"n{edge.tail}", f"n{edge.head}", key=edge.slot, slot=edge.slot)
    return network
