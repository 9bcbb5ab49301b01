"""The order of a sweep: the number of each visit, at a corner of its node."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from graphviz_ad.draw.curve import march
from graphviz_ad.draw.scene import Piece, Scene
from graphviz_ad.draw.space import Space
from graphviz_ad.explanation import Sweep
from graphviz_ad.picture import Mark, Point, visit_radius

__all__ = ["visits"]

OUTSIDE = 3.5
STEP, HALF = 4.0, 2.0
CORNERS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
"""Upper left if it is free; a finding has its sign at the upper right."""


def visits(
    scene: Scene, sweep: Sweep, lines: Mapping[str, Sequence[Point]], space: Space
) -> tuple[Mark, ...]:
    """Return the number of each visit, where no wire arrives if possible, and take the space."""
    wires = _along(scene, lines)
    marks = []
    for number, node in enumerate(sweep.visits, start=1):
        piece = scene.pieces.get(f"n{node}")
        if piece is None:
            continue
        radius = visit_radius(str(number)) + 1
        x, y = _corner(piece, wires, radius)
        marks.append(Mark("visit", -1, x, y, str(number), scene.told(f"visit {number}")))
        space.take((x - radius, y - radius, 2 * radius, 2 * radius))
    return tuple(marks)


def _along(scene: Scene, lines: Mapping[str, Sequence[Point]]) -> Space:
    """Return the space of the wires alone."""
    wires = Space()
    for wire in scene.wires:
        for x, y in march(lines[wire.key], STEP):
            wires.take((x - HALF, y - HALF, 2 * HALF, 2 * HALF))
        x, y = wire.spline[-1]
        wires.take((x - 5, y - 5, 10, 10))
    return wires


def _corner(piece: Piece, wires: Space, radius: float) -> Point:
    # On the corner of a box, and just outside of a circle, whose texts come near its line.
    share, out = (0.5, 0.0) if piece.shape == "box" else (math.sqrt(2) / 4, OUTSIDE)
    across, down = share * piece.width + out, share * piece.height + out
    found: list[tuple[float, int, Point]] = []
    for turn, (dx, dy) in enumerate(CORNERS):
        if turn == 1 and "noted" in piece.roles:
            continue
        x, y = piece.x + dx * across, piece.y + dy * down
        covered = wires.covered((x - radius, y - radius, 2 * radius, 2 * radius))
        found.append((covered, turn, (x, y)))
    return min(found)[2]
