"""From the layout's coordinates to the picture's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from graphviz_ad.draw.curve import polyline
from graphviz_ad.draw.label_places import Label
from graphviz_ad.draw.measure import room
from graphviz_ad.draw.scene import Piece, Scene
from graphviz_ad.draw.strands import strands
from graphviz_ad.picture import Arrow, Box, Mark, Point, Text

__all__ = ["bounds", "move"]


def bounds(
    scene: Scene, labels: Mapping[str, Label], marks: Iterable[Mark]
) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of all that has a place."""
    xs: list[float] = []
    ys: list[float] = []

    def add(x: float, y: float, dx: float, dy: float) -> None:
        xs.extend((x - dx, x + dx))
        ys.extend((y - dy, y + dy))

    for piece in scene.pieces.values():
        add(piece.x, piece.y, piece.width / 2 + 1, piece.height / 2 + 1)
    for wire in scene.wires:
        for x, y in polyline(wire.spline):
            add(x, y, wire.bundle / 2, wire.bundle / 2)
        if wire.key in labels:
            for text in labels[wire.key][0]:
                add(text.x, text.y - 4, room(text.text, text.role) / 2, 9)
    for mark in marks:
        add(mark.x, mark.y, 9, 9)
    return min(xs), min(ys), max(xs), max(ys)


def move(
    scene: Scene, labels: Mapping[str, Label], marks: Sequence[Mark], dx: float, dy: float
) -> tuple[tuple[Box, ...], tuple[Arrow, ...], list[Mark]]:
    """Return boxes, arrows and marks at their final places."""

    def shift(text: Text) -> Text:
        return Text(text.x + dx, text.y + dy, text.text, text.role, text.anchor, text.full)

    def point(p: Point) -> Point:
        return p[0] + dx, p[1] + dy

    arrows = []
    for wire in scene.wires:
        wire.spline = [point(p) for p in wire.spline]
        wire.tip = point(wire.tip)
        texts, backed = labels.get(wire.key, ((), None))
        if backed is not None:
            backed = (backed[0] + dx, backed[1] + dy, backed[2], backed[3])
        lanes = strands(wire)
        arrows.append(
            Arrow(
                wire.key, wire.title, tuple(wire.paths), lanes, tuple(shift(text) for text in texts), backed
            )
        )
    boxes = []
    for piece in scene.pieces.values():
        piece.x, piece.y = point((piece.x, piece.y))
        boxes.append(_box(piece))
    moved = [Mark(m.kind, m.path, m.x + dx, m.y + dy, m.text, m.title) for m in marks]
    return tuple(boxes), tuple(arrows), moved


def _box(piece: Piece) -> Box:
    """Return the box with its lines, one below the other around the middle."""
    if len(piece.lines) == 1:
        heights = [5.0]
    elif len(piece.lines) == 3:
        heights = [-12.5, 5.0, 22.5] if piece.shape == "box" else [-11.0, 4.0, 19.5]
    elif piece.shape == "box":
        heights = [-3.5, 14.5]
    else:
        heights = [-1.5, 13.5]
    texts = tuple(
        Text(piece.x, piece.y + height, text, role, "middle", full)
        for (text, role, full), height in zip(piece.lines, heights, strict=True)
    )
    roles = tuple(piece.roles)
    return Box(piece.key, piece.shape, roles, piece.x, piece.y, piece.width, piece.height, texts, piece.title)
