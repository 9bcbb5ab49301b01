"""One fault that explains every wrong sum at once, wherever it lies.

Gradients between the fault and the stated ones need not be stated: an error of size e at a node
reaches each stated gradient times the slope in between.  Two sweeps with random weights for the
stated gradients give, for every node, the one e that it could be, and whether that is one.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphviz_ad import ops
from graphviz_ad.check.at_edges import at_edge
from graphviz_ad.check.at_heads import at_head
from graphviz_ad.check.at_nodes import at_node
from graphviz_ad.check.evidence import Cause, Evidence
from graphviz_ad.check.notation import label
from graphviz_ad.check.rules import stated_local
from graphviz_ad.check.told import edge_cause, grad_line
from graphviz_ad.check.truth import Truth
from graphviz_ad.graph import CONSTANT, INPUT

__all__ = ["single_causes"]

MOST = 3000
"""So many places are looked at more closely."""


def single_causes(evidence: Evidence) -> list[Cause]:
    """Return the single faults that explain all gaps, the likeliest first."""
    if not evidence.gaps or any(gap - gap != 0 for gap in evidence.gaps.values()):
        return []
    inner = _Prints(evidence, 1)
    outer = _Prints(evidence, 2)
    found, nodes = list[Cause](), sorted(evidence.gaps)
    names = evidence.truth.graph.ops
    for count, node in enumerate(_places(evidence, inner, outer)):
        if count >= MOST:
            break
        place, passes = node
        if passes is not None:
            found += at_head(evidence, place, passes, nodes)
        arrives = _error(evidence, inner.total, inner.arriving[place], outer.total, outer.arriving[place])
        if arrives is not None:
            if names[place] != CONSTANT:
                found += at_node(evidence, place, arrives)
            for edge in evidence.truth.uses_of(place):
                found += at_edge(evidence, edge, arrives, nodes)
    found += _pairs(evidence, inner, outer, nodes)
    return sorted(found, key=lambda cause: cause.cost)


def _places(evidence: Evidence, inner: _Prints, outer: _Prints) -> Iterator[tuple[int, float | None]]:
    """Yield the nodes at which one error would explain everything, the last first."""
    names = evidence.truth.graph.ops
    for node in range(len(names) - 1, -1, -1):
        passes = None
        if names[node] not in (INPUT, CONSTANT):
            passes = _error(evidence, inner.total, inner.passing[node], outer.total, outer.passing[node])
        if passes is not None or (
            _error(evidence, inner.total, inner.arriving[node], outer.total, outer.arriving[node]) is not None
        ):
            yield node, passes


def _error(evidence: Evidence, total: float, slope: float, other: float, other_slope: float) -> float | None:
    """Return the error that explains both totals, None if there is none."""
    if not slope or not other_slope:
        return None
    error, again = total / slope, other / other_slope
    room = (1e-7 + 4 * evidence.rough) * max(abs(error), abs(again))
    return (error + again) / 2 if abs(error - again) <= room else None


def _pairs(evidence: Evidence, inner: _Prints, outer: _Prints, nodes: list[int]) -> Iterator[Cause]:
    """Yield operations of two operands that have each other's slopes, or those of another operation."""
    truth = evidence.truth
    for head, op in enumerate(truth.graph.ops):
        upstream, edges = evidence.flow.adjoints[head], truth.edges_of(head)
        if len(edges) != 2 or op not in ops.TABLE or not truth.known[head] or not upstream:
            continue
        if len(ops.TABLE[op].params) != 2 or any(edge in evidence.fixed for edge in edges):
            continue
        tails = [truth.graph.operands[edge] for edge in edges]
        own = [truth.weights[edge] for edge in edges]
        for name, others in _rivals(truth, head, own):
            shift = [upstream * (other - local) for other, local in zip(others, own, strict=True)]
            if all(
                any(shift) and _same(evidence, prints.total, shift, [prints.arriving[tail] for tail in tails])
                for prints in (inner, outer)
            ):
                yield _pair(evidence, edges, name, others, nodes)


def _rivals(truth: Truth, head: int, own: list[float]) -> Iterator[tuple[str, list[float]]]:
    yield "", own[::-1]
    op, args = truth.graph.ops[head], truth.args(head)
    for name in ("add", "sub", "mul", "div", "pow"):
        kernel = ops.kernel(name)
        if name != op and (kernel.domain is None or kernel.domain(*args)):
            value = kernel.value(*args)
            yield name, [float(partial(*args, value)) for partial in kernel.partials]


def _same(evidence: Evidence, total: float, shift: list[float], slopes: list[float]) -> bool:
    terms = [size * slope for size, slope in zip(shift, slopes, strict=True)]
    size = max(map(abs, (total, *terms)))
    return bool(size) and abs(sum(terms) - total) <= (1e-7 + 4 * evidence.rough) * size


def _pair(evidence: Evidence, edges: list[int], name: str, others: list[float], nodes: list[int]) -> Cause:
    truth = evidence.truth
    head = truth.heads[edges[0]]
    op = truth.graph.ops[head]
    if name:
        message = f"{label(truth, head)} passes its gradient on by the rule of {name}, not of {op}"
        fault, cost = "rule_of_other_op", 1.5
    else:
        message = f"the local derivatives of {label(truth, head)} are exchanged between its operands"
        fault, cost = "operands_swapped", 1.35
    cost += 1.5 * any(stated_local(truth, edge) is not None for edge in edges) + 0.9 * (op in evidence.works)
    return edge_cause(
        evidence, cost, fault, edges[0], message, hint=grad_line(evidence, edges[0]), given=others[0],
        expected=truth.partials[edges[0]], nodes=nodes,
    )  # fmt: skip


class _Prints:
    """How an error at each node would show in a weighted sum of all gaps."""

    def __init__(self, evidence: Evidence, salt: int) -> None:
        truth, stated = evidence.truth, evidence.truth.claims.adjoints
        graph, weights = truth.graph, truth.weights
        starts, operands = graph.starts, graph.operands
        self.arriving = [0.0] * len(graph)
        self.passing = [0.0] * len(graph)
        for node in range(len(graph)):
            slope = 0.0
            for edge in range(starts[node], starts[node + 1]):
                if weights[edge] and operands[edge] >= 0:
                    slope += weights[edge] * self.arriving[operands[edge]]
            self.passing[node] = slope
            self.arriving[node] = _weight(node, salt) if node in stated else slope
        self.total = sum(_weight(node, salt) * gap for node, gap in evidence.gaps.items())


def _weight(node: int, salt: int) -> float:
    """Return a number between 1/2 and 3/2 that looks random and is always the same."""
    mixed = (node + 1) * 0x9E3779B97F4A7C15 * (2 * salt + 1)
    mixed ^= mixed >> 29
    return 0.5 + (mixed * 0xBF58476D1CE4E5B9 >> 20) % 2**32 / 2**32
