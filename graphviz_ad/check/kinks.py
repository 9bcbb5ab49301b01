"""How a local derivative answers to small changes: smoothly, or by a jump."""

from __future__ import annotations

import math

from graphviz_ad import ops
from graphviz_ad.check.truth import Truth
from graphviz_ad.differentiate.remarks import one_sided
from graphviz_ad.graph import OUTPUT

__all__ = ["is_kinked", "moved", "sides"]


def is_kinked(truth: Truth, head: int) -> bool:
    """Whether an operation has a kink at the values of its operands."""
    op = truth.graph.ops[head]
    if op == OUTPUT or not truth.known[head]:
        return False
    args = truth.args(head)
    return any(kink(*args) for kink in ops.kernel(op).kinks)


def sides(truth: Truth, edge: int) -> tuple[float, float]:
    """Return the lower and the higher of the slopes on both sides."""
    head = truth.heads[edge]
    slot = edge - truth.graph.starts[head]
    (_, left), (_, right) = one_sided(truth.graph.ops[head], truth.args(head), slot)
    return min(left, right), max(left, right)


def moved(truth: Truth, edge: int) -> float:
    """Return how far a local derivative moves when its operands are as inexact as they are stated.

    Examples
    --------
    >>> from graphviz_ad.check.truth import truth_of
    >>> from graphviz_ad.claims import Claims
    >>> from graphviz_ad.read import read_text
    >>> truth = truth_of(Claims(read_text("sin(square(x))"), {"x": 1}, values={1: 1.0003}))
    >>> moved(truth, 1) < 1e-4
    True
    """
    head, graph = truth.heads[edge], truth.graph
    if graph.ops[head] == OUTPUT:
        return 0.0
    kernel, slot = ops.kernel(graph.ops[head]), edge - graph.starts[head]
    args, true, total = truth.args(head), truth.partials[edge], 0.0
    # Over a step or a kink there is no telling: a change of half of it is no inexactness.
    smooth = truth.precision.digits is not None and not (kernel.kinks or ops.TABLE[graph.ops[head]].flat)
    most = math.inf if smooth else 0.5 * abs(true)
    for place, operand in enumerate(graph.operands[graph.starts[head] : graph.starts[head + 1]]):
        if operand < 0:
            continue
        shift = truth.slacks[operand] + truth.precision.relative * abs(args[place])
        largest = 0.0
        for step in (-shift, shift):
            near = [*args[:place], args[place] + step, *args[place + 1 :]]
            size = abs(kernel.partials[slot](*near, kernel.value(*near)) - true)
            if smooth and size != size and true == true:
                # Past a pole, or outside of the domain, it may be anything.
                size = math.inf
            largest = max(largest, size if size < most or smooth else 0.0)
        total += largest
    for step in (-truth.slacks[head], truth.slacks[head]):
        size = abs(kernel.partials[slot](*args, truth.results[head] + step) - true)
        total += size if size < most else 0.0
    return total
