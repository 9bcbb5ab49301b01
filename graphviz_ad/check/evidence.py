"""Where sums and stated gradients part, by how much, and which operations are seen to work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphviz_ad.check.agreement import agree
from graphviz_ad.check.flow import Flow, flow_of
from graphviz_ad.check.root import Root
from graphviz_ad.check.truth import Truth
from graphviz_ad.graph import INPUT, OUTPUT
from graphviz_ad.noun import noun

__all__ = ["Cause", "Evidence", "evidence_of", "grouped"]


@noun
class Cause:
    """A fault that would explain something: the smaller its cost, the likelier it is."""

    cost: float
    root: Root


@noun
class Evidence:
    """What has to be explained.

    Attributes
    ----------
    truth, flow
        What is right, and what arrives where.
    gaps
        By node with a wrong sum: the stated gradient less what arrives.
    rough
        How inexact the gaps are, as a share of them.
    works
        Operations that give right contributions somewhere; the second set where that shows that
        they multiply by the upstream gradient.
    fixed
        Edges that have been explained already: no second fault is looked for there.
    memo
        Sums that were asked for before.
    """

    truth: Truth
    flow: Flow
    gaps: Mapping[int, float]
    rough: float
    works: frozenset[str]
    scales: frozenset[str]
    fixed: frozenset[int]
    memo: dict[int, list[tuple[int, float]]]

    def near(self, left: float, right: float, scale: float = 0.0) -> bool:
        """Whether two contributions are one, ``scale`` being the size of what they were taken from."""
        size = max(abs(left), abs(right))
        return abs(left - right) <= self.rough * size + 1e-8 * max(size, scale) + 1e-300

    def parts_of(self, node: int) -> list[tuple[int, float]]:
        """Return what each operation gives to a node, the last operation first."""
        if node not in self.memo:
            self.memo[node] = grouped(self.truth, self.flow.parts, node)
        return self.memo[node]

    def stated(self, node: int) -> float | None:
        """Return the gradient that a node states."""
        return self.truth.claims.adjoints.get(node)

    def is_input(self, node: int) -> bool:
        """Whether a node is a leaf."""
        return self.truth.graph.ops[node] == INPUT


def grouped(truth: Truth, parts: Sequence[float], node: int) -> list[tuple[int, float]]:
    """Return the sum that each operation gives to a node, the last operation first."""
    found: dict[int, float] = {}
    for edge in reversed(truth.uses_of(node)):
        head = truth.heads[edge]
        found[head] = found.get(head, 0.0) + parts[edge]
    return list(found.items())


def evidence_of(truth: Truth, flow: Flow, roots: Sequence[Root]) -> Evidence:
    """Return what the flow leaves to be explained.

    Nodes that are overwritten by a rule that was caught at it are explained.
    """
    stated = truth.claims.adjoints
    explained = {truth.graph.operands[e] for root in roots for e in root.edges if _steals(root)}
    fixed = frozenset(edge for root in roots for edge in root.edges)
    right = _right_all_the_same(truth, flow, fixed)
    gaps = {
        node: stated[node] - flow.expected[node]
        for node in flow.wrong
        if node not in explained and node not in right and not _only_misstated(truth, flow, fixed, node)
    }
    rough = max((_inexact(truth, flow, node, gap) for node, gap in gaps.items()), default=0.0)
    works, scales = set[str](), set[str]()
    for node in stated:
        if node in gaps or node in explained:
            continue
        for edge in truth.uses_of(node):
            head = truth.heads[edge]
            if truth.graph.ops[head] != OUTPUT and flow.parts[edge] != 0:
                works.add(truth.graph.ops[head])
                if abs(flow.adjoints[head] - 1) > 1e-6:
                    scales.add(truth.graph.ops[head])
    return Evidence(truth, flow, gaps, min(rough, 0.01), frozenset(works), frozenset(scales), fixed, {})


def _right_all_the_same(truth: Truth, flow: Flow, fixed: frozenset[int]) -> set[int]:
    """Return the gradients that are right if the local derivatives that are stated wrongly were not used."""
    if not fixed or not flow.wrong:
        return set()
    weights = list(truth.weights)
    for edge in fixed:
        if truth.known[truth.heads[edge]] and edge not in truth.claims.probes:
            weights[edge] = truth.partials[edge]
    return set(flow.wrong) - set(flow_of(truth, truth.seeds, weights).wrong)


def _only_misstated(truth: Truth, flow: Flow, fixed: frozenset[int], node: int) -> bool:
    """Whether a gradient is right, and only a local derivative on the way to it is stated wrongly."""
    edges = [edge for edge in truth.uses_of(node) if edge in fixed]
    if not edges:
        return False
    change = sum(flow.adjoints[truth.heads[e]] * (truth.partials[e] - truth.weights[e]) for e in edges)
    given = truth.claims.adjoints[node]
    true = flow.expected[node] + change
    return agree(given, true, flow.slacks[node] + truth.precision.slack(given) + 1e-9 * abs(change))


def _steals(root: Root) -> bool:
    return root.finding.fault == "assign_instead_of_accumulate"


def _inexact(truth: Truth, flow: Flow, node: int, gap: float) -> float:
    room = flow.slacks[node] + truth.precision.slack(truth.claims.adjoints[node])
    return room / abs(gap) if gap - gap == 0 and gap else 0.0
