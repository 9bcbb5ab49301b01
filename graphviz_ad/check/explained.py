"""Whether a simulated sweep is the one that somebody's engine ran."""

from __future__ import annotations

from collections.abc import Sequence

from graphviz_ad.check.agreement import agree
from graphviz_ad.check.evidence import Evidence
from graphviz_ad.graph import CONSTANT, OUTPUT

__all__ = ["Sweep", "explains", "shown"]

Sweep = Sequence[float]


def explains(evidence: Evidence, sweep: Sweep, share: float = 4.0) -> bool:
    """Whether a simulated sweep gives every stated gradient.

    ``share`` is how many times as inexact as a sum a sweep may be: it adds up many.
    """
    truth, slacks = evidence.truth, evidence.flow.slacks
    ops = truth.graph.ops
    for node, given in truth.claims.adjoints.items():
        if ops[node] in (OUTPUT, CONSTANT):
            continue
        if sweep[node] != sweep[node] and given == given:
            return False
        room = truth.precision.slack(given) + share * slacks[node] + 1e-9 * max(abs(given), abs(sweep[node]))
        if not agree(given, sweep[node], room):
            return False
    return True


def shown(evidence: Evidence) -> int:
    """Return the node that the first output shows."""
    graph = evidence.truth.graph
    return graph.operands[graph.starts[graph.outputs[0]]]
