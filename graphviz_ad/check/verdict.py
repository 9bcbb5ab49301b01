"""What the checks found in somebody's graph, and what is right there instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from graphviz_ad.finding import Finding
from graphviz_ad.noun import noun
from graphviz_ad.tape import Tape

__all__ = ["Verdict"]

_NONE: Mapping[int, float] = MappingProxyType({})


@noun
class Verdict:
    """Findings, which of them follow from which, and the numbers as they should be.

    Attributes
    ----------
    findings
        The most likely root first, behind each root what follows from it, notes last.
    roots
        By finding: the position of the finding that it follows from, None for a root.
    tape
        The graph at the stated inputs, computed; None where the structure is no computation.
    adjoints
        The true gradient of every node, seeds as the verdict took them; () without a tape.
    values, partials, gradients
        Where a stated number is wrong, the right one: by node, by edge, by node.
    instead
        By position of a finding: other faults that give the same numbers and are as likely.
    """

    findings: tuple[Finding, ...]
    roots: tuple[int | None, ...]
    tape: Tape | None = None
    adjoints: Sequence[float] = ()
    values: Mapping[int, float] = _NONE
    partials: Mapping[int, float] = _NONE
    gradients: Mapping[int, float] = _NONE
    instead: Mapping[int, tuple[Finding, ...]] = MappingProxyType({})

    @property
    def ok(self) -> bool:
        """Whether nothing is an error.

        Examples
        --------
        >>> Verdict((Finding("kink"),), (None,)).ok, Verdict((Finding("cycle", "error"),), (None,)).ok
        (True, False)
        """
        return all(finding.severity != "error" for finding in self.findings)
