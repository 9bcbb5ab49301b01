"""The difference quotient: the one check that knows nothing of the rules, with its own error bar."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping, Sequence

from graphviz_ad import ops
from graphviz_ad.differentiate.evaluate import primals
from graphviz_ad.differentiate.ring import MAGNITUDE, REAL
from graphviz_ad.differentiate.sweep import reverse
from graphviz_ad.explanation import Difference
from graphviz_ad.tape import Tape

__all__ = ["difference"]

LARGE = 20_000
_FIRST, _SHRINK = 2.0**-6, 8.0
_STEPS, _FEW = 12, (2, 6)
# An estimate whose error bar is wider than this part of it says nothing.
_SHARP = 1e-4
# ... but a slope of 0 has no parts: beside it an error bar of 1e-4 of this is sharp enough.
_TINY = 1e-6
# Slopes below this are differences of numbers that have lost their digits.
_UNDERFLOW = 1e-290


def difference(tape: Tape, direction: Mapping[int, float], target: int) -> Difference:
    """Return the derivative of one node along a direction by central differences.

    Step sizes shrink by 8 from 1/64 of the input's size, neighbouring quotients are
    extrapolated (Richardson), and the estimate with the smallest error bar is taken: truncation
    as the extrapolations differ, rounding as eps*sum(|adjoint*value|)/h over all nodes.

    Parameters
    ----------
    tape
        A complete tape.
    direction
        Rate of change by input node; ``{x: 1.0}`` is the derivative by x.
    target
        The node whose rate of change is wanted.

    Returns
    -------
    Difference
        ``agrees`` with the sweeps, ``inconclusive`` (no step size tells, or the graph has kinks
        or jumps), or ``disagrees``.

    Examples
    --------
    >>> from graphviz_ad.differentiate import evaluate
    >>> from graphviz_ad.read import read_text
    >>> tape = evaluate(read_text("(2*x+3)**2"), {"x": 2})
    >>> found = difference(tape, {0: 1.0}, 3)
    >>> round(found.value, 6), found.verdict
    (28.0, 'agrees')
    """
    adjoints = reverse(tape, {target: 1.0}, REAL)
    sizes = reverse(tape, {target: 1.0}, MAGNITUDE)
    total = sum((adjoints[node] or 0.0) * rate for node, rate in direction.items())
    scale = sum((sizes[node] or 0.0) * abs(rate) for node, rate in direction.items())
    noise = sys.float_info.epsilon * sum(
        abs(a * p) for a, p in zip(adjoints, tape.primals, strict=True) if a is not None and p is not None
    )
    value, error = _best(tape, direction, target, noise)
    if _at_a_kink(tape, adjoints):
        # A central difference takes the mean of the two slopes: of abs at 0 it "confirms" a 0.
        return Difference(value, error, "inconclusive")
    return Difference(value, error, _verdict(tape, value, error, total, scale))


def _at_a_kink(tape: Tape, adjoints: Sequence[float | None]) -> bool:
    """Whether the target depends on an operation that has a kink right here."""
    kinks = (note.node for note in tape.notes if note.fault == "kink" and note.node is not None)
    return any(adjoints[int(node[1:])] is not None for node in kinks)


def _verdict(tape: Tape, value: float, error: float, total: float, scale: float) -> str:
    if not (math.isfinite(value) and math.isfinite(error) and math.isfinite(total)):
        return "inconclusive"
    if 0 < abs(total) < _UNDERFLOW:
        return "inconclusive"  # the values underflow before the steps do
    sharp = error <= _SHARP * abs(value) or value == error == 0
    if abs(value - total) <= 4 * error + 1e-9 * scale:
        return "agrees" if sharp or error <= _SHARP * max(scale, _TINY) else "inconclusive"
    return "disagrees" if sharp and _smooth(tape) else "inconclusive"


def _smooth(tape: Tape) -> bool:
    """Whether no operation has a kink, a jump or an edge of its domain that a step could cross."""
    rows = [ops.TABLE[op] for op in set(tape.graph.ops) if op in ops.TABLE]
    return not any(row.kinks or row.flat or row.selects for row in rows)


def _best(tape: Tape, direction: Mapping[int, float], target: int, noise: float) -> tuple[float, float]:
    """Return the extrapolated quotient with the smallest error bar, and that bar."""
    best = (math.nan, math.inf)
    coarse: float | None = None
    before: float | None = None
    for step, quotient in _quotients(tape, direction, target):
        if 2 * noise / step > best[1]:
            # From here on rounding alone is worse than what was found.
            break
        if not math.isfinite(quotient):
            coarse = before = None
            continue
        if coarse is not None:
            refined = quotient + (quotient - coarse) / (_SHRINK**2 - 1)
            spread = abs(refined - quotient) if before is None else abs(refined - before)
            error = spread + 2 * noise / step
            if error < best[1]:
                best = (refined, error)
            before = refined
        coarse = quotient
    return best


def _quotients(tape: Tape, direction: Mapping[int, float], target: int) -> Iterator[tuple[float, float]]:
    """Yield step sizes and central difference quotients, from coarse to fine."""
    base = {node: tape.primals[node] or 0.0 for node in tape.graph.inputs}
    size = max((abs(base[node]) for node in direction if node in base), default=1.0) or 1.0
    few = len(tape.graph) > LARGE
    for k in range(*_FEW) if few else range(_STEPS):
        step = _FIRST * size / _SHRINK**k
        if not 2 * step:
            return  # the input is so small that its steps are none
        ends = []
        for sign in (1.0, -1.0):
            moved = {node: value + sign * step * direction.get(node, 0.0) for node, value in base.items()}
            end = primals(tape.graph, moved)[target]
            ends.append(math.nan if end is None else end)
        yield step, (ends[0] - ends[1]) / (2 * step)
