"""Where edge labels go: near their edges, and never on a strand, a box or each other."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from graphviz_ad.draw.curve import along, length, march, polyline
from graphviz_ad.draw.scene import LINE, Scene, Wire
from graphviz_ad.draw.space import Space
from graphviz_ad.picture import Point, Rect, Text

__all__ = ["Label", "lines_of", "occupied", "place_labels"]

Label = tuple[tuple[Text, ...], Rect | None]
"""Texts of an edge label, and the background that it needs if it lies on something."""

GAPS = (2.5, 6.0, 11.0, 17.0)
AIR = 6.0
MORE = 24
"""So many more places are looked at for one with air, once there is one without."""
TRIES = 3
"""How often all labels are placed anew, those without a free place first."""
MANY = 150
"""Of more labels each is tried in fewer places, and once: nobody reads them all, and all wait."""
MOST_SQUARES = 100_000
STEP = 6.0
"""Distance of the squares by which a strand is kept clear."""
CLEAR = 1.8
_Order = Sequence[tuple[float, float, float, float]]
# What a place costs: far from the middle of the edge, far from the edge, below it.
_ORDER = sorted(
    (abs(k - 50) * 0.26 + (gap - GAPS[0]) * 0.8 + (3.0 if side > 0 else 0.0), k / 100, gap, side)
    for k in range(14, 87, 6)
    for gap in GAPS
    for side in (-1.0, 1.0)
)


def lines_of(scene: Scene) -> dict[str, list[Point]]:
    """Return points along the middle of every wire, its arrowhead included."""
    return {wire.key: [*polyline(wire.spline), wire.tip] for wire in scene.wires}


def occupied(scene: Scene, lines: dict[str, list[Point]]) -> Space:
    """Return the space that boxes and strands take."""
    space = Space()
    for piece in scene.pieces.values():
        left, top = piece.x - piece.width / 2, piece.y - piece.height / 2
        space.take((left - 3, top - 3, piece.width + 6, piece.height + 6))
    shortest = sum(map(length, lines.values())) / MOST_SQUARES
    for wire in scene.wires:
        points = lines[wire.key]
        half = wire.bundle / 2 + CLEAR
        # Wide bundles in longer steps: squares of hundreds of strands would fill the memory.
        before = points[0]
        for x, y in march(points, max(STEP, half / 8, shortest)):
            # With long steps what lies between two points is kept clear, corners and all.
            left, top = (min(x, before[0]), min(y, before[1])) if shortest > STEP else (x, y)
            space.take((left - half, top - half, abs(x - left) + 2 * half, abs(y - top) + 2 * half))
            before = (x, y)
        x, y = wire.spline[-1]
        head = max(half, 5.5)
        space.take((x - head, y - head, 2 * head, 2 * head))
    return space


def place_labels(scene: Scene, lines: dict[str, list[Point]], space: Space) -> dict[str, Label]:
    """Return the texts of each label, and the background it needs where it lies on something."""
    wires = [wire for wire in scene.wires if wire.lines]
    wires.sort(key=lambda wire: length(lines[wire.key]))
    best: tuple[float, dict[str, tuple[Rect, float]]] | None = None
    order = _ORDER if len(wires) <= MANY else _ORDER[:: 1 + len(wires) // MANY * 2]
    for _ in range(TRIES if len(wires) <= MANY else 1):
        taken = space.copy()
        rects = {}
        for wire in wires:
            rects[wire.key] = rect, _ = _best(wire, lines[wire.key], taken, order)
            taken.take(rect)
        covered = sum(area for _, area in rects.values())
        if best is None or covered < best[0]:
            best = (covered, rects)
        if not covered:
            break
        # Who found no free place chooses first in the next round.
        wires.sort(key=lambda wire: rects[wire.key][1] == 0)
    rects = best[1] if best else {}
    return {
        wire.key: (_texts(wire, rects[wire.key][0]), rects[wire.key][0] if rects[wire.key][1] else None)
        for wire in wires
    }


def _best(wire: Wire, points: list[Point], space: Space, order: _Order) -> tuple[Rect, float]:
    """Return a free rectangle for the label, or the least covered one.

    One with some air on its far side is preferred: a label halfway between two edges could
    belong to either.
    """
    least: tuple[float, Rect] | None = None
    free: tuple[int, Rect] | None = None
    for turn, (rect, (dx, dy)) in enumerate(_candidates(wire, points, order)):
        if free and turn > free[0] + MORE:
            break
        covered = space.covered(rect, least[0] if least else math.inf)
        if not covered:
            free = free or (turn, rect)
            if not space.covered((rect[0] + dx, rect[1] + dy, rect[2], rect[3]), 0.0):
                return rect, 0.0
        elif least is None or covered < least[0]:
            least = (covered, rect)
    if free:
        return free[1], 0.0
    if least is None:
        raise AssertionError(wire.key)
    return least[1], least[0]


def _candidates(wire: Wire, points: list[Point], order: _Order) -> Iterator[tuple[Rect, Point]]:
    """Yield places beside the edge, the best first: near its middle, close to it, above it.

    With each comes the step to the place in which there should be air.
    """
    width, height = wire.label_size
    reach, half = length(points), wire.bundle / 2
    places: dict[float, tuple[Point, Point]] = {}
    for _, share, gap, side in order:
        if share not in places:
            places[share] = along(points, share * reach)
        (x, y), (ux, uy) = places[share]
        # The left of a line that runs to the right is above it; one that runs to the left is turned.
        turn = side if ux > -0.2 else -side
        nx, ny = -uy * turn, ux * turn
        out = half + gap + width / 2 * abs(nx) + height / 2 * abs(ny)
        rect = (x + nx * out - width / 2, y + ny * out - height / 2, width, height)
        yield rect, (nx * AIR, ny * AIR)
    if wire.at is not None:
        x, y = wire.at
        yield (x - width / 2, y - height / 2, width, height), (0.0, 0.0)


def _texts(wire: Wire, rect: Rect) -> tuple[Text, ...]:
    middle = rect[0] + rect[2] / 2
    return tuple(
        Text(middle, rect[1] + (k + 1) * LINE - 3.5, text, role, "middle", full)
        for k, (text, role, full) in enumerate(wire.lines)
    )
