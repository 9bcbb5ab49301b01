"""The graph as a flowchart of Mermaid, which many pages draw by themselves.

Mermaid lays it out in its own way and knows no strands: an edge has the colour of its path, and is grey
where several paths share it.  Ids are structural (n0, n1, ...) and labels quoted, so that no name
can be taken for a keyword.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphviz_ad.explain.sums import sum_line
from graphviz_ad.explain.words import Words
from graphviz_ad.explanation import Derivation
from graphviz_ad.graph import CONSTANT, INPUT, OUTPUT, Edge
from graphviz_ad.number import DIGITS
from graphviz_ad.write import rows
from graphviz_ad.write.labels import colours, edge_lines, is_differentiated, node_lines
from graphviz_ad.write.theme import GREY

__all__ = ["MOST_EDGES", "mermaid", "quoted"]

MOST_SUMS = 20
MOST_EDGES = 500
"""Mermaid draws no more, unless its ``maxEdges`` says otherwise."""
_CLASSES = {INPUT: "input", CONSTANT: "constant", OUTPUT: "output"}
# Colours that are read on light and on dark pages: Mermaid's own themes know nothing of ours.
_LOOKS = (
    "classDef input fill:#fff6df,stroke:#9a6700,color:#1f2328",
    "classDef constant fill:#ffffff,stroke:#858d97,color:#1f2328,stroke-dasharray:3 3",
    "classDef output fill:#ffffff,stroke:#57606a,color:#1f2328,stroke-width:3px",
    "classDef operation fill:#f6f8fa,stroke:#57606a,color:#1f2328",
)
# What ends a string, begins an entity or a tag, or is Markdown, which labels may be.
_ESCAPED = frozenset("\"#&<>\\`*_~[]{}|;$%@^'")


def quoted(*lines: str) -> str:
    """Return lines as a label that Mermaid shows as they are.

    Examples
    --------
    >>> print(quoted('a"b', "x < 1"))
    "a#34;b<br>x #60; 1"
    """
    return '"' + "<br>".join("".join(map(_character, line)) for line in lines if line) + '"'


def _character(character: str) -> str:
    if character in _ESCAPED:
        return f"#{ord(character)};"
    return character if character.isprintable() else " "


def mermaid(
    derivation: Derivation,
    *,
    rankdir: str = "LR",
    digits: int = DIGITS,
    title: str | None = None,
    lang: str = "en",
) -> str:
    """Return the derivation as the text of a flowchart.

    Parameters
    ----------
    derivation
        What is drawn.
    rankdir
        Where the arrows point: ``LR``, ``RL``, ``TB``, ``BT``.
    digits
        Significant digits of shown numbers.
    title
        What a screen reader calls it; the program and its values, if None.
    lang
        One of `graphviz_ad.wording.LANGUAGES`.

    Examples
    --------
    >>> from graphviz_ad.write.drawing import draw
    >>> print(mermaid(draw("x*x", {"x": 3}).derivation), end="")  # doctest: +ELLIPSIS
    flowchart LR
      accTitle: f = x*x at x = 3
      accDescr: ∂f/∂x = 3 + 3 = 6
      n0(["x = 3"]):::input
      n1("×<br>v₁ = 9"):::operation
      n2(["f = 9"]):::output
      n0 -->|"x<br>= 3"| n1
    ...
    """
    words = Words(derivation, digits, lang)
    lines = [f"flowchart {rankdir}", *(f"  {line}" for line in _said(words, title))]
    lines += [f"  {_node(words, node)}" for node in range(len(words.graph))]
    lines += [f"  {_edge(words, edge)}" for edge in words.graph.edges]
    lines += [f"  {line}" for line in (*_LOOKS, *_colours(words))]
    return "\n".join(lines) + "\n"


def _said(words: Words, title: str | None) -> Iterator[str]:
    """Yield what a screen reader says: the program, and how the paths add up."""
    if not title:
        given = words.given()
        title = "; ".join(rows.program(words)) + (words.told(f" at {given}") if given else "")
    sums = [sum_line(words, each) for each in words.derivation.explanations[:MOST_SUMS]]
    for keyword, text in (("accTitle", title), ("accDescr", "; ".join(sums))):
        if text:
            # Two of these signs would begin a directive.
            yield f"{keyword}: {' '.join(text.split()).replace('%%', '% %')}"


def _node(words: Words, node: int) -> str:
    op = words.graph.ops[node]
    kind = _CLASSES.get(op, "operation")
    lines = node_lines(words, node)
    if op not in _CLASSES:
        return f"n{node}({quoted(*lines)}):::{kind}"
    name, value = lines
    if not value:
        return f"n{node}(({quoted(name)})):::{kind}"
    # In one line: what is higher than wide is not drawn round.
    shown = f"{name} {value}" if value.startswith("≈") else f"{name} = {value}"
    return f"n{node}([{quoted(shown)}]):::{kind}"


def _edge(words: Words, edge: Edge) -> str:
    lines = edge_lines(words, edge)
    line = "-->" if is_differentiated(words, edge) else "-.->"
    return f"n{edge.tail} {line}{f'|{quoted(*lines)}|' if any(lines) else ''} n{edge.head}"


def _colours(words: Words) -> Iterator[str]:
    """Yield the colour of an edge that one path has for itself, and grey where several share it."""
    found = colours(words.derivation)
    # Mermaid counts the arrows that are there; a position also counts the operands inside boxes.
    for arrow, edge in enumerate(words.graph.edges):
        if edge.position in found:
            each = found[edge.position]
            yield f"linkStyle {arrow} stroke:{each[0] if len(each) == 1 else GREY[0]},stroke-width:2px"
