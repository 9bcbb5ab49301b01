"""Why a gradient is not the sum of what its consumers give: the simplest faults that explain all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphviz_ad.check.at_edges import at_edge
from graphviz_ad.check.at_heads import at_head
from graphviz_ad.check.at_nodes import at_node
from graphviz_ad.check.engines import engine_causes
from graphviz_ad.check.evidence import Cause, Evidence, evidence_of
from graphviz_ad.check.explained import explains
from graphviz_ad.check.flow import Flow, flow_of
from graphviz_ad.check.notation import label, number, numbers, use
from graphviz_ad.check.root import Root
from graphviz_ad.check.rules import stated_local
from graphviz_ad.check.seen import innocent
from graphviz_ad.check.single import single_causes
from graphviz_ad.check.sweeps import begun, operations, pushed
from graphviz_ad.check.told import grad_line, node_cause, paths
from graphviz_ad.check.truth import Truth
from graphviz_ad.check.wide import wide_causes
from graphviz_ad.finding import Finding
from graphviz_ad.graph import OUTPUT
from graphviz_ad.noun import replace

__all__ = ["gradient_roots"]

PLAIN = 5.0
"""What costs more than this is no explanation."""
NEARLY = 0.35
MOST_OTHERS = 5
FEW = 8
"""So many outputs are tried as the only one that was seeded."""


def gradient_roots(truth: Truth, roots: Sequence[Root]) -> tuple[list[Root], Mapping[int, float], Flow]:
    """Return the causes of wrong sums, the seeds, and what arrives where."""
    truth, flow = _seeded(_without_missing_rules(truth))
    evidence = evidence_of(truth, flow, roots)
    if (
        not evidence.gaps
        or not truth.graph.outputs
        or explains(evidence, pushed(truth, operations(truth)[::-1], begun(truth)), 1.0)
    ):
        return [], truth.seeds, flow
    if truth.claims.order and explains(evidence, pushed(truth, truth.claims.order, begun(truth))):
        # The order has been judged before; it gives just these numbers.
        return [], truth.seeds, flow
    whole = sorted([*single_causes(evidence), *engine_causes(evidence)], key=lambda cause: cause.cost)
    if whole and whole[0].cost < PLAIN:
        return [_with_others(whole)], truth.seeds, flow
    wide = wide_causes(evidence)
    if wide:
        return [wide[0].root], truth.seeds, flow
    return [cause.root for cause in _one_by_one(evidence)], truth.seeds, flow


def _without_missing_rules(truth: Truth) -> Truth:
    """Return the truth with operations that have no rule sending nothing, if the gradients look like it."""
    edges = [edge for node in truth.claims.missing_rules for edge in truth.edges_of(node)]
    if not edges:
        return truth
    weights = list(truth.weights)
    for edge in edges:
        weights[edge] = 0.0
    silent = replace(truth, weights=weights)
    before, after = (len(flow_of(each, truth.seeds).wrong) for each in (truth, silent))
    return silent if after < before else truth


def _seeded(truth: Truth) -> tuple[Truth, Flow]:
    """Return the truth with the seeds that the graph seems to have: of several outputs all, or one."""
    flow = flow_of(truth, truth.seeds)
    outputs = truth.graph.outputs
    if len(outputs) < 2 or not flow.wrong:
        return truth, flow
    best = (truth, flow)
    for output in dict.fromkeys((*outputs[:FEW], outputs[-1])):
        seeds = dict.fromkeys(outputs, 0.0) | {output: 1.0}
        trial = flow_of(truth, seeds)
        if len(trial.wrong) < len(best[1].wrong):
            best = (replace(truth, seeds=seeds), trial)
    return best


def _with_others(causes: Sequence[Cause]) -> Root:
    """Return the likeliest root with those that are nearly as likely and lie elsewhere."""
    best, others = causes[0], dict[tuple[str | None, str | None, str], Finding]()
    first = best.root.finding
    seen = {(first.node, first.edge, first.fault)}
    for cause in causes[1:]:
        finding = cause.root.finding
        place = (finding.node, finding.edge, finding.fault)
        if cause.cost < best.cost + NEARLY and place not in seen:
            seen.add(place)
            others[place] = finding
    return replace(best.root, instead=tuple(others.values())[:MOST_OTHERS])


def _one_by_one(evidence: Evidence) -> list[Cause]:
    """Explain the gaps one after the other, those next to the output first."""
    left, found = dict(evidence.gaps), list[Cause]()
    while left:
        node = max(left)
        gap = left[node]
        trials = list(_local(evidence, node, gap, left)) if gap - gap == 0 else []
        best = min(trials, key=lambda cause: cause.cost - 0.3 * len(cause.root.nodes), default=None)
        if best is None or best.cost >= PLAIN:
            best = _plain(evidence, node)
        found.append(best)
        for explained in {node, *best.root.nodes}:
            left.pop(explained, None)
    return found


def _local(evidence: Evidence, node: int, gap: float, left: Mapping[int, float]) -> list[Cause]:
    """Return what could explain the gap at one node."""
    truth, found = evidence.truth, list[Cause]()
    found += at_node(evidence, node, gap)
    seen = set[int]()
    for edge in truth.uses_of(node):
        found += at_edge(evidence, edge, gap, (node,))
        head = truth.heads[edge]
        if head not in seen:
            seen.add(head)
            found += _by_head(evidence, head, node, gap, left)
    return found


def _by_head(evidence: Evidence, head: int, node: int, gap: float, left: Mapping[int, float]) -> list[Cause]:
    """Return what could have gone wrong in one operation's turn, if all its operands agree to that."""
    truth = evidence.truth
    slopes: dict[int, float] = {}
    for edge in truth.edges_of(head):
        tail = truth.graph.operands[edge]
        slopes[tail] = slopes.get(tail, 0.0) + truth.weights[edge]
    if not slopes.get(node):
        return []
    extra = gap / slopes[node]
    explained = []
    for tail, slope in slopes.items():
        if tail in truth.claims.adjoints and slope:
            if not evidence.near(left.get(tail, 0.0), extra * slope, abs(extra * slope)):
                return []
            explained.append(tail)
    return list(at_head(evidence, head, extra, explained))


def _plain(evidence: Evidence, node: int) -> Cause:
    """Return that a sum is wrong, with what its consumers give."""
    truth = evidence.truth
    given, true = truth.claims.adjoints[node], evidence.flow.expected[node]
    parts = [head for head, part in evidence.parts_of(node) if part and truth.graph.ops[head] != OUTPUT]
    told = f" ({paths(evidence, node, parts)})" if parts else ""
    is_, should = numbers(given, true)
    message = f"the gradient of {label(truth, node)} is {is_}; its consumers give {should}{told}"
    cause = node_cause(
        evidence, PLAIN, "wrong_gradient", node, message, given=given, expected=true, nodes=(node,)
    )
    uses = truth.uses_of(node)
    if len({truth.heads[edge] for edge in uses}) == 1:
        by = f"n{truth.heads[uses[0]]}"
        cause = replace(cause, root=replace(cause.root, finding=replace(cause.root.finding, by=by)))
    if len(uses) == 1 and truth.graph.ops[truth.heads[uses[0]]] != OUTPUT:
        # It can have come through this edge alone.
        return _through(evidence, cause, uses[0])
    return cause


def _through(evidence: Evidence, cause: Cause, edge: int) -> Cause:
    """Return that a contribution is wrong, in no way that is known."""
    truth, head = evidence.truth, evidence.truth.heads[edge]
    upstream, given = evidence.flow.adjoints[head], cause.root.finding.given
    finding = replace(cause.root.finding, node=f"n{head}", edge=truth.edge_id(edge))
    source = None if innocent(truth, edge) else truth.claims.sources.get(head)
    finding = replace(finding, hint=grad_line(evidence, edge), source=source)
    if stated_local(truth, edge) is None and upstream and isinstance(given, float) and truth.known[head]:
        local, true = given / upstream, truth.partials[edge]
        message = (
            f"{use(truth, edge)} gives {number(given)}, which is the upstream gradient {number(upstream)} "
            f"times {number(local)}; the local derivative is {number(true)}"
        )
        finding = replace(finding, fault="wrong_local", message=message, given=local, expected=true)
    return replace(cause, root=replace(cause.root, finding=finding, edges=(edge,)))
