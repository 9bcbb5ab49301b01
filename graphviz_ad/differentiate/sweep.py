"""The two loops: forward and reverse over a tape, for any ring.

A sweep carries something along every edge and adds up what meets at a node.
What it carries is the ring's choice: derivatives, exact numbers of paths,
"is there any path", the strongest path, formulas.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import TypeVar

from graphviz_ad.differentiate.ring import REAL, Ring
from graphviz_ad.tape import Tape

__all__ = ["forward", "reverse"]

T = TypeVar("T")


def forward(
    tape: Tape,
    seed: Mapping[int, T],
    ring: Ring[T] = REAL,  # type: ignore[assignment]
) -> list[T | None]:
    """Carry ``seed`` from the inputs to the outputs.

    Parameters
    ----------
    tape
        The tape to sweep.
    seed
        What each seeded node starts with; ``{x: 1.0}`` in the ring REAL gives the derivatives
        of every node by x, a column of the Jacobian.
    ring
        What is carried; derivatives by default.

    Returns
    -------
    list
        The tangent of every node; None where no path leads to it from a seeded node.

    Examples
    --------
    >>> from graphviz_ad.differentiate import evaluate
    >>> from graphviz_ad.read import read_text
    >>> tape = evaluate(read_text("(2*x + 3)**2"), {"x": 2})
    >>> forward(tape, {tape.graph.scope["x"]: 1.0})
    [1.0, 2.0, 2.0, 28.0, 28.0]
    """
    graph = tape.graph
    starts, operands, weights = graph.starts, graph.operands, ring.weights(tape)
    add, mul = ring.add, ring.mul
    tangents: list[T | None] = [None] * len(graph)
    for node, value in seed.items():
        tangents[node] = value
    for head in range(len(graph)):
        total = tangents[head]
        for edge in range(starts[head], starts[head + 1]):
            weight = weights[edge]
            if weight is None:
                continue
            tangent = tangents[operands[edge]]
            if tangent is None:
                continue
            carried = mul(weight, tangent)
            total = carried if total is None else add(total, carried)
        tangents[head] = total
    return tangents


def reverse(
    tape: Tape,
    seed: Mapping[int, T],
    ring: Ring[T] = REAL,  # type: ignore[assignment]
    keep: Container[int] | None = None,
) -> list[T | None]:
    """Carry ``seed`` from the outputs back to the inputs.

    When a node is read, all its consumers have been, so what it holds is the sum over every
    path from the seeded outputs: ``adjoint(v) = sum(adjoint(c) * dc/dv for c in consumers(v))``.

    Parameters
    ----------
    tape, seed, ring
        As for `forward`; ``{y: 1.0}`` gives the derivatives of y by every node, a row of the
        Jacobian.
    keep
        The nodes whose result is wanted; others are freed after their last use, which matters
        for exact counts of thousands of digits.  None keeps all.

    Returns
    -------
    list
        The adjoint of every node; None where no path leads to it (or where it was freed).

    Examples
    --------
    >>> from graphviz_ad.differentiate import evaluate
    >>> from graphviz_ad.read import read_text
    >>> tape = evaluate(read_text("(2*x + 3)**2"), {"x": 2})
    >>> reverse(tape, {tape.graph.outputs[0]: 1.0})
    [28.0, 14.0, 14.0, 1.0, 1.0]
    """
    graph = tape.graph
    starts, operands, weights = graph.starts, graph.operands, ring.weights(tape)
    add, mul = ring.add, ring.mul
    adjoints: list[T | None] = [None] * len(graph)
    for node, value in seed.items():
        adjoints[node] = value
    for head in range(len(graph) - 1, -1, -1):
        upstream = adjoints[head]
        if upstream is None:
            continue
        for edge in range(starts[head], starts[head + 1]):
            weight = weights[edge]
            if weight is None:
                continue
            tail = operands[edge]
            carried = mul(upstream, weight)
            before = adjoints[tail]
            adjoints[tail] = carried if before is None else add(before, carried)
        if keep is not None and head not in keep:
            adjoints[head] = None
    return adjoints
