"""What is taken already: rectangles in a grid of cells, so that a look-up costs the same everywhere."""

from __future__ import annotations

from collections import defaultdict

from graphviz_ad.picture import Rect

__all__ = ["Space", "overlap"]

CELL = 48.0


def overlap(a: Rect, b: Rect) -> float:
    """Return the area that two rectangles share.

    Examples
    --------
    >>> overlap((0, 0, 10, 10), (8, 5, 10, 10)), overlap((0, 0, 10, 10), (10, 0, 5, 5))
    (10, 0)
    """
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return width * height if width > 0 and height > 0 else 0


class Space:
    """Rectangles that must not be drawn over."""

    __slots__ = ("_cells",)

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[Rect]] = defaultdict(list)

    def _keys(self, rect: Rect) -> list[tuple[int, int]]:
        left, top, width, height = rect
        columns = range(int(left // CELL), int((left + width) // CELL) + 1)
        rows = range(int(top // CELL), int((top + height) // CELL) + 1)
        return [(column, row) for column in columns for row in rows]

    def take(self, rect: Rect) -> None:
        """Add a rectangle."""
        for key in self._keys(rect):
            self._cells[key].append(rect)

    def copy(self) -> Space:
        """Return a space in which the same is taken."""
        other = Space()
        for key, rects in self._cells.items():
            other._cells[key] = rects.copy()
        return other

    def covered(self, rect: Rect) -> float:
        """Return how much of ``rect`` is taken (more than its area, where things lie on each other)."""
        cells = self._cells
        found = [other for key in self._keys(rect) if key in cells for other in cells[key]]
        if not found:
            return 0.0
        left, top, right, bottom = rect[0], rect[1], rect[0] + rect[2], rect[1] + rect[3]
        area = 0.0
        for x, y, width, height in found:
            across = min(right, x + width) - max(left, x)
            down = min(bottom, y + height) - max(top, y)
            if across > 0 and down > 0:
                area += across * down
        return area
