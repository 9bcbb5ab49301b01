"""Graphs of networkx."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphviz_ad.errors import GraphProblem, SyntaxProblem
from graphviz_ad.graph import Graph
from graphviz_ad.read.listing.assembly import graph_of
from graphviz_ad.read.listing.network import Network, listing_of_network
from graphviz_ad.read.listing.problems import shown
from graphviz_ad.read.listing.records import Listing

__all__ = [
    "from_networkx",
    "graph_of_xml",
    "listing_of_networkx",
    "network_of_networkx",
    "node_link",
    "node_link_graph",
]


def from_networkx(network: Any) -> Graph:  # noqa: ANN401 - networkx ships no types
    """Return the graph that a directed graph of networkx describes.

    Edges run from operand to operation.  A node has its operation in ``op`` (an input needs
    none), an edge its place among the operands in ``slot``; without slots the order in which the
    edges were added counts.  Numbers are told in ``args``, all operands in order: ``"2 x"``.

    Parameters
    ----------
    network
        A ``MultiDiGraph``; a ``DiGraph`` where no operation uses an operand twice.

    Raises
    ------
    GraphProblem, UnknownName
        It is no computation; the node is named.

    Examples
    --------
    >>> import networkx
    >>> network = networkx.MultiDiGraph()
    >>> network.add_node("y", op="mul")
    >>> network.add_edges_from([("x", "y"), ("x", "y")])
    [0, 1]
    >>> from_networkx(network).ops
    ['input', 'mul', 'output']
    """
    return graph_of(listing_of_networkx(network))


def listing_of_networkx(network: Any) -> Listing:  # noqa: ANN401
    """Return the records of a directed graph of networkx, with all attributes."""
    return listing_of_network(network_of_networkx(network))


def network_of_networkx(network: Any) -> Network:  # noqa: ANN401
    """Return the nodes and edges of a directed graph of networkx, with all attributes."""
    if not all(hasattr(network, name) for name in ("nodes", "edges", "is_directed", "is_multigraph")):
        hint = "give a networkx.MultiDiGraph"
        raise GraphProblem(f"{shown(type(network).__name__)} is no graph of networkx", hint=hint)
    if not network.is_directed():
        hint = "use networkx.MultiDiGraph, with edges from operand to operation"
        raise GraphProblem("the graph is not directed", hint=hint)
    return Network(
        [(str(node), _named(attributes)) for node, attributes in network.nodes(data=True)],
        [(str(tail), str(head), _named(data)) for tail, head, data in _edges(network)],
        _named(network.graph),
        "" if network.is_multigraph() else "networkx.MultiDiGraph",
    )


def _named(attributes: Mapping[object, object]) -> dict[str, object]:
    """Return attributes by texts; what has no value is not there, as some formats write it."""
    return {str(key): value for key, value in attributes.items() if value is not None}


def _edges(network: Any) -> list[tuple[object, object, Mapping[object, object]]]:  # noqa: ANN401
    """Return the edges; those of each operation in the order in which they were added."""
    # networkx keeps the edges of an operation in this order, while its list of all is by operand.
    return [edge for node in network.nodes for edge in network.in_edges(node, data=True)]


def node_link(content: Mapping[str, object]) -> Listing:
    """Return the records of a graph in networkx's own JSON, node-link data."""
    return listing_of_networkx(node_link_graph(content))


def node_link_graph(content: Mapping[str, object]) -> Any:  # noqa: ANN401
    """Return the graph of networkx that its own JSON, node-link data, describes."""
    import networkx as nx

    edges = "links" if "links" in content else "edges"
    try:
        return nx.node_link_graph(dict(content), edges=edges)
    except (nx.NetworkXException, KeyError, TypeError, ValueError, AttributeError) as error:
        told = f"networkx cannot read it: {shown(f'{type(error).__name__} {error}')}"
        raise SyntaxProblem(told, hint="write it with networkx.node_link_data") from error


def graph_of_xml(text: str) -> tuple[Any, str]:
    """Return the graph of networkx that a text in GraphML or GEXF describes, and which of them it is."""
    import io

    import networkx as nx

    is_gexf = "<gexf" in text[:2000]
    try:
        if is_gexf:
            return nx.read_gexf(io.BytesIO(text.encode())), "GEXF"
        return nx.parse_graphml(text, force_multigraph=True), "GraphML"
    except (nx.NetworkXException, ValueError, KeyError, TypeError, AttributeError, SyntaxError) as error:
        told = f"networkx cannot read it: {shown(f'{type(error).__name__} {error}')}"
        raise SyntaxProblem(told, hint="write it with networkx.write_graphml or write_gexf") from error
