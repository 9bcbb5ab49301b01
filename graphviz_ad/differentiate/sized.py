"""Formulas with a bound of their size, beyond which they are dropped while they grow."""

from collections.abc import Callable
from typing import Any, NamedTuple

__all__ = ["LARGEST", "Sized", "attempt", "join"]

LARGEST = 4000
"""Formulas of more terms than this are cut: nobody reads them."""

_HUGE = 2**1000


class Sized(NamedTuple):
    """A formula and an upper bound of its number of terms; too large ones are dropped."""

    formula: Any
    size: int


def attempt(work: Callable[[], Any], size: int) -> Sized:
    """Return a formula, or none where the algebra has none: of infinities, of what is not real."""
    try:
        return Sized(work(), size)
    except (ArithmeticError, NotImplementedError, RuntimeError, ValueError):
        return Sized(None, size)


def join(operation: Callable[..., Any]) -> Callable[[Sized, Sized], Sized]:
    """Return an operation on formulas as one that drops what becomes too large.

    Examples
    --------
    >>> double = join(lambda x, y: x + y)
    >>> double(Sized(3, 1), Sized(4, 1)), double(Sized(3, 3000), Sized(4, 3000))
    (Sized(formula=7, size=2), Sized(formula=None, size=6000))
    """

    def of(left: Sized, right: Sized) -> Sized:
        size = left.size + right.size
        if left.formula is None or right.formula is None or size > LARGEST:
            return Sized(None, size)
        joined = attempt(lambda: operation(left.formula, right.formula), size)
        # Numbers alone have no size; along a ladder they double at every rung.
        small = joined.formula is None or size or abs(joined.formula) < _HUGE
        return joined if small else Sized(None, size)

    return of
