"""Which operation a node is: what its source calls it, and what fits its numbers."""

import math
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import NamedTuple

from graphviz_ad import ops
from graphviz_ad.read.objects.words import known

__all__ = ["USUAL", "Fit", "Seen", "best", "close", "shaped"]

USUAL = frozenset(
    ("add", "mul", "sub", "div", "neg", "pow", "square", "exp", "log", "tanh", "relu", "sigmoid")
)
"""Operations that are taken for likelier than others."""

_NEVER = frozenset(("branch", "both", "lt", "le", "gt", "ge", "eq", "ne", "where", "clip"))


class Seen(NamedTuple):
    """The numbers of a node: of its operands, its own, of its edges (None: not known), and more.

    ``spare`` are numbers that its rule or object holds besides; an exponent may be among them.
    """

    numbers: tuple[float, ...]
    result: float | None
    partials: tuple[float | None, ...]
    ordered: bool
    spare: tuple[float, ...]


class Fit(NamedTuple):
    """An operation, its operands (positions among the given ones, or numbers), and how well it fits.

    ``value`` and ``slopes`` are whether the result and all the known partials are those of the
    operation.
    """

    op: str
    args: tuple[int | float, ...]
    value: bool
    slopes: int
    guessed: bool = False


def close(a: float, b: float) -> bool:
    """Whether two numbers are the same but for rounding.

    Examples
    --------
    >>> close(0.1 + 0.2, 0.3), close(1.0, 1.0001), close(math.nan, math.nan)
    (True, False, True)
    """
    return a == b or math.isclose(a, b, rel_tol=1e-9) or (a != a and b != b)


def best(words: Iterable[str], seen: Seen) -> Fit | None:
    """Return the operation that the first known word means, with its operands as they fit best."""
    for word in words:
        rows = known(word, len(seen.numbers))
        fits = [fit for op, more in rows for fit in _arranged(op, more, seen)]
        if fits:
            return max(fits, key=_quality)
    return None


def shaped(seen: Seen) -> list[Fit]:
    """Return all operations of the table that fit the numbers best, the simplest first."""
    count = len(seen.numbers)
    fits = list(_of_value(tuple(range(count)), seen))
    if not fits and count == 2:
        fits = list(_of_value((1, 0), seen))
    if not seen.ordered and count == 1:
        fits += [fit for op in _by_count(2) if (fit := _judged(op, (0, 0), seen)).value]
    if count == 1 and not any(fit.slopes > 0 for fit in fits):
        fits = list(_with_a_number(seen, alone=not fits)) or fits
    if not fits:
        fits = list(_of_slopes(seen))
    if not fits:
        return []
    top = max(map(_quality, fits))
    return [fit for fit in fits if _quality(fit) == top]


def _of_value(order: tuple[int, ...], seen: Seen) -> Iterator[Fit]:
    """Yield the operations that give the result; most are out of the question after that."""
    result = seen.result
    if result is None:
        return
    numbers = [seen.numbers[arg] for arg in order]
    room = _room(seen)
    for op, function, more in _values(len(order)):
        value = function(*numbers, *more)
        if value == result or abs(value - result) <= room or (value != value and result != result):
            yield _judged(op, (*order, *more), seen)


def _room(seen: Seen) -> float:
    """Return how far a value may be from the node's: what is rounded off it and its operands."""
    room = max(1e-9 * abs(seen.result or 0.0), 1e-15 * max(map(abs, seen.numbers), default=0.0))
    return room if math.isfinite(room) else 0.0


def _same_value(value: float, seen: Seen) -> bool:
    """Whether a value is the node's."""
    result = seen.result
    return result is not None and (close(value, result) or abs(value - result) <= _room(seen))


def _of_slopes(seen: Seen) -> Iterator[Fit]:
    """Yield the operations of two that have these slopes though not the result.

    One slope, or slopes of 1 and -1, would be chance.
    """
    if None not in seen.partials and any(abs(slope or 0.0) != 1 for slope in seen.partials):
        for op in _by_count(len(seen.numbers)):
            fit = _judged(op, tuple(range(len(seen.numbers))), seen)
            if fit.slopes == len(seen.numbers):
                yield fit


def _with_a_number(seen: Seen, *, alone: bool) -> Iterator[Fit]:
    """Yield operations of the operand and a number that nobody kept, first those whose slope fits."""
    found = []
    for op in ("pow", "mul", "add", "sub", "div"):
        number = _missing(op, seen.numbers[0], seen.result or 0.0, seen.partials[0])
        if number is not None:
            found += [_judged(op, args, seen) for args in ((0, number), (number, 0))]
    fits = [fit for fit in found if fit.value]
    right = [fit for fit in fits if fit.slopes > 0]
    # Without a slope that fits, a whole exponent is the only number that is not chance.
    plain = [fit for fit in fits if fit.op == "pow" and fit.args[0] == 0 and fit.args[1] in range(-9, 10)]
    # x**-1 and 1/x are the same: the first will do.
    for fit in right[:1] or (plain[:1] if alone else ()):
        yield fit._replace(guessed=True)


def _quality(fit: Fit) -> tuple[bool, int, bool]:
    # A right value is hardly ever chance; slopes of 1 and -1 are.
    return (fit.value and (not fit.guessed or fit.slopes > 0), fit.slopes, not fit.guessed)


@cache
def _by_count(count: int) -> tuple[str, ...]:
    """Return the operations that take so many operands, or one that is a number more."""
    names = sorted(ops.TABLE, key=lambda name: name not in USUAL)
    return tuple(
        name
        for name in names
        if name not in _NEVER and len(ops.TABLE[name].params) - len(ops.TABLE[name].defaults) == count
    )


@cache
def _values(count: int) -> tuple[tuple[str, Callable[..., float], tuple[float, ...]], ...]:
    return tuple((op, ops.kernel(op).value, ops.TABLE[op].left_out(count)) for op in _by_count(count))


def _arranged(op: str, more: tuple[float, ...], seen: Seen) -> Iterator[Fit]:
    """Yield an operation with its operands in every order that may be meant."""
    count, wanted = len(seen.numbers), len(ops.TABLE[op].params) - len(more)
    given = tuple(range(count))
    if count == wanted:
        fit = _judged(op, (*given, *more), seen)
        yield fit
        if count == 2 and not (fit.value and seen.ordered):
            other = _judged(op, (1, 0, *more), seen)
            if other.value and (other.slopes or not seen.ordered):
                yield other
    elif count == 1 and wanted == 2:
        yield from _completed(op, seen)


def _completed(op: str, seen: Seen) -> Iterator[Fit]:
    """Yield an operation of two of which one operand is known: with itself, a number it holds, a guess."""
    if not seen.ordered:
        yield _judged(op, (0, 0), seen)
    fits = []
    for number in dict.fromkeys(seen.spare):
        fits += [_judged(op, (0, number), seen), _judged(op, (number, 0), seen)]
    yield from fits
    if not any(fit.value for fit in fits) and seen.result is not None:
        missing = _missing(op, seen.numbers[0], seen.result)
        if missing is not None:
            yield _judged(op, (0, missing), seen)._replace(guessed=True)


def _missing(op: str, x: float, result: float, slope: float | None = None) -> float | None:
    """Return the operand that gives the result; None: there is none, or it is not told."""
    try:
        if op == "pow":
            # At x = 1 the result says nothing of the exponent, the slope does.
            exponent = math.log(abs(result)) / math.log(abs(x)) if slope is None else slope * x / result
            near = round(exponent * 12) / 12
            return near if close(near, exponent) else exponent
        if op in ("add", "sub"):
            return result - x if op == "add" else x - result
        return {"mul": result / x, "div": x / result}.get(op)
    except (ArithmeticError, ValueError):
        return None


def _judged(op: str, args: tuple[int | float, ...], seen: Seen) -> Fit:
    """Return how well an operation fits."""
    kernel = ops.kernel(op)
    numbers = [seen.numbers[arg] if type(arg) is int else float(arg) for arg in args]
    value = kernel.value(*numbers)
    right = _same_value(value, seen)
    slopes: dict[int, float] = {}
    for slot, arg in enumerate(args):
        if type(arg) is int and seen.partials[arg] is not None:
            slopes[arg] = slopes.get(arg, 0.0) + kernel.partials[slot](*numbers, value)
    told = [(slope, seen.partials[arg]) for arg, slope in slopes.items()]
    return Fit(
        op,
        args,
        right,
        sum(1 if stated is not None and close(slope, stated) else -1 for slope, stated in told),
    )
