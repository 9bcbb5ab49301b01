"""Faults of adding up, everywhere: each rule assigns, each node keeps its last consumer alone."""

from __future__ import annotations

from collections.abc import Iterator

from graphviz_ad.check.evidence import Cause, Evidence
from graphviz_ad.check.explained import Sweep, explains
from graphviz_ad.check.notation import label, operation
from graphviz_ad.check.sweeps import Orders, assigned, begun, operations
from graphviz_ad.check.told import node_cause, paths

__all__ = ["assigning", "last_only"]


def assigning(evidence: Evidence) -> Iterator[Cause]:
    """Yield that every rule overwrites in place of adding."""
    truth = evidence.truth
    orders = Orders(truth)
    for order in (
        operations(truth)[::-1],
        orders.postorder(backwards=False)[::-1],
        orders.postorder(backwards=True)[::-1],
    ):
        sweep = assigned(truth, order, begun(truth))
        if explains(evidence, sweep):
            node = _lossy(evidence, sweep)
            turn = {k: place for place, k in enumerate(order)}
            heads = [head for head, part in evidence.parts_of(node) if part]
            if not heads:
                return
            last = max(heads, key=lambda head: turn.get(head, -1))
            lost = [head for head in heads if head != last]
            others = [other for other in sorted(evidence.gaps) if other != node]
            names = ", ".join(label(truth, other) for other in others[:4])
            message = (
                f"overwritten at {label(truth, node)} by the {operation(truth, last)} node "
                f"{label(truth, last)}"
                + (f": the path {paths(evidence, node, lost)} is lost" if lost else "")
                + (f"; likewise at {names}: every rule assigns" if names else "")
            )
            # At a single node it may as well be a single rule.
            cost = 1.12 if len(evidence.gaps) > 1 else 1.3
            yield node_cause(
                evidence, cost, "assign_instead_of_accumulate", node, message, by=last,
                hint="add, do not assign: x.grad += ...", given=sweep[node],
                expected=evidence.flow.expected[node], nodes=tuple(evidence.gaps),
            )  # fmt: skip
            return


def last_only(evidence: Evidence) -> Iterator[Cause]:
    """Yield that every node keeps its last consumer alone."""
    truth = evidence.truth
    graph, weights = truth.graph, truth.weights
    sweep = [0.0] * len(graph)
    for output, value in truth.seeds.items():
        sweep[output] = value
    for node in range(len(graph) - 1, -1, -1):
        uses = truth.uses_of(node)
        if uses:
            last = truth.heads[uses[-1]]
            sweep[node] = sum(weights[e] * sweep[last] for e in uses if truth.heads[e] == last)
    if explains(evidence, sweep):
        node = _lossy(evidence, sweep)
        parts = evidence.parts_of(node)
        lost = [head for head, part in parts[1:] if part]
        message = (
            f"{label(truth, node)} has only what its last consumer {label(truth, parts[0][0])} gives"
            + (f": {paths(evidence, node, lost)} lost" if lost else "")
        )
        yield node_cause(
            evidence, 1.16, "only_last_consumer", node, message, by=parts[0][0],
            hint="keep all consumers of a node, or let each add to its gradient",
            given=sweep[node], expected=evidence.flow.expected[node], nodes=tuple(evidence.gaps),
        )  # fmt: skip


def _lossy(evidence: Evidence, sweep: Sweep) -> int:
    """Return the first node of the sweep at which contributions meet and not all are kept."""
    for node in range(len(sweep) - 1, -1, -1):
        parts = [part for _, part in evidence.parts_of(node) if part]
        met = len(parts) > 1 or len(evidence.truth.uses_of(node)) > len(parts) > 0
        if met and not evidence.near(sweep[node], evidence.flow.expected[node]):
            return node
    return min(evidence.gaps)
