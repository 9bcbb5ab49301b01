"""The third check: the gradient of every node against what its consumers, as they are stated, give it."""

from __future__ import annotations

import math
from collections.abc import Container, Mapping, Sequence

from graphviz_ad.check.agreement import agree
from graphviz_ad.check.followed import nearer
from graphviz_ad.check.kinks import is_kinked, moved, sides
from graphviz_ad.check.seen import passed
from graphviz_ad.check.truth import Truth
from graphviz_ad.noun import noun
from graphviz_ad.ops import TABLE
from graphviz_ad.tape import LIVE

__all__ = ["Flow", "flow_of"]

ROUNDING = 4e-16


@noun
class Flow:
    """What arrives at each node, and what each node is taken to pass on.

    Attributes
    ----------
    adjoints
        By node: the stated gradient, else ``expected``.
    expected, slacks
        By node: the sum of what its consumers pass on, and how exactly it is known.
    parts
        By edge: what the operation gives to the operand.
    wrong
        The nodes whose stated gradient is not what arrives, the last one first.
    """

    adjoints: Sequence[float]
    expected: Sequence[float]
    slacks: Sequence[float]
    parts: Sequence[float]
    wrong: tuple[int, ...]


def flow_of(
    truth: Truth,
    seeds: Mapping[int, float],
    weights: Sequence[float] | None = None,
    forgetting: Container[int] = (),
) -> Flow:
    """Return what arrives at each node, given what all the others state.

    Parameters
    ----------
    truth
        What is right, and the local derivatives that the graph has.
    seeds
        By output: the gradient that the sweep begins with.
    weights
        Other local derivatives than ``truth.weights``.
    forgetting
        Operations whose contributions are taken to be the local derivatives alone.

    Examples
    --------
    >>> from graphviz_ad.check.truth import truth_of
    >>> from graphviz_ad.claims import Claims
    >>> from graphviz_ad.read import read_text
    >>> truth = truth_of(Claims(read_text("u = x*x; u*x"), {"x": 3}, adjoints={0: 18.0, 1: 3.0}))
    >>> flow = flow_of(truth, truth.seeds)
    >>> flow.expected[:2], flow.wrong
    ([27.0, 3.0], (0,))
    """
    graph, states, stated = truth.graph, truth.tape.states, truth.claims.adjoints
    probes = truth.claims.probes
    starts, operands, slack = graph.starts, graph.operands, truth.precision.slack
    local = truth.weights if weights is None else weights
    loose, jumps, untold = _looseness(truth), _jumps(truth), _untold(truth)
    count = len(graph)
    adjoints, expected, slacks = [0.0] * count, [0.0] * count, [0.0] * count
    parts, wrong = [0.0] * len(operands), []
    for node, seed in seeds.items():
        expected[node] += seed
    for head in range(count - 1, -1, -1):
        adjoint, room = expected[head], slacks[head]
        given = stated.get(head)
        if given is not None:
            if not agree(given, adjoint, room + slack(given)):
                wrong.append(head)
            adjoint, room = given, nearer(given, adjoint, slack(given), room)
        adjoints[head] = adjoint
        forgetful = head in forgetting
        for edge in range(starts[head], starts[head + 1]):
            weight = local[edge]
            if weight or states[edge] == LIVE or edge in jumps:
                share = passed(truth, edge, adjoint) if edge in probes else adjoint
                part = weight if forgetful else weight * share
                tail = operands[edge]
                parts[edge] = part
                expected[tail] += part
                size = abs(part)
                inexact = loose.get(edge, 0.0)
                slacks[tail] += (abs(weight) + inexact) * room + abs(adjoint) * inexact + ROUNDING * size
                slacks[tail] += abs(adjoint) * jumps.get(edge, 0.0)
                if edge not in loose:
                    slacks[tail] += truth.precision.relative * size
            elif edge in untold:
                slacks[operands[edge]] += math.inf if adjoint else 0.0
    return Flow(adjoints, expected, slacks, parts, tuple(wrong))


def _jumps(truth: Truth) -> dict[int, float]:
    """Return how far local derivatives at kinks may be from ours, where none is stated: to the other side."""
    claims, found = truth.claims, {}
    for head, op in enumerate(truth.graph.ops):
        if op in TABLE and TABLE[op].kinks and is_kinked(truth, head):
            for edge in truth.edges_of(head):
                if edge not in claims.partials and edge not in claims.probes:
                    low, high = sides(truth, edge)
                    found[edge] = max(high - truth.weights[edge], truth.weights[edge] - low)
    return found


def _looseness(truth: Truth) -> dict[int, float]:
    """Return how inexact local derivatives are that follow from typed numbers; {} where none is typed."""
    if truth.precision.digits is None:
        return {}
    claims, found = truth.claims, {}
    for edge, weight in enumerate(truth.weights):
        head = truth.heads[edge]
        if edge in claims.partials or edge in claims.probes:
            room = moved(truth, edge) if truth.known[head] and weight else 0.0
            found[edge] = nearer(weight, truth.partials[edge], truth.precision.slack(weight), room)
        elif weight and truth.known[head]:
            found[edge] = moved(truth, edge) + truth.precision.relative * abs(weight)
    return found


def _untold(truth: Truth) -> set[int]:
    """Return the edges whose local derivative nobody knows: what they give may be anything."""
    graph, states = truth.graph, truth.tape.states
    return {
        edge
        for head, known in enumerate(truth.known)
        if not known
        for edge in range(graph.starts[head], graph.starts[head + 1])
        if graph.operands[edge] >= 0 and states[edge] != LIVE
    }
