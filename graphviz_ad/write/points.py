"""How large a picture is on paper: points of 1/72 inch, of which a pixel has three quarters."""

from __future__ import annotations

from graphviz_ad.picture import Picture

__all__ = ["LARGEST", "POINTS", "points"]

POINTS = 0.75
"""Points a pixel: 96 pixels and 72 points are an inch."""
LARGEST = 14_400
"""Points of the longest side: readers of PDF show no larger page, and TeX cannot count much farther."""


def points(picture: Picture) -> tuple[float, tuple[str, ...]]:
    """Return the points of a pixel, fewer where the page would be too large, and what there is to say of it.

    Examples
    --------
    >>> from graphviz_ad.write.drawing import draw
    >>> points(draw("x*x").picture())
    (0.75, ())
    """
    longest = max(picture.width, picture.height)
    if longest * POINTS <= LARGEST:
        return POINTS, ()
    share = LARGEST / (longest * POINTS)
    said = f"drawn at {100 * share:.0f} % of its size: a page is no longer than {LARGEST} points, 200 inches"
    return POINTS * share, (said,)
