"""Faults of one operation's turn: it ran too early, twice, never; its rule forgets the upstream gradient."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphviz_ad.check.evidence import Cause, Evidence
from graphviz_ad.check.notation import label, number
from graphviz_ad.check.told import edge_cause, grad_line, node_cause, paths
from graphviz_ad.graph import OUTPUT

__all__ = ["at_head", "is_short", "usual", "whole"]

MANY = 64
_USUAL = {"add": 0.04, "mul": 0.02}
HINT = "run each node once, after all its consumers: in reverse of an order in which operands come first"


def at_head(evidence: Evidence, head: int, extra: float, nodes: Sequence[int]) -> Iterator[Cause]:
    """Yield why an operation passes on ``extra`` more than its gradient.

    Parameters
    ----------
    evidence
        What arrives where.
    head, extra
        The operation; what it passes on, times its local derivatives, less its own gradient.
    nodes
        The nodes whose wrong sums this explains.
    """
    truth = evidence.truth
    holds = evidence.flow.adjoints[head]
    passed = holds + extra
    if truth.graph.ops[head] == OUTPUT:
        yield from _seed(evidence, head, passed, nodes)
        return
    edges = truth.edges_of(head)
    scale = abs(holds)
    if evidence.near(passed, 0.0, scale):
        yield _silent(evidence, head, edges, nodes)
    if abs(holds - 1) > 1e-9 and evidence.near(passed, 1.0, scale) and len(edges) > 1:
        yield _alone(evidence, head, edges, nodes)
    yield from _untimely(evidence, head, passed, nodes)


def _seed(evidence: Evidence, output: int, passed: float, nodes: Sequence[int]) -> Iterator[Cause]:
    truth = evidence.truth
    node = truth.graph.operands[truth.graph.starts[output]]
    name = label(truth, node)
    if evidence.near(passed, 0.0, 1.0):
        if node not in truth.claims.adjoints:
            # Nothing is known of the output itself: that every gradient is 0 is told of the whole sweep.
            return
        message = f"the gradient of the output {name} is 0, not 1: it was not seeded"
        yield node_cause(
            evidence, 0.8, "output_not_seeded", node, message, hint=f"{name}.grad = 1 before the sweep",
            given=passed, expected=1.0, nodes=nodes,
        )  # fmt: skip
    elif node in truth.claims.adjoints or sum(map(evidence.is_input, evidence.gaps)) > 1:
        message = f"the sweep begins with {number(passed)} at the output {name}, not with 1"
        # Without a gradient of the output the whole sweep may be off for many reasons.
        cost = 1.9 if node in truth.claims.adjoints else _unlikely_seed(evidence, node, passed)
        yield node_cause(
            evidence, cost, "output_not_seeded", node, message, hint=f"{name}.grad = 1 before the sweep",
            given=passed, expected=1.0, nodes=nodes,
        )  # fmt: skip


def _unlikely_seed(evidence: Evidence, node: int, seed: float) -> float:
    """Return the cost of a sweep that begins with a number: somebody wrote it, so it is a plain one."""
    if is_short(seed) or is_short(1 / seed) or evidence.near(seed, evidence.truth.values[node]):
        return 3.2
    return 3.6 if len(evidence.gaps) > 1 else 5.2


def _silent(evidence: Evidence, head: int, edges: Sequence[int], nodes: Sequence[int]) -> Cause:
    truth = evidence.truth
    op = truth.graph.ops[head]
    contradicted = op in evidence.works
    fault = "rule_never_ran" if contradicted else "rule_missing"
    name, holds = label(truth, head), number(evidence.flow.adjoints[head])
    message = f"{name} has operands and the gradient {holds} but sends nothing"
    works = f", though another {op} node does: its rule never ran"
    message += works if contradicted else ": it has no backward rule"
    hint = grad_line(evidence, edges[0]) if edges else ""
    return node_cause(
        evidence, 1.06 + contradicted + usual(op), fault, head, message, hint=hint, given=0.0,
        expected=evidence.flow.adjoints[head], nodes=nodes, edges=edges,
    )  # fmt: skip


def _alone(evidence: Evidence, head: int, edges: Sequence[int], nodes: Sequence[int]) -> Cause:
    truth = evidence.truth
    name, holds = label(truth, head), evidence.flow.adjoints[head]
    message = (
        f"the contributions of {name} equal the local derivatives alone: the upstream gradient "
        f"{number(holds)} is not multiplied in"
    )
    cost = 1.0 + (truth.graph.ops[head] in evidence.scales)
    if any(evidence.near(part, 1.0) for _, part in evidence.parts_of(head)):
        # It may as well have passed on one contribution, a 1, too early.
        cost += 0.15
    return edge_cause(
        evidence, cost, "upstream_not_multiplied", edges[0], message, hint=grad_line(evidence, edges[0]),
        given=1.0, expected=holds, nodes=nodes, edges=edges,
    )  # fmt: skip


def _untimely(evidence: Evidence, head: int, passed: float, nodes: Sequence[int]) -> Iterator[Cause]:
    """Yield that an operation ran before its gradient was complete, or again after that."""
    parts = evidence.parts_of(head)
    holds, scale = evidence.flow.adjoints[head], sum(abs(part) for _, part in parts)
    turn = _Turn(evidence, head, passed, nodes)
    for subset, value in _partial(parts):
        if not value or evidence.near(value, holds, scale):
            continue
        early, late = evidence.near(passed, value, scale), evidence.near(passed - holds, value, scale)
        if early or late:
            rest = [other for other, part in parts if other not in subset and part]
            yield turn.early(subset, rest) if early else turn.again(value, rest)
    times = whole(passed, holds)
    if 2 <= times <= MANY and evidence.near(passed, times * holds, scale):
        yield turn.repeated(times)


class _Turn:
    """What an operation passes on, and the words for what may have gone wrong with its turn."""

    def __init__(self, evidence: Evidence, head: int, passed: float, nodes: Sequence[int]) -> None:
        self.evidence, self.head, self.passed, self.nodes = evidence, head, passed, nodes
        self.name = label(evidence.truth, head)
        self.holds = evidence.flow.adjoints[head]

    def cause(self, cost: float, fault: str, message: str) -> Cause:
        """Return the cause with its numbers."""
        return node_cause(
            self.evidence, cost, fault, self.head, message, hint=HINT, given=self.passed, expected=self.holds,
            nodes=self.nodes, edges=self.evidence.truth.edges_of(self.head),
        )  # fmt: skip

    def early(self, subset: set[int], rest: list[int]) -> Cause:
        """Return that it ran with some of its contributions alone."""
        told = paths(self.evidence, self.head, sorted(subset, reverse=True))
        late = paths(self.evidence, self.head, rest)
        if _level(self.evidence, subset, rest):
            message = f"{self.name} passes on {told} alone: what came later, {late}, goes no further"
            return self.cause(1.12, "second_contribution_not_forwarded", message)
        message = f"{self.name} passed its gradient on when it had {told} alone, before {late} came"
        return self.cause(1.12, "pushed_before_complete", message)

    def again(self, value: float, rest: list[int]) -> Cause:
        """Return that it ran with some of its contributions, and again with all."""
        late = paths(self.evidence, self.head, rest)
        message = (
            f"{self.name} ran twice: once with {number(value)} alone, before {late} came, and again with all "
            f"of {number(self.holds)}"
        )
        return self.cause(1.2, "visited_twice", message)

    def repeated(self, times: int) -> Cause:
        """Return that it ran several times with its whole gradient."""
        often = "twice" if times == 2 else f"{times} times"
        message = f"{self.name} passes on {often} its gradient {number(self.holds)}: it ran {often}"
        uses = len(self.evidence.truth.uses_of(self.head))
        return self.cause(1.2 if uses > 1 and times <= uses else 2.6, "visited_twice", message)


def usual(op: str) -> float:
    """Return how much less likely a wrong rule is at an operation that every engine has tried first."""
    return _USUAL.get(op, 0.0)


def is_short(number: float) -> bool:
    """Whether a number is one that people type: up to three digits, apart from the noise of computing.

    Examples
    --------
    >>> is_short(0.75), is_short(0.1 + 0.2), is_short(1/3), is_short(0.0)
    (True, True, False, False)
    """
    return number != 0 and abs(float(f"{number:.3g}") - number) <= 1e-9 * abs(number)


def whole(number: float, unit: float) -> int:
    """Return how many units a number is, 0 where that is nothing to count with."""
    ratio = number / unit if unit else 0.0
    return round(ratio) if abs(ratio) < 1e6 else 0


def _level(evidence: Evidence, subset: set[int], rest: Sequence[int]) -> bool:
    """Whether no consumer depends on another one's turn: all feed the same operations."""
    truth = evidence.truth

    def fed(head: int) -> frozenset[int]:
        return frozenset(truth.heads[edge] for edge in truth.uses_of(head)[:MANY])

    return len({fed(head) for head in (*subset, *rest)}) == 1


def _partial(parts: Sequence[tuple[int, float]]) -> Iterator[tuple[set[int], float]]:
    """Yield incomplete sums: one contribution, the first so many, all but one."""
    if len(parts) < 2:
        return
    total = sum(part for _, part in parts)
    for head, part in parts:
        yield {head}, part
    if len(parts) > MANY:
        return
    if len(parts) > 2:
        for head, part in parts:
            yield {other for other, _ in parts if other != head}, total - part
    for ordered in (parts, parts[::-1]):
        running, seen = 0.0, set[int]()
        for head, part in ordered[:-1]:
            running += part
            seen = {*seen, head}
            if 1 < len(seen) < len(parts) - 1:
                yield seen, running
