"""What the neighbours of each node state, and what follows from that alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from graphviz_ad import ops
from graphviz_ad.check.precision import Precision
from graphviz_ad.claims import Claims
from graphviz_ad.graph import CONSTANT, INPUT, OUTPUT, Graph
from graphviz_ad.noun import noun
from graphviz_ad.tape import LIVE, NOT_DIFFERENTIATED, Tape

__all__ = ["Followed", "adjoints", "followed", "nearer", "spread", "stated_weights"]

ROUNDING = 1e-15


@noun
class Followed:
    """Values as stated, how exact they are, and results and local derivatives at these values.

    ``rooms`` tell how exact the results are.
    """

    values: list[float]
    slacks: list[float]
    rooms: list[float]
    results: list[float]
    partials: list[float]


def followed(
    claims: Claims, tape: Tape, known: bytearray, precision: Precision, at: Mapping[int, float]
) -> Followed:
    """Return what each operation gives at the values that its operands state."""
    graph, stated = tape.graph, claims.values
    starts, operands, constants = graph.starts, graph.operands, graph.constants
    count = len(graph)
    values, slacks, results = [math.nan] * count, [0.0] * count, [math.nan] * count
    rooms = [0.0] * count
    local = [math.nan if partial is None else partial for partial in tape.partials]
    kernels = {op: ops.kernel(op) for op in set(graph.ops) & ops.TABLE.keys()}
    for head, op in enumerate(graph.ops):
        edges = range(starts[head], starts[head + 1])
        if op == INPUT:
            # Inputs are what they are, unless a drawing rounds them as well.
            values[head] = results[head] = at.get(head, math.nan)
            slacks[head] = precision.slack(values[head]) if precision.inputs else 0.0
            continue
        if known[head]:
            args = [values[k] if k >= 0 else constants[-1 - k] for k in operands[edges.start : edges.stop]]
            if op in (OUTPUT, CONSTANT):
                results[head] = args[0]
            else:
                results[head] = result = kernels[op].value(*args)
                _locals(local, tape.states, edges, kernels[op].partials, (*args, result))
        else:
            results[head] = stated.get(head, math.nan)
        values[head] = given = stated.get(head, results[head])
        if precision.digits is not None and known[head] and op in kernels:
            room = spread(
                kernels[op].value,
                args,
                [slacks[k] if k >= 0 else 0.0 for k in operands[edges.start : edges.stop]],
            )
        else:
            inexact = [abs(local[edge]) * slacks[operands[edge]] for edge in edges if operands[edge] >= 0]
            room = sum(inexact)
        rooms[head] = room = room + ROUNDING * abs(given)
        slacks[head] = nearer(given, results[head], precision.slack(given), room) if head in stated else room
    return Followed(values, slacks, rooms, results, local)


def nearer(given: float, result: float, own: float, room: float) -> float:
    """Return how far a stated number may be from what was meant, given what it should be.

    A number that agrees with one that is known better is off by their difference alone: the 1 that
    an output begins with is no rounded number.

    Parameters
    ----------
    given, own
        What is stated, and how far that may be off by its digits.
    result, room
        What it should be, and how exactly that is known.

    Examples
    --------
    >>> nearer(1.0, 1.0, 0.05, 0.0), round(nearer(2.9, 2.89, 0.05, 0.0), 9), nearer(3.5, 2.89, 0.05, 0.0)
    (0.0, 0.01, 0.05)
    """
    apart = abs(given - result)
    return min(own, apart + room) if apart <= own + room else own


def spread(function: Callable[..., float], args: Sequence[float], slacks: Sequence[float]) -> float:
    """Return how far the result of a function moves when its arguments move by ``slacks``.

    Examples
    --------
    >>> round(spread(lambda x, y: x / y, [1.0, 0.01], [0.0, 0.005]), 9)
    100.0
    """
    if not any(slacks):
        return 0.0
    here, total = function(*args), 0.0
    for place, slack in enumerate(slacks):
        if slack:
            moved = [
                abs(function(*args[:place], args[place] + step, *args[place + 1 :]) - here)
                for step in (-slack, slack)
            ]
            # Past a pole, or outside of the domain, it may be anything.
            total += max(size if size == size else math.inf for size in moved)
    return total


def _locals(
    local: list[float],
    states: bytearray,
    edges: range,
    partials: Sequence[Callable[..., float]],
    args: tuple[float, ...],
) -> None:
    """Compute the local derivatives of one operation."""
    for edge, partial in zip(edges, partials, strict=True):
        if states[edge] != NOT_DIFFERENTIATED:
            number = partial(*args)
            # Outside of its domain an operation has no slope, whatever the formula of the slope says.
            local[edge] = number if args[-1] == args[-1] or number != number else local[edge]


def stated_weights(claims: Claims, local: Sequence[float], states: bytearray) -> list[float]:
    """Return the local derivatives as the graph has them: probed, else stated, else ``local``."""
    weights = list(local)
    for edge, number in claims.partials.items():
        if states[edge] != NOT_DIFFERENTIATED:
            weights[edge] = number
    for edge, probe in claims.probes.items():
        if states[edge] != NOT_DIFFERENTIATED:
            weights[edge] = probe.once
    return weights


def adjoints(
    graph: Graph, weights: Sequence[float], states: bytearray, seeds: Mapping[int, float]
) -> list[float]:
    """Return the gradient of every node by a sweep with ``weights``; 0 where no path leads.

    Weights of edges that are not differentiated have to be 0.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> adjoints(read_text("x*x"), [3.0, 3.0, 1.0], bytearray(3), {2: 1.0})
    [6.0, 1.0, 1.0]
    """
    starts, operands = graph.starts, graph.operands
    found = [0.0] * len(graph)
    for node, seed in seeds.items():
        found[node] += seed
    for head in range(len(graph) - 1, -1, -1):
        upstream = found[head]
        for edge in range(starts[head], starts[head + 1]):
            weight = weights[edge]
            # What was not selected gets nothing, even of an infinite gradient.
            if weight or states[edge] == LIVE:
                found[operands[edge]] += upstream * weight
    return found
