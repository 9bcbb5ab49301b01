"""A picture before it has colours: placed shapes and texts, each with a role.

Coordinates are pixels, x to the right and y downwards.  What a role looks like is decided where
the file is written; only sizes of type are fixed here, because boxes are made to fit them.
"""

from __future__ import annotations

from collections.abc import Mapping

from graphviz_ad.noun import noun

__all__ = [
    "FONTS",
    "REST",
    "Arrow",
    "Box",
    "Mark",
    "Picture",
    "Point",
    "Row",
    "Strand",
    "Text",
    "visit_radius",
]

Point = tuple[float, float]
Rect = tuple[float, float, float, float]
"""Left, top, width, height."""

REST = 0
"""Number of the grey bundle; paths are numbered from 1, and -1 is what belongs to no path."""

FONTS: Mapping[str, tuple[float, bool, bool]] = {
    "title": (17, True, False),
    "name": (15, True, True),
    "sign": (16, True, False),
    "value": (12, False, False),
    "constant": (12, False, False),
    "symbol": (12.5, False, False),
    "number": (12.5, True, False),
    "head": (12, False, False),
    "cell": (13, False, False),
    "product": (13, True, False),
    "variable": (13, True, True),
    "sum": (13.5, True, False),
    "note": (12, False, False),
    "badge": (10.5, True, False),
    "carried": (12.5, True, False),
    "wrong": (12.5, True, False),
    "spoilt": (12, False, False),
}
"""Size in pixels, bold, italic of each role of text."""


@noun
class Text:
    """One line of text; (x, y) is the end of its base line that ``anchor`` names (or its middle).

    ``full`` is what was written before it had to be shortened, '' where nothing was.
    """

    x: float
    y: float
    text: str
    role: str
    anchor: str = "middle"
    full: str = ""


@noun
class Box:
    """A node: ``shape`` is ``ellipse``, ``double`` (two ellipses) or ``box``; (x, y) is its centre.

    The first role is ``variable``, ``operation``, ``output`` or ``constant``; ``wrt`` (asked
    for), ``noted`` (a finding is drawn at it), ``faulty`` and ``spoilt`` (it is wrong, it is wrong
    because of another) and ``quiet`` may follow.
    """

    id: str
    shape: str
    roles: tuple[str, ...]
    x: float
    y: float
    width: float
    height: float
    texts: tuple[Text, ...]
    title: str


@noun
class Strand:
    """One line of an edge with its slim arrowhead.

    ``points`` are the control points of a cubic Bezier spline (one, then three a piece).
    """

    path: int
    role: str
    width: float
    points: tuple[Point, ...]
    head: tuple[Point, Point, Point]


@noun
class Arrow:
    """An edge: its strands and its label.

    ``backed`` is the rectangle of a label that needs a quiet background, None where it stands free.
    """

    id: str
    title: str
    paths: tuple[int, ...]
    strands: tuple[Strand, ...]
    label: tuple[Text, ...]
    backed: Rect | None = None


@noun
class Mark:
    """A sign that is drawn as a shape.

    ``badge`` is the number of a path at its input, ``count`` the same in the table with a
    ``swatch`` of its line behind it, ``visit`` the turn of a node in a sweep; ``fault`` is the
    number of a fault, ``after`` of one that follows from another; ``sign`` warns of a finding,
    ``stop`` is an edge that no gradient passes.
    """

    kind: str
    path: int
    x: float
    y: float
    text: str = ""
    title: str = ""


def visit_radius(text: str) -> float:
    """Return the radius of the disc behind the number of a visit, which may have several digits.

    Examples
    --------
    >>> [visit_radius(text) for text in ("3", "30", "300")]
    [7.5, 8.5, 12.0]
    """
    return 7.5 if len(text) < 2 else 1.5 + 3.5 * len(text)


@noun
class Row:
    """A row of the table; ``title`` is the sentence that a screen reader says."""

    path: int
    left: float
    top: float
    width: float
    height: float
    texts: tuple[Text, ...]
    title: str


@noun
class Picture:
    """All that is to be drawn.

    Attributes
    ----------
    width, height
        Size in pixels.
    title, alt, description
        What the picture is called; the sentence that stands in for it, with its totals; the
        sentences that tell all it shows.
    boxes, arrows, marks, rows, texts
        The pieces; ``texts`` are those outside of rows, boxes and labels.
    lines, cells, filled
        Thin lines (x1, y1, x2, y2); the cells of the Jacobian, and those that a sweep fills.
    highlight
        Number of the path that stands out, or None.
    record
        What the picture was made from, as JSON can carry it.
    lang
        The language of its words.
    """

    width: float
    height: float
    title: str
    description: str
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    marks: tuple[Mark, ...]
    rows: tuple[Row, ...]
    texts: tuple[Text, ...]
    lines: tuple[Rect, ...]
    cells: tuple[Rect, ...]
    highlight: int | None
    record: Mapping[str, object]
    filled: tuple[Rect, ...] = ()
    alt: str = ""
    lang: str = "en"
