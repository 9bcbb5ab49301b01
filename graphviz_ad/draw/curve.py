"""Cubic Bezier splines: points on them, and curves that run beside them.

A spline is its control points, one and then three for every piece.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from graphviz_ad.picture import Point

__all__ = ["Spline", "along", "beside", "length", "march", "polyline", "unit"]

Spline = Sequence[Point]
SAMPLES = 8
STRAIGHT = 0.05
"""Pixels that the control points of a piece may lie off its chord for it to be drawn as a line."""


def unit(dx: float, dy: float) -> Point:
    """Return the direction of a vector; (1, 0) for one without length."""
    size = math.hypot(dx, dy)
    return (dx / size, dy / size) if size > 1e-9 else (1.0, 0.0)


def _point(p: Spline, t: float) -> Point:
    s = 1 - t
    a, b, c, d = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
    return (
        a * p[0][0] + b * p[1][0] + c * p[2][0] + d * p[3][0],
        a * p[0][1] + b * p[1][1] + c * p[2][1] + d * p[3][1],
    )


def _velocity(p: Spline, t: float) -> Point:
    s = 1 - t
    a, b, c = 3 * s * s, 6 * s * t, 3 * t * t
    return (
        a * (p[1][0] - p[0][0]) + b * (p[2][0] - p[1][0]) + c * (p[3][0] - p[2][0]),
        a * (p[1][1] - p[0][1]) + b * (p[2][1] - p[1][1]) + c * (p[3][1] - p[2][1]),
    )


def _acceleration(p: Spline, t: float) -> Point:
    a, b = 6 * (1 - t), 6 * t
    return (
        a * (p[2][0] - 2 * p[1][0] + p[0][0]) + b * (p[3][0] - 2 * p[2][0] + p[1][0]),
        a * (p[2][1] - 2 * p[1][1] + p[0][1]) + b * (p[3][1] - 2 * p[2][1] + p[1][1]),
    )


def _pieces(spline: Spline) -> list[Spline]:
    return [spline[k : k + 4] for k in range(0, len(spline) - 3, 3)]


def _is_straight(p: Spline) -> bool:
    ux, uy = unit(p[3][0] - p[0][0], p[3][1] - p[0][1])
    return all(abs((q[0] - p[0][0]) * uy - (q[1] - p[0][1]) * ux) < STRAIGHT for q in (p[1], p[2]))


def polyline(spline: Spline) -> list[Point]:
    """Return points along the spline, close enough for it to be taken as the lines between them."""
    points = [spline[0]]
    for piece in _pieces(spline):
        points += [_point(piece, k / SAMPLES) for k in range(1, SAMPLES + 1)]
    return points


def length(points: Sequence[Point]) -> float:
    """Return the length of a line through ``points``.

    Examples
    --------
    >>> length([(0, 0), (3, 4), (3, 10)])
    11.0
    """
    return sum(math.dist(a, b) for a, b in pairwise(points))


def along(points: Sequence[Point], distance: float) -> tuple[Point, Point]:
    """Return the point at ``distance`` from the beginning of a line, and the direction there.

    Examples
    --------
    >>> along([(0, 0), (10, 0), (10, 10)], 12)
    ((10.0, 2.0), (0.0, 1.0))
    """
    for a, b in pairwise(points):
        step = math.dist(a, b)
        if step >= distance and step > 0:
            share = max(0.0, distance / step)
            place = (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
            return place, unit(b[0] - a[0], b[1] - a[1])
        distance -= step
    return points[-1], unit(points[-1][0] - points[-2][0], points[-1][1] - points[-2][1])


def march(points: Sequence[Point], step: float) -> list[Point]:
    """Return points along a line, ``step`` apart, the first one included.

    Examples
    --------
    >>> march([(0, 0), (5, 0), (5, 6)], 4)
    [(0, 0), (4.0, 0.0), (5.0, 3.0)]
    """
    found = [points[0]]
    left = step
    for (ax, ay), (bx, by) in pairwise(points):
        size = math.hypot(bx - ax, by - ay)
        while left <= size:
            share = left / size
            found.append((ax + share * (bx - ax), ay + share * (by - ay)))
            left += step
        left -= size
    return found


def beside(spline: Spline, offset: float) -> list[Point]:
    """Return the spline that runs ``offset`` pixels to the right of ``spline``, seen along it.

    Each half of a piece gets the end points, directions and speeds of the true offset curve:
    its velocity is ``P'(t) (1 - offset * curvature)``, which is not let change its sign.
    """
    result: list[Point] = []
    for piece in _pieces(spline):
        steps = 1 if _is_straight(piece) else 2
        marks = [_shifted(piece, k / steps, offset) for k in range(steps + 1)]
        if not result:
            result.append(marks[0][0])
        for (start, v), (end, w) in pairwise(marks):
            h = 1 / (3 * steps)
            result += [
                (start[0] + h * v[0], start[1] + h * v[1]),
                (end[0] - h * w[0], end[1] - h * w[1]),
                end,
            ]
    return result


def _shifted(piece: Spline, t: float, offset: float) -> tuple[Point, Point]:
    """Return the point and the velocity of the offset curve at ``t``."""
    x, y = _point(piece, t)
    vx, vy = _velocity(piece, t)
    if math.hypot(vx, vy) < 1e-6:
        # A control point that coincides with the end: the direction is that of the chord.
        vx, vy = piece[3][0] - piece[0][0], piece[3][1] - piece[0][1]
    ux, uy = unit(vx, vy)
    speed = math.hypot(vx, vy)
    ax, ay = _acceleration(piece, t)
    bend = (vx * ay - vy * ax) / speed**3 if speed > 1e-6 else 0.0
    # y points down: the right of (ux, uy) is (-uy, ux), and a curve that turns right has bend > 0.
    grown = max(0.15, 1 - offset * bend)
    return (x - uy * offset, y + ux * offset), (vx * grown, vy * grown)
