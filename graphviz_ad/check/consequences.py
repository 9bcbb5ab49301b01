"""What follows from what: every wrong number that is right given its wrong neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphviz_ad.check.agreement import agree
from graphviz_ad.check.flow import Flow
from graphviz_ad.check.notation import label, numbers
from graphviz_ad.check.root import SWEEP, VALUE, Root
from graphviz_ad.check.truth import Truth
from graphviz_ad.finding import Finding
from graphviz_ad.graph import OUTPUT

__all__ = ["Wrong", "following", "spoiled_gradients", "spoiled_values"]

NOBODY = -1
MOST = 60
"""So many consequences are told one by one; the picture and the corrected graph have them all."""

Wrong = dict[int, tuple[float, float, int]]
"""By node: the stated number, the right one, and the position of the root (-1: none is known)."""


def spoiled_values(truth: Truth, roots: Sequence[Root]) -> tuple[Wrong, list[int]]:
    """Return every node whose value is not that of the true graph, and which root each node leans on."""
    graph, primals = truth.graph, truth.tape.primals
    leans = [NOBODY] * len(graph)
    for place, root in enumerate(roots):
        if root.rank <= VALUE:
            for node in root.nodes:
                leans[node] = place
    wrong: Wrong = {}
    for node in range(len(graph)):
        if leans[node] == NOBODY:
            for operand in graph.operands[graph.starts[node] : graph.starts[node + 1]]:
                if operand >= 0 and leans[operand] != NOBODY:
                    leans[node] = leans[operand]
                    break
        given, true = truth.claims.values.get(node), primals[node]
        if given is None or true is None or leans[node] == NOBODY:
            continue
        if not agree(given, true, truth.slacks[node] + truth.precision.relative * abs(true)):
            wrong[node] = (given, true, leans[node])
    return wrong, leans


def spoiled_gradients(
    truth: Truth, flow: Flow, true: Sequence[float], roots: Sequence[Root], leans: Sequence[int]
) -> Wrong:
    """Return every node whose stated gradient is not the true one, with the root that it leans on.

    Parameters
    ----------
    truth, flow
        The numbers as they are stated.
    true
        The gradients of the true graph.
    roots
        All causes that are known.
    leans
        Which root the value of each node leans on.
    """
    graph, stated = truth.graph, truth.claims.adjoints
    behind, by_edge = _beginnings(truth, roots)
    wrong: Wrong = {}
    starts, operands = graph.starts, graph.operands
    for head in range(len(graph) - 1, -1, -1):
        given = stated.get(head)
        if given is not None and graph.ops[head] != OUTPUT:
            if agree(given, true[head], flow.slacks[head] + truth.precision.slack(given)):
                behind[head] = NOBODY
            else:
                wrong[head] = (given, true[head], behind[head])
        for edge in range(starts[head], starts[head + 1]):
            tail = operands[edge]
            if tail >= 0 and behind[tail] == NOBODY:
                stale = truth.weights[edge] != truth.tape.partials[edge]
                behind[tail] = by_edge.get(edge, behind[head])
                if behind[tail] == NOBODY and stale:
                    behind[tail] = leans[head]
    return wrong


def _beginnings(truth: Truth, roots: Sequence[Root]) -> tuple[list[int], dict[int, int]]:
    """Return the nodes and the edges at which the harm of each root begins; the first root counts."""
    behind, by_edge = [NOBODY] * len(truth.graph), dict[int, int]()
    for place in range(len(roots) - 1, -1, -1):
        root = roots[place]
        by_edge |= dict.fromkeys(root.edges, place)
        if root.rank >= SWEEP:
            for node in root.nodes:
                behind[node] = place
    return behind, by_edge


def following(
    truth: Truth, wrong: Wrong, roots: Sequence[Root], what: str, told: set[int]
) -> Iterator[tuple[Finding, int]]:
    """Yield a finding for every wrong number that has a root, inputs first, and that root."""
    inputs = set(truth.graph.inputs)
    nodes = [node for node, (_, _, place) in wrong.items() if place != NOBODY and node not in told]
    nodes.sort(key=lambda node: (node not in inputs, node if what == "value" or node in inputs else -node))
    for node in nodes[:MOST]:
        given, true, place = wrong[node]
        root = roots[place].finding
        # What follows from a warning about the whole sweep is no worse than that.
        severity = root.severity if roots[place].rank == SWEEP else "error"
        is_, should = numbers(given, true)
        message = f"the {what} of {label(truth, node)} is {is_}, should be {should}"
        where = root.edge or root.node
        hint = f"follows from {root.fault} at {_place(truth, root)}"
        yield Finding(
            f"wrong_{what}", severity, node=f"n{node}", by=where and where.partition("_")[0],
            given=given, expected=true, message=message, hint=hint,
        ), place  # fmt: skip
    if len(nodes) > MOST:
        left = len(nodes) - MOST
        place = wrong[nodes[MOST]][2]
        message = f"{left} more {what}s are wrong in the same way"
        yield (
            Finding(f"wrong_{what}", "error", message=message, hint="follows from the findings above"),
            place,
        )


def _place(truth: Truth, root: Finding) -> str:
    """Return in words where a root is."""
    if root.edge is not None:
        head, _, slot = root.edge[1:].partition("_")
        tail = truth.graph.operands[truth.graph.starts[int(head)] + int(slot)]
        return f"{label(truth, int(head))} → {label(truth, tail)}"
    return label(truth, int(root.node[1:])) if root.node is not None else "the whole sweep"
