"""One fault in the rule of one kind of operation, wherever that occurs."""

from __future__ import annotations

from collections.abc import Iterator

from graphviz_ad import ops
from graphviz_ad.check.evidence import Cause, Evidence
from graphviz_ad.check.flow import flow_of
from graphviz_ad.check.notation import number
from graphviz_ad.check.rules import rule_of
from graphviz_ad.check.told import edge_cause, grad_line
from graphviz_ad.check.truth import Truth
from graphviz_ad.rule import RESULT, names_in

__all__ = ["wide_causes"]

WORK = 3_000_000
"""So many edges are swept over in all."""


def wide_causes(evidence: Evidence) -> list[Cause]:
    """Return the faults of one rule that explain all gaps."""
    truth = evidence.truth
    heads: dict[str, list[int]] = {}
    for head, op in enumerate(truth.graph.ops):
        if op in ops.TABLE and truth.known[head] and truth.edges_of(head):
            heads.setdefault(op, []).append(head)
    budget = WORK // (len(truth.graph.operands) + 1)
    for op, places in heads.items():
        for fault, told, weights in _variants(truth, op, places):
            budget -= 1
            if budget < 0:
                return []
            forgetting = places if fault == "upstream_not_multiplied" else ()
            flow = flow_of(truth, truth.seeds, weights, frozenset(forgetting))
            if not flow.wrong and all(
                flow.expected[node] - flow.expected[node] == 0 for node in evidence.gaps
            ):
                return [_cause(evidence, op, places, fault, told)]
    return []


def _variants(truth: Truth, op: str, places: list[int]) -> Iterator[tuple[str, str, list[float]]]:
    """Yield wrong rules: the fault, in words, and the local derivatives with it."""
    edges = [edge for head in places for edge in truth.edges_of(head)]
    yield "upstream_not_multiplied", "leaves the upstream gradient out", list(truth.weights)
    for fault, told, factor in (
        ("rule_missing", "sends nothing", 0.0),
        ("wrong_local_sign", "has the wrong sign", -1.0),
        ("wrong_local_constant_factor", "is 2 times too large", 2.0),
        ("wrong_local_constant_factor", "is half of what it should be", 0.5),
    ):
        weights = list(truth.weights)
        for edge in edges:
            weights[edge] *= factor
        yield fault, told, weights
    row = ops.TABLE[op]
    names = (*row.operands, RESULT)
    for slot, partial in enumerate(row.partials):
        kernel = ops.kernel(op).partials[slot]
        for right in [name for name in names if name in names_in(partial)]:
            for wrong in [name for name in names if name != right]:
                weights = list(truth.weights)
                for head in places:
                    numbers = dict(zip(names, (*truth.args(head), truth.results[head]), strict=True))
                    numbers[right] = numbers[wrong]
                    weights[truth.graph.starts[head] + slot] = kernel(*(numbers[name] for name in names))
                yield "wrong_local", f"uses {{{wrong}}} where {{{right}}} belongs", weights


def _cause(evidence: Evidence, op: str, places: list[int], fault: str, told: str) -> Cause:
    truth = evidence.truth
    # The first place is one where it shows.
    shown = [
        head for head in places if any(truth.graph.operands[e] in evidence.gaps for e in truth.edges_of(head))
    ]
    edge = truth.edges_of((shown or places)[-1])[0]
    upstream = evidence.flow.adjoints[truth.heads[edge]]
    where = f"at all {len(places)} of its nodes" if len(places) > 1 else "at its one node"
    names = dict(zip((*ops.TABLE[op].operands, RESULT), rule_of(truth, truth.heads[edge]).names, strict=True))
    message = f"the rule of {op} {told.format_map(names)}, {where}"
    if fault == "upstream_not_multiplied":
        message += f" (here it is {number(upstream)})"
    return edge_cause(
        evidence, 2.0, fault, edge, message, hint=grad_line(evidence, edge), nodes=tuple(evidence.gaps)
    )
