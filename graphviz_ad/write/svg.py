"""A placed picture as SVG: colours as attributes, darkness by style, words for those who listen.

Every rule here was learnt from a host that broke it: colours stand on each element, since some
hosts drop style blocks; every class begins with ``adviz-``, since pages have rules for ``.path``;
there are no ids unless asked for, since a page may show the same picture twice; no line is
blank, since Markdown would end the picture there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from graphviz_ad.errors import UnknownName
from graphviz_ad.picture import FONTS, REST, Arrow, Box, Mark, Picture, Point, Row, Strand, Text
from graphviz_ad.write.theme import DASHES, FAMILY, THEMES, colour, path_class, style

__all__ = ["BACKGROUNDS", "svg"]

BACKGROUNDS = ("auto", "transparent")
RING = 3.0
FADED = ' opacity=".16"'
_SIGNS = {
    "sign": (
        "warning",
        (
            'stroke-width="1.2" stroke-linejoin="round" d="M0-7.5L8 6H-8z"',
            'stroke-width="1.8" d="M0-2.8V1.6M0 3V4.8"',
        ),
    ),
    "stop": (
        "stopped",
        ('stroke-width="1.4" d="M-4.5 0a4.5 4.5 0 1 1 9 0a4.5 4.5 0 1 1-9 0M-3.2 3.2L3.2-3.2"',),
    ),
}
"""Role and shapes of each sign around its centre: fonts do not have them all."""
_FORBIDDEN = re.compile("[^\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


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
    """
    for option, value, legal in (("theme", theme, THEMES), ("background", background, BACKGROUNDS)):
        if value not in legal:
            raise UnknownName(f"unknown {option} {value!r}", legal=legal)
    if ids and not re.fullmatch(r"[A-Za-z_][\w.-]*", ids, re.ASCII):
        raise UnknownName(f"{ids!r} cannot begin an id", hint="letters, digits, _ . - and a letter first")
    return _Writer(picture, theme, background, ids, styled=styled).text()


def escape(text: str) -> str:
    """Return text as XML may carry it, on one line; what XML cannot carry becomes U+FFFD.

    Examples
    --------
    >>> escape('a<b & "c"')
    'a&lt;b &amp; &quot;c&quot;'
    """
    text = _FORBIDDEN.sub(lambda found: " " if found[0] in "\t\n\r" else "\ufffd", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _n(x: float) -> str:
    """Return a coordinate with one decimal, as short as it goes."""
    text = f"{x:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _curve(points: Iterable[Point]) -> str:
    """Return the data of a path through a Bezier spline; a straight one is a line."""
    points = list(points)
    (x0, y0), (x1, y1) = points[0], points[-1]
    dx, dy = x1 - x0, y1 - y0
    size = max((dx * dx + dy * dy) ** 0.5, 1e-9)
    if all(abs((x - x0) * dy - (y - y0) * dx) / size < 0.06 for x, y in points):
        return f"M{_n(x0)} {_n(y0)}L{_n(x1)} {_n(y1)}"
    return f"M{_n(x0)} {_n(y0)}C" + " ".join(f"{_n(x)} {_n(y)}" for x, y in points[1:])


class _Writer:
    """Writes one picture, piece by piece, back to front."""

    def __init__(
        self, picture: Picture, theme: str, background: str, ids: str | None, *, styled: bool
    ) -> None:
        self.picture = picture
        self.theme = theme
        self.background = background
        self.ids = ids
        self.styled = styled
        self.out: list[str] = []

    def text(self) -> str:
        picture, out = self.picture, self.out
        self.head()
        if self.background == "auto":
            out.append(
                f'<rect {self.paint("paper")} width="{_n(picture.width)}" height="{_n(picture.height)}"/>'
            )
        for x1, y1, x2, y2 in picture.lines:
            out.append(f'<path {self.paint("line")} fill="none" d="M{_n(x1)} {_n(y1)}L{_n(x2)} {_n(y2)}"/>')
        for x, y, width, height in picture.cells:
            out.append(
                f'<rect {self.paint("grid")} x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"/>'
            )
        for arrow in picture.arrows:
            for strand in arrow.strands:
                if strand.path < 0:
                    self.strand(strand)
        self.paths()
        self.badges()
        for box in picture.boxes:
            self.box(box)
        for arrow in picture.arrows:
            self.label(arrow)
        for text in picture.texts:
            self.line(text)
        for mark in picture.marks:
            if mark.kind in {"sign", "stop"}:
                self.sign(mark)
        out.append("</svg>\n")
        return "\n".join(out)

    def paint(self, role: str, also: str = "") -> str:
        return colour(role, self.theme, also)

    def head(self) -> None:
        picture, out = self.picture, self.out
        classes = "adviz" if self.theme == "auto" else f"adviz adviz-{self.theme}"
        width, height = _n(picture.width), _n(picture.height)
        title = escape(picture.title)
        role = "group" if any(row.path > 0 for row in picture.rows) else "img"
        out.append(
            f'<svg xmlns="http://www.w3.org/2000/svg" class="{classes}" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="{role}" aria-label="{title}" font-family="{FAMILY}">'
        )
        out.append(f"<title>{title}</title>")
        out.append(f"<desc>{escape(picture.description)}</desc>")
        # ASCII: nothing in it can be mangled on the way, and no character is forbidden in XML.
        record = json.dumps(picture.record, separators=(",", ":"), allow_nan=False)
        out.append(f"<metadata>{escape(record)}</metadata>")
        if self.styled:
            out.append(f"<style>\n{style().replace('>', '&gt;')}\n</style>")

    def paths(self) -> None:
        """Write what belongs to each path as one group: strands, badges, row of the table."""
        picture = self.picture
        strands: dict[int, list[Strand]] = {}
        for arrow in picture.arrows:
            for strand in arrow.strands:
                strands.setdefault(strand.path, []).append(strand)
        numbers = {row.path for row in picture.rows} | strands.keys() | {mark.path for mark in picture.marks}
        # The grey bundle lies below the paths that are told.
        for number in sorted(number for number in numbers if number >= REST):
            rows = [row for row in picture.rows if row.path == number]
            self.path(number, rows, strands.get(number, []))

    def path(self, number: int, rows: list[Row], strands: list[Strand]) -> None:
        k = path_class(number)
        lit = self.picture.highlight
        named = f' id="{self.ids}p{number}"' if self.ids is not None else ""
        said = escape("; ".join(row.title for row in rows) or f"Path {number}")
        faded = FADED if lit not in {None, number} else ""
        self.out.append(
            f'<g class="adviz-path adviz-p{k}"{named} tabindex="0" role="img" aria-label="{said}"{faded}>'
            f"<title>{said}</title>"
        )
        for row in rows:
            if self.styled or lit == number:
                shown = ".14" if lit == number else "0"
                self.out.append(
                    f"<rect {self.paint(f'f{k}', 'hit')} "
                    f'fill-opacity="{shown}" x="{_n(row.left)}" y="{_n(row.top)}" '
                    f'width="{_n(row.width)}" height="{_n(row.height)}" rx="4"/>'
                )
        for strand in strands:
            self.strand(strand)
        for mark in self.picture.marks:
            if mark.path == number and mark.kind in {"swatch", "count"}:
                self.mark(mark)
        for row in rows:
            for text in row.texts:
                self.line(text)
        self.out.append("</g>")

    def badges(self) -> None:
        """Write the badges of the graph: over all strands, or a neighbour's would cross them."""
        lit = self.picture.highlight
        for mark in self.picture.marks:
            if mark.kind == "badge":
                faded = FADED if lit not in {None, mark.path} else ""
                self.out.append(f'<g class="adviz-label adviz-on{path_class(mark.path)}"{faded}>')
                self.mark(mark)
                self.out.append("</g>")

    def strand(self, strand: Strand) -> None:
        k = path_class(strand.path)
        plain = strand.path < 0
        stroke, fill = ("plain", "head-plain") if plain else (f"s{k}", f"f{k}")
        dash = "3 3" if strand.role == "dead" else "" if plain or not k else DASHES[k - 1]
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.out.append(
            f'<path {self.paint(stroke)} fill="none" stroke-width="{strand.width:g}"{dashed} '
            f'd="{_curve(strand.points)}"/>'
        )
        corners = "L".join(f"{_n(x)} {_n(y)}" for x, y in strand.head)
        self.out.append(f'<path {self.paint(fill)} d="M{corners}z"/>')

    def mark(self, mark: Mark) -> None:
        k = path_class(mark.path)
        if mark.kind == "swatch":
            dash = DASHES[k - 1] if k else ""
            dashed = f' stroke-dasharray="{dash}"' if dash else ""
            width = "5" if mark.path == REST else "2.6"
            self.out.append(
                f'<path {self.paint(f"s{k}")} fill="none" stroke-width="{width}"{dashed} '
                f'd="M{_n(mark.x)} {_n(mark.y)}h30"/>'
            )
            return
        self.out.append(f'<circle {self.paint(f"f{k}")} cx="{_n(mark.x)}" cy="{_n(mark.y)}" r="7.5"/>')
        size = FONTS["badge"][0]
        self.out.append(
            f'<text {self.paint(f"d{k}", "badge")} x="{_n(mark.x)}" '
            f'y="{_n(mark.y + 3.7)}" font-size="{size:g}" font-weight="700" text-anchor="middle">'
            f"{escape(mark.text)}</text>"
        )

    def sign(self, mark: Mark) -> None:
        x, y = _n(mark.x), _n(mark.y)
        title = f"<title>{escape(mark.title)}</title>" if mark.title else ""
        role, shapes = _SIGNS[mark.kind]
        drawn = "".join(f"<path {self.paint(role)} {shape}/>" for shape in shapes)
        self.out.append(f'<g class="adviz-a-{mark.kind}" transform="translate({x} {y})">{title}{drawn}</g>')

    def box(self, box: Box) -> None:
        role = next((r for r in ("noted", "wrt") if r in box.roles), "")
        role = role or {"operation": "box", "constant": "quiet"}.get(box.roles[0], "ring")
        width = "2" if role == "wrt" else "1.2" if role == "quiet" else "1.4"
        named = f' id="{self.ids}{box.id}"' if self.ids is not None else ""
        dashed = ' stroke-dasharray="4 2.5"' if role == "noted" else ""
        paint = f'{self.paint(role)} stroke-width="{width}"{dashed}'
        self.out.append(f'<g class="adviz-node"{named}><title>{escape(box.title)}</title>')
        if box.shape == "box":
            left, top = _n(box.x - box.width / 2), _n(box.y - box.height / 2)
            self.out.append(
                f'<rect {paint} x="{left}" y="{top}" width="{_n(box.width)}" height="{_n(box.height)}" rx="5"/>'
            )
        else:
            rings = (0.0, RING) if box.shape == "double" else (0.0,)
            for ring in rings:
                rx, ry = _n(box.width / 2 - ring), _n(box.height / 2 - ring)
                self.out.append(f'<ellipse {paint} cx="{_n(box.x)}" cy="{_n(box.y)}" rx="{rx}" ry="{ry}"/>')
        for text in box.texts:
            self.line(text)
        self.out.append("</g>")

    def label(self, arrow: Arrow) -> None:
        if not arrow.label:
            return
        on = "".join(f" adviz-on{k}" for k in sorted({path_class(path) for path in self.on(arrow)}))
        lit = self.picture.highlight
        faded = FADED if lit is not None and lit not in arrow.paths else ""
        self.out.append(f'<g class="adviz-label{on}"{faded}><title>{escape(arrow.title)}</title>')
        if arrow.backed is not None:
            x, y, width, height = (_n(v) for v in arrow.backed)
            self.out.append(
                f'<rect {self.paint("paper")} fill-opacity=".88" x="{x}" y="{y}" width="{width}" '
                f'height="{height}" rx="3"/>'
            )
        for text in arrow.label:
            self.line(text)
        self.out.append("</g>")

    @staticmethod
    def on(arrow: Arrow) -> list[int]:
        """Return the numbers of the paths along an arrow, the rest's included."""
        return [strand.path for strand in arrow.strands if strand.path >= REST]

    def line(self, text: Text) -> None:
        size, bold, italic = FONTS[text.role]
        weight = ' font-weight="700"' if bold else ""
        slant = ' font-style="italic"' if italic else ""
        anchor = "" if text.anchor == "start" else f' text-anchor="{text.anchor}"'
        full = f"<title>{escape(text.full)}</title>" if text.full else ""
        self.out.append(
            f'<text {self.paint(text.role)} x="{_n(text.x)}" y="{_n(text.y)}" font-size="{size:g}"'
            f"{weight}{slant}{anchor}>{full}{escape(text.text)}</text>"
        )
