"""What a rule was seen to do with the upstream gradient, and with what its operand had already."""

from __future__ import annotations

import math

from graphviz_ad.check.agreement import agree
from graphviz_ad.check.truth import Truth

__all__ = ["UPSTREAM", "forgets", "innocent", "overwrites", "passed", "power"]

UPSTREAM = 4.0
"""The gradient of the operation with which live objects are asked for ``Probe.scaled``."""


def forgets(truth: Truth, edge: int) -> bool:
    """Whether a rule was seen to leave the upstream gradient out."""
    probe = truth.claims.probes.get(edge)
    return probe is not None and not agree(probe.scaled, probe.once, _room(truth, probe.once))


def overwrites(truth: Truth, edge: int) -> bool:
    """Whether a rule was seen to overwrite what other consumers had given."""
    probe = truth.claims.probes.get(edge)
    return probe is not None and not agree(probe.onto, probe.once, _room(truth, probe.once))


def _room(truth: Truth, number: float) -> float:
    return max(truth.precision.slack(number), 1e-7 * abs(number), 1e-9)


def innocent(truth: Truth, edge: int) -> bool:
    """Whether a rule was seen to add the true local derivative times the upstream gradient.

    Examples
    --------
    >>> from graphviz_ad.check.truth import truth_of
    >>> from graphviz_ad.claims import Claims, Probe
    >>> from graphviz_ad.read import read_text
    >>> probes = {0: Probe(3.0, 3.0, 3.0), 1: Probe(2.0, 0.5, 2.0)}
    >>> truth = truth_of(Claims(read_text("x*y"), {"x": 2, "y": 3}, probes=probes))
    >>> innocent(truth, 0), innocent(truth, 1)
    (True, False)
    """
    probe, head = truth.claims.probes.get(edge), truth.heads[edge]
    if probe is None or head in truth.claims.missing_rules or forgets(truth, edge) or overwrites(truth, edge):
        return False
    return not truth.known[head] or agree(probe.once, truth.partials[edge], 1e-7 * abs(probe.once))


def power(truth: Truth, edge: int) -> int | None:
    """Return how often a rule multiplies by the upstream gradient, None where it does something else.

    Examples
    --------
    >>> from graphviz_ad.check.truth import truth_of
    >>> from graphviz_ad.claims import Claims, Probe
    >>> from graphviz_ad.read import read_text
    >>> probes = {k: Probe(1.0, scaled, 1.0) for k, scaled in enumerate((1.0, 0.25, 4.0, -2.0))}
    >>> truth = truth_of(Claims(read_text("x + y + (x + y)"), probes=probes))
    >>> [power(truth, edge) for edge in range(4)]
    [1, 0, 2, None]
    """
    if not forgets(truth, edge):
        return 1
    probe = truth.claims.probes[edge]
    share = probe.scaled / probe.once if probe.once else 0.0
    for times in (2, 3, -1):
        if math.isclose(share, UPSTREAM ** (times - 1), rel_tol=1e-6):
            return times
    # Whatever it was asked with was more than 1.
    return 0 if 0 < share < 1 else None


def passed(truth: Truth, edge: int, adjoint: float) -> float:
    """Return what a rule multiplies its local derivative by, for a gradient of its operation."""
    times = power(truth, edge)
    if times is None or (times < 0 and not adjoint):
        return 1.0
    return adjoint**times if times != 1 else adjoint
