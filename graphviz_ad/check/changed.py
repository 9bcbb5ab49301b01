"""Values that were right when they were computed: somebody wrote to a node after that."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from graphviz_ad import ops
from graphviz_ad.check.agreement import agree
from graphviz_ad.check.notation import at_node, label, number
from graphviz_ad.check.truth import Truth
from graphviz_ad.finding import Finding
from graphviz_ad.graph import INPUT, OUTPUT

__all__ = ["changed_later", "changed_leaves", "root_of", "seen_by", "solutions"]

FEW = 3
"""A number of so few digits was written by hand, where the result has many."""
STEPS = 60
MOST = 20
"""So many consumers of an input are asked for the value that it had."""


def changed_later(truth: Truth, node: int) -> bool:
    """Whether the consumers of a node used the right value, or its rule uses one written by hand.

    Examples
    --------
    >>> from graphviz_ad.check.truth import truth_of
    >>> from graphviz_ad.claims import Claims
    >>> from graphviz_ad.read import read_text
    >>> graph = read_text("u = x*x; u + x")
    >>> changed_later(truth_of(Claims(graph, {"x": 3}, values={1: 5.0, 2: 12.0})), 1)
    True
    """
    uses = [truth.heads[edge] for edge in truth.uses_of(node)]
    told = [head for head in uses if head in truth.claims.values and truth.graph.ops[head] != OUTPUT]
    if told:
        return all(_result(truth, head, node, truth.results[node]) for head in told) and not any(
            _result(truth, head, node, truth.values[node]) for head in told
        )
    few = len(f"{truth.values[node]!r}".replace(".0", "").lstrip("-0.")) <= FEW
    many = len(f"{truth.results[node]!r}") > 2 * FEW + 2
    return few and many and _rule_reads(truth, node)


def _result(truth: Truth, head: int, node: int, value: float) -> bool:
    """Whether the stated value of an operation is that for another value of one operand."""
    graph = truth.graph
    operands = graph.operands[graph.starts[head] : graph.starts[head + 1]]
    if not truth.known[head]:
        return False
    args = [value if k == node else arg for k, arg in zip(operands, truth.args(head), strict=True)]
    result = ops.kernel(graph.ops[head]).value(*args)
    given = truth.claims.values[head]
    return agree(given, result, 4 * truth.precision.slack(given) + 1e-12 * abs(result)) and math.isfinite(
        result
    )


def _rule_reads(truth: Truth, node: int) -> bool:
    """Whether a local derivative of a node is that for its stated value."""
    kernel, args = ops.kernel(truth.graph.ops[node]), truth.args(node)
    for slot, edge in enumerate(range(truth.graph.starts[node], truth.graph.starts[node + 1])):
        given = truth.claims.partials.get(edge)
        if given is not None and truth.graph.operands[edge] >= 0:
            local = kernel.partials[slot](*args, truth.values[node])
            if agree(given, local, truth.precision.slack(given)) and local != truth.partials[edge]:
                return True
    return False


def changed_leaves(truth: Truth, wrong: Sequence[int]) -> Iterator[tuple[int, tuple[Finding, set[int]]]]:
    """Yield inputs that had another value when their consumers were computed, and these consumers.

    Two consumers that agree on the value, or one and its local derivatives, are evidence.
    """
    graph, mistaken = truth.graph, set(wrong)
    for leaf in graph.inputs:
        edges = [edge for edge in truth.uses_of(leaf) if graph.ops[truth.heads[edge]] != OUTPUT]
        heads = {truth.heads[edge] for edge in edges if truth.heads[edge] in truth.claims.values}
        if not heads or not heads <= mistaken:
            continue
        found = [
            (seen_by(truth, heads, leaf, value), value) for value in solutions(truth, sorted(heads), leaf)
        ]
        witnesses, before = max(found, default=(0, 0.0))
        if witnesses == len(heads) and (witnesses > 1 or _locals_remember(truth, min(heads), leaf, before)):
            name = label(truth, leaf)
            message = (
                f"{name} is {number(truth.values[leaf])} now, but was {number(before)} when "
                f"{', '.join(label(truth, head) for head in sorted(heads)[:3])} used it: it was changed "
                "after that"
            )
            hint = "compute the values anew after changing an input, then run backward"
            finding = Finding(
                "value_changed_after_forward", "error", given=truth.values[leaf], expected=before,
                message=message, hint=hint,
            )  # fmt: skip
            yield leaf, (at_node(truth, leaf, finding), heads)


def solutions(truth: Truth, heads: Sequence[int], leaf: int) -> list[float]:
    """Return the values of an input for which one of some operations has the value that it states."""
    found = (solved(truth, head, leaf) for head in heads[:MOST])
    return [value for value in found if value is not None]


def seen_by(truth: Truth, heads: Iterable[int], leaf: int, value: float) -> int:
    """Return how many of some operations have the values that they state if an input has ``value``."""
    return sum(_result(truth, head, leaf, value) for head in heads)


def solved(truth: Truth, head: int, leaf: int) -> float | None:
    """Return the value of an input for which an operation has the value that it states, by secants."""
    graph, target = truth.graph, truth.claims.values[head]
    if not truth.known[head] or graph.ops[leaf] != INPUT:
        return None
    operands = graph.operands[graph.starts[head] : graph.starts[head + 1]]
    kernel, args = ops.kernel(graph.ops[head]), truth.args(head)

    def miss(value: float) -> float:
        return (
            kernel.value(*[value if k == leaf else a for k, a in zip(operands, args, strict=True)]) - target
        )

    x0 = truth.values[leaf]
    found = root_of(miss, x0, x0 * (1 + 1e-4) + 1e-4, target)
    # Where the operation is flat any other value would do as well.
    flat = found is None or not miss(found * (1 + 1e-5) + 1e-8) != miss(found) != miss(
        found * (1 - 1e-5) - 1e-8
    )
    return None if flat else found


def root_of(miss: Callable[[float], float], x0: float, x1: float, size: float) -> float | None:
    """Return where a function that is as large as ``size`` is 0, by secants; None where that leads nowhere.

    Examples
    --------
    >>> round(root_of(lambda x: x*x - 2, 1.0, 1.5, 2.0), 9)
    1.414213562
    """
    f0, f1 = miss(x0), miss(x1)
    for _ in range(STEPS):
        if not math.isfinite(f1) or f1 == f0 or abs(f1) <= 1e-13 * max(1e-300, abs(size)):
            break
        x0, x1, f0 = x1, x1 - f1 * (x1 - x0) / (f1 - f0), f1
        f1 = miss(x1)
    return x1 if math.isfinite(f1) and abs(f1) <= 1e-9 * max(1e-300, abs(size)) else None


def _locals_remember(truth: Truth, head: int, leaf: int, before: float) -> bool:
    """Whether a stored local derivative is that for the value before, and not for the one now."""
    graph = truth.graph
    first = graph.starts[head]
    operands = graph.operands[first : graph.starts[head + 1]]
    kernel = ops.kernel(graph.ops[head])
    args = [before if k == leaf else a for k, a in zip(operands, truth.args(head), strict=True)]
    for slot in range(len(operands)):
        given = truth.claims.partials.get(first + slot)
        if given is not None:
            then = kernel.partials[slot](*args, truth.values[head])
            if agree(given, then, 1e-7 * abs(then)) and not agree(
                given, truth.partials[first + slot], 1e-7 * abs(then)
            ):
                return True
    return False
