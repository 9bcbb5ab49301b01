r"""A placed picture as a LaTeX document that is as large as the picture and draws it with TikZ.

Everything between ``\begin{tikzpicture}`` and ``\end{tikzpicture}`` can be pasted into a paper that
loads ``tikz``: colours and styles stand inside it.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphviz_ad.errors import UnknownName
from graphviz_ad.picture import REST, Picture, Row
from graphviz_ad.write.points import points
from graphviz_ad.write.tex_shapes import Pen
from graphviz_ad.write.tex_text import MISSING, lacking, remark
from graphviz_ad.write.theme import THEMES, path_class

__all__ = ["tex"]

FADED, STRIPE = ".16", ".14"
"""Opacity of what is not highlighted while something else is, and of what is behind a highlighted row."""
_PREAMBLE = r"""\documentclass{article}
\usepackage[paperwidth=%(width)sbp,paperheight=%(height)sbp,margin=0bp]{geometry}
\usepackage{tikz}
\pagestyle{empty}
\setlength{\parindent}{0pt}
\setlength{\topskip}{0pt}
\begin{document}
"""
_FONT = r"\sffamily\fontsize{10}{12}\selectfont#1"
_TEXTS = f"adviz text/.style={{anchor=base,inner sep=0pt,outer sep=0pt,font={_FONT}}}"
_BOX = r"\fbox{\rule{0pt}{1ex}}"
_UNKNOWN = rf'\providecommand{{{MISSING}}}[1]{{\ifdefined\Umathcode\char"#1\else{_BOX}\fi}}%'


def tex(picture: Picture, *, theme: str = "auto", background: str = "auto") -> tuple[str, tuple[str, ...]]:
    r"""Return the picture as a LaTeX document, and what there is to say about it.

    Parameters
    ----------
    picture
        What `graphviz_ad.draw.draw` places.
    theme
        ``light`` (also for ``auto``: paper is) or ``dark``.
    background
        ``auto`` has the colour of the theme where that is dark; paper has its own.

    Raises
    ------
    UnknownName
        There is no such theme.

    Examples
    --------
    >>> from graphviz_ad.write.drawing import draw
    >>> text, notes = tex(draw("x*x", {"x": 3}).picture())
    >>> text.count(r"\begin{document}"), notes
    (1, ())
    """
    if theme not in THEMES:
        raise UnknownName(f"unknown theme {theme!r}", legal=THEMES)
    size, said = points(picture)
    pen = Pen(size, dark=theme == "dark")
    drawn = list(_drawn(picture, pen, painted=theme == "dark" and background == "auto"))
    missing = _lacking(picture)
    notes = list(said)
    if missing:
        shown = " ".join(missing[:12])
        notes.append(f"this TeX sets a small box for letters that its fonts lack: {shown}")
    page = {"width": pen.length(picture.width), "height": pen.length(picture.height)}
    lines = [remark(picture.title), *map(remark, _HOW)]
    lines.append(_PREAMBLE % page + r"\begin{tikzpicture}[x=1bp,y=-1bp]")
    lines += [_UNKNOWN] if missing else []
    lines += [rf"\definecolor{{{name}}}{{HTML}}{{{value}}}" for value, name in pen.colours.items()]
    styles = [_TEXTS, *(f"{name}/.style={{{look}}}" for name, look in pen.styles.items())]
    lines.append("\\tikzset{\n  " + ",\n  ".join(styles) + "\n}")
    corners = f"{pen.at(0, 0)} rectangle {pen.at(picture.width, picture.height)}"
    lines += [rf"\useasboundingbox {corners};", *drawn, r"\end{tikzpicture}", r"\end{document}"]
    return "\n".join(lines) + "\n", tuple(notes)


_HOW = (
    r"pdflatex makes a page of it that is as large as the picture.  For a paper with \usepackage{tikz}",
    r"take all from \begin{tikzpicture} to \end{tikzpicture}; \resizebox makes it as wide as a column.",
)


def _lacking(picture: Picture) -> list[str]:
    """Return the characters that TeX's own fonts lack."""
    texts = [*picture.texts, *(text for row in picture.rows for text in row.texts)]
    texts += [text for box in picture.boxes for text in box.texts]
    texts += [text for arrow in picture.arrows for text in arrow.label]
    return list(dict.fromkeys(letter for text in texts for letter in lacking(text.text)))


def _drawn(picture: Picture, pen: Pen, *, painted: bool) -> Iterator[str]:
    """Yield the commands, what lies lowest first."""
    if painted:
        yield pen.rectangle(pen.painted("paper"), (0, 0, picture.width, picture.height))
    yield from (pen.rule(line) for line in picture.lines)
    yield from (pen.cell(rect) for rect in picture.cells)
    yield from (pen.cell(rect, "filled") for rect in picture.filled)
    yield from _paths(picture, pen)
    lit = picture.highlight
    for mark in picture.marks:
        if mark.kind == "badge":
            yield from _faded(pen.disc(mark), lit is None or lit == mark.path)
    for box in picture.boxes:
        yield from pen.box(box)
    for arrow in picture.arrows:
        if arrow.label:
            yield from _faded(pen.label(arrow), lit is None or lit in arrow.paths)
    yield from (pen.text(text) for text in picture.texts)
    for kinds in ({"visit"}, {"fault", "after"}):
        yield from (line for mark in picture.marks if mark.kind in kinds for line in pen.disc(mark))
    yield from (line for mark in picture.marks if mark.kind in {"sign", "stop"} for line in pen.sign(mark))


def _paths(picture: Picture, pen: Pen) -> Iterator[str]:
    """Yield the strands and the rows of the table: what belongs to no path first, then path by path."""
    lines: dict[int, list[str]] = {}
    for arrow in picture.arrows:
        for strand in arrow.strands:
            lines.setdefault(strand.path, []).extend(pen.strand(strand))
    for mark in picture.marks:
        if mark.kind == "swatch":
            lines.setdefault(mark.path, []).append(pen.swatch(mark))
        elif mark.kind == "count":
            lines.setdefault(mark.path, []).extend(pen.disc(mark))
    lit = picture.highlight
    for row in picture.rows:
        told = lines.setdefault(row.path, [])
        if lit == row.path:
            told.insert(0, _stripe(row, pen))
        told += [pen.text(text) for text in row.texts]
    for number in sorted(lines):
        if number > REST:
            yield remark(next((row.title for row in picture.rows if row.path == number), f"Path {number}"))
        yield from _faded(lines[number], number < REST or lit in {None, number})


def _stripe(row: Row, pen: Pen) -> str:
    style = f"{pen.painted(f'f{path_class(row.path)}')},fill opacity={STRIPE}"
    return pen.rectangle(style, (row.left, row.top, row.width, row.height), 4)


def _faded(lines: Iterator[str] | list[str], lit: bool) -> Iterator[str]:  # noqa: FBT001 - one word says it
    """Yield commands, pale where something else is highlighted."""
    if lit:
        yield from lines
    else:
        yield rf"\begin{{scope}}[opacity={FADED},text opacity={FADED}]"
        yield from lines
        yield r"\end{scope}"
