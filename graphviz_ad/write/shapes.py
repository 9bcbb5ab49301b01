"""The pieces of a picture as elements of SVG; each carries its colours itself."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphviz_ad.picture import FONTS, REST, Arrow, Box, Mark, Point, Rect, Row, Strand, Text
from graphviz_ad.write import paint
from graphviz_ad.write.theme import colour, path_class

__all__ = ["FADED", "badge", "box", "cell", "disc", "escape", "label", "number", "rule", "sign", "strand",
           "stripe", "swatch", "write_text"]  # fmt: skip

FADED = ' opacity=".16"'
"""What is not highlighted while something else is."""
RING = 3.0
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
# Compiled when first needed: what can be printed needs no look.
_FORBIDDEN = "[^\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"


def escape(text: str) -> str:
    """Return text as XML may carry it, on one line; what XML cannot carry becomes U+FFFD.

    Examples
    --------
    >>> escape('a<b & "c"')
    'a&lt;b &amp; &quot;c&quot;'
    """
    if not text.isprintable():
        text = re.sub(_FORBIDDEN, lambda found: " " if found[0] in "\t\n\r" else "\ufffd", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def number(x: float) -> str:
    """Return a coordinate with one decimal, as short as it goes.

    Examples
    --------
    >>> number(3.0), number(-0.01), number(2.25)
    ('3', '0', '2.2')
    """
    text = f"{x:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _at(x: float, y: float) -> str:
    return f'x="{number(x)}" y="{number(y)}"'


def _sized(rect: Rect) -> str:
    return f'{_at(rect[0], rect[1])} width="{number(rect[2])}" height="{number(rect[3])}"'


def _dash(look: paint.Paint) -> str:
    return f' stroke-dasharray="{look.dash}"' if look.dash else ""


def _curve(points: Sequence[Point]) -> str:
    """Return the data of a path through a Bezier spline; a straight one is a line."""
    (x0, y0), (x1, y1) = points[0], points[-1]
    dx, dy = x1 - x0, y1 - y0
    size = max((dx * dx + dy * dy) ** 0.5, 1e-9)
    if all(abs((x - x0) * dy - (y - y0) * dx) / size < 0.06 for x, y in points):
        return f"M{number(x0)} {number(y0)}L{number(x1)} {number(y1)}"
    return f"M{number(x0)} {number(y0)}C" + " ".join(f"{number(x)} {number(y)}" for x, y in points[1:])


def rule(line: Rect, theme: str) -> str:
    """Return a thin line."""
    x1, y1, x2, y2 = (number(value) for value in line)
    return f'<path {colour("line", theme)} fill="none" d="M{x1} {y1}L{x2} {y2}"/>'


def cell(rect: Rect, theme: str, role: str = "grid") -> str:
    """Return a cell of the Jacobian; one that a sweep fills has a broader rim."""
    rim = ' stroke-width="2"' if role == "filled" else ""
    return f"<rect {colour(role, theme)}{rim} {_sized(rect)}/>"


def write_text(text: Text, theme: str) -> str:
    """Return a line of text, with its full form as a title where it was cut."""
    size, bold, italic = FONTS[text.role]
    style = (' font-weight="700"' if bold else "") + (' font-style="italic"' if italic else "")
    anchor = "" if text.anchor == "start" else f' text-anchor="{text.anchor}"'
    full = f"<title>{escape(text.full)}</title>" if text.full else ""
    paint = f'{colour(text.role, theme)} {_at(text.x, text.y)} font-size="{size:g}"{style}{anchor}'
    return f"<text {paint}>{full}{escape(text.text)}</text>"


def strand(strand: Strand, theme: str) -> list[str]:
    """Return a line and its slim arrowhead."""
    line, head = paint.of_strand(strand)
    width = f'fill="none" stroke-width="{strand.width:g}"'
    corners = "L".join(f"{number(x)} {number(y)}" for x, y in strand.head)
    return [
        f'<path {colour(line.role, theme)} {width}{_dash(line)} d="{_curve(strand.points)}"/>',
        f'<path {colour(head, theme)} d="M{corners}z"/>',
    ]


def swatch(mark: Mark, theme: str) -> str:
    """Return the piece of a path's line in its row of the table."""
    look = paint.of_swatch(mark)
    painted = f'{colour(look.role, theme)} fill="none" stroke-width="{look.width:g}"{_dash(look)}'
    return f'<path {painted} d="M{number(mark.x)} {number(mark.y)}h30"/>'


def badge(mark: Mark, theme: str) -> str:
    """Return the number of a path on a disc of its colour."""
    look = paint.of_disc(mark)
    disc = f'cx="{number(mark.x)}" cy="{number(mark.y)}" r="{number(look.radius)}"'
    style = f'font-size="{look.size:g}" font-weight="700" text-anchor="middle"'
    digits = f"{colour(look.digits, theme, 'badge')} {_at(mark.x, mark.y + 3.7)} {style}"
    return f"<circle {colour(look.role, theme)} {disc}/><text {digits}>{escape(mark.text)}</text>"


def disc(mark: Mark, theme: str) -> str:
    """Return the turn of a node in a sweep, or the number of a fault, on a disc that says what it is."""
    return f"<g><title>{escape(mark.title)}</title>{badge(mark, theme)}</g>"


def sign(mark: Mark, theme: str) -> str:
    """Return the sign of a finding, drawn as shapes."""
    role, shapes = _SIGNS[mark.kind]
    title = f"<title>{escape(mark.title)}</title>" if mark.title else ""
    drawn = "".join(f"<path {colour(role, theme)} {shape}/>" for shape in shapes)
    place = f"translate({number(mark.x)} {number(mark.y)})"
    return f'<g class="adviz-finding" transform="{place}">{title}{drawn}</g>'


def stripe(row: Row, theme: str, opacity: str) -> str:
    """Return the rectangle behind a row, which shows when the row is looked at."""
    rect = _sized((row.left, row.top, row.width, row.height))
    fill = colour(f"f{path_class(row.path)}", theme, "hit")
    return f'<rect {fill} fill-opacity="{opacity}" {rect} rx="4"/>'


def box(box: Box, theme: str, ids: str | None) -> list[str]:
    """Return a node: its title, its shape, its texts."""
    look = paint.of_box(box)
    painted = f'{colour(look.role, theme)} stroke-width="{look.width:g}"{_dash(look)}'
    named = f' id="{ids}{box.id}"' if ids is not None else ""
    out = [f'<g class="adviz-node"{named}><title>{escape(box.title)}</title>']
    if box.shape == "box":
        rect = (box.x - box.width / 2, box.y - box.height / 2, box.width, box.height)
        out.append(f'<rect {painted} {_sized(rect)} rx="5"/>')
    else:
        centre = f'cx="{number(box.x)}" cy="{number(box.y)}"'
        for ring in (0.0, RING) if box.shape == "double" else (0.0,):
            rx, ry = number(box.width / 2 - ring), number(box.height / 2 - ring)
            out.append(f'<ellipse {painted} {centre} rx="{rx}" ry="{ry}"/>')
    return [*out, *(write_text(text, theme) for text in box.texts), "</g>"]


def label(arrow: Arrow, theme: str, faded: str) -> list[str]:
    """Return the label of an edge, with a quiet background where it has no free place."""
    on = sorted({path_class(strand.path) for strand in arrow.strands if strand.path >= REST})
    classes = "".join(f" adviz-on{k}" for k in on)
    out = [f'<g class="adviz-label{classes}"{faded}><title>{escape(arrow.title)}</title>']
    if arrow.backed is not None:
        out.append(f'<rect {colour("paper", theme)} fill-opacity=".88" {_sized(arrow.backed)} rx="3"/>')
    return [*out, *(write_text(text, theme) for text in arrow.label), "</g>"]
