"""Rings: what a sweep computes.

A ring says how to multiply along a path, how to add where paths meet, and what
an edge weighs.  The weight None means that the sweep does not pass the edge.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from graphviz_ad.noun import noun
from graphviz_ad.tape import LIVE, NOT_DIFFERENTIATED, Tape

__all__ = ["COUNT", "KNOWN", "MAGNITUDE", "REACH", "REAL", "STRONGEST", "UNKNOWN", "Ring", "strength"]

T = TypeVar("T")


@noun
class Ring(Generic[T]):
    """What a sweep carries: a semiring and the weights of the edges in it.

    Attributes
    ----------
    zero
        What no path at all is worth; neutral for ``add``.
    one
        What the empty path is worth, the usual seed; neutral for ``mul``.
    add, mul
        Join paths that meet; extend a path by an edge.
    weights
        Weight of each position of ``graph.operands``; None: the sweep does not pass.
    """

    zero: T
    one: T
    add: Callable[[T, T], T]
    mul: Callable[[T, T], T]
    weights: Callable[[Tape], Sequence[T | None]]


def _live(tape: Tape) -> list[float | None]:
    return [p if s == LIVE else None for p, s in zip(tape.partials, tape.states, strict=True)]


REAL: Ring[float] = Ring(0.0, 1.0, operator.add, operator.mul, _live)
"""Derivatives as numbers; the tape must be complete."""


def _magnitudes(tape: Tape) -> list[float | None]:
    return [
        abs(p) if s == LIVE and p is not None else None
        for p, s in zip(tape.partials, tape.states, strict=True)
    ]


MAGNITUDE: Ring[float] = Ring(0.0, 1.0, operator.add, operator.mul, _magnitudes)
"""The sum of |product| over all paths: the scale against which rounding is judged."""


def _written(tape: Tape) -> list[int | None]:
    return [None if s == NOT_DIFFERENTIATED else 1 for s in tape.states]


COUNT: Ring[int] = Ring(0, 1, operator.add, operator.mul, _written)
"""The exact number of paths, unselected edges included."""


def _passable(tape: Tape) -> list[bool | None]:
    return [None if s == NOT_DIFFERENTIATED else True for s in tape.states]


REACH: Ring[bool] = Ring(False, True, operator.or_, operator.and_, _passable)  # noqa: FBT003
"""Whether there is any path, unselected edges included."""


class _Unknown:
    """The derivative that nobody can know before a value is given."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN = _Unknown()
Known = float | _Unknown


def _both(combine: Callable[[float, float], float]) -> Callable[[Known, Known], Known]:
    def of(left: Known, right: Known) -> Known:
        if isinstance(left, _Unknown) or isinstance(right, _Unknown):
            return UNKNOWN
        return combine(left, right)

    return of


def _known(tape: Tape) -> list[Known | None]:
    return [
        (UNKNOWN if p is None else p) if s == LIVE else None
        for p, s in zip(tape.partials, tape.states, strict=True)
    ]


KNOWN: Ring[Known] = Ring(0.0, 1.0, _both(operator.add), _both(operator.mul), _known)
"""Derivatives of a tape that lacks values: a number where every factor is one, else UNKNOWN."""


# How a path ranks by the size of its product: non-finite factors, minus zero factors, log|product|.
Strength = tuple[int, int, float]


def strength(weight: float) -> Strength:
    """Return how an edge of this weight ranks in a path; tuples add up along the path."""
    if not math.isfinite(weight):
        return (1, 0, 0.0)
    return (0, 0, math.log(abs(weight))) if weight else (0, -1, 0.0)


def _along(left: Strength, right: Strength) -> Strength:
    return (left[0] + right[0], left[1] + right[1], left[2] + right[2])


def _strengths(tape: Tape) -> list[Strength | None]:
    return [
        None if s == NOT_DIFFERENTIATED else strength(0.0 if s != LIVE or p is None else p)
        for p, s in zip(tape.partials, tape.states, strict=True)
    ]


STRONGEST: Ring[Strength] = Ring((0, -(2**62), 0.0), (0, 0, 0.0), max, _along, _strengths)
"""The rank of the path with the largest |product|; nan and the infinities are largest, 0 smallest."""
