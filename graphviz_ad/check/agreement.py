"""Whether a stated number is the true one, infinities and nan included."""

from __future__ import annotations

import math

__all__ = ["agree"]


def agree(given: float, true: float, slack: float) -> bool:
    """Whether ``given`` may stand for ``true``, which is known up to ``slack``.

    Where the true number is none, nothing can be said against any other.

    Examples
    --------
    >>> agree(6.07, 5.07, 1e-9), agree(1.0, 1.0 + 1e-12, 1e-9), agree(3.0, float("nan"), 0.0)
    (False, True, True)
    >>> agree(math.inf, math.inf, 0.0), agree(-math.inf, math.inf, 0.0)
    (True, False)
    """
    if given == true or true != true:
        return True
    if not math.isfinite(given) or not math.isfinite(true):
        return False
    return abs(given - true) <= slack or slack != slack
