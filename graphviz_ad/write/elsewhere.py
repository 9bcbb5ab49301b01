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
    if not claims.lines or not isinstance(source, str) or not claims.at:
        return verdict, "no other points were tried: what is stated are numbers, which belong to this point"
    from graphviz_ad.read.claims import read_claims

    chance = random.Random(SEED)  # noqa: S311 - the same points every time
    seen = {_key(finding) for finding in verdict.findings}
    found: list[Finding] = []
    tried = 0
    for _ in range(points):
        at = _near(claims.at, chance)
        try:
            there = judge(read_claims(source, at=at), tolerance=tolerance)
        except AdvizError:
            continue
        tried += 1
        for finding in there.findings:
            if finding.severity == "note" or _key(finding) in seen:
                continue
            seen.add(_key(finding))
            where = ", ".join(f"{name} = {show(value, DIGITS).text}" for name, value in at.items())
            found.append(replace(finding, message=f"{finding.message} (seen at {where})"))
    line = f"tried at {tried} other point{'' if tried == 1 else 's'} too"
    if not found:
        return verdict, line
    findings = (*verdict.findings, *found)
    return replace(verdict, findings=findings, roots=(*verdict.roots, *[None] * len(found))), line


def _near(at: Mapping[str, float], chance: random.Random) -> dict[str, float]:
    """Return a point that is near enough to stay within domains, rounded so that it can be told."""
    return {name: float(f"{(value or 1.0) * chance.uniform(0.5, 1.5):.4g}") for name, value in at.items()}


def _key(finding: Finding) -> tuple[str, str | None, str | None]:
    return finding.fault, finding.node, finding.edge
