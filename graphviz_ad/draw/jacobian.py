"""The grid of all derivatives: a row an output, a column an input."""

from __future__ import annotations

from graphviz_ad.draw.measure import fit, room
from graphviz_ad.draw.scene import Scene, fitted
from graphviz_ad.explanation import Explanation
from graphviz_ad.number import show
from graphviz_ad.picture import Rect, Text

__all__ = ["grid"]

MOST_COLUMNS, MOST_ROWS = 12, 24
CELL_HEIGHT, NARROWEST, WIDEST = 25.0, 78.0, 220.0
HEAD = 24.0


def grid(scene: Scene, left: float, top: float) -> tuple[list[Text], list[Rect], float, float]:
    """Return texts and cells, and the right and the lower end of the grid."""
    derivation = scene.derivation
    outputs, inputs = derivation.outputs[:MOST_ROWS], derivation.inputs[:MOST_COLUMNS]
    found = {(e.output, e.input): _text(scene, e) for e in derivation.explanations}
    names = [fit(scene.words.name(name), "variable", WIDEST) for name in outputs]
    heads = [fit(f"∂/∂{scene.words.name(name)}", "head", WIDEST) for name in inputs]
    corner = scene.told("Jacobian")
    x = left + max(room(corner, "head"), *(room(name, "variable") for name in names)) + 18
    texts = [Text(left, top + 15, corner, "head", "start")]
    cells: list[Rect] = []
    for head, name in zip(heads, inputs, strict=True):
        column = [found.get((output, name), "") for output in outputs]
        widest = max(room(head, "head"), *(room(text, "product") for text in column))
        width = max(NARROWEST, min(WIDEST, widest + 20))
        texts.append(Text(x + width / 2, top + 15, head, "head"))
        for k, text in enumerate(column):
            y = top + HEAD + k * CELL_HEIGHT
            shown, role, full = fitted(text, "product", WIDEST - 20)
            cells.append((x, y, width, CELL_HEIGHT))
            texts.append(Text(x + width / 2, y + 17, shown, role, "middle", full))
        x += width
    for k, name in enumerate(names):
        texts.append(Text(left, top + HEAD + k * CELL_HEIGHT + 17, name, "variable", "start"))
    bottom = top + HEAD + len(outputs) * CELL_HEIGHT
    more = (len(derivation.outputs) - len(outputs), len(derivation.inputs) - len(inputs))
    if any(more):
        told = f"{more[0]} more outputs and {more[1]} more inputs are not shown"
        texts.append(Text(left, bottom + 18, scene.told(told), "note", "start"))
    return texts, cells, x, bottom + (24 if any(more) else 0)


def _text(scene: Scene, explanation: Explanation) -> str:
    if not explanation.reached:
        return scene.told("0 (not used)")
    if explanation.total is not None:
        shown = show(explanation.total, scene.digits)
        return shown.text if shown.exact else f"≈ {shown.text}"
    return scene.words.symbol(explanation.symbol) if explanation.symbol is not None else "…"
