"""A placed picture as SVG: colours as attributes, darkness by style, words for those who listen.

Every rule here was learnt from a host that broke it: colours stand on each element, since some
hosts drop style blocks; every class begins with ``adviz-``, since pages have rules for ``.path``;
there are no ids unless asked for, since a page may show the same picture twice; no line is
blank, since Markdown would end the picture there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from graphviz_ad.errors import UnknownName
from graphviz_ad.picture import REST, Mark, Picture, Row, Strand
from graphviz_ad.wording import told
from graphviz_ad.write import shapes
from graphviz_ad.write.theme import FAMILY, THEMES, colour, path_class, style

__all__ = ["BACKGROUNDS", "record", "svg"]

BACKGROUNDS = ("auto", "transparent")


def svg(
    picture: Picture,
    *,
    theme: str = "auto",
    background: str = "auto",
    ids: str | None = None,
    styled: bool = True,
) -> str:
    """Return the picture as the text of an SVG file.

    Parameters
    ----------
    picture
        What `graphviz_ad.draw.draw` places.
    theme
        ``auto`` follows the page or the system, ``light`` and ``dark`` do not.
    background
        ``auto`` is opaque and follows the theme; ``transparent``.
    ids
        Prefix of the ids of paths and nodes; with ``""``, ``x.svg#p2`` shows path 2.  None: no ids.
    styled
        Whether there is a style block; without it the picture has one theme and does not react.

    Raises
    ------
    UnknownName
        A theme or background that does not exist, or a prefix that is no name.

    Examples
    --------
    The picture of ``(x + c)*x`` at x=3 c=4 has 15 kB, of which 7 are the style block.
    """
    for option, value, legal in (("theme", theme, THEMES), ("background", background, BACKGROUNDS)):
        if value not in legal:
            raise UnknownName(f"unknown {option} {value!r}", legal=legal)
    if ids and not re.fullmatch(r"[A-Za-z_][\w.-]*", ids, re.ASCII):
        raise UnknownName(f"{ids!r} cannot begin an id", hint="letters, digits, _ . - and a letter first")
    lines = [*_head(picture, theme)]
    if styled:
        lines.append(f"<style>\n{style().replace('>', '&gt;')}\n</style>")
    if background == "auto":
        size = f'width="{shapes.number(picture.width)}" height="{shapes.number(picture.height)}"'
        lines.append(f"<rect {colour('paper', theme)} {size}/>")
    lines += [shapes.rule(line, theme) for line in picture.lines]
    lines += [shapes.cell(rect, theme) for rect in picture.cells]
    lines += [shapes.cell(rect, theme, "filled") for rect in picture.filled]
    lines += _paths(picture, theme, ids, styled=styled)
    lines += _front(picture, theme, ids)
    return "\n".join([*lines, "</svg>\n"])


def _head(picture: Picture, theme: str) -> Iterator[str]:
    """Yield the root element, the words of the picture, and what it was made from."""
    classes = "adviz" if theme == "auto" else f"adviz adviz-{theme}"
    width, height = shapes.number(picture.width), shapes.number(picture.height)
    title, alt = shapes.escape(picture.title), shapes.escape(picture.alt or picture.title)
    # Paths can be reached with the keyboard, and an image has no parts.
    role = "group" if any(row.path >= REST for row in picture.rows) else "img"
    lang = "" if picture.lang == "en" else f' lang="{picture.lang}"'
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{classes}" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="{role}"{lang} aria-label="{alt}" font-family="{FAMILY}">'
    )
    yield f"<title>{title}</title>"
    yield f"<desc>{shapes.escape(picture.description)}</desc>"
    yield f"<metadata>{shapes.escape(record(picture))}</metadata>"


def record(picture: Picture) -> str:
    """Return what the picture was made from, as JSON on one line.

    It is ASCII: nothing in it can be mangled on the way, and no character is forbidden in XML.
    """
    return json.dumps(picture.record, separators=(",", ":"), allow_nan=False)


def _paths(picture: Picture, theme: str, ids: str | None, *, styled: bool) -> Iterator[str]:
    """Yield what belongs to each path as one group: its strands and its row of the table."""
    strands: dict[int, list[Strand]] = {}
    rows: dict[int, list[Row]] = {}
    marks: dict[int, list[Mark]] = {}
    for arrow in picture.arrows:
        for strand in arrow.strands:
            strands.setdefault(strand.path, []).append(strand)
    for row in picture.rows:
        rows.setdefault(row.path, []).append(row)
    for mark in picture.marks:
        marks.setdefault(mark.path, []).append(mark)
    semicolon = told("; ", picture.lang)
    # What belongs to no path lies lowest, then the grey bundle.
    for number in sorted(strands.keys() | rows.keys()):
        drawn = [line for strand in strands.get(number, ()) for line in shapes.strand(strand, theme)]
        if number < REST:
            yield from drawn
            continue
        lit = picture.highlight
        named = f' id="{ids}p{number}"' if ids is not None else ""
        alone = told(f"Path {number}" if number > REST else "Paths that are not shown", picture.lang)
        said = shapes.escape(semicolon.join(row.title for row in rows.get(number, ())) or alone)
        faded = shapes.FADED if lit not in {None, number} else ""
        classes = f"adviz-path adviz-p{path_class(number)}"
        yield f'<g class="{classes}"{named} tabindex="0" role="img" aria-label="{said}"{faded}>'
        yield f"<title>{said}</title>"
        if styled or lit == number:
            opacity = ".14" if lit == number else "0"
            yield from (shapes.stripe(row, theme, opacity) for row in rows.get(number, ()))
        yield from drawn
        yield from _row(rows.get(number, []), marks.get(number, []), theme)
        yield "</g>"


def _row(rows: list[Row], marks: list[Mark], theme: str) -> Iterator[str]:
    for mark in marks:
        if mark.kind == "swatch":
            yield shapes.swatch(mark, theme)
        elif mark.kind == "count":
            yield shapes.badge(mark, theme)
    for row in rows:
        for text in row.texts:
            yield shapes.write_text(text, theme)


def _front(picture: Picture, theme: str, ids: str | None) -> Iterator[str]:
    """Yield what lies over the strands: badges, boxes, labels, texts, signs."""
    lit = picture.highlight
    for mark in picture.marks:
        if mark.kind == "badge":
            faded = shapes.FADED if lit not in {None, mark.path} else ""
            yield f'<g class="adviz-label adviz-on{path_class(mark.path)}"{faded}>'
            yield f"{shapes.badge(mark, theme)}</g>"
    for box in picture.boxes:
        yield from shapes.box(box, theme, ids)
    for arrow in picture.arrows:
        if arrow.label:
            faded = shapes.FADED if lit is not None and lit not in arrow.paths else ""
            yield from shapes.label(arrow, theme, faded)
    yield from (shapes.write_text(text, theme) for text in picture.texts)
    for kinds in ({"visit"}, {"fault", "after"}):
        yield from (shapes.disc(mark, theme) for mark in picture.marks if mark.kind in kinds)
    yield from (shapes.sign(mark, theme) for mark in picture.marks if mark.kind in {"sign", "stop"})
