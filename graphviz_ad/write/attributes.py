"""What nodes and graphs keep of a `Graph` as attributes, in networkx and in DOT; all are texts."""

from __future__ import annotations

import json

from graphviz_ad.graph import CONSTANT, Graph
from graphviz_ad.read.listing.assembly import scope_of
from graphviz_ad.write.arguments import arguments
from graphviz_ad.write.graph_document import graph_document

__all__ = ["graph_attributes", "node_attributes"]


def graph_attributes(graph: Graph) -> dict[str, str]:
    """Return the attributes of a graph: its outputs, and what is more than its nodes say.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> graph_attributes(read_text("x*y"))
    {'adviz': '1', 'outputs': 'n3', 'source': 'x*y'}
    """
    found = {"adviz": "1", "outputs": " ".join(f"n{node}" for node in graph.outputs)}
    if graph.source:
        found["source"] = graph.source
    if graph.scope != scope_of(graph):
        found["scope"] = json.dumps({name: f"n{node}" for name, node in graph.scope.items()})
    if graph.notes:
        found["notes"] = json.dumps(graph_document(graph)["notes"])
    return found


def node_attributes(graph: Graph, index: int) -> dict[str, str]:
    """Return the attributes of a node; its operands where numbers are among them, which have no edge.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> node_attributes(read_text("y = 2*x"), 1)
    {'op': 'mul', 'args': '2 n0', 'place': '4 7'}
    """
    found = {"op": graph.ops[index]}
    if index in graph.names:
        found["name"] = graph.names[index]
    operands = graph.operands[graph.starts[index] : graph.starts[index + 1]]
    if graph.ops[index] == CONSTANT or min(operands, default=0) < 0:
        found["args"] = _text(arguments(graph, index))
    start, end = graph.places[2 * index], graph.places[2 * index + 1]
    if graph.source and end:
        found["place"] = f"{start} {end}"
    return found


def _text(args: list[object]) -> str:
    """Return operands as words, or as JSON where one of them is no word."""
    if all(isinstance(arg, str | int | float) for arg in args):
        return " ".join(arg if isinstance(arg, str) else json.dumps(arg) for arg in args)
    return json.dumps(args)
