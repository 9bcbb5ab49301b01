"""Algebra where there is one: everything but formulas works without symengine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphviz_ad.finding import Finding
from graphviz_ad.tape import Tape

if TYPE_CHECKING:
    from graphviz_ad.differentiate.formula import Formulas

__all__ = ["NO_ALGEBRA", "formulas_of"]

NO_ALGEBRA = Finding(
    "no_algebra",
    message="formulas are not given: the package symengine is not installed",
    hint="python -m pip install symengine; numbers do not need it",
)
"""What to tell where formulas were asked for and cannot be had."""


def formulas_of(tape: Tape) -> Formulas | None:
    """Return the formulas of a tape, or None where symengine is not installed."""
    try:
        from graphviz_ad.differentiate.formula import Formulas
    except ModuleNotFoundError as error:
        if error.name != "symengine":
            raise
        return None
    return Formulas(tape)
