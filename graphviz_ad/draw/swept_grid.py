"""The Jacobian below a sweep, with the row or the column that it fills."""

from __future__ import annotations

from typing import NamedTuple

from graphviz_ad.draw.jacobian import CELL_HEIGHT, HEAD, MOST_COLUMNS, MOST_ROWS, NARROWEST, grid
from graphviz_ad.draw.measure import room
from graphviz_ad.draw.scene import Scene
from graphviz_ad.explain.sweep_words import TIMES_SEED, unit_seed
from graphviz_ad.explain.sweeping import FORWARD
from graphviz_ad.explanation import Sweep
from graphviz_ad.number import show
from graphviz_ad.picture import Rect, Text

__all__ = ["Swept", "swept_grid"]


class Swept(NamedTuple):
    """Texts and cells of the grid, those that are filled, its right and its lower end."""

    texts: list[Text]
    cells: list[Rect]
    filled: tuple[Rect, ...]
    right: float
    bottom: float


def swept_grid(scene: Scene, sweep: Sweep, left: float, top: float) -> Swept:
    """Return the grid of all derivatives; with other seeds than one 1, what the sweep gives is added."""
    derivation, node = scene.derivation, unit_seed(sweep.seed)
    texts, cells, right, bottom = grid(scene, left, top)
    inputs = [e.source for e in derivation.explanations[: len(derivation.inputs)]][:MOST_COLUMNS]
    outputs = list(derivation.tape.graph.outputs)[:MOST_ROWS]
    rows = len(outputs)
    if node is None:
        found = Swept(texts, cells, (), right, bottom)
        ahead = sweep.mode == FORWARD
        return _column(scene, sweep, found, outputs) if ahead else _row(scene, sweep, found, inputs, left)
    filled: list[Rect] = []
    # Cells run column by column.
    if sweep.mode == FORWARD and node in inputs:
        place = inputs.index(node)
        filled = cells[place * rows : (place + 1) * rows]
    elif sweep.mode != FORWARD and node in outputs:
        filled = cells[outputs.index(node) :: rows]
    return Swept(texts, [cell for cell in cells if cell not in filled], tuple(filled), right, bottom)


def _told(scene: Scene, sweep: Sweep, node: int) -> str:
    shown = show(sweep.carried[node] or 0.0, scene.digits)
    return shown.text if shown.exact else f"≈ {shown.text}"


def _column(scene: Scene, sweep: Sweep, found: Swept, outputs: list[int]) -> Swept:
    """Add the Jacobian times the seed, at the right."""
    head, told = scene.told(TIMES_SEED[sweep.mode]), [_told(scene, sweep, node) for node in outputs]
    left = found.right + 10
    width = max(NARROWEST, *(room(text, "product") + 20 for text in [head, *told]))
    tops = sorted({cell[1] for cell in found.cells})
    filled = tuple((left, top, width, CELL_HEIGHT) for top in tops)
    texts = [Text(left + width / 2, tops[0] - HEAD + 15, head, "head")]
    texts += [Text(left + width / 2, y + 17, text, "product") for y, text in zip(tops, told, strict=True)]
    return Swept([*found.texts, *texts], found.cells, filled, left + width, found.bottom)


def _row(scene: Scene, sweep: Sweep, found: Swept, inputs: list[int], left: float) -> Swept:
    """Add the seed times the Jacobian, below."""
    top = max(cell[1] for cell in found.cells) + CELL_HEIGHT + 8
    texts = [Text(left, top + 17, scene.told(TIMES_SEED[sweep.mode]), "head", "start")]
    columns = sorted({(x, width) for x, _, width, _ in found.cells})
    for (x, width), node in zip(columns, inputs, strict=True):
        texts.append(Text(x + width / 2, top + 17, _told(scene, sweep, node), "product"))
    filled = tuple((x, top, width, CELL_HEIGHT) for x, width in columns)
    # What is said of more rows stands below this one.
    below = found.bottom - (top - 8)
    kept = [replaced(text, below, top) for text in found.texts]
    return Swept([*kept, *texts], found.cells, filled, found.right, top + CELL_HEIGHT + below)


def replaced(text: Text, below: float, top: float) -> Text:
    """Return a text that stands below the grid a row lower."""
    if not below or text.role != "note":
        return text
    return Text(text.x, top + CELL_HEIGHT + 18, text.text, text.role, text.anchor, text.full)
