"""The graph in DOT with everything that the picture says: values, local derivatives, paths.

The text is written by the graphviz package.  Ids are structural (n0, n1, ...), so that no name
can be taken for a keyword or a number; every label is quoted and escaped, so that none can be
taken for HTML or a record.  ``op``, ``value`` and ``local`` carry the exact numbers for programs, and
`graphviz_ad.read.formats.dot` reads the text as a graph.
"""

from __future__ import annotations

import unicodedata

from graphviz_ad.errors import shorten
from graphviz_ad.explain.sums import sum_line
from graphviz_ad.explain.words import Words
from graphviz_ad.explanation import Derivation
from graphviz_ad.graph import CONSTANT, INPUT, OUTPUT, Edge
from graphviz_ad.number import DIGITS, full
from graphviz_ad.write.attributes import node_attributes
from graphviz_ad.write.dot_attributes import LONGEST, encoded
from graphviz_ad.write.labels import colours, edge_lines, is_differentiated, node_lines

__all__ = ["SHAPES", "as_label", "dot"]

MOST_LINES, LONGEST_LINE = 20, 300
"""Of the caption."""

SHAPES: dict[str, dict[str, str]] = {
    INPUT: {"shape": "circle"},
    CONSTANT: {"shape": "circle", "style": "dashed"},
    OUTPUT: {"shape": "doublecircle"},
}
_QUIET = "#6e7781"


def dot(derivation: Derivation, *, rankdir: str = "LR", digits: int = DIGITS) -> str:
    """Return the derivation in DOT, for anybody's Graphviz.

    Parameters
    ----------
    derivation
        What is drawn.
    rankdir
        Where the arrows point: ``LR``, ``RL``, ``TB``, ``BT``.
    digits
        Significant digits of shown numbers.

    Returns
    -------
    str
        A directed graph; an edge on several paths has one strand of colour for each.
    """
    import graphviz

    words = Words(derivation, digits)
    graph = graphviz.Digraph("adviz")
    graph.attr(
        adviz="1", rankdir=rankdir, label=as_label(*_caption(words), align="\\l"), labelloc="b", labeljust="l"
    )
    graph.attr("node", shape="box", style="rounded", fontname="Helvetica", margin="0.1,0.05")
    graph.attr("edge", fontname="Helvetica", fontsize="11", color=_QUIET, arrowsize="0.7")
    for node in range(len(words.graph)):
        graph.node(f"n{node}", **_node(words, node))
    colors = colours(derivation)
    for edge in words.graph.edges:
        graph.edge(f"n{edge.tail}", f"n{edge.head}", **_edge(words, edge, colors.get(edge.position, [])))
    text: str = graph.source
    return text


def as_label(*lines: str, align: str = "\\n") -> str:
    """Return lines as a label that is shown as it is: backslashes and line ends are no escapes."""
    import graphviz

    texts = [str(graphviz.escape(_clean(line))) for line in lines if line]
    text = align.join(texts) + (align if align == "\\l" and texts else "")
    # Marked as no HTML: otherwise "<lambda>" would be written unquoted.
    label: str = graphviz.nohtml(text)
    return label


def _clean(text: str) -> str:
    """Return text without the characters that end a string or that a terminal obeys."""
    if len(text) > LONGEST:
        text = shorten(text, LONGEST)
    return "".join(" " if c in "\r\n\t" else "\ufffd" if _is_control(c) else c for c in text)


def _is_control(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cs")


def _caption(words: Words) -> list[str]:
    explanations = words.derivation.explanations
    lines = [shorten(sum_line(words, explanation), LONGEST_LINE) for explanation in explanations[:MOST_LINES]]
    more = len(explanations) - len(lines)
    return lines + ([f"… {more} more"] if more else [])


def _node(words: Words, node: int) -> dict[str, str]:
    """Return the attributes of a node: its sign, or its name, and its value."""
    graph, value = words.graph, words.derivation.tape.primals[node]
    label = words.labels[node]
    attributes = dict(SHAPES.get(graph.ops[node], {}))
    name = graph.names.get(node, "")
    attributes["label"] = as_label(*node_lines(words, node))
    said = f"{label} = {words.formula(node)}" if words.sign(node) else label
    attributes["tooltip"] = as_label(name or said)
    attributes["op"] = as_label(graph.ops[node])
    if node in graph.names:
        attributes |= encoded("called", name if len(name) <= LONGEST else shorten(name, LONGEST))
    operands = graph.operands[graph.starts[node] : graph.starts[node + 1]]
    if min(operands, default=0) < 0:
        # Constants stand in the box and are no nodes: programs need them all the same.
        attributes |= encoded("args", node_attributes(graph, node)["args"])
    if value is not None:
        attributes["value"] = full(value)
    return attributes


def _edge(words: Words, edge: Edge, colors: list[str]) -> dict[str, str]:
    """Return the attributes of an edge: its local derivative, symbol over number, and its paths."""
    attributes = {"slot": str(edge.slot)}
    if not is_differentiated(words, edge):
        return {**attributes, "style": "dashed"}
    value = words.derivation.tape.partials[edge.position]
    if value is not None:
        attributes["local"] = full(value)
    attributes["label"] = as_label(*edge_lines(words, edge))
    head, tail = words.labels[edge.head], words.labels[edge.tail]
    attributes["tooltip"] = as_label(f"∂{head}/∂{tail}{words.place(edge.position)}")
    if colors:
        attributes |= {"color": ":".join(colors), "penwidth": "2"}
    return attributes
