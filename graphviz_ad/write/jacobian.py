"""The Jacobian by itself: its grid, and what it costs by either mode."""

from __future__ import annotations

from graphviz_ad.explain import sums
from graphviz_ad.explain.words import Words
from graphviz_ad.explanation import Derivation
from graphviz_ad.number import json_number
from graphviz_ad.write import rows
from graphviz_ad.write.columns import aligned

__all__ = ["jacobian_document", "jacobian_text"]


def jacobian_document(derivation: Derivation) -> dict[str, object]:
    """Return the Jacobian as a JSON document: numbers and formulas, outputs down, inputs across."""
    found = iter(derivation.explanations)
    grid = [[next(found) for _ in derivation.inputs] for _ in derivation.outputs]
    return {
        "schema": 1,
        "outputs": list(derivation.outputs),
        "inputs": list(derivation.inputs),
        "values": [[json_number(e.total) for e in row] for row in grid],
        "symbols": [[e.symbol for e in row] for row in grid],
        "reached": [[e.reached for e in row] for row in grid],
        "sweeps": sums.sweeps(derivation),
    }


def jacobian_text(derivation: Derivation, *, digits: int) -> str:
    """Return the Jacobian as a grid, one row an output, and the number of sweeps by either mode."""
    words = Words(derivation, digits)
    found = iter(derivation.explanations)
    cells = [["", *(f"∂/∂{words.name(name)}" for name in derivation.inputs)]]
    for output in derivation.outputs:
        row = [sums.value(words, next(found)) for _ in derivation.inputs]
        cells.append([words.name(output), *(text if exact else f"≈ {text}" for text, exact in row)])
    notes = [rows.note(note) for note in derivation.notes]
    return "\n".join([*aligned(cells), "", sums.sweeps(derivation), *([""] if notes else []), *notes])
