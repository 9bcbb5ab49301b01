"""The Jacobian by itself: its grid, and what it costs by either mode."""

from __future__ import annotations

from collections.abc import Sequence

from graphviz_ad.explain import sums
from graphviz_ad.explain.words import Words
from graphviz_ad.explanation import Derivation, Explanation
from graphviz_ad.number import json_number
from graphviz_ad.write import rows
from graphviz_ad.write.columns import aligned

__all__ = ["jacobian_document", "jacobian_text"]

WIDEST = 6
"""Inputs up to which they stand side by side, as in books; more stand below each other."""


def jacobian_document(derivation: Derivation) -> dict[str, object]:
    """Return the Jacobian as a JSON document: numbers and formulas, outputs down, inputs across."""
    grid = _grid(derivation)
    return {
        "schema": 1,
        "outputs": list(derivation.outputs),
        "inputs": list(derivation.inputs),
        "values": [[json_number(e.total) for e in row] for row in grid],
        "symbols": [[e.symbol for e in row] for row in grid],
        "reached": [[e.reached for e in row] for row in grid],
        "sweeps": sums.sweeps(derivation),
    }


def jacobian_text(derivation: Derivation, *, digits: int, lang: str = "en") -> str:
    """Return the Jacobian as a grid, and the number of sweeps by either mode.

    Parameters
    ----------
    derivation
        What is told; without values its formulas are.
    digits
        Significant digits of shown numbers.
    lang
        The language of the words.

    Returns
    -------
    str
        One line an output and one column an input, or the other way round where there are many
        inputs.  A pair that no path joins is ``0 (x is not used in y)``.
    """
    words = Words(derivation, digits, lang)
    outputs = [words.name(name) for name in derivation.outputs]
    if not derivation.inputs:
        told = f"{', '.join(outputs)}: no inputs, so there is nothing to differentiate by"
        return f"{words.told(told)}\n"
    inputs = [words.name(name) for name in derivation.inputs]
    texts = [[sums.cell(words, e) for e in row] for row in _grid(derivation)]
    if len(inputs) > max(WIDEST, len(outputs)):
        cells = [["", *(f"∂{name}" for name in outputs)]]
        cells += [
            [f"/∂{name}", *column] for name, column in zip(inputs, zip(*texts, strict=True), strict=True)
        ]
    else:
        cells = [["", *(f"∂/∂{name}" for name in inputs)]]
        cells += [[name, *row] for name, row in zip(outputs, texts, strict=True)]
    # The grid says what is not used.
    notes = rows.notes(words, silent=("unused_input",))
    blocks = [aligned(cells), [words.told(sums.sweeps(derivation))], notes]
    return "\n".join("".join(f"{line}\n" for line in block) for block in blocks if block)


def _grid(derivation: Derivation) -> Sequence[Sequence[Explanation]]:
    """Return the explanations, a row an output."""
    found, width = derivation.explanations, len(derivation.inputs)
    return [found[k * width : (k + 1) * width] for k in range(len(derivation.outputs))]
