"""A graph alone as JSON, in the form in which people write graphs by hand: reads back as the same graph."""

from __future__ import annotations

from collections.abc import Mapping

from graphviz_ad.finding import Finding
from graphviz_ad.graph import Graph
from graphviz_ad.read.formats.document import VERSION
from graphviz_ad.read.listing.assembly import scope_of
from graphviz_ad.write.arguments import arguments, exact
from graphviz_ad.write.document import dumps

__all__ = ["graph_document", "to_json"]


Json = dict[str, object]


def graph_document(graph: Graph, at: Mapping[str, float] | None = None) -> Json:
    """Return a graph as a JSON document, which `graphviz_ad.read.formats.document` reads.

    Ids are structural, ``n0``, ``n1``, ..., as in everything that adviz writes: names need not be
    unique.  ``scope`` is there only where it says more than the names of the nodes, ``source``,
    ``place`` and ``notes`` only where there are some.

    Parameters
    ----------
    graph
        What to write.
    at
        Value by variable.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> content = graph_document(read_text("2*x"), {"x": 3})
    >>> content["inputs"], content["nodes"][1]
    ({'x': 3}, {'id': 'n1', 'op': 'mul', 'args': [2, 'n0'], 'name': None, 'place': [0, 3]})
    """
    values = at or {}
    content: Json = {
        "adviz": VERSION,
        "inputs": {name: exact(values.get(name)) for name in map(graph.names.__getitem__, graph.inputs)},
        "nodes": [_node(graph, index) for index in range(len(graph))],
        "outputs": [f"n{node}" for node in graph.outputs],
    }
    if graph.scope != scope_of(graph):
        content["scope"] = {name: f"n{node}" for name, node in graph.scope.items()}
    if graph.source:
        content["source"] = graph.source
    if graph.notes:
        content["notes"] = list(map(_note, graph.notes))
    return content


def to_json(graph: Graph, at: Mapping[str, float] | None = None) -> str:
    """Return a graph as the text of a JSON document, a node a line.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> from graphviz_ad.read.formats.document import from_json
    >>> graph = read_text("u = sin(x); u*u + pi")
    >>> from_json(to_json(graph)) == graph
    True
    """
    return dumps(graph_document(graph, at)).decode()


def _node(graph: Graph, index: int) -> Json:
    node: Json = {
        "id": f"n{index}",
        "op": graph.ops[index],
        "args": arguments(graph, index),
        "name": graph.names.get(index),
    }
    start, end = graph.places[2 * index], graph.places[2 * index + 1]
    if graph.source and end:
        node["place"] = [start, end]
    return node


def _note(note: Finding) -> Json:
    fields = [name for name in Finding.__annotations__ if name != "source"]
    found = {name: getattr(note, name) for name in fields if getattr(note, name) not in (None, "")}
    return {name: exact(value) if isinstance(value, float) else value for name, value in found.items()}
