"""Which paths run along an edge, in which order, and the strands that show them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from graphviz_ad.differentiate.ring import COUNT, Ring
from graphviz_ad.differentiate.sweep import forward, reverse
from graphviz_ad.draw.curve import beside, unit
from graphviz_ad.draw.scene import GAP, PLAIN_WIDTH, REST_WIDTH, STRAND, Scene, Wire
from graphviz_ad.picture import REST, Point, Strand

__all__ = ["FLOW", "mark_paths", "order_paths", "strands"]

FLOW = {"LR": (1.0, 0.0), "RL": (-1.0, 0.0), "TB": (0.0, 1.0), "BT": (0.0, -1.0)}
"""Where arrows point, by rankdir."""
DEAD_WIDTH = 1.3
UNPATHED = frozenset(("dead", "faint", "faulty", "spoilt", "swept"))
"""Roles that a wire without paths keeps."""
HIDDEN = 9.0
"""Strands begin this far inside their box, which is drawn over them, so that none hangs in the air."""
HEAD = 8.5
"""Width of the head of a single strand."""


def mark_paths(scene: Scene) -> None:
    """Tell every wire which shown paths run along it, and whether any that is not shown does."""
    by_edge = {wire.edge: wire for wire in scene.wires if wire.role != "constant"}
    for number, _, chain in scene.paths:
        for edge in chain.path.edges:
            if edge in by_edge:
                by_edge[edge].paths.append(number)
    explanations = scene.derivation.explanations
    if all(e.count == len(e.chains) for e in explanations):
        return
    tape, ring = scene.derivation.tape, _counting_to(len(scene.paths) + 1)
    below = forward(tape, dict.fromkeys((e.source for e in explanations), 1), ring)
    above = reverse(tape, dict.fromkeys((e.target for e in explanations), 1), ring)
    for wire in by_edge.values():
        through = (below[wire.tail.node] or 0) * (above[wire.head.node] or 0)
        wire.rest = through > len(wire.paths)


def _counting_to(limit: int) -> Ring[int]:
    """Return the ring that counts paths up to a limit: whether there are more is all that is asked."""
    return Ring(0, 1, lambda a, b: min(a + b, limit), lambda a, b: min(a * b, limit), COUNT.weights)


def order_paths(scene: Scene, rankdir: str) -> None:
    """Sort the paths on every wire so that strands merge, and part again, without crossing.

    Two paths on an edge are told apart where they came together: going back from the edge to
    the first node that they entered by different edges, by the side on which they arrived
    there.  Paths that began together are told apart by the side on which they part.
    """
    flow = FLOW[rankdir]
    wires = {wire.edge: wire for wire in scene.wires}
    back = {number: [wires[e] for e in chain.path.edges if e in wires] for number, _, chain in scene.paths}
    on = {number: way[::-1] for number, way in back.items()}
    before = _ranks(on, flow, arriving=True)
    after = _ranks(back, flow, arriving=False)
    for wire in scene.wires:
        keys = {number: (before[wire.edge, number], after[wire.edge, number]) for number in wire.paths}
        wire.paths.sort(key=lambda number, keys=keys: (keys[number], number))  # type: ignore[misc]


def _ranks(ways: Mapping[int, Sequence[Wire]], flow: Point, *, arriving: bool) -> dict[tuple[int, int], int]:
    """Return the rank of every path on each of its edges, by the sides of the edges before it.

    ``ways`` are the edges of each path, along the flow (``arriving``) or against it.  Ranks are
    given node by node and whole ways never compared: two that run together for 10,000 edges cost
    no more than any others.
    """
    meetings: dict[int, list[tuple[int, Wire | None, Wire]]] = {}
    for number, way in ways.items():
        for last, wire in zip((None, *way), way, strict=False):
            node = (wire.tail if arriving else wire.head).node
            meetings.setdefault(node, []).append((number, last, wire))
    ranks: dict[tuple[int, int], int] = {}
    # An operand stands before the operation, so what lies before an edge has its rank already.
    for node in sorted(meetings, reverse=not arriving):
        keys = {
            (wire.edge, number): (_side(last, flow, arriving=arriving), ranks[last.edge, number])
            if last
            else (-math.inf, 0)
            for number, last, wire in meetings[node]
        }
        order = {key: rank for rank, key in enumerate(sorted(set(keys.values())))}
        ranks |= {place: order[key] for place, key in keys.items()}
    return ranks


def _side(wire: Wire, flow: Point, *, arriving: bool) -> float:
    """Return on which side of its node an edge arrives or departs: from left (-) to right of the flow."""
    node = wire.head if arriving else wire.tail
    points = wire.spline[::-1] if arriving else wire.spline
    x, y = points[2] if len(points) > 4 else points[1]
    dx, dy = x - node.x, y - node.y
    ahead, right = dx * flow[0] + dy * flow[1], dy * flow[0] - dx * flow[1]
    return math.atan2(right, -ahead if arriving else ahead)


def strands(wire: Wire) -> tuple[Strand, ...]:
    """Return the strands of a wire that has its place: its paths, then what is not shown of it."""
    spline = _from_inside(wire.spline)
    dead = wire.role == "dead"
    if not wire.paths and not wire.rest:
        kind = (-1, wire.role if wire.role in UNPATHED else "plain", PLAIN_WIDTH)
        return (_strand(wire, spline, kind, (0.0, 0.0, HEAD)),)
    lanes = [(number, "dead" if dead else "path", STRAND) for number in wire.paths]
    if wire.rest:
        lanes.append((REST, "rest", REST_WIDTH))
    whole = wire.bundle
    spread = max(HEAD, whole + (5 if wire.rest else 4)) / whole
    result, left = [], -whole / 2
    for number, role, width in lanes:
        middle = left + width / 2
        head = (middle * spread, (middle - left + GAP / 2) * spread)
        drawn = DEAD_WIDTH if role == "dead" else width
        result.append(_strand(wire, spline, (number, role, drawn), (middle, head[0], 2 * head[1])))
        left += width + GAP
    return tuple(result)


def _strand(
    wire: Wire, spline: list[Point], kind: tuple[int, str, float], lane: tuple[float, float, float]
) -> Strand:
    """Make a strand: ``kind`` is path, role and width, ``lane`` offset, offset and width of its head."""
    offset, base, broad = lane
    points = beside(spline, offset) if offset else list(spline)
    x, y = wire.spline[-1]
    ux, uy = unit(wire.tip[0] - x, wire.tip[1] - y)
    left, right = base - broad / 2, base + broad / 2
    head = ((x - uy * left, y + ux * left), wire.tip, (x - uy * right, y + ux * right))
    # The line ends a little inside its head: no gap shows between them.
    points[-1] = (points[-1][0] + ux * 0.8, points[-1][1] + uy * 0.8)
    return Strand(*kind, tuple(points), head)


def _from_inside(spline: list[Point]) -> list[Point]:
    """Return the spline begun a little earlier, inside the box that it leaves."""
    (x, y), second = spline[0], next((p for p in spline[1:] if p != spline[0]), spline[-1])
    ux, uy = unit(second[0] - x, second[1] - y)
    start = (x - HIDDEN * ux, y - HIDDEN * uy)
    step = HIDDEN / 3
    return [start, (start[0] + step * ux, start[1] + step * uy), (x - step * ux, y - step * uy), *spline]
