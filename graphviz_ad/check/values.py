"""The first check: the value that a node states against its operation at the values of its operands."""

from __future__ import annotations

import math
from collections.abc import Iterator

from graphviz_ad import ops
from graphviz_ad.check.agreement import agree
from graphviz_ad.check.changed import changed_later, changed_leaves
from graphviz_ad.check.notation import at_node, label, number, numbers, operation
from graphviz_ad.check.truth import Truth
from graphviz_ad.finding import Finding
from graphviz_ad.graph import INPUT, OUTPUT

__all__ = ["Misvalued", "misvalued", "value_fits", "wrong_values"]

MOST = 500
"""For so many values it is asked what they are instead."""

Misvalued = tuple[int, Finding, str | None]
"""A node whose value is wrong, what is said of it, and the operation that it seems to be instead."""


def wrong_values(truth: Truth) -> Iterator[Misvalued]:
    """Yield every node whose stated value is not that of its operation.

    Examples
    --------
    >>> from graphviz_ad.check.truth import truth_of
    >>> from graphviz_ad.claims import Claims
    >>> from graphviz_ad.read import read_text
    >>> truth = truth_of(Claims(read_text("d = p + q"), {"p": 1.3, "q": -0.7}, values={2: 2.0}))
    >>> [(node, finding.fault, instead) for node, finding, instead in wrong_values(truth)]
    [(2, 'op_label_disagrees_with_value', 'sub')]
    """
    graph = truth.graph
    for node in sorted(truth.claims.values):
        if graph.ops[node] == INPUT:
            finding = _input(truth, node)
            if finding is not None:
                yield node, finding, None
    wrong = misvalued(truth)
    stale = dict(changed_leaves(truth, wrong)) if wrong else {}
    for leaf, (finding, consumers) in stale.items():
        yield leaf, finding, None
        wrong = [node for node in wrong if node not in consumers]
    for count, node in enumerate(wrong):
        yield _wrong(truth, node, closely=count < MOST)


def misvalued(truth: Truth) -> list[int]:
    """Return the operations whose stated value is another than that at the values of their operands."""
    ops_of, known = truth.graph.ops, truth.known
    stated = [node for node in sorted(truth.claims.values) if ops_of[node] != INPUT and known[node]]
    return [node for node in stated if not _right(truth, node)]


def value_fits(truth: Truth, node: int, result: float) -> bool:
    """Whether the stated value of a node may be ``result``, given how exact its operands are."""
    return agree(truth.claims.values[node], result, _slack(truth, node, result))


def _right(truth: Truth, node: int) -> bool:
    given, result = truth.values[node], truth.results[node]
    if given == result or result != result:
        return True
    return value_fits(truth, node, result)


def _slack(truth: Truth, node: int, result: float) -> float:
    """Return how far a value may be from the result of its operation."""
    graph = truth.graph
    slack = truth.precision.slack(truth.values[node]) + truth.precision.relative * abs(result)
    slack += truth.rooms[node]
    for edge in range(graph.starts[node], graph.starts[node + 1]):
        tail = graph.operands[edge]
        if tail >= 0:
            slope = abs(truth.partials[edge])
            slack += slope * truth.precision.relative * abs(truth.values[tail])
    if graph.ops[node] != OUTPUT and ops.TABLE[graph.ops[node]].flat and _on_a_step(truth, node):
        return math.inf
    return slack


def _on_a_step(truth: Truth, node: int) -> bool:
    """Whether rounding of the operands can move an operation that jumps over its step."""
    args = truth.args(node)
    return any(kink(*args) for kink in ops.kernel(truth.graph.ops[node]).kinks) and any(
        truth.slacks[k]
        for k in truth.graph.operands[truth.graph.starts[node] : truth.graph.starts[node + 1]]
        if k >= 0
    )


def _input(truth: Truth, node: int) -> Finding | None:
    """Return that an input's node states another value than the one given for it."""
    given, right = truth.claims.values[node], truth.values[node]
    if agree(given, right, truth.precision.slack(given)):
        return None
    name = label(truth, node)
    message = f"{name} is {number(right)} among the inputs and {number(given)} at its node"
    hint = f"give {name} one value"
    return at_node(
        truth, node,
        Finding("value_disagrees_with_op", "error", given=given, expected=right, message=message, hint=hint),
    )  # fmt: skip


def _wrong(truth: Truth, node: int, *, closely: bool) -> Misvalued:
    given, result = truth.values[node], truth.results[node]
    name, written = label(truth, node), written_out(truth, node)
    is_, should = numbers(given, result)
    told = f"the value of {name} is {is_}, but {written} = {should}"
    instead, swapped = _fitting(truth, node) if closely else (None, False)
    fault, hint, relabelled = "value_disagrees_with_op", f"the value should be {number(result)}", None
    if swapped:
        told += f"; with its operands in the other order it is {number(given)}"
        hint = "exchange the operands"
    elif instead is not None:
        told += f"; it is the value of {instead}"
        if _locals_fit(truth, node, instead):
            fault, relabelled = "op_label_disagrees_with_value", instead
            hint = f"call the operation {instead}, or make the value {number(result)}"
    elif closely and changed_later(truth, node):
        fault, told = "value_changed_after_forward", f"{told}: it was changed after it was computed"
        hint = f"do not write to {name} between the forward and the backward pass"
    elif _cut(given, result):
        fault, told = "integer_truncation", f"{told}: it is cut to a whole number"
        hint = "divide with /, not with // or int()"
    finding = Finding(fault, "error", given=given, expected=result, message=told, hint=hint)
    return node, at_node(truth, node, finding), relabelled


def _cut(given: float, result: float) -> bool:
    """Whether a value is the whole number next to a result that is none."""
    if not math.isfinite(result) or result.is_integer():
        return False
    return given in (math.trunc(result), math.floor(result))


def written_out(truth: Truth, node: int) -> str:
    """Return an operation with its operands as numbers: ``1.3 ** 3``, ``tanh(0.8)``."""
    texts = [f"({number(arg)})" if arg < 0 else number(arg) for arg in truth.args(node)]
    sign = operation(truth, node)
    if sign != truth.graph.ops[node]:
        return f"{texts[0]} {sign} {texts[1]}"
    if truth.graph.ops[node] == OUTPUT:
        return texts[0]
    return f"{sign}({', '.join(text.strip('()') for text in texts)})"


def _fitting(truth: Truth, node: int) -> tuple[str | None, bool]:
    """Return the operation whose value a node states, or whether it is its own with swapped operands."""
    args, op = truth.args(node), truth.graph.ops[node]
    if op == OUTPUT or not math.isfinite(truth.values[node]):
        return None, False
    if len(args) == 2 and value_fits(truth, node, ops.kernel(op).value(*reversed(args))):
        return None, True
    for name, row in ops.TABLE.items():
        if name != op and len(row.params) == len(args) and not row.flat and name not in ("both", "branch"):
            value = ops.kernel(name).value(*args)
            if math.isfinite(value) and value_fits(truth, node, value):
                return name, False
    return None, False


def _locals_fit(truth: Truth, node: int, op: str) -> bool:
    """Whether no stated local derivative of a node contradicts that its operation is ``op``."""
    args, claims = truth.args(node), truth.claims
    value = ops.kernel(op).value(*args)
    for slot, edge in enumerate(range(truth.graph.starts[node], truth.graph.starts[node + 1])):
        given = claims.probes[edge].once if edge in claims.probes else claims.partials.get(edge)
        if given is not None and truth.graph.operands[edge] >= 0:
            true = ops.kernel(op).partials[slot](*args, value)
            if not agree(
                given, true, 1e3 * (truth.precision.slack(given) + truth.precision.relative * abs(true))
            ):
                return False
    return True
