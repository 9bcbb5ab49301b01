"""Faults of running backward several times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphviz_ad.check.evidence import Cause, Evidence
from graphviz_ad.check.explained import Sweep, explains
from graphviz_ad.check.sweeps import begun, operations, pushed, seed
from graphviz_ad.check.told import node_cause
from graphviz_ad.graph import INPUT

__all__ = ["repeated"]

SMALL_GRAPH = 20_000
"""Below this every simulation is affordable."""


def repeated(evidence: Evidence) -> Iterator[Cause]:
    """Yield that backward ran several times and something was not cleared in between."""
    truth = evidence.truth
    order = operations(truth)[::-1]
    once = pushed(truth, order, begun(truth))
    yield from _leaves_kept(evidence, once)
    if evidence.gaps.keys() <= {truth.graph.operands[truth.graph.starts[k]] for k in truth.seeds}:
        # Of one wrong number at the output itself nobody can say how often anything ran.
        return
    most = 40 if len(order) < SMALL_GRAPH else 6
    for clears, fault, told in (
        (False, "nothing", "nothing was cleared in between"),
        (True, "inner_not", "the gradients of inner nodes were not cleared in between"),
    ):
        for piling in (False, True):
            found = _runs(evidence, order, most, clears=clears, piling=piling)
            if found:
                message = (
                    f"backward ran {found} times and {told}: each path counts as often as its length tells"
                )
                yield _again(evidence, 1.2, f"backward_called_k_times_{fault}_cleared", found, message)
                break


def _runs(evidence: Evidence, order: Sequence[int], most: int, *, clears: bool, piling: bool) -> int:
    """Return after how many runs all stated gradients come out, 0 if never."""
    truth = evidence.truth
    leaves = truth.graph.inputs
    stated, sweep = truth.claims.adjoints, begun(truth)
    seeds = {truth.graph.operands[truth.graph.starts[k]]: s for k, s in truth.seeds.items()}
    for run in range(1, most + 1):
        if clears:
            for node in leaves:
                sweep[node] = 0.0
        if not piling:
            seed(truth, sweep)
        elif run > 1:
            for node, value in seeds.items():
                sweep[node] += value
        pushed(truth, order, sweep)
        if run > 1 and explains(evidence, sweep):
            return run
        if all(abs(sweep[node]) > 1.01 * abs(stated[node]) for node in evidence.gaps):
            return 0
    return 0


def _leaves_kept(evidence: Evidence, once: Sweep) -> Iterator[Cause]:
    stated, truth = evidence.truth.claims.adjoints, evidence.truth
    leaves = sorted(node for node in evidence.gaps if evidence.is_input(node))
    if not leaves or not once[leaves[0]]:
        return
    runs = round(stated[leaves[0]] / once[leaves[0]]) if abs(stated[leaves[0]] / once[leaves[0]]) < 1e6 else 0
    if runs < 2:
        return
    sweep = [runs * number if truth.graph.ops[k] == INPUT else number for k, number in enumerate(once)]
    if explains(evidence, sweep):
        message = f"every leaf is {runs} times too large: backward ran {runs} times without zeroing"
        yield _again(
            evidence,
            1.15 if len(leaves) > 1 else 1.21,
            "backward_called_k_times_leaves_not_cleared",
            runs,
            message,
        )


def _again(evidence: Evidence, cost: float, fault: str, runs: int, message: str) -> Cause:
    graph = evidence.truth.graph
    leaves = [node for node in graph.inputs if node in evidence.gaps]
    node = leaves[0] if leaves else max(evidence.gaps)
    return node_cause(
        evidence, cost, fault, node, message, hint="set every gradient to 0 before each backward()",
        given=float(runs), expected=1.0, nodes=tuple(evidence.gaps),
    )  # fmt: skip
