"""Findings about sums, in words."""

from __future__ import annotations

from collections.abc import Sequence

from graphviz_ad.check.evidence import Cause, Evidence
from graphviz_ad.check.notation import at_edge, at_node, label, line, number
from graphviz_ad.check.root import SWEEP, Root
from graphviz_ad.finding import Finding
from graphviz_ad.noun import replace

__all__ = ["edge_cause", "grad_line", "node_cause", "paths"]


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
    finding = Finding(fault, "error", given=given, expected=expected, message=message, hint=hint)
    finding = at_node(evidence.truth, node, finding)
    if by is not None:
        finding = replace(finding, by=f"n{by}", source=evidence.truth.claims.sources.get(by))
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
    return Cause(
        cost, Root(at_edge(evidence.truth, edge, finding), SWEEP, tuple(nodes), tuple(edges) or (edge,))
    )


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
