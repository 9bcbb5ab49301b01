"""Every textual or foreign source of a graph with claims, told apart by its form."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from graphviz_ad.claims import Claims
from graphviz_ad.errors import GraphProblem, SyntaxProblem
from graphviz_ad.finding import Finding
from graphviz_ad.noun import replace
from graphviz_ad.read.claims.drawn import undrawn
from graphviz_ad.read.claims.labelled import with_labels_read
from graphviz_ad.read.claims.orientation import is_backward, reverted, unordered
from graphviz_ad.read.claims.stating import claims_of, mended_graph
from graphviz_ad.read.claims.typed_pass import read_backward_pass
from graphviz_ad.read.formats.document import content_of, is_node_link, listing_of_document
from graphviz_ad.read.listing.network import Network, listing_of_network
from graphviz_ad.read.listing.records import Listing

__all__ = ["claims_of", "is_claims_source", "nodes_by_id", "read_claims"]

_DOT = re.compile(
    r"""(?:\s|//[^\n]*|/\*.*?\*/|\#[^\n]*)*
        (?:strict\s+)?(?:di)?graph\b\s*(?:"(?:\\.|[^"\\])*"|[^\s{"]+)?
        (?:\s|//[^\n]*|/\*.*?\*/)*\{""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_XML = re.compile(r"\s*<(?:\?xml|graphml|gexf)\b")


def read_claims(source: object, *, edges: str = "auto", at: Mapping[str, float] | None = None) -> Claims:
    r"""Return the graph that a source describes, and everything that it states.

    Parameters
    ----------
    source
        A text: a program, below a line ``---`` a backward pass that was derived by hand; JSON;
        DOT; GraphML or GEXF.  What a JSON document says.  A ``Digraph`` or ``Source`` of
        graphviz, a graph of networkx.
    edges
        Which way the edges of DOT and networkx run: ``forward``, from operand to operation,
        ``backward``, from consumer to operand, or ``auto``.
    at
        Values of variables, for those that the source gives none or others.

    Raises
    ------
    AdvizError
        The source is none of these, or not what it seems to be.

    Examples
    --------
    >>> claims = read_claims("digraph { y [op=mul, value=6, grad=1]; x -> y [local=2]; c -> y [label=3] }")
    >>> claims.kind, claims.values, claims.partials, claims.adjoints
    ('DOT', {2: 6.0}, {0: 2.0, 1: 3.0}, {2: 1.0})
    >>> claims = read_claims("y = x**2\n---\ndy = 1\ndx = 2*x*dy", at={"x": 3})
    >>> [line.formula for line in claims.lines]
    ['1', '2*x*dy']
    """
    if isinstance(source, bytes):
        try:
            source = source.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise SyntaxProblem("the text is not UTF-8", hint="save it as UTF-8") from error
    if isinstance(source, Mapping):
        claims = _of_document(source, edges)
    elif isinstance(source, str):
        claims, at = _of_text(source, edges, at)
    else:
        claims = _of_object(source, edges)
    return _with_values(claims, at) if at else claims


def is_claims_source(source: object) -> bool:
    """Whether `read_claims` reads an object: a text, a mapping, a graph of graphviz or networkx.

    Examples
    --------
    >>> is_claims_source("x*y"), is_claims_source(3.0)
    (True, False)
    """
    return isinstance(source, str | bytes | Mapping) or _is_graphviz(source) or _is_networkx(source)


def nodes_by_id(source: object, edges: str = "auto") -> dict[str, int]:
    """Return the node of every id of a graph in DOT, as `read_claims` numbers them.

    Examples
    --------
    >>> nodes_by_id("digraph { y [op=square]; x -> y }")
    {'y': 1, 'x': 0}
    """
    network, _ = _forward(lambda: _dot(source), edges)
    _, _, nodes = mended_graph(_listed(network))
    return {id_: nodes[id_] for id_, _ in network.nodes if id_ in nodes}


def _of_text(
    source: str, edges: str, at: Mapping[str, float] | None
) -> tuple[Claims, Mapping[str, float] | None]:
    """Return the claims of a text, and the values that are still to be put in."""
    text = source.removeprefix("\ufeff").replace("\r\n", "\n")
    if text.lstrip()[:1] == "{" or (text.lstrip()[:1] == "[" and text.rstrip()[-1:] == "]"):
        return _of_document(text, edges), at
    if _XML.match(text):
        from graphviz_ad.read.formats.networks import graph_of_xml

        return _of_networkx(*graph_of_xml(text), edges, ordered=False), at
    if _DOT.match(text):
        return _of_dot(text, edges, "DOT"), at
    return read_backward_pass(text, at), None


def _of_document(source: str | Mapping[str, object], edges: str) -> Claims:
    content = content_of(source)
    if is_node_link(content):
        from graphviz_ad.read.formats.networks import node_link_graph

        return _of_networkx(node_link_graph(content), "node-link JSON", edges, ordered=False)
    return claims_of(listing_of_document(content), "JSON")


def _of_object(source: object, edges: str) -> Claims:
    if _is_graphviz(source):
        return _of_dot(source, edges, f"graphviz.{type(source).__name__}")
    if _is_networkx(source):
        return _of_networkx(source, f"networkx.{type(source).__name__}", edges)
    hint = "give text, JSON, DOT, a graph of graphviz or networkx"
    raise GraphProblem(f"{type(source).__name__} is no graph that can be read", hint=hint)


def _is_graphviz(source: object) -> bool:
    return _offers(source, "render", "source") and isinstance(getattr(source, "source", None), str)


def _is_networkx(source: object) -> bool:
    return _offers(source, "nodes", "edges", "is_directed", "is_multigraph")


def _offers(thing: object, *names: str) -> bool:
    """Whether the class of an object has these names: a ``__getattr__`` may say yes to anything, or raise."""
    return all(hasattr(type(thing), name) for name in names)


def _of_dot(source: object, edges: str, kind: str) -> Claims:
    network, notes = _forward(lambda: _dot(source), edges)
    return claims_of(_listed(network), kind, notes)


def _dot(source: object) -> Network:
    from graphviz_ad.read.formats.dot import network_of_dot

    return network_of_dot(source)


def _of_networkx(graph: Any, kind: str, edges: str, *, ordered: bool = True) -> Claims:  # noqa: ANN401
    from graphviz_ad.read.formats.networks import network_of_networkx

    # Turned round by networkx, the edges of each node stay in the order in which they were added.
    network, notes = _forward(
        lambda: network_of_networkx(graph), edges, lambda: network_of_networkx(graph.reverse(copy=False))
    )
    if not ordered:
        notes = (*notes, *unordered(network))
    return claims_of(_listed(network), kind, notes)


def _forward(
    read: Callable[[], Network], edges: str, read_reverted: Callable[[], Network] | None = None
) -> tuple[Network, tuple[Finding, ...]]:
    """Return a network whose edges run from operand to operation, and what was assumed for that."""
    network, drawn = undrawn(read())
    backward, notes = is_backward(network, edges)
    if backward:
        network = read_reverted() if read_reverted and not drawn else reverted(network)
    return with_labels_read(network), (*drawn, *notes)


def _listed(network: Network) -> Listing:
    """Return the records of a network; each edge remembers its operand, outputs may have any name."""
    attributes = dict(network.attributes)
    output = attributes.pop("output", None)
    told = [(tail, head, {**edge, "tail": tail}) for tail, head, edge in network.edges]
    listing = listing_of_network(replace(network, edges=told, attributes=attributes))
    ids = {id_ for id_, _ in network.nodes}
    whole = output if output is not None else attributes.get("outputs")
    if isinstance(whole, str) and whole in ids:
        return replace(listing, outputs=(whole,))
    return listing if output is None else replace(listing, outputs=tuple(str(output).split()))


def _with_values(claims: Claims, at: Mapping[str, float]) -> Claims:
    """Return claims at other values of some inputs."""
    from graphviz_ad.errors import UnknownName, close_matches
    from graphviz_ad.expression import normal

    graph = claims.graph
    inputs = {graph.names[node]: node for node in graph.inputs}
    given = {normal(name): float(value) for name, value in at.items()}
    for name in given:
        if name not in inputs:
            hint = close_matches(name, inputs)
            raise UnknownName(f"{name} is no input of the graph", legal=inputs, hint=hint)
    values = {**claims.values, **{inputs[name]: value for name, value in given.items()}}
    told = [name for name, value in given.items() if claims.at.get(name, value) != value]
    notes = claims.notes
    if told:
        message = f"{', '.join(told)}: the value that was given counts, not that of the source"
        notes = (*notes, Finding("other_value", message=message))
    return replace(claims, at={**claims.at, **given}, values=values, notes=notes)
