"""The page of a picture: what stands below what."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from graphviz_ad.draw.heading import short_title
from graphviz_ad.draw.jacobian import grid
from graphviz_ad.draw.label_places import Label
from graphviz_ad.draw.measure import room
from graphviz_ad.draw.moving import bounds, move
from graphviz_ad.draw.notes import wrapped, write_notes
from graphviz_ad.draw.scene import Scene
from graphviz_ad.draw.swept_grid import Swept
from graphviz_ad.draw.table import Table
from graphviz_ad.picture import Arrow, Box, Mark, Picture, Point, Rect, Row, Text

__all__ = ["MARGIN", "NARROWEST", "Page"]

MARGIN = 20.0
TITLE_HEIGHT = 44.0
NARROWEST = 260.0
NARROWEST_TITLE = 600.0
"""A title is not cut to less than this, however narrow the graph is."""


class Page:
    """What has a place so far; ``y`` is where the next piece begins."""

    def __init__(self, width: float) -> None:
        self.width = width
        self.y = MARGIN
        self.texts: list[Text] = []
        self.rows: list[Row] = []
        self.marks: list[Mark] = []
        self.rules: list[Rect] = []
        self.cells: list[Rect] = []
        self.boxes: tuple[Box, ...] = ()
        self.arrows: tuple[Arrow, ...] = ()

    def add_title(self, title: str) -> None:
        """Add the title, cut to the width of the page."""
        if title:
            shown = short_title(title, max(self.width, NARROWEST_TITLE))
            full = title if shown != title else ""
            self.texts.append(Text(MARGIN, self.y + 16, shown, "title", "start", full))
            self.y += TITLE_HEIGHT

    def add_graph(
        self, scene: Scene, labels: Mapping[str, Label], marks: Sequence[Mark], extent: Rect | None = None
    ) -> Point:
        """Add the graph in the middle; return by how much it is moved.

        ``extent`` (left, top, right, bottom) is what it needs with all that stands beside it.
        """
        left, top, right, bottom = extent or bounds(scene, labels, marks)
        across = MARGIN + (self.width - (right - left)) / 2 - left
        down = self.y - top
        self.boxes, self.arrows, moved = move(scene, labels, marks, across, down)
        self.marks += moved
        self.y += bottom - top
        return across, down

    def add_table(self, table: Table) -> None:
        """Add a table below a rule."""
        if table.lines:
            self.y += 18
            self.rules.append((MARGIN, self.y, MARGIN + self.width, self.y))
            rows, marks, texts, self.y = table.write(MARGIN, self.y + 4, self.width)
            self.rows += rows
            self.marks += marks
            self.texts += texts

    def add_grid(self, scene: Scene, indent: float) -> None:
        """Add the Jacobian."""
        texts, cells, right, self.y = grid(scene, MARGIN + indent, self.y + 20)
        self.width = max(self.width, right - MARGIN)
        self.texts += texts
        self.cells += cells

    def add_line(self, text: str, role: str = "sum") -> None:
        """Add a line of text, or several where it is long."""
        self.y += 6
        for line in wrapped(text, max(self.width, NARROWEST_TITLE), role):
            self.texts.append(Text(MARGIN, self.y + 16, line, role, "start"))
            self.y += 20

    def add_swept(self, swept: Swept) -> tuple[Rect, ...]:
        """Add the Jacobian below a sweep; return the cells that it fills."""
        self.width = max(self.width, swept.right - MARGIN)
        self.texts += swept.texts
        self.cells += swept.cells
        self.y = swept.bottom
        return swept.filled

    def add_notes(self, scene: Scene) -> None:
        """Add what was found."""
        texts, marks, y = write_notes(scene, MARGIN, self.y + 14, self.width)
        if texts:
            self.texts += texts
            self.marks += marks
            self.y = y

    def width_needed(self) -> float:
        """Return the width of the widest piece."""
        ends = [t.x + room(t.text, t.role) - MARGIN for t in self.texts if t.anchor == "start"]
        return max(self.width, *ends, 0.0)

    def picture(
        self,
        *,
        title: str,
        alt: str,
        description: str,
        record: Mapping[str, object],
        highlight: int | None = None,
        filled: tuple[Rect, ...] = (),
        lang: str = "en",
    ) -> Picture:
        """Return the picture of all that was added."""
        return Picture(
            width=float(math.ceil(self.width_needed() + 2 * MARGIN)),
            height=float(math.ceil(self.y + MARGIN)),
            title=title,
            alt=alt,
            description=description,
            boxes=self.boxes,
            arrows=self.arrows,
            marks=tuple(self.marks),
            rows=tuple(self.rows),
            texts=tuple(self.texts),
            lines=tuple(self.rules),
            cells=tuple(self.cells),
            highlight=highlight,
            record=record,
            filled=filled,
            lang=lang,
        )
