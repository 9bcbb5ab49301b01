"""Which operation of the table a node is that says nothing of it: found from its numbers."""

from collections.abc import Callable, Iterator
from functools import cache

from graphviz_ad import ops
from graphviz_ad.read.objects.fitting import Fit, Seen, close, judged, missing, quality, room

__all__ = ["USUAL", "shaped"]

USUAL = frozenset(
    ("add", "mul", "sub", "div", "neg", "pow", "square", "exp", "log", "tanh", "relu", "sigmoid")
)
"""Operations that are taken for likelier than others."""

_NEVER = frozenset(("branch", "both", "lt", "le", "gt", "ge", "eq", "ne", "where", "clip"))
_FEW_DIGITS = 5
_TELLS_NOTHING = (-1.0, 0.0, 1.0)


def shaped(seen: Seen) -> list[Fit]:
    """Return all operations of the table that fit the numbers best, the simplest first."""
    count = len(seen.numbers)
    fits = list(_of_value(tuple(range(count)), seen))
    if not fits and count == 2:
        fits = list(_of_value((1, 0), seen))
    if not seen.ordered and count == 1:
        twice = (judged(op, (0, 0, *ops.TABLE[op].left_out(2)), seen) for op in _by_count(2))
        fits += [fit for fit in twice if fit.value]
    if count == 1 and not any(fit.slopes > 0 for fit in fits):
        found = list(_with_a_number(seen, alone=not fits))
        if not fits or any(_is_likely(fit, seen) for fit in found):
            fits = found or fits
    if not fits:
        fits = list(_of_slopes(seen))
    if not fits:
        return []
    top = max(map(quality, fits))
    return [fit for fit in fits if quality(fit) == top]


def _of_value(order: tuple[int, ...], seen: Seen) -> Iterator[Fit]:
    """Yield the operations that give the result; most are out of the question after that."""
    result = seen.result
    if result is None:
        return
    numbers = [seen.numbers[arg] for arg in order]
    far = room(seen)
    for op, function, more in _values(len(order)):
        value = function(*numbers, *more)
        if value == result or abs(value - result) <= far or (value != value and result != result):
            yield judged(op, (*order, *more), seen)


def _is_likely(fit: Fit, seen: Seen) -> bool:
    """Whether a number that nobody kept is likelier than an operation with this value and a wrong rule.

    It is if somebody may have typed it, 0.5, or where the value says little: at 1 a dozen
    operations have the value 1.  It is not if it is the operand
    or the result once more, as in ``x*x`` and ``sqrt(x) = x/sqrt(x)``.
    """
    number = next(arg for arg in fit.args if type(arg) is float)
    known = (seen.numbers[0], seen.result)
    if any(other is not None and close(number, other) for other in known) and not number.is_integer():
        return False
    typed = float(f"{number:.{_FEW_DIGITS}g}")
    return abs(typed - number) <= 1e-9 * abs(number) or seen.result in _TELLS_NOTHING


def _of_slopes(seen: Seen) -> Iterator[Fit]:
    """Yield the operations of two that have these slopes though not the result.

    One slope, or slopes of 1 and -1, would be chance.
    """
    if None not in seen.partials and any(abs(slope or 0.0) != 1 for slope in seen.partials):
        for op in _by_count(len(seen.numbers)):
            more = ops.TABLE[op].left_out(len(seen.numbers))
            fit = judged(op, (*range(len(seen.numbers)), *more), seen)
            if fit.slopes == len(seen.numbers):
                yield fit


def _with_a_number(seen: Seen, *, alone: bool) -> Iterator[Fit]:
    """Yield operations of the operand and a number that nobody kept, first those whose slope fits."""
    found = []
    for op in ("pow", "mul", "add", "sub", "div"):
        number = missing(op, seen.numbers[0], seen.result or 0.0, seen.partials[0])
        if number is not None:
            found += [judged(op, args, seen) for args in ((0, number), (number, 0))]
    fits = [fit for fit in found if fit.value]
    right = [fit for fit in fits if fit.slopes > 0]
    # Without a slope that fits, a whole exponent is the only number that is not chance.
    plain = [fit for fit in fits if fit.op == "pow" and fit.args[0] == 0 and fit.args[1] in range(-9, 10)]
    # x**-1 and 1/x are the same: the first will do.
    likely = [fit for fit in right if _is_likely(fit, seen)]
    for fit in likely[:1] or (plain[:1] if alone else ()) or right[:1]:
        yield fit._replace(guessed=True)


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
