"""Which operation a node is by what its source calls it, its operands as they fit its numbers."""

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from graphviz_ad import ops
from graphviz_ad.read.objects.words import known

__all__ = ["Fit", "Seen", "best", "close", "judged", "missing", "quality", "room"]


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
            return max(fits, key=quality)
    return None


def _same_value(value: float, seen: Seen) -> bool:
    """Whether a value is the node's."""
    result = seen.result
    return result is not None and (close(value, result) or abs(value - result) <= room(seen))


def _arranged(op: str, more: tuple[float, ...], seen: Seen) -> Iterator[Fit]:
    """Yield an operation with its operands in every order that may be meant."""
    count, wanted = len(seen.numbers), len(ops.TABLE[op].params) - len(more)
    given = tuple(range(count))
    if count == wanted:
        fit = judged(op, (*given, *more), seen)
        yield fit
        if count == 2 and not (fit.value and seen.ordered):
            other = judged(op, (1, 0, *more), seen)
            if other.value and (not seen.ordered or (other.slopes > 0 and other.slopes > fit.slopes)):
                yield other
    elif count == 1 and wanted == 2:
        yield from _completed(op, seen)


def _completed(op: str, seen: Seen) -> Iterator[Fit]:
    """Yield an operation of two of which one operand is known: with itself, a number it holds, a guess."""
    fits = [] if seen.ordered else [judged(op, (0, 0), seen)]
    for number in dict.fromkeys(seen.spare):
        fits += [judged(op, (0, number), seen), judged(op, (number, 0), seen)]
    yield from fits
    # A number that nobody kept is the last thing to believe in: with it every value comes about.
    if not any(fit.value for fit in fits) and seen.result is not None:
        guess = missing(op, seen.numbers[0], seen.result)
        if guess is not None:
            yield judged(op, (0, guess), seen)._replace(guessed=True)


def judged(op: str, args: tuple[int | float, ...], seen: Seen) -> Fit:
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


def missing(op: str, x: float, result: float, slope: float | None = None) -> float | None:
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


def quality(fit: Fit) -> tuple[bool, int, bool]:
    """Return what makes one fit better than another, the most telling first."""
    # A right value is hardly ever chance; slopes of 1 and -1 are.
    return (fit.value and (not fit.guessed or fit.slopes > 0), fit.slopes, not fit.guessed)


def room(seen: Seen) -> float:
    """Return how far a value may be from the node's: what is rounded off it and its operands."""
    found = max(1e-9 * abs(seen.result or 0.0), 1e-15 * max(map(abs, seen.numbers), default=0.0))
    return found if math.isfinite(found) else 0.0
