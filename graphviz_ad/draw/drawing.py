"""The steps from a derivation to a placed picture, in order."""

from __future__ import annotations

from collections.abc import Iterable

from graphviz_ad.draw.badges import place_badges
from graphviz_ad.draw.choosing import choose
from graphviz_ad.draw.curve import polyline
from graphviz_ad.draw.edge_labels import add_labels
from graphviz_ad.draw.heading import description, heading, record, short_title
from graphviz_ad.draw.jacobian import grid
from graphviz_ad.draw.labels import lines_of, occupied, place_labels
from graphviz_ad.draw.measure import room
from graphviz_ad.draw.notes import mark_nodes, signs, stops, write_notes
from graphviz_ad.draw.options import DrawOptions
from graphviz_ad.draw.pieces import add_pieces, add_wires
from graphviz_ad.draw.placing import place
from graphviz_ad.draw.scene import Piece, Scene
from graphviz_ad.draw.strands import mark_paths, order_paths, strands
from graphviz_ad.draw.table import Table, tell_paths
from graphviz_ad.errors import UnknownName
from graphviz_ad.explanation import Derivation
from graphviz_ad.picture import Arrow, Box, Mark, Picture, Point, Rect, Row, Text

__all__ = ["draw"]

MARGIN = 20.0
TITLE_HEIGHT = 44.0
DEFAULT = DrawOptions()

Label = tuple[tuple[Text, ...], Rect | None]


def draw(derivation: Derivation, options: DrawOptions = DEFAULT) -> Picture:
    """Return the placed picture of a derivation.

    Parameters
    ----------
    derivation
        What `graphviz_ad.explain.explain` tells.
    options
        What to show and which way.

    Raises
    ------
    NotSupported
        The picture would have too many nodes to be read.
    RenderProblem
        The layout program is missing or failed.
    UnknownName
        ``highlight`` or ``focus`` names something that is not there.

    Examples
    --------
    A derivation of ``(x + c)*x`` at x=3 c=4 by x gives two operations, two variables, the
    output, two rows and the sum line ``∂f/∂x = 3 + 7 = 10``.
    """
    scene = Scene(derivation, options.digits)
    if options.highlight is not None and not 1 <= options.highlight <= len(scene.paths):
        raise UnknownName(
            f"there is no path {options.highlight} to highlight",
            legal=[str(number) for number, _, _ in scene.paths],
        )
    constants = options.constants == "nodes"
    add_pieces(scene, choose(scene, options), constants=constants)
    add_wires(scene)
    words = add_labels(scene, options.labels)
    mark_paths(scene)
    mark_nodes(scene)
    place(scene, options)
    order_paths(scene, options.rankdir)
    lines = lines_of(scene)
    space = occupied(scene, lines)
    marks = [*place_badges(scene, lines, space, options.rankdir), *signs(scene), *stops(scene, lines, space)]
    labels = place_labels(scene, lines, space)
    table = tell_paths(scene, words, options.labels) if options.table == "paths" else Table(scene, ())
    return _compose(scene, options, labels, marks, table)


def _compose(
    scene: Scene, options: DrawOptions, labels: dict[str, Label], marks: list[Mark], table: Table
) -> Picture:
    """Put title, graph, table, grid and notes below each other."""
    left, top, right, bottom = _bounds(scene, labels, marks)
    title = heading(scene, options)
    width = max(right - left, table.least_width(), 260.0)
    shown_title = short_title(title, width)
    y = MARGIN + (TITLE_HEIGHT if title else 0.0)
    across = MARGIN + (width - (right - left)) / 2 - left
    boxes, arrows, moved = _move(scene, labels, marks, across, y - top)
    y += bottom - top
    texts: list[Text] = []
    if title:
        full = title if shown_title != title else ""
        texts.append(Text(MARGIN, MARGIN + 16, shown_title, "title", "start", full))
        width = max(width, room(shown_title, "title"))
    rules: list[Rect] = []
    rows: list[Row] = []
    if table.lines:
        y += 18
        rules.append((MARGIN, y, MARGIN + width, y))
        rows, more, told, y = table.write(MARGIN, y + 4, width)
        moved += more
        texts += told
    cells: list[Rect] = []
    if options.table == "jacobian" or (options.table == "paths" and len(scene.derivation.outputs) > 1):
        told, cells, end, y = grid(scene, MARGIN + (60.0 if table.lines else 0.0), y + 20)
        width = max(width, end - MARGIN)
        texts += told
    told, more, y = write_notes(scene, MARGIN, y + 12, width)
    texts += told
    moved += more
    width = max(
        [width, *(text.x + room(text.text, text.role) - MARGIN for text in texts if text.anchor == "start")]
    )
    sentences = [row.title for row in rows]
    return Picture(
        width=_up(width + 2 * MARGIN),
        height=_up(y + (4 if told else 0) + MARGIN - 12),
        title=options.alt or title or "graph",
        description=description(scene, sentences, options),
        boxes=boxes,
        arrows=arrows,
        marks=tuple(moved),
        rows=tuple(rows),
        texts=tuple(texts),
        lines=tuple(rules),
        cells=tuple(cells),
        highlight=options.highlight,
        record=record(scene, options),
    )


def _up(size: float) -> float:
    return float(-(-size // 1))


def _bounds(
    scene: Scene, labels: dict[str, Label], marks: Iterable[Mark]
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


def _move(
    scene: Scene, labels: dict[str, Label], marks: list[Mark], dx: float, dy: float
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
