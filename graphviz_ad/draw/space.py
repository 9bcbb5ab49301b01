"""What is taken already: rectangles in a grid of cells, so that a look-up costs the same everywhere."""

from __future__ import annotations

import math
from collections import defaultdict

from graphviz_ad.picture import Rect

__all__ = ["Space"]

CELL = 32.0


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

    def covered(self, rect: Rect, limit: float = math.inf) -> float:
        """Return how much of ``rect`` is taken, not exactly where it is more than ``limit``.

        What lies on each other counts each time, and as often as cells show it.
        """
        left, top, right, bottom = rect[0], rect[1], rect[0] + rect[2], rect[1] + rect[3]
        area = 0.0
        for key in self._keys(rect):
            for x, y, width, height in self._cells.get(key, ()):
                if x < right and left < x + width and y < bottom and top < y + height:
                    area += (min(right, x + width) - max(left, x)) * (min(bottom, y + height) - max(top, y))
                    if area > limit:
                        return area
        return area
