"""Which role a piece of a picture is painted in, and in what line: the same in every format."""

from __future__ import annotations

from graphviz_ad.noun import noun
from graphviz_ad.picture import FONTS, REST, Box, Mark, Strand, visit_radius
from graphviz_ad.write.theme import DASHES, path_class

__all__ = ["Disc", "Paint", "of_box", "of_disc", "of_strand", "of_swatch"]

BADGE_RADIUS = 7.5

_WIDTHS = {"wrt": 2.0, "backward": 2.0, "quiet": 1.2, "faulty-box": 2.4}
_SPECIAL = frozenset(("faint", "faulty", "spoilt", "swept"))


@noun
class Paint:
    """A role of the theme, the width of its line in pixels, and its dashes, '' for none."""

    role: str
    width: float
    dash: str = ""


@noun
class Disc:
    """A disc with a number on it: the roles of both, its radius, the size of the number."""

    role: str
    digits: str
    radius: float
    size: float


def of_box(box: Box) -> Paint:
    """Return how a node is painted: what is wrong with it comes before what it is.

    Examples
    --------
    >>> of_box(Box("n1", "box", ("operation", "noted"), 50, 20, 60, 40, (), "v1 = m*x"))
    Paint(role='noted', width=1.4, dash='4 2.5')
    """
    role = next((f"{special}-box" for special in ("faulty", "spoilt") if special in box.roles), "")
    role = role or next((special for special in ("noted", "wrt", "backward") if special in box.roles), "")
    role = role or {"operation": "box", "constant": "quiet"}.get(box.roles[0], "ring")
    return Paint(role, _WIDTHS.get(role, 1.4), "4 2.5" if role in {"noted", "spoilt-box"} else "")


def of_strand(strand: Strand) -> tuple[Paint, str]:
    """Return how a strand is painted, and the role of its arrowhead."""
    k, plain = path_class(strand.path), strand.path < 0
    stroke, head = (f"s{k}", f"f{k}")
    if plain:
        stroke = strand.role if strand.role in _SPECIAL else "plain"
        head = f"head-{stroke}"
        stroke = "spoilt-line" if stroke == "spoilt" else stroke
    return Paint(stroke, strand.width, "3 3" if strand.role == "dead" else "" if plain else _dash(k)), head


def of_swatch(mark: Mark) -> Paint:
    """Return how the piece of a path's line in its row of the table is painted."""
    k = path_class(mark.path)
    return Paint(f"s{k}", 5.0 if mark.path == REST else 2.6, _dash(k))


def of_disc(mark: Mark) -> Disc:
    """Return how the number of a path, of a visit or of a fault is painted.

    Examples
    --------
    >>> of_disc(Mark("badge", 2, 10, 10, "2")).radius, of_disc(Mark("visit", -1, 10, 10, "300")).radius
    (7.5, 12.0)
    """
    size, _, _ = FONTS["badge"]
    if mark.kind in {"badge", "count"}:
        k = path_class(mark.path)
        # Three digits are set smaller, so that they stay on the disc.
        return Disc(f"f{k}", f"d{k}", BADGE_RADIUS, size if len(mark.text) < 3 else 7.5)
    role = {"visit": "head-swept", "fault": "head-faulty"}.get(mark.kind, "head-spoilt")
    # The digits of the first path are white on dark blue and black on light blue too.
    return Disc(role, "d1", visit_radius(mark.text), size)


def _dash(k: int) -> str:
    return DASHES[k - 1] if k else ""
