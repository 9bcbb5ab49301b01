"""Other points: some faults hide at one, a swapped rule where both operands are equal."""

from __future__ import annotations

import random
from collections.abc import Mapping

from graphviz_ad.check.judge import judge
from graphviz_ad.check.verdict import Verdict
from graphviz_ad.claims import Claims
from graphviz_ad.errors import AdvizError
from graphviz_ad.finding import Finding
from graphviz_ad.noun import replace
from graphviz_ad.number import show

__all__ = ["judged_elsewhere"]

SEED = 20260
DIGITS = 4


def judged_elsewhere(
    claims: Claims, verdict: Verdict, source: object, points: int, tolerance: float
) -> tuple[Verdict, str]:
    """Return the verdict with what random points show beyond it, and a line that says how many were tried.

    Only a backward pass that was derived by hand can be computed anew; what is stated as numbers
    is true or false at its one point.
    """
    if not claims.lines:
        return verdict, "no other points were tried: what is stated are numbers, which belong to this point"
    if not claims.graph.inputs:
        return verdict, "no other points were tried: there are no inputs"
    chance = random.Random(SEED)  # noqa: S311 - the same points every time
    names = [claims.graph.names[node] for node in claims.graph.inputs]
    begin = {**dict.fromkeys(names, 1.0), **claims.at}
    found = _Found(verdict)
    tried = 0
    for _ in range(points):
        at = _near(begin, chance)
        try:
            there = judge(_moved(claims, source, at), tolerance=tolerance)
        except AdvizError:
            continue
        tried += 1
        found.add(there, ", ".join(f"{name} = {show(value, DIGITS).text}" for name, value in at.items()))
    return (
        found.verdict(),
        f"tried at {tried} {'other ' if claims.at else ''}point{'' if tried == 1 else 's'} too",
    )


def _moved(claims: Claims, source: object, at: Mapping[str, float]) -> Claims:
    """Return the same backward pass at another point, where a program may take other branches."""
    if not isinstance(source, str):
        return replace(claims, at=at)
    from graphviz_ad.read.claims import read_claims

    return read_claims(source, at=at)


class _Found:
    """The findings at one point, and those that other points show beyond them."""

    def __init__(self, verdict: Verdict) -> None:
        self._verdict = verdict
        self._findings = list(verdict.findings)
        self._roots = list(verdict.roots)
        self._seen = {_key(finding) for finding in verdict.findings}

    def add(self, there: Verdict, where: str) -> None:
        """Add what another point shows: causes that are new, each with what follows from it."""
        moved: dict[int, int] = {}
        for place, (finding, root) in enumerate(zip(there.findings, there.roots, strict=True)):
            if finding.severity == "note" or _key(finding) in self._seen:
                continue
            if root is not None and root not in moved:
                # What it follows from is known already.
                continue
            self._seen.add(_key(finding))
            moved[place] = len(self._findings)
            self._findings.append(replace(finding, message=f"{finding.message} (seen at {where})"))
            self._roots.append(None if root is None else moved[root])

    def verdict(self) -> Verdict:
        """Return all that was found."""
        return replace(self._verdict, findings=tuple(self._findings), roots=tuple(self._roots))


def _near(at: Mapping[str, float], chance: random.Random) -> dict[str, float]:
    """Return a point that is near enough to stay within domains, rounded so that it can be told."""
    return {name: float(f"{(value or 1.0) * chance.uniform(0.5, 1.5):.4g}") for name, value in at.items()}


def _key(finding: Finding) -> tuple[str, str | None, str | None]:
    return finding.fault, finding.node, finding.edge
