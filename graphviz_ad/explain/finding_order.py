"""Findings in the order of a report: roots, what follows from each, notes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from graphviz_ad.finding import Finding
from graphviz_ad.noun import noun

__all__ = ["Told", "numbered", "summary"]


@noun
class Told:
    """A finding with its number in the report; ``root`` is the number of the one that it follows from.

    Notes have no number.  ``instead`` are other faults that would give the same numbers.
    """

    finding: Finding
    number: int | None = None
    root: int | None = None
    instead: tuple[Finding, ...] = ()


def numbered(
    findings: Sequence[Finding],
    roots: Sequence[int | None],
    instead: Mapping[int, tuple[Finding, ...]] = MappingProxyType({}),
) -> list[Told]:
    """Return findings with their numbers, each root before what follows from it, notes last.

    Parameters
    ----------
    findings, roots, instead
        As in `graphviz_ad.check.verdict.Verdict`.

    Examples
    --------
    >>> found = [Finding("wrong_local", "error"), Finding("kink"), Finding("wrong_gradient", "error")]
    >>> [(told.finding.fault, told.number, told.root) for told in numbered(found, [None, None, 0])]
    [('wrong_local', 1, None), ('wrong_gradient', 2, 1), ('kink', None, None)]
    """
    follow: dict[int, list[int]] = {}
    tops, notes = [], []
    for place, (finding, root) in enumerate(zip(findings, roots, strict=True)):
        if finding.severity == "note":
            notes.append(place)
        elif root is None or findings[root].severity == "note":
            tops.append(place)
        else:
            follow.setdefault(_top(root, roots), []).append(place)
    told: list[Told] = []
    for place in tops:
        number = len(told) + 1
        told.append(Told(findings[place], number, None, instead.get(place, ())))
        told += [
            Told(findings[after], number + turn, number)
            for turn, after in enumerate(follow.get(place, ()), start=1)
        ]
    return [*told, *(Told(findings[place]) for place in notes)]


def _top(place: int, roots: Sequence[int | None]) -> int:
    """Return the finding that everything goes back to."""
    seen = set()
    while (root := roots[place]) is not None and place not in seen:
        seen.add(place)
        place = root
    return place


def summary(told: Sequence[Told]) -> str:
    """Return how much was found: ``1 error, 2 that follow from it, 1 note``; '' for nothing.

    Examples
    --------
    >>> summary(numbered([Finding("wrong_local", "error"), Finding("kink")], [None, None]))
    '1 error, 1 note'
    """
    tops = [each for each in told if each.number is not None and each.root is None]
    follow = sum(each.root is not None for each in told)
    errors = sum(each.finding.severity == "error" for each in tops)
    parts = [_count(errors, "error")] if errors else []
    if len(tops) > errors:
        parts.append(_count(len(tops) - errors, "warning"))
    if follow:
        parts.append(f"{follow} that follow{'s' if follow == 1 else ''} from {_them(len(tops))}")
    notes = len(told) - len(tops) - follow
    return ", ".join([*parts, *([_count(notes, "note")] if notes else [])])


def _count(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def _them(count: int) -> str:
    return "it" if count == 1 else "them"
