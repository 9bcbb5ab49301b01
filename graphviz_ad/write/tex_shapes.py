r"""The pieces of a picture as commands of TikZ, which name styles; the styles say how they look.

Lengths are points of 1/72 inch (``bp``), which are the unit of coordinates too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphviz_ad.picture import FONTS, Arrow, Box, Mark, Point, Rect, Strand, Text
from graphviz_ad.write import paint
from graphviz_ad.write.tex_text import remark, typeset
from graphviz_ad.write.theme import pairs

__all__ = ["Pen"]

RING = 3.0
# The sans serif of TeX is narrower than others: somewhat larger it looks as they do.
LARGER = 1.06
SET_IN = 10
"""Size that all texts are set in and scaled from: fonts of TeX come in few sizes."""
_PATHS = {"sign": ("warning", 1.2, 1.8), "stop": ("stopped", 1.4, 1.4)}


class Pen:
    """Writes commands, and gathers the styles that they name.

    Parameters
    ----------
    points
        Points a pixel.
    dark
        Whether the colours are those of the dark theme.
    """

    def __init__(self, points: float, *, dark: bool = False) -> None:
        self.points = points
        self.styles: dict[str, str] = {}
        self.colours: dict[str, str] = {}
        self._dark = dark

    # Lengths and styles -------------------------------------------------------------------

    def length(self, x: float) -> str:
        """Return a length of pixels in points, as short as it goes."""
        text = f"{x * self.points:.2f}".rstrip("0").rstrip(".")
        return "0" if text == "-0" else text

    def at(self, x: float, y: float) -> str:
        """Return a point."""
        return f"({self.length(x)},{self.length(y)})"

    def _colour(self, role: str, kind: str) -> str:
        """Return the name of a colour."""
        value = pairs(role)[kind][self._dark].removeprefix("#").upper()
        return self.colours.setdefault(value, f"adviz{len(self.colours) + 1}")

    def _style(self, name: str, look: str) -> str:
        """Return the name of a style; one name has one look."""
        name = f"adviz {name}"
        if self.styles.setdefault(name, look) == look:
            return name
        return self._style(f"{name.removeprefix('adviz ')}'", look)

    def painted(self, role: str, width: float = 1.0, dash: str = "") -> str:
        """Return the style of a role: its colours, and the line if it has one."""
        said = []
        if "fill" in pairs(role):
            said.append(f"fill={self._colour(role, 'fill')}")
        if "stroke" in pairs(role):
            said.append(f"draw={self._colour(role, 'stroke')},line width={self.length(width)}bp")
        if dash:
            lengths = [self.length(float(part)) for part in dash.split()]
            on = " ".join(f"{'off' if k % 2 else 'on'} {size}bp" for k, size in enumerate(lengths))
            said.append(f"dash pattern={on}")
        return self._style(role, ",".join(said))

    def _text_style(self, role: str, size: float, colour: str) -> str:
        _, bold, italic = FONTS[role]
        scale = size * self.points * LARGER / (SET_IN / 1.00375)  # TeX's own points are the smaller ones
        weight = r"\bfseries\boldmath" if bold else ""
        look = rf"adviz text={{{weight}}},scale={scale:.3f},text={self._colour(colour, 'fill')}"
        # There is no bold italic: a bold letter is slanted.
        return self._style(role, look + (",xslant=.2" if italic else ""))

    # Pieces -------------------------------------------------------------------------------

    def text(self, text: Text) -> str:
        """Return a line of text."""
        style = self._text_style(text.role, FONTS[text.role][0], text.role)
        return self._node(style, text.anchor, text.x, text.y, text.text)

    def _node(self, style: str, anchor: str, x: float, y: float, text: str) -> str:
        side = {"start": ",anchor=base west", "end": ",anchor=base east"}.get(anchor, "")
        return rf"\node[{style}{side}] at {self.at(x, y)} {{{typeset(text)}}};"

    def rule(self, line: Rect) -> str:
        """Return a thin line."""
        return rf"\path[{self.painted('line')}] {self.at(*line[:2])} -- {self.at(*line[2:])};"

    def rectangle(self, style: str, rect: Rect, radius: float = 0.0) -> str:
        """Return a rectangle, with round corners if asked for."""
        left, top, width, height = rect
        round_ = f",rounded corners={self.length(radius)}bp" if radius else ""
        corners = f"{self.at(left, top)} rectangle {self.at(left + width, top + height)}"
        return rf"\path[{style}{round_}] {corners};"

    def cell(self, rect: Rect, role: str = "grid") -> str:
        """Return a cell of the Jacobian; one that a sweep fills has a broader rim."""
        return self.rectangle(self.painted(role, 2.0 if role == "filled" else 1.0), rect)

    def strand(self, strand: Strand) -> Iterator[str]:
        """Yield a line and its slim arrowhead."""
        line, head = paint.of_strand(strand)
        yield rf"\path[{self.painted(line.role, line.width, line.dash)}] {self._curve(strand.points)};"
        corners = " -- ".join(self.at(*corner) for corner in strand.head)
        yield rf"\path[{self.painted(head)}] {corners} -- cycle;"

    def _curve(self, points: Sequence[Point]) -> str:
        said = self.at(*points[0])
        for k in range(1, len(points) - 2, 3):
            first, second, end = (self.at(*point) for point in points[k : k + 3])
            said += f" .. controls {first} and {second} .. {end}"
        return said

    def swatch(self, mark: Mark) -> str:
        """Return the piece of a path's line in its row of the table."""
        look = paint.of_swatch(mark)
        style = self.painted(look.role, look.width, look.dash)
        return rf"\path[{style}] {self.at(mark.x, mark.y)} -- {self.at(mark.x + 30, mark.y)};"

    def disc(self, mark: Mark) -> Iterator[str]:
        """Yield a number on a disc: of a path, a visit or a fault."""
        look = paint.of_disc(mark)
        place, radius = self.at(mark.x, mark.y), self.length(look.radius)
        yield rf"\path[{self.painted(look.role)}] {place} circle[radius={radius}bp];"
        style = self._text_style("badge", look.size, look.digits)
        yield self._node(style, "middle", mark.x, mark.y + 3.7, mark.text)

    def sign(self, mark: Mark) -> Iterator[str]:
        """Yield the sign of a finding, drawn as shapes: fonts do not have them all."""
        role, width, inner = _PATHS[mark.kind]

        def at(x: float, y: float) -> str:
            return self.at(mark.x + x, mark.y + y)

        if mark.kind == "stop":
            style = self.painted(role, width)
            yield rf"\path[{style}] {at(0, 0)} circle[radius={self.length(4.5)}bp];"
            yield rf"\path[{style}] {at(-3.2, 3.2)} -- {at(3.2, -3.2)};"
            return
        outer = f"{self.painted(role, width)},line join=round"
        yield rf"\path[{outer}] {at(0, -7.5)} -- {at(8, 6)} -- {at(-8, 6)} -- cycle;"
        stroke = self.painted(role, inner)
        yield rf"\path[{stroke}] {at(0, -2.8)} -- {at(0, 1.6)} {at(0, 3)} -- {at(0, 4.8)};"

    def box(self, box: Box) -> Iterator[str]:
        """Yield a node: its shape, its texts."""
        look = paint.of_box(box)
        style = self.painted(look.role, look.width, look.dash)
        yield remark(box.title)
        if box.shape == "box":
            rect = (box.x - box.width / 2, box.y - box.height / 2, box.width, box.height)
            yield self.rectangle(style, rect, 5)
        else:
            for ring in (0.0, RING) if box.shape == "double" else (0.0,):
                rx, ry = self.length(box.width / 2 - ring), self.length(box.height / 2 - ring)
                radii = f"x radius={rx}bp,y radius={ry}bp"
                yield rf"\path[{style}] {self.at(box.x, box.y)} circle[{radii}];"
        yield from (self.text(text) for text in box.texts)

    def label(self, arrow: Arrow) -> Iterator[str]:
        """Yield the label of an edge, with a quiet background where it has no free place."""
        yield remark(arrow.title)
        if arrow.backed is not None:
            yield self.rectangle(f"{self.painted('paper')},fill opacity=.88", arrow.backed, 3)
        yield from (self.text(text) for text in arrow.label)
