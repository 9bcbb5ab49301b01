"""The table below the graph: a row a path, the sum of each input, what the rest amounts to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphviz_ad.draw.formulas import product_text, total_text
from graphviz_ad.draw.measure import fit, room
from graphviz_ad.draw.scene import Scene
from graphviz_ad.draw.shortening import TIMES, forks, joined, path_text
from graphviz_ad.explain.sums import count_words
from graphviz_ad.explanation import Chain, Explanation
from graphviz_ad.number import show
from graphviz_ad.picture import REST, Mark, Row, Text

__all__ = ["Table", "tell_paths"]

ROW, HEAD = 24.0, 26.0
BADGE_AT, SWATCH_AT, PATH_AT = 11.0, 20.0, 60.0
GAP, WIDEST_GAP = 28.0, 90.0
WIDTH = 1000.0
"""Below this width of the picture nothing is cut."""
WIDEST = {"path": 470.0, "local derivatives": 340.0, "numbers": 340.0, "product": 300.0}
SUM_LINES = 24
HEADS = {"path": "path (output ← input)"}

Cells = dict[str, str]


class Table:
    """Lines of the table before they have a place; ``write`` gives them one."""

    __slots__ = ("columns", "lines", "parting", "scene")

    def __init__(self, scene: Scene, columns: Sequence[str]) -> None:
        self.scene = scene
        self.columns = tuple(columns)
        self.parting = forks(chain for _, _, chain in scene.paths)
        # (path or -1, cells by column or {"sum": text}, sentence)
        self.lines: list[tuple[int, Cells, str]] = []

    def _widths(self, width: float = 0.0) -> dict[str, float]:
        """Return the widths of the columns: what they need, less where that is more than there is."""
        needed = {column: room(HEADS.get(column, column), "head") for column in self.columns}
        for _, cells, _ in self.lines:
            for column in self.columns:
                if cells.get(column):
                    needed[column] = max(needed[column], room(cells[column], _role(column)))
        there = max(width, WIDTH) - PATH_AT - GAP * (len(self.columns) - 1)
        if sum(needed.values()) <= there:
            return needed
        share = there / sum(WIDEST[column] for column in self.columns)
        return {column: min(needed[column], WIDEST[column] * max(1.0, share)) for column in self.columns}

    def least_width(self) -> float:
        """Return the width that the table needs."""
        rows = PATH_AT + sum(self._widths().values()) + GAP * (len(self.columns) - 1)
        sums = [room(cells["sum"], "sum") for _, cells, _ in self.lines if "sum" in cells]
        return max(rows if self.columns else 0.0, min(max(sums, default=0.0) + PATH_AT, rows + 160))

    def write(self, left: float, top: float, width: float) -> tuple[list[Row], list[Mark], list[Text], float]:
        """Return rows, marks and other texts, and where the table ends."""
        if not self.lines:
            return [], [], [], top
        widths = self._widths(width)
        spare = width - PATH_AT - sum(widths.values())
        gap = min(WIDEST_GAP, max(GAP, spare / max(1, len(self.columns) - 1)))
        starts, x = {}, left + PATH_AT
        for column in self.columns:
            starts[column] = x
            x += widths[column] + gap
        right = x - gap
        rows: list[Row] = []
        marks: list[Mark] = []
        heads = {column: HEADS.get(column, column) for column in self.columns}
        texts = [_cell(c, head, top + 16, starts, right, widths, "head", head) for c, head in heads.items()]
        y = top + HEAD
        for path, cells, sentence in self.lines:
            if "sum" in cells:
                shown = fit(cells["sum"], "sum", max(width - PATH_AT, 320))
                full = cells["sum"] if shown != cells["sum"] else ""
                texts.append(Text(left + PATH_AT, y + 17, shown, "sum", "start", full))
            else:
                told = {c: self._shown(path, c, cells[c], widths[c]) for c in self.columns if cells.get(c)}
                row = tuple(
                    _cell(column, text, y + 16.5, starts, right, widths, _role(column), cells[column])
                    for column, text in told.items()
                )
                rows.append(Row(path, left, y, right - left + 8, ROW, row, sentence))
                marks.append(Mark("swatch", path, left + SWATCH_AT, y + ROW / 2))
                badge = "+" if path == REST else str(path)
                marks.append(Mark("count", path, left + BADGE_AT, y + ROW / 2, badge))
            y += ROW
        return rows, marks, texts, y

    def _shown(self, path: int, column: str, text: str, width: float) -> str:
        """Return the text of a cell, cut between steps or factors where it is too wide."""
        if room(text, _role(column)) <= width:
            return text
        if column == "path" and path > 0:
            _, explanation, chain = self.scene.paths[path - 1]
            return path_text(self.scene, chain, explanation.target, self.parting, width)
        return joined(text.split(TIMES), TIMES, width) if column != "product" else text


def _role(column: str) -> str:
    return "product" if column == "product" else "cell"


def _cell(
    column: str, text: str, y: float, starts: Mapping[str, float], right: float,
    widths: Mapping[str, float], role: str, whole: str,
) -> Text:  # fmt: skip
    shown = fit(text, role, max(widths[column], 1.0) + 0.01)
    full = whole if shown != whole else ""
    if column == "product":
        return Text(right, y, shown, role, "end", full)
    return Text(starts[column], y, shown, role, "start", full)


def tell_paths(scene: Scene, words: Mapping[int, str], stage: str) -> Table:
    """Return the table of all shown paths.

    ``words`` are what stands for each local derivative at this stage of labels.
    """
    tape = scene.derivation.tape
    numbers = stage in {"none", "values", "both"} and (tape.complete or bool(tape.at))
    columns = ["path", "local derivatives", "numbers", "product"]
    if not numbers:
        columns.remove("numbers")
    elif stage == "values":
        columns.remove("local derivatives")
    table = Table(scene, columns if scene.paths else ())
    number = 0
    for explanation in scene.derivation.explanations:
        terms = []
        for chain in explanation.chains:
            number += 1
            cells, term = _row(scene, explanation, chain, words, numbers=numbers)
            terms.append(term)
            table.lines.append((number, cells, _sentence(scene, explanation, chain, number, term)))
        _close(table, explanation, terms, numbers=numbers)
    return table


def _row(
    scene: Scene, explanation: Explanation, chain: Chain, words: Mapping[int, str], *, numbers: bool
) -> tuple[Cells, str]:
    """Return the cells of a path and its product as a term of the sum."""
    factors = [
        scene.words.factor(symbol) if words.get(edge) in {None, scene.words.symbol(symbol)} else words[edge]
        for edge, symbol in zip(chain.path.edges, chain.symbols, strict=True)
    ]
    told = scene.words.local_derivatives(chain)
    if any(words.get(edge) not in {None, scene.words.symbol(symbol)}
           for edge, symbol in zip(chain.path.edges, chain.symbols, strict=True)):  # fmt: skip
        told = " · ".join(factors)
    if numbers and chain.product is not None:
        term, exact = scene.words.product(chain)
        equals = "=" if exact else "≈"
    else:
        term, equals, exact = product_text(scene, chain, factors), "=", True
    cells = {
        "path": scene.words.path(chain, explanation.target),
        "local derivatives": told,
        "numbers": scene.words.numbers(chain),
        "product": term if exact else f"≈ {term}",
    }
    if explanation.count == 1:
        cells["product"] = f"{scene.words.derivative(explanation.output, explanation.input)} {equals} {term}"
    return cells, term


def _sentence(scene: Scene, explanation: Explanation, chain: Chain, number: int, term: str) -> str:
    words = scene.words
    factors = words.numbers(chain) if chain.product is not None else words.local_derivatives(chain)
    equals = "=" if chain.product is None or words.product(chain)[1] else "≈"
    names = f"{words.name(explanation.output)} from {words.name(explanation.input)}"
    return f"Path {number}: {names}: {factors} {equals} {term}"


def _close(table: Table, explanation: Explanation, terms: list[str], *, numbers: bool) -> None:
    """Add the row of what is not shown, and the line of the sum."""
    scene = table.scene
    hidden = explanation.count - len(explanation.chains)
    if hidden > 0:
        rest = ""
        if numbers and explanation.rest is not None:
            shown = show(explanation.rest, scene.digits)
            rest = shown.text if shown.exact else f"≈ {shown.text}"
            terms.append(shown.text)
            if not explanation.chains:
                name = scene.words.derivative(explanation.output, explanation.input)
                rest = f"{name} {shown.equals} {shown.text}"
        else:
            terms.append("…")
        plural = "path" if hidden == 1 else "paths"
        count = count_words(explanation.count, len(explanation.chains)).replace(" - ", " − ")
        told = f"+ {count} more {plural} from {scene.words.name(explanation.input)}"
        if len(scene.derivation.outputs) > 1:
            told += f" to {scene.words.name(explanation.output)}"
        sentence = f"{told}: {rest}" if rest else told
        table.lines.append((REST, {"path": told, "product": rest}, sentence))
    sums = sum("sum" in cells for _, cells, _ in table.lines)
    if sums == SUM_LINES:
        table.lines.append((-1, {"sum": "…"}, ""))
    closes = (
        explanation.count > 1
        or not explanation.reached
        or (explanation.total is None and explanation.symbol is not None)
    )
    if closes and sums < SUM_LINES:
        line = total_text(scene, explanation, terms, numbers=numbers)
        if line.count(" = ") > 1 or explanation.count > 1 or not explanation.reached:
            table.lines.append((-1, {"sum": line}, ""))
