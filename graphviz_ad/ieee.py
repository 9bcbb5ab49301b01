"""Arithmetic on floats that always answers, as IEEE 754 means it.

Python raises where a float has a perfectly good answer: 1/0 is inf, exp(1000) is inf, and
the square root of -1 is "not a number", never a complex one.  Every function here is total.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

__all__ = ["FUNCTIONS", "div", "floordiv", "mod", "power"]

INF, NAN = math.inf, math.nan


def div(x: float, y: float) -> float:
    """Return x / y: inf or -inf at y = 0, nan for 0/0.

    Examples
    --------
    >>> div(1.0, 0.0), div(-1.0, 0.0), div(6.0, 4.0)
    (inf, -inf, 1.5)
    """
    if y:
        return x / y
    return NAN if x == 0 or x != x or y != y else math.copysign(INF, x) * math.copysign(1.0, y)


def floordiv(x: float, y: float) -> float:
    """Return the largest whole number not above x / y; as `div` at y = 0."""
    return x // y if y else div(x, y)


def mod(x: float, y: float) -> float:
    """Return x - y*floor(x/y), with the sign of y as in Python; nan at y = 0."""
    return x % y if y else NAN


def power(x: float, y: float) -> float:
    """Return x**y among the real numbers: nan where it is not real, inf where it is too large.

    Examples
    --------
    >>> power(-2.0, 3.0), power(0.0, -1.0), power(1e200, 2.0), power(-2.0, 0.5)
    (-8.0, inf, inf, nan)
    """
    try:
        return math.pow(x, y)
    except OverflowError:
        return -INF if x < 0 and y % 2 == 1 else INF
    except ValueError:
        if x == 0:
            return math.copysign(INF, x) if y % 2 == 1 else INF
        return NAN


def _edges(
    function: Callable[[float], float], poles: Mapping[float, float] | None = None
) -> Callable[[float], float]:
    """Return ``function`` made total: its values at poles, inf for overflow, nan outside the domain."""
    at = poles or {}

    def total(x: float) -> float:
        try:
            return function(x)
        except OverflowError:
            return INF
        except ValueError:
            return at.get(x, NAN)

    return total


def _sinh(x: float) -> float:
    try:
        return math.sinh(x)
    except OverflowError:
        return math.copysign(INF, x)


def _whole(function: Callable[[float], float]) -> Callable[[float], float]:
    def total(x: float) -> float:
        return float(function(x)) if math.isfinite(x) else x

    return total


def _sign(x: float) -> float:
    return x if x != x else float((x > 0) - (x < 0))


def _larger(x: float, y: float) -> float:
    return x if x != x or x > y else y


def _smaller(x: float, y: float) -> float:
    return x if x != x or x < y else y


FUNCTIONS: Mapping[str, Callable[..., float]] = {
    "div": div,
    "floordiv": floordiv,
    "mod": mod,
    "pow": power,
    "exp": _edges(math.exp),
    "expm1": _edges(math.expm1),
    "log": _edges(math.log, {0.0: -INF}),
    "log2": _edges(math.log2, {0.0: -INF}),
    "log10": _edges(math.log10, {0.0: -INF}),
    "log1p": _edges(math.log1p, {-1.0: -INF}),
    "sqrt": _edges(math.sqrt),
    "cbrt": _edges(math.cbrt),
    "sin": _edges(math.sin),
    "cos": _edges(math.cos),
    "tan": _edges(math.tan),
    "asin": _edges(math.asin),
    "acos": _edges(math.acos),
    "atan": math.atan,
    "atan2": math.atan2,
    "sinh": _sinh,
    "cosh": _edges(math.cosh),
    "tanh": math.tanh,
    "asinh": math.asinh,
    "acosh": _edges(math.acosh),
    "atanh": _edges(math.atanh, {1.0: INF, -1.0: -INF}),
    "erf": math.erf,
    "erfc": math.erfc,
    "hypot": math.hypot,
    "abs": abs,
    "sign": _sign,
    "max": _larger,
    "min": _smaller,
    "floor": _whole(math.floor),
    "ceil": _whole(math.ceil),
    "round": _whole(round),
}
"""The primitive functions by name, all total."""
