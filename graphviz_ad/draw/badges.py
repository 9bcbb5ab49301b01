"""The number of each path, near the input where it begins."""

from __future__ import annotations

import math

from graphviz_ad.draw.curve import along, length, unit
from graphviz_ad.draw.scene import PITCH, Piece, Scene, Wire
from graphviz_ad.draw.space import Space
from graphviz_ad.draw.strands import FLOW
from graphviz_ad.picture import Mark, Point

__all__ = ["BADGE", "place_badges"]

BADGE = 7.5
"""Radius of a badge."""
BETWEEN = 2 * BADGE + 1.5
FIRST = 15.0
"""Distance of the first badge from its circle, along the strand."""
ON_STRANDS = 3
"""More badges than this at one node stand in a row beside it."""


def place_badges(scene: Scene, lines: dict[str, list[Point]], space: Space, rankdir: str) -> tuple[Mark, ...]:
    """Return a badge for every shown path, and take the space of all of them."""
    wires = {wire.edge: wire for wire in scene.wires}
    by_node: dict[str, list[tuple[int, Wire]]] = {}
    for number, _, chain in scene.paths:
        # A variable that is the output itself has a path without edges, and no strand.
        wire = wires.get(chain.path.edges[-1]) if chain.path.edges else None
        if wire is not None:
            by_node.setdefault(wire.tail.key, []).append((number, wire))
    marks: list[Mark] = []
    for key, starts in by_node.items():
        centres = _on_strands(starts, lines) if len(starts) <= ON_STRANDS else None
        if centres is None:
            centres = _in_a_row(scene.pieces[key], len(starts), space, rankdir)
        for (number, _), (x, y) in zip(starts, centres, strict=True):
            marks.append(Mark("badge", number, x, y, str(number)))
            space.take((x - BADGE - 1, y - BADGE - 1, 2 * BADGE + 2, 2 * BADGE + 2))
    return tuple(sorted(marks, key=lambda mark: mark.path))


def _on_strands(starts: list[tuple[int, Wire]], lines: dict[str, list[Point]]) -> list[Point] | None:
    """Return a place on each path's own strand, one behind the other where strands run together."""
    placed: list[Point] = []
    for number, wire in starts:
        points = lines[wire.key]
        lane = wire.paths.index(number) * PITCH - (wire.bundle - PITCH + 1.3) / 2
        last = length(points) - 20
        distance = FIRST
        while True:
            (x, y), (ux, uy) = along(points, distance)
            centre = (x - uy * lane, y + ux * lane)
            if _is_outside(wire.tail, centre) and all(
                math.dist(centre, other) >= BETWEEN for other in placed
            ):
                break
            distance += 2.0
            if distance > last:
                return None
        placed.append(centre)
    return placed


def _is_outside(piece: Piece, centre: Point) -> bool:
    """Whether a badge at ``centre`` stays clear of a box that it may lie beside, at a slanted strand."""
    dx = abs(centre[0] - piece.x) - piece.width / 2
    dy = abs(centre[1] - piece.y) - piece.height / 2
    return piece.shape != "box" or math.hypot(max(dx, 0.0), max(dy, 0.0)) > BADGE + 1


def _in_a_row(piece: Piece, count: int, space: Space, rankdir: str) -> list[Point]:
    """Return places in a row beside the node, where most is free: behind it, then at its sides."""
    columns = min(count, max(4, math.isqrt(count)))
    rows = -(-count // columns)
    width, height = columns * BETWEEN, rows * BETWEEN
    fx, fy = FLOW[rankdir]
    best: tuple[float, int, Point] | None = None
    for turn, (dx, dy) in enumerate(((fy, fx), (-fy, -fx), (-fx, -fy))):
        ux, uy = unit(dx, dy)
        x = piece.x + ux * (piece.width / 2 + 5 + width / 2)
        y = piece.y + uy * (piece.height / 2 + 5 + height / 2)
        covered = space.covered((x - width / 2, y - height / 2, width, height))
        if best is None or (covered, turn) < best[:2]:
            best = (covered, turn, (x, y))
    if best is None:
        raise AssertionError(piece.key)
    left, top = best[2][0] - width / 2 + BETWEEN / 2, best[2][1] - height / 2 + BETWEEN / 2
    return [(left + k % columns * BETWEEN, top + k // columns * BETWEEN) for k in range(count)]
