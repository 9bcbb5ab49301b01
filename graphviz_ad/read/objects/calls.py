"""Calling somebody's code: what it raises is told, what it adds is read to the last digit."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from graphviz_ad.claims import Probe
from graphviz_ad.read.objects.families import Families, Family
from graphviz_ad.read.objects.rules import calling
from graphviz_ad.read.objects.unwrapping import number_of

__all__ = ["UPSTREAM", "NotAsked", "RuleRaised", "added", "call", "of_function"]

UPSTREAM = 4.0
"""The other gradient; a power of two, so that dividing by it costs no digit."""

_ALMOST = 1e-14
_NONE = Family("", "", "", "")


class RuleRaised(Exception):
    """Somebody's rule raised ``__cause__``."""


class NotAsked(Exception):
    """A rule whose way of being called, or of answering, is not known here: no fault of its own."""


def call(rule: object, values: Sequence[object]) -> object:
    """Call somebody's code; whatever it raises is told."""
    try:
        return rule(*values)  # type: ignore[operator]
    except (Exception, SystemExit) as failed:
        raise RuleRaised from failed


def added(found: float, once: float, start: float) -> float:
    """Return what was added, without the digits that adding to ``start`` cost."""
    more = found - start
    return once if abs(more - once) <= _ALMOST * max(abs(start), abs(once)) else more


def of_function(function: Callable[..., object], families: Families) -> Probe | float:
    """Return what a stored function of the upstream gradient gives; without one, the local derivative.

    Examples
    --------
    >>> of_function(lambda: 3.0, Families()), of_function(lambda g: 2.0*g, Families())
    (3.0, Probe(once=2.0, scaled=2.0, onto=2.0))
    """
    count = calling(function, _NONE).values
    answers = [call(function, (upstream,) if count else ()) for upstream in (1.0, UPSTREAM)]
    first, last = (number_of(answer, families.of) for answer in answers)
    if first is None or last is None:
        raise RuleRaised from TypeError("what it returned is no number")
    return Probe(first, added(last / UPSTREAM, first, 0.0), first) if count else first
