"""Faults of where a sweep begins: no seed, a seed everywhere, gradients that were not 0."""

from __future__ import annotations

import math
from collections.abc import Iterator

from graphviz_ad.check.evidence import Cause, Evidence
from graphviz_ad.check.explained import explains, shown
from graphviz_ad.check.notation import label, number
from graphviz_ad.check.sweeps import begun, operations, pushed
from graphviz_ad.check.told import node_cause
from graphviz_ad.graph import CONSTANT, OUTPUT

__all__ = ["begun_elsewhere", "reseeded", "unseeded"]


def unseeded(evidence: Evidence) -> Iterator[Cause]:
    """Yield that the output was never set to 1."""
    stated = evidence.truth.claims.adjoints
    if any(stated.values()) or not evidence.gaps:
        return
    node = shown(evidence)
    name = label(evidence.truth, node)
    told = "the gradient of the output is 0" if node in stated else "every gradient is 0"
    message = f"{told}: {name} was not seeded with 1, so the whole sweep multiplies by 0"
    if node not in stated:
        message += ", or the rules ran from the inputs to the output"
    yield node_cause(
        evidence, 0.7 if node in stated else 0.85, "output_not_seeded", node, message,
        hint=f"{name}.grad = 1 before the sweep", given=0.0, expected=1.0, nodes=tuple(evidence.gaps),
    )  # fmt: skip


def reseeded(evidence: Evidence) -> Iterator[Cause]:
    """Yield that every visit sets a gradient to 1 anew."""
    truth = evidence.truth
    ops = truth.graph.ops
    stated = {k: v for k, v in truth.claims.adjoints.items() if ops[k] not in (OUTPUT, CONSTANT)}
    wrong = sorted(evidence.gaps)
    one = all(value == 1 or (value == 0 and node not in evidence.gaps) for node, value in stated.items())
    if not one or not any(map(evidence.is_input, wrong)):
        return
    cost = 1.15 if len(wrong) > 1 else 1.9
    message = (
        "every gradient is exactly 1, the seed: each visit sets the gradient to 1 in place of passing it on"
    )
    yield node_cause(
        evidence, cost, "reseeded", wrong[0], message,
        hint="seed the output alone; pass the gradient on to the others", given=1.0,
        expected=evidence.flow.expected[wrong[0]], nodes=tuple(evidence.gaps),
    )  # fmt: skip


def begun_elsewhere(evidence: Evidence) -> Iterator[Cause]:
    """Yield that gradients did not begin at 0: those of the inputs, or all."""
    truth = evidence.truth
    leaves = sorted(node for node in evidence.gaps if evidence.is_input(node))
    if not leaves:
        return
    node, order = leaves[0], operations(truth)[::-1]
    plain = pushed(truth, order, begun(truth))
    shifted = pushed(truth, order, begun(truth, 1.0))
    stated, seeded = truth.claims.adjoints, {truth.graph.operands[truth.graph.starts[k]] for k in truth.seeds}
    for everywhere in (False, True):
        per_unit = shifted[node] - plain[node] if everywhere else 1.0
        start = (stated[node] - plain[node]) / per_unit if per_unit else 0.0
        if not start or not math.isfinite(start) or (len(leaves) < 2 and not evidence.near(start, 1.0)):
            continue
        start = float(round(start)) if evidence.near(start, round(start)) else start
        sweep = [
            p + start * (s - p if everywhere else evidence.is_input(k))
            for k, (p, s) in enumerate(zip(plain, shifted, strict=True))
        ]
        if explains(
            evidence, [p if k in seeded else g for k, (p, g) in enumerate(zip(plain, sweep, strict=True))]
        ):
            every = "every node" if everywhere else "every input"
            message = f"the gradient of {every} begins at {number(start)}, not at 0"
            cost = 1.2 if len(leaves) > 1 else 2.0
            yield node_cause(
                evidence, cost, "nonzero_start", leaves[0], message,
                hint="set every gradient to 0 before the sweep", given=stated[leaves[0]],
                expected=plain[leaves[0]], nodes=tuple(evidence.gaps),
            )  # fmt: skip
            return
