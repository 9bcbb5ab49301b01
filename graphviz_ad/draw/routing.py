"""Wires drawn anew between pieces that have their places: around the boxes, behind none.

The router of the layout program gives up now and then, depending on the room that it is to keep
around boxes, and answers with a line that runs behind them; so its answer is looked at.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from graphviz_ad.draw.curve import march, polyline, unit
from graphviz_ad.draw.options import DrawOptions
from graphviz_ad.draw.placing import ARROW, add_box, arrange
from graphviz_ad.draw.scene import Piece, Scene, Wire
from graphviz_ad.picture import Point

__all__ = ["hidden", "route"]

ROUTED = 60
"""Among more nodes wires are straight and run behind boxes: to lead them around takes seconds."""
_ROOMS = ("+5", "+3", "+1", "+8")
"""Points to keep around boxes, in the order in which they are tried."""
BOW, MOST_BOWS = 20, 40
"""Steps in which a bow is widened, where the router finds nothing, and how many."""
HEAD = 9.0
"""Length of an arrowhead."""
STEP = 5.0
"""Distance of the points of a wire that are looked at."""
EDGE = 1.0
"""So far a wire may reach into a box that it is not for."""


def route(scene: Scene, options: DrawOptions) -> None:
    """Give every wire the spline of the first try that leaves all boxes to themselves."""
    if len(scene.pieces) > ROUTED:
        arrange(scene, _text(scene, "line", _ROOMS[0]), options, ("-Kneato", "-n2"))
        return
    clear: dict[str, tuple[list[Point], Point]] = {}
    for room in _ROOMS:
        arrange(scene, _text(scene, "true", room), options, ("-Kneato", "-n2"))
        for wire in scene.wires:
            if wire.key not in clear and not hidden(scene.pieces.values(), wire):
                clear[wire.key] = wire.spline, wire.tip
        if len(clear) == len(scene.wires):
            break
    for wire in scene.wires:
        wire.spline, wire.tip = clear.get(wire.key) or _bow(scene, wire) or (wire.spline, wire.tip)


def hidden(pieces: Iterable[Piece], wire: Wire) -> bool:
    """Whether a wire runs behind a box that it neither leaves nor enters."""
    points = march(polyline(wire.spline), STEP)
    others = (piece for piece in pieces if piece is not wire.tail and piece is not wire.head)
    return any(_enters(points, piece) for piece in others)


def _enters(points: Sequence[Point], piece: Piece) -> bool:
    half, tall = piece.width / 2 - EDGE, piece.height / 2 - EDGE
    away = ((abs(x - piece.x) / half, abs(y - piece.y) / tall) for x, y in points)
    if piece.shape == "box":
        return any(x < 1 and y < 1 for x, y in away)
    return any(math.hypot(x, y) < 1 for x, y in away)


def _bow(scene: Scene, wire: Wire) -> tuple[list[Point], Point] | None:
    """Return the flattest bow that leaves all boxes to themselves, None if every one meets some."""
    (x, y), (hx, hy) = (wire.tail.x, wire.tail.y), (wire.head.x, wire.head.y)
    before = wire.spline
    for size in range(BOW, MOST_BOWS * BOW, BOW):
        for side in (size, -size):
            ux, uy = unit(hx - x, hy - y)
            bend = [(px - side * uy, py + side * ux) for px, py in ((x, y), (hx, hy))]
            start, tip = _rim(wire.tail, bend[0]), _rim(wire.head, bend[1])
            away = unit(bend[1][0] - tip[0], bend[1][1] - tip[1])
            end = (tip[0] + HEAD * away[0], tip[1] + HEAD * away[1])
            wire.spline = [start, *bend, end]
            if not hidden(scene.pieces.values(), wire):
                return wire.spline, tip
    wire.spline = before
    return None


def _rim(piece: Piece, towards: Point) -> Point:
    """Return where the line from the middle of a piece towards a point leaves it."""
    dx, dy = towards[0] - piece.x, towards[1] - piece.y
    x, y = abs(dx) / (piece.width / 2), abs(dy) / (piece.height / 2)
    share = 1 / ((max(x, y) if piece.shape == "box" else math.hypot(x, y)) or 1)
    return piece.x + share * dx, piece.y + share * dy


def _text(scene: Scene, splines: str, room: str) -> str:
    """Return the graph with its pieces where they are, for its wires to be drawn anew around them."""
    from graphviz import Digraph

    attributes = {"splines": splines, "esep": room}
    graph = Digraph(graph_attr=attributes, node_attr={"fixedsize": "true", "label": ""})
    for piece in scene.pieces.values():
        add_box(graph, piece, pos=f"{piece.x:.2f},{-piece.y:.2f}")
    for wire in scene.wires:
        graph.edge(wire.tail.key, wire.head.key, id=wire.key, arrowsize=str(ARROW))
    return str(graph.source)
