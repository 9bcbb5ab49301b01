"""The same derivative by other ways: over the paths, by two sweeps, by a difference quotient.

Two ways may part by rounding alone, which is bounded by the number of operations times the
sum of |product| over all paths.  Where they part by more, one of them is wrong: that is
raised, and nothing is written.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

from graphviz_ad.differentiate.ring import MAGNITUDE
from graphviz_ad.differentiate.sweep import forward, reverse
from graphviz_ad.errors import DomainProblem
from graphviz_ad.number import full
from graphviz_ad.tape import LIVE, Tape

__all__ = ["LARGEST_ENUMERATION", "added", "agree", "direction", "path_sums"]

LARGEST_ENUMERATION = 10_000
EPSILON = 2.0**-52
Seeds = tuple[Mapping[int, float], Mapping[int, float]]
TINY = 1e-290
"""Below this a product may have lost digits, or all of them, by underflow."""


def added(numbers: Sequence[float]) -> float:
    """Return the sum, rounded once; nan or an infinity where the numbers have one.

    Examples
    --------
    >>> added([0.1] * 10), added([math.inf, -math.inf])
    (1.0, nan)
    """
    try:
        return math.fsum(numbers)
    except (OverflowError, ValueError):
        return sum(numbers)


def path_sums(tape: Tape, output: int, sources: Collection[int]) -> dict[int, float]:
    """Return the sum of the products of all paths from ``output`` to each of ``sources``.

    Each path is walked by itself; only runs of nodes from which there is one way on are
    multiplied once, so that a few paths of 100,000 edges cost no more than the graph.
    """
    ways, jumps = _ways(tape, output, sources)
    partials, operands = tape.partials, tape.graph.operands
    products: dict[int, list[float]] = {source: [] for source in sources}
    todo = [(output, 1.0)]
    while todo:
        node, product = todo.pop()
        if node in products:
            products[node].append(product)
        elif node in jumps:
            node, weight = jumps[node]
            todo.append((node, product * weight))
            continue
        todo += [(operands[edge], product * (partials[edge] or 0.0)) for edge in ways.get(node, ())]
    return {source: added(numbers) for source, numbers in products.items()}


def _ways(
    tape: Tape, output: int, sources: Collection[int]
) -> tuple[dict[int, list[int]], dict[int, tuple[int, float]]]:
    """Return the live edges on to any of ``sources`` by node, and where runs of single ways lead."""
    partials, states = tape.partials, tape.states
    starts, operands = tape.graph.starts, tape.graph.operands
    ways: dict[int, list[int]] = {}
    jumps: dict[int, tuple[int, float]] = {}
    for head in range(min(sources, default=output) + 1, output + 1):
        found = [
            edge
            for edge in range(starts[head], starts[head + 1])
            if states[edge] == LIVE and (operands[edge] in sources or operands[edge] in ways)
        ]
        if not found:
            continue
        ways[head] = found
        if len(found) == 1 and head not in sources:
            tail, weight = operands[found[0]], partials[found[0]] or 0.0
            node, rest = jumps.get(tail, (tail, 1.0))
            # A run whose own product leaves the range of floats is not drawn together.
            fits = TINY < abs(weight * rest) < 1 / TINY or not (weight and rest)
            jumps[head] = (node, weight * rest) if fits else (tail, weight)
    return ways, jumps


def agree(tape: Tape, what: str, ways: Mapping[str, float], scale: float, seeds: Seeds) -> bool:
    """Return whether ``ways`` could be compared; raise where they part.

    Parameters
    ----------
    tape
        The tape they were computed on.
    what
        The derivative in words, ``∂y/∂x``.
    ways
        The value by each way.
    scale
        The sum of |product| over all paths.
    seeds
        The seeds of the reverse and of the forward sweep, to look for underflow.

    Raises
    ------
    DomainProblem
        The ways part by more than rounding allows.
    """
    if not all(map(math.isfinite, (scale, *ways.values()))):
        return False
    graph = tape.graph
    tolerance = 2 * EPSILON * (len(graph) + len(graph.operands) + 8) * scale
    if max(ways.values()) - min(ways.values()) <= tolerance:
        return True
    if _underflows(tape, *seeds):
        return False
    told = ", ".join(f"{way} {full(value)}" for way, value in ways.items())
    raise DomainProblem(
        f"the ways of computing {what} part: {told}",
        where=what,
        hint="nothing was written; this is a fault of adviz, please report it with the program",
    )


def _underflows(tape: Tape, reverse_seed: Mapping[int, float], forward_seed: Mapping[int, float]) -> bool:
    """Return whether any product of a sweep is so small that its digits are lost."""
    starts, operands, partials = tape.graph.starts, tape.graph.operands, tape.partials
    back = reverse(tape, reverse_seed, MAGNITUDE)
    on = forward(tape, {node: abs(value) for node, value in forward_seed.items()}, MAGNITUDE)
    for head in range(len(tape.graph)):
        for edge in range(starts[head], starts[head + 1]):
            weight, tail = partials[edge], operands[edge]
            if tape.states[edge] != LIVE or not weight or tail < 0:
                continue
            for carried in (back[head], on[tail]):
                if carried and carried * abs(weight) < TINY:
                    return True
    return False


def direction(inputs: Sequence[int]) -> dict[int, float]:
    """Return the fixed direction along which many inputs are checked at once.

    No two components are equal and none is small, so that an error in one input shows.

    Examples
    --------
    >>> direction([0, 1, 2])
    {0: 1.25, 1: -0.8680..., 2: 1.4860...}
    """
    golden = (math.sqrt(5) - 1) / 2
    return {node: (-1) ** place * (0.75 + (0.5 + place * golden) % 1) for place, node in enumerate(inputs)}
