"""Graphs in DOT, as text or as objects of the graphviz package."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from graphviz_ad.engine import find, layout
from graphviz_ad.errors import GraphProblem, RenderProblem, SyntaxProblem
from graphviz_ad.graph import Graph
from graphviz_ad.read.formats.dot_text import check_one_graph
from graphviz_ad.read.listing.assembly import graph_of
from graphviz_ad.read.listing.network import Network, listing_of_network
from graphviz_ad.read.listing.records import Listing

__all__ = ["from_graphviz", "listing_of_dot", "network_of_dot"]

PARSER = "graphviz-pure"
TIMEOUT = 120.0

# Of the layout, and how a node looks: nothing that a computation says.
_LOOKS = frozenset((
    "_gvid", "pos", "width", "height", "bb", "lp", "lwidth", "lheight", "xlp", "shape", "style", "color",
    "fillcolor", "fontname", "fontsize", "fontcolor", "margin", "penwidth", "arrowsize", "tooltip", "rects",
    "_subgraph_cnt", "name", "directed", "strict", "objects", "edges", "tail", "head", "rankdir", "labelloc",
    "labeljust",
))  # fmt: skip


def from_graphviz(source: Any) -> Graph:  # noqa: ANN401 - graphviz ships no types
    """Return the graph that a text in DOT describes, or a ``Digraph`` or ``Source`` of graphviz.

    Edges run from operand to operation.  A node has its operation in ``op`` (an input needs
    none), an edge its place among the operands in ``slot``; without slots their order counts.
    Numbers are told in ``args``, all operands in order: ``args="2 x"``.

    Raises
    ------
    SyntaxProblem
        The text is no graph, or more than one.
    GraphProblem, UnknownName
        It is no computation; the node is named.
    RenderProblem
        There is no layout program, which is what reads the text.

    Examples
    --------
    >>> from_graphviz("digraph { y [op=mul]; x -> y; x -> y }").ops
    ['input', 'mul', 'output']
    """
    return graph_of(listing_of_dot(source))


def listing_of_dot(source: Any) -> Listing:  # noqa: ANN401
    """Return the records of a graph in DOT, with all attributes."""
    return listing_of_network(network_of_dot(source))


def network_of_dot(source: Any) -> Network:  # noqa: ANN401
    """Return the nodes and edges of a graph in DOT, with all attributes."""
    text = source if isinstance(source, str) else getattr(source, "source", None)
    if not isinstance(text, str):
        hint = "give text in DOT, a graphviz.Digraph or a graphviz.Source"
        raise GraphProblem(f"{type(source).__name__} is no graph in DOT", hint=hint)
    if "\x00" in text:
        raise SyntaxProblem("the text has a NUL character", source=text, start=text.index("\x00"))
    text = text.removeprefix("\ufeff")
    check_one_graph(text)
    content = _parsed(text)
    if not content.get("directed"):
        hint = "write digraph, and edges as operand -> operation"
        raise GraphProblem("the graph is not directed", hint=hint)
    return _network(content)


def _parsed(text: str) -> dict[str, Any]:
    """Return what the layout program reads in the text, laid out in the quickest way there is."""
    try:
        # dot sorts the edges by operand; this one keeps them in the order of the text.
        engine = find(PARSER).path
    except RenderProblem:
        engine = None
    try:
        output = layout(text, engine=engine, timeout=TIMEOUT, args=("-Kpatchwork", "-Tjson0"))
    except RenderProblem as error:
        if "syntax error" not in error.hint:
            raise
        raise SyntaxProblem("this is not DOT", hint=error.hint) from error
    content: dict[str, Any] = json.loads(output)
    return content


def _network(content: Mapping[str, Any]) -> Network:
    ours = "adviz" in content
    names, nodes = {}, []
    for item in content.get("objects", ()):
        # Subgraphs are objects too; they have a list of nodes and no place.
        if "pos" in item:
            names[item["_gvid"]] = item["name"]
            nodes.append((item["name"], _attributes(item, ours=ours)))
    edges = [
        (names[item["tail"]], names[item["head"]], _attributes(item, ours=ours))
        for item in content.get("edges", ())
    ]
    parallel = "digraph without strict" if content.get("strict") else ""
    return Network(nodes, edges, _attributes(content, ours=ours), parallel)


def _attributes(item: Mapping[str, Any], *, ours: bool) -> dict[str, object]:
    """Return the attributes that say something of the computation.

    A layout program calls a node by its ``name``, so that ours is called ``called``.  What
    adviz writes has no quotes, backslashes and control characters, and no text that is too long
    for a layout program: see `graphviz_ad.write.digraph`.
    """
    found: dict[str, object] = {key: value for key, value in item.items() if key not in _LOOKS}
    if found.get("label") == "\\N":
        del found["label"]
    if ours:
        found = _joined(found)
        # A text without a character would be taken for none.
        found = {
            key: "" if value == "%" else unquote(str(value), errors="surrogatepass")
            for key, value in found.items()
        }
    if "called" in found:
        found["name"] = found.pop("called")
    return found


def _joined(attributes: Mapping[str, object]) -> dict[str, object]:
    """Return attributes whose pieces, ``source``, ``source__1``, ..., are one text again."""
    pieces: dict[str, dict[int, object]] = {}
    for key, value in attributes.items():
        stem, _, number = key.partition("__")
        place = int(number) if number.isdecimal() and len(number) < 9 else 0
        pieces.setdefault(stem if place else key, {})[place] = value
    return {
        key: "".join(str(found[place]) for place in sorted(found))
        if len(found) > 1
        else next(iter(found.values()))
        for key, found in pieces.items()
    }
