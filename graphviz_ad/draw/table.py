"""The table below the graph: where its rows, its sums and their columns go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphviz_ad.draw.measure import fit, room
from graphviz_ad.draw.scene import Scene
from graphviz_ad.draw.shortening import joined, path_text
from graphviz_ad.explain.words import TIMES, forks
from graphviz_ad.picture import REST, Mark, Point, Row, Text

__all__ = ["Table"]

ROW, HEAD = 24.0, 26.0
BADGE_AT, SWATCH_AT, PATH_AT = 11.0, 20.0, 60.0
GAP, WIDEST_GAP = 28.0, 90.0
WIDTH = 1000.0
"""Below this width of the picture nothing is cut."""
WIDEST = {"path": 470.0, "local derivatives": 340.0, "numbers": 340.0, "product": 300.0}
HEADS = {"path": "path (output ← input)"}

Cells = Mapping[str, str]


class Table:
    """Lines of the table before they have a place; `write` gives them one.

    A line is the number of its path (-1 for the line of a sum), its cells by column (or the
    text of the sum), and the sentence that a screen reader says.
    """

    __slots__ = ("columns", "lines", "parting", "scene")

    def __init__(self, scene: Scene, columns: Sequence[str]) -> None:
        self.scene = scene
        self.columns = tuple(columns)
        self.parting = forks(chain for _, _, chain in scene.paths)
        self.lines: list[tuple[int, Cells, str]] = []

    @property
    def sums(self) -> list[str]:
        """The lines that close a sum."""
        return [cells["sum"] for _, cells, _ in self.lines if "sum" in cells]

    def least_width(self) -> float:
        """Return the width that the table needs."""
        rows = PATH_AT + sum(self._widths().values()) + GAP * (len(self.columns) - 1)
        sums = max((room(text, "sum") for text in self.sums), default=0.0) + PATH_AT
        return max(rows if self.columns else 0.0, min(sums, rows + 160))

    def write(self, left: float, top: float, width: float) -> tuple[list[Row], list[Mark], list[Text], float]:
        """Return rows, marks and other texts, and where the table ends."""
        places = _Columns(self.columns, self._widths(width), left + PATH_AT, width - PATH_AT)
        texts = [places.cell(c, self._head(c), top + 16, "head") for c in self.columns]
        rows: list[Row] = []
        marks: list[Mark] = []
        y = top + HEAD
        for path, cells, sentence in self.lines:
            if "sum" in cells:
                texts.append(_cut((left + PATH_AT, y + 17), cells["sum"], "sum", max(width - PATH_AT, 320)))
            else:
                row = tuple(self._cell(places, path, c, cells[c], y) for c in self.columns if cells.get(c))
                rows.append(Row(path, left, y, places.right - left + 8, ROW, row, sentence))
                marks.append(Mark("swatch", path, left + SWATCH_AT, y + ROW / 2))
                badge = "+" if path == REST else str(path)
                marks.append(Mark("count", path, left + BADGE_AT, y + ROW / 2, badge))
            y += ROW
        return rows, marks, texts, y

    def _head(self, column: str) -> str:
        return self.scene.told(HEADS.get(column, column))

    def _widths(self, width: float = 0.0) -> dict[str, float]:
        """Return the widths of the columns: what they need, less where that is more than there is."""
        needed = {column: room(self._head(column), "head") for column in self.columns}
        for _, cells, _ in self.lines:
            for column in self.columns:
                if cells.get(column):
                    needed[column] = max(needed[column], room(cells[column], _role(column)))
        there = max(width, WIDTH) - PATH_AT - GAP * (len(self.columns) - 1)
        if sum(needed.values()) <= there:
            return needed
        share = max(1.0, there / sum(WIDEST[column] for column in self.columns))
        return {column: min(needed[column], WIDEST[column] * share) for column in self.columns}

    def _cell(self, places: _Columns, path: int, column: str, text: str, y: float) -> Text:
        """Return a cell, cut between steps or factors where it is too wide."""
        width, shown = places.widths[column], text
        if room(text, _role(column)) > width:
            if column == "path" and path > 0:
                _, explanation, chain = self.scene.paths[path - 1]
                shown = path_text(self.scene, chain, explanation.target, self.parting, width)
            elif column != "product":
                shown = joined(text.split(TIMES), TIMES, width)
        return places.cell(column, shown, y + 16.5, _role(column), text)


class _Columns:
    """Where the columns stand; spare width is shared between them, up to a limit."""

    __slots__ = ("right", "starts", "widths")

    def __init__(
        self, columns: Sequence[str], widths: Mapping[str, float], left: float, width: float
    ) -> None:
        spare = width - sum(widths.values())
        gap = min(WIDEST_GAP, max(GAP, spare / max(1, len(columns) - 1)))
        self.widths = widths
        self.starts: dict[str, float] = {}
        for column in columns:
            self.starts[column] = left
            left += widths[column] + gap
        self.right = left - gap

    def cell(self, column: str, shown: str, y: float, role: str, whole: str = "") -> Text:
        """Return a text of a column, cut from ``whole``; products stand at the right."""
        last = column == "product"
        x, anchor = (self.right, "end") if last else (self.starts[column], "start")
        return _cut((x, y), shown, role, self.widths[column] + 0.01, whole=whole, anchor=anchor)


def _role(column: str) -> str:
    return "product" if column == "product" else "cell"


def _cut(
    place: Point, text: str, role: str, widest: float, *, whole: str = "", anchor: str = "start"
) -> Text:
    whole = whole or text
    shown = fit(text, role, widest)
    return Text(*place, shown, role, anchor, whole if shown != whole else "")
