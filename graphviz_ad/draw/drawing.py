"""The steps from a derivation to a placed picture, in order."""

from __future__ import annotations

import math

from graphviz_ad.draw.badges import place_badges
from graphviz_ad.draw.choosing import choose
from graphviz_ad.draw.edge_labels import add_labels
from graphviz_ad.draw.heading import description, heading, program, record, short_title
from graphviz_ad.draw.jacobian import grid
from graphviz_ad.draw.label_places import Label, lines_of, occupied, place_labels
from graphviz_ad.draw.measure import room
from graphviz_ad.draw.moving import bounds, move
from graphviz_ad.draw.notes import mark_nodes, signs, stops, write_notes
from graphviz_ad.draw.options import DrawOptions
from graphviz_ad.draw.pieces import add_pieces, add_wires
from graphviz_ad.draw.placing import place
from graphviz_ad.draw.scene import Scene
from graphviz_ad.draw.strands import mark_paths, order_paths
from graphviz_ad.draw.table import Table
from graphviz_ad.draw.telling import tell_paths
from graphviz_ad.errors import UnknownName
from graphviz_ad.explanation import Derivation
from graphviz_ad.picture import Mark, Picture, Rect, Row, Text

__all__ = ["draw"]

MARGIN = 20.0
TITLE_HEIGHT = 44.0
NARROWEST = 260.0
NARROWEST_TITLE = 600.0
"""A title is not cut to less than this, however narrow the graph is."""
DEFAULT = DrawOptions()


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
    left, top, right, bottom = bounds(scene, labels, marks)
    title = heading(scene, options)
    page = _Page(max(right - left, table.least_width(), NARROWEST))
    page.add_title(title)
    across = MARGIN + (page.width - (right - left)) / 2 - left
    boxes, arrows, moved = move(scene, labels, marks, across, page.y - top)
    page.marks += moved
    page.y += bottom - top
    page.add_table(table)
    several = len(scene.derivation.outputs) > 1
    if options.table == "jacobian" or (options.table == "paths" and several):
        page.add_grid(scene, indent=60.0 if table.lines else 0.0)
    page.add_notes(scene)
    return Picture(
        width=float(math.ceil(page.width_needed() + 2 * MARGIN)),
        height=float(math.ceil(page.y + MARGIN)),
        title=options.alt or title or program(scene),
        description=description(scene, [row.title for row in page.rows], options),
        boxes=boxes,
        arrows=arrows,
        marks=tuple(page.marks),
        rows=tuple(page.rows),
        texts=tuple(page.texts),
        lines=tuple(page.rules),
        cells=tuple(page.cells),
        highlight=options.highlight,
        record=record(scene, options),
    )


class _Page:
    """What has a place so far; ``y`` is where the next piece begins."""

    def __init__(self, width: float) -> None:
        self.width = width
        self.y = MARGIN
        self.texts: list[Text] = []
        self.rows: list[Row] = []
        self.marks: list[Mark] = []
        self.rules: list[Rect] = []
        self.cells: list[Rect] = []

    def add_title(self, title: str) -> None:
        if title:
            shown = short_title(title, max(self.width, NARROWEST_TITLE))
            full = title if shown != title else ""
            self.texts.append(Text(MARGIN, self.y + 16, shown, "title", "start", full))
            self.y += TITLE_HEIGHT

    def add_table(self, table: Table) -> None:
        if table.lines:
            self.y += 18
            self.rules.append((MARGIN, self.y, MARGIN + self.width, self.y))
            rows, marks, texts, self.y = table.write(MARGIN, self.y + 4, self.width)
            self.rows += rows
            self.marks += marks
            self.texts += texts

    def add_grid(self, scene: Scene, indent: float) -> None:
        texts, cells, right, self.y = grid(scene, MARGIN + indent, self.y + 20)
        self.width = max(self.width, right - MARGIN)
        self.texts += texts
        self.cells += cells

    def add_notes(self, scene: Scene) -> None:
        texts, marks, y = write_notes(scene, MARGIN, self.y + 14, self.width)
        if texts:
            self.texts += texts
            self.marks += marks
            self.y = y

    def width_needed(self) -> float:
        ends = [t.x + room(t.text, t.role) - MARGIN for t in self.texts if t.anchor == "start"]
        return max(self.width, *ends, 0.0)
