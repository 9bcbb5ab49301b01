"""Faults at the node where contributions meet: one survives, one is lost, the sum began elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from graphviz_ad.check.at_heads import is_short, whole
from graphviz_ad.check.evidence import Cause, Evidence
from graphviz_ad.check.notation import label, number, operation
from graphviz_ad.check.told import node_cause, paths

__all__ = ["at_node"]


def at_node(evidence: Evidence, node: int, gap: float) -> Iterator[Cause]:
    """Yield what may have happened at a node whose gradient is ``gap`` more than its sum.

    Parameters
    ----------
    evidence
        What arrives where.
    node
        The node; its own gradient need not be stated.
    gap
        How much more than the sum it holds or passes on.
    """
    parts = evidence.parts_of(node)
    total = sum(part for _, part in parts)
    holds = total + gap
    yield from _overwritten(evidence, node, parts, holds)
    yield from _overwritten_by_itself(evidence, node, parts, holds)
    if evidence.is_input(node):
        yield from _leftover(evidence, node, total, gap)


def _overwritten(
    evidence: Evidence, node: int, parts: list[tuple[int, float]], holds: float
) -> Iterator[Cause]:
    """Yield that one consumer's contribution, and what came after it, is all that is left."""
    if len(parts) < 2:
        return
    scale = sum(abs(part) for _, part in parts)
    # The sweep goes from the last operation to the first: who overwrites loses what came before.
    kept, after = 0.0, len(parts)
    for place in range(len(parts) - 1, 0, -1):
        head, part = parts[place]
        kept += part
        if not evidence.near(holds, kept, scale):
            continue
        lost = [other for other, given in parts[:place] if given]
        if lost:
            after = place
            yield _assigned(evidence, node, head, lost, 1.0 if place == len(parts) - 1 else 1.2)
    for place, (head, part) in enumerate(parts[:-1]):
        if not part or after < len(parts) or not evidence.near(holds, part, scale):
            continue
        others = [other for other, given in parts if other != head and given]
        if others:
            if place == 0 and len(others) > 1:
                yield _last(evidence, node, head, others)
            yield _assigned(evidence, node, head, others, 1.25)


def _assigned(evidence: Evidence, node: int, head: int, lost: list[int], cost: float) -> Cause:
    truth = evidence.truth
    name, sign = label(truth, node), operation(truth, head)
    plural = "s" if len(lost) > 1 else ""
    message = (
        f"overwritten at {name} by the {sign} node {label(truth, head)}: the path{plural} "
        f"{paths(evidence, node, lost)} {'are' if plural else 'is'} lost"
    )
    return node_cause(
        evidence, cost, "assign_instead_of_accumulate", node, message, by=head, nodes=(node,),
        hint=f"add, do not assign: {name}.grad += ...", given=evidence.stated(node),
        expected=evidence.flow.expected[node],
    )  # fmt: skip


def _last(evidence: Evidence, node: int, head: int, lost: list[int]) -> Cause:
    truth = evidence.truth
    name = label(truth, node)
    told = paths(evidence, node, lost)
    message = f"{name} has only what its last consumer {label(truth, head)} gives: {told} are lost"
    return node_cause(
        evidence, 1.1, "only_last_consumer", node, message, by=head, nodes=(node,),
        hint=f"keep a list of all consumers of {name}, or let each add to {name}.grad",
        given=evidence.stated(node), expected=evidence.flow.expected[node],
    )  # fmt: skip


def _overwritten_by_itself(
    evidence: Evidence, node: int, parts: list[tuple[int, float]], holds: float
) -> Iterator[Cause]:
    """Yield that of the two edges of x*x one overwrote the other."""
    truth, total = evidence.truth, sum(part for _, part in parts)
    uses: dict[int, list[int]] = {}
    for edge in truth.uses_of(node):
        uses.setdefault(truth.heads[edge], []).append(edge)
    if len(uses) == len(truth.uses_of(node)):
        return
    for head, part in parts:
        edges = uses[head]
        if len(edges) < 2:
            continue
        single = evidence.flow.parts[edges[-1]]
        rest = total - part
        for wanted in {single, single + rest}:
            if part != single and evidence.near(holds, wanted, abs(part) + abs(rest)):
                name = label(truth, node)
                message = (
                    f"the {operation(truth, head)} node {label(truth, head)} uses {name} {len(edges)} "
                    "times, but only "
                    f"one of its contributions ({number(single)}) arrives: the other is overwritten"
                )
                yield node_cause(
                    evidence, 1.05, "assign_instead_of_accumulate", node, message, by=head, nodes=(node,),
                    hint=f"add, do not assign: {name}.grad += ...", given=evidence.stated(node),
                    expected=evidence.flow.expected[node],
                )  # fmt: skip


def _leftover(evidence: Evidence, node: int, total: float, gap: float) -> Iterator[Cause]:
    """Yield that an input did not begin at 0, or that its sum was taken several times."""
    name = label(evidence.truth, node)
    one = evidence.near(gap, 1.0, abs(total))
    # A plain number beside one that is not was there before; beside plain ones it may be anything.
    if one or (is_short(gap) and not is_short(total)):
        message = f"the gradient of {name} is {number(gap)} too large: it did not begin at 0"
        yield node_cause(
            evidence, 2.5 if one else 3.3, "nonzero_start", node, message,
            hint=f"{name}.grad = 0 before backward()", nodes=(node,), given=evidence.stated(node),
            expected=evidence.flow.expected[node],
        )  # fmt: skip
    k = whole(total + gap, total)
    if 2 <= k <= 1000 and evidence.near(total + gap, k * total, abs(total)):
        message = f"the gradient of {name} is {k} times too large: backward ran {k} times without zeroing it"
        yield node_cause(
            evidence, 2.7, "backward_called_k_times_leaves_not_cleared", node, message,
            hint=f"{name}.grad = 0 before each backward()", nodes=(node,), given=float(k), expected=1.0,
        )  # fmt: skip
