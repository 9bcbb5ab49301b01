"""Faults of one contribution: nothing, the local derivative alone, another local derivative."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from graphviz_ad import ops
from graphviz_ad.check.at_heads import usual
from graphviz_ad.check.evidence import Cause, Evidence
from graphviz_ad.check.kinks import is_kinked, sides
from graphviz_ad.check.notation import label, number, use
from graphviz_ad.check.resemblance import likeness
from graphviz_ad.check.rules import rule_of, stated_local
from graphviz_ad.check.told import edge_cause, grad_line, node_cause
from graphviz_ad.graph import OUTPUT

__all__ = ["at_edge"]

MANY = 100
"""Among more contributions than this one is always like something."""
_COSTS = {
    "wrong_local_sign": 1.3,
    "rule_of_other_op": 1.6,
    "wrong_local_constant_factor": 1.7,
    "wrong_local_extra_factor": 1.8,
    "integer_truncation": 1.55,
    "edge_gets_nothing": 1.3,
}


def at_edge(evidence: Evidence, edge: int, gap: float, nodes: Sequence[int]) -> Iterator[Cause]:
    """Yield why an operation gives ``gap`` more to one operand than it should.

    Parameters
    ----------
    evidence
        What arrives where.
    edge, gap
        The edge; what arrives through it less what should.
    nodes
        The nodes whose wrong sums this explains.
    """
    truth = evidence.truth
    head = truth.heads[edge]
    if truth.graph.ops[head] == OUTPUT or edge in evidence.fixed:
        return
    part, weight = evidence.flow.parts[edge], truth.weights[edge]
    came, upstream = part + gap, evidence.flow.adjoints[head]
    scale = abs(part)
    if part and evidence.near(came, 0.0, scale):
        yield _nothing(evidence, edge, nodes)
    elif abs(upstream - 1) > 1e-9 and weight and evidence.near(came, weight, scale):
        yield _upstream(evidence, edge, nodes)
    elif truth.known[head] and len(truth.uses_of(truth.graph.operands[edge])) <= MANY:
        yield from _other_local(evidence, edge, came, nodes)
        yield from _constant(evidence, edge, gap, nodes)


def _nothing(evidence: Evidence, edge: int, nodes: Sequence[int]) -> Cause:
    truth = evidence.truth
    head, tail = truth.heads[edge], truth.graph.operands[edge]
    part = evidence.flow.parts[edge]
    others = [other for other in truth.edges_of(head) if other != edge and evidence.flow.parts[other]]
    only = len(truth.uses_of(tail)) == 1 and evidence.is_input(tail)
    if only and others:
        name = label(truth, tail)
        message = (
            f"{name} gets nothing, though the path {use(truth, edge)} leads to it ({number(part)}): "
            "the sweep does not reach it"
        )
        hint = f"use the node {name} in {label(truth, head)}, not its value alone"
        return node_cause(
            evidence, 1.1, "unreachable_from_output", tail, message, by=head, edges=(edge,), given=0.0,
            expected=part, nodes=nodes, hint=hint,
        )  # fmt: skip
    message = f"{use(truth, edge)} gets nothing: {number(part)} should arrive"
    # Where it is the only operand, it is rather the rule that is missing.
    return edge_cause(
        evidence, 1.15 if others else 1.3, "edge_gets_nothing", edge, message, given=0.0, expected=part,
        nodes=nodes, hint=grad_line(evidence, edge),
    )  # fmt: skip


def _upstream(evidence: Evidence, edge: int, nodes: Sequence[int]) -> Cause:
    truth = evidence.truth
    head = truth.heads[edge]
    upstream = evidence.flow.adjoints[head]
    message = (
        f"contribution {use(truth, edge)} equals the local derivative alone: the upstream gradient "
        f"{number(upstream)} is not multiplied in"
    )
    cost = 1.0 + (truth.graph.ops[head] in evidence.scales)
    if any(evidence.near(part, 1.0) for _, part in evidence.parts_of(head)[:MANY]):
        # It may as well have passed on one contribution, a 1, too early.
        cost += 0.15
    return edge_cause(
        evidence, cost, "upstream_not_multiplied", edge, message, hint=grad_line(evidence, edge),
        given=truth.weights[edge], expected=evidence.flow.parts[edge], nodes=nodes,
    )  # fmt: skip


def _other_local(evidence: Evidence, edge: int, came: float, nodes: Sequence[int]) -> Iterator[Cause]:
    """Yield that the contribution was made with another local derivative."""
    truth = evidence.truth
    head, upstream = truth.heads[edge], evidence.flow.adjoints[truth.heads[edge]]
    if not upstream or not math.isfinite(came / upstream):
        return
    given, true = came / upstream, truth.partials[edge]
    if is_kinked(truth, head):
        low, high = sides(truth, edge)
        if low - 1e-9 <= given <= high + 1e-9:
            return

    def close(left: float, right: float) -> bool:
        return evidence.near(left, right, abs(true))

    like = likeness(rule_of(truth, head), edge - truth.graph.starts[head], given, close)
    # One place that explains several numbers is worth naming even where its number is like nothing.
    unlike = 3.0 if len(evidence.gaps) > 1 else 5.5
    cost = _COSTS.get(
        like.fault, (1.5 if " where " in like.looks_like else 2.2) if like.looks_like else unlike
    )
    cost += 1.0 * (true == 0) + usual(truth.graph.ops[head])
    # What the graph states or a rule was seen to do is likelier right than wrong.
    cost += 1.5 * (stated_local(truth, edge) is not None) + 0.9 * (truth.graph.ops[head] in evidence.works)
    message = f"{use(truth, edge)} gives {number(came)}, should be {number(evidence.flow.parts[edge])}"
    message += f": that is the upstream gradient {number(upstream)} times {number(given)}, not {number(true)}"
    if like.fault == "rule_of_other_op":
        message += (
            f"; {number(given)} is the local derivative of {like.looks_like}, not of {truth.graph.ops[head]}"
        )
    elif like.looks_like:
        message += f"; {number(given)} is {like.looks_like}"
    yield edge_cause(
        evidence, cost, like.fault, edge, message, hint=grad_line(evidence, edge),
        given=given, expected=true, nodes=nodes,
    )  # fmt: skip


def _constant(evidence: Evidence, edge: int, gap: float, nodes: Sequence[int]) -> Iterator[Cause]:
    """Yield that the operand was given the contribution that belongs to a constant."""
    truth = evidence.truth
    head, graph = truth.heads[edge], truth.graph
    first = graph.starts[head]
    args = truth.args(head)
    if graph.ops[head] not in ops.TABLE:
        return
    for slot, operand in enumerate(graph.operands[first : graph.starts[head + 1]]):
        if operand >= 0 or first + slot == edge:
            continue
        slope = ops.kernel(graph.ops[head]).partials[slot](*args, truth.results[head])
        part = slope * evidence.flow.adjoints[head]
        if part and evidence.near(gap, part, abs(evidence.flow.parts[edge])):
            text = graph.constant_text(operand)
            message = (
                f"{use(truth, edge)} gives {number(gap)} too much: that is the contribution of "
                f"{label(truth, head)} to the constant {text}, which needs none"
            )
            yield edge_cause(
                evidence, 1.45, "constant_gets_gradient", edge, message, expected=evidence.flow.parts[edge],
                given=gap + evidence.flow.parts[edge], hint=grad_line(evidence, edge), nodes=nodes,
            )  # fmt: skip
