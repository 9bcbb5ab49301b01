"""Findings about sums, in words."""

from __future__ import annotations

from collections.abc import Sequence

from graphviz_ad.check.evidence import Cause, Evidence
from graphviz_ad.check.notation import at_edge, at_node, label, line, number
from graphviz_ad.check.root import SWEEP, Root
from graphviz_ad.check.seen import innocent
from graphviz_ad.finding import Finding
from graphviz_ad.noun import replace

__all__ = ["edge_cause", "grad_line", "node_cause", "paths"]

_OF_RULES = frozenset(("rule_missing", "assign_instead_of_accumulate", "wrong_gradient"))
"""Faults at a node that may be one of the rule that is written somewhere."""


def node_cause(
    evidence: Evidence,
    cost: float,
    fault: str,
    node: int,
    message: str,
    *,
    hint: str = "",
    by: int | None = None,
    given: float | None = None,
    expected: float | None = None,
    nodes: Sequence[int] = (),
    edges: Sequence[int] = (),
) -> Cause:
    """Return a cause that lies at a node."""
    truth = evidence.truth
    finding = Finding(fault, "error", given=given, expected=expected, message=message, hint=hint)
    finding = at_node(truth, node, finding)
    if by is not None:
        finding = replace(finding, by=f"n{by}", source=truth.claims.sources.get(by))
    through = [edge for edge in truth.uses_of(node) if by is not None and truth.heads[edge] == by]
    if fault not in _OF_RULES or (through and all(innocent(truth, edge) for edge in through)):
        # It is the sweep that is wrong: a rule that stands there has done nothing.
        finding = replace(finding, source=None)
    return Cause(cost, Root(finding, SWEEP, tuple(nodes), tuple(edges)))


def edge_cause(
    evidence: Evidence,
    cost: float,
    fault: str,
    edge: int,
    message: str,
    *,
    hint: str = "",
    given: float | None = None,
    expected: float | None = None,
    nodes: Sequence[int] = (),
    edges: Sequence[int] = (),
) -> Cause:
    """Return a cause that lies at an edge; ``edges`` where it is at others as well."""
    finding = Finding(fault, "error", given=given, expected=expected, message=message, hint=hint)
    finding = at_edge(evidence.truth, edge, finding)
    if innocent(evidence.truth, edge):
        finding = replace(finding, source=None)
    return Cause(cost, Root(finding, SWEEP, tuple(nodes), tuple(edges) or (edge,)))


def paths(evidence: Evidence, node: int, heads: Sequence[int]) -> str:
    """Return what operations give to a node: ``y → p (1)``."""
    truth, wanted = evidence.truth, set(heads[:3])
    parts = {head: part for head, part in evidence.parts_of(node) if head in wanted}
    shown = [f"{label(truth, head)} → {label(truth, node)} ({number(parts[head])})" for head in heads[:3]]
    more = len(heads) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more > 0 else "")


def grad_line(evidence: Evidence, edge: int) -> str:
    """Return the line of code that the rule of an edge needs."""
    return line(evidence.truth, edge)
