"""The second check: local derivatives, as stated or as a rule was seen to use them, against the table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from graphviz_ad import ops
from graphviz_ad.check.agreement import agree
from graphviz_ad.check.judged_claims import own_local
from graphviz_ad.check.kinks import is_kinked, moved
from graphviz_ad.check.notation import at_edge, label, line, number, numbers, operation, slopes, use
from graphviz_ad.check.precision import EXACT
from graphviz_ad.check.resemblance import likeness, other_rule, swapped
from graphviz_ad.check.slips import Close, Rule
from graphviz_ad.check.ties import PAIRS, between_sides, inferred, outside, tie
from graphviz_ad.check.truth import Truth
from graphviz_ad.finding import Finding
from graphviz_ad.graph import OUTPUT

__all__ = ["Misruled", "judged", "rule_of", "stated_local", "wrong_locals"]

MOST = 1000
"""For so many operations it is asked what their local derivatives look like."""

Misruled = tuple[tuple[int, ...], Finding]
"""Edges with a wrong local derivative, and what is said of them together."""


def stated_local(truth: Truth, edge: int) -> float | None:
    """Return the local derivative that an edge has of its own: probed, else stated."""
    return own_local(truth.claims, edge)


def wrong_locals(truth: Truth) -> Iterator[Misruled]:
    """Yield every operation with a wrong local derivative.

    Examples
    --------
    >>> from graphviz_ad.check.truth import truth_of
    >>> from graphviz_ad.claims import Claims
    >>> from graphviz_ad.read import read_text
    >>> truth = truth_of(Claims(read_text("add(p, q)"), {"p": 2, "q": 5}, partials={0: 5.0, 1: 2.0}))
    >>> [(edges, finding.fault) for edges, finding in wrong_locals(truth)]
    [((0, 1), 'rule_of_other_op')]
    """
    heads = {truth.heads[edge] for edge in (*truth.claims.partials, *truth.claims.probes)}
    for head, op in enumerate(truth.graph.ops):
        if op in PAIRS and head not in heads and truth.known[head]:
            edges = truth.edges_of(head)
            uneven = tie(truth, head, edges, inferred(truth, head))
            if uneven is not None:
                yield tuple(edges), uneven
    count = 0
    for head in sorted(heads):
        if truth.known[head]:
            edges = truth.edges_of(head)
            given = [stated_local(truth, edge) for edge in edges]
            for found in judged(truth, head, edges, given, closely=count < MOST):
                count += 1
                yield found


def rule_of(truth: Truth, head: int) -> Rule:
    """Return an operation with its true numbers, at the values that its operands state."""
    graph = truth.graph
    partials = truth.partials[graph.starts[head] : graph.starts[head + 1]]
    operands = graph.operands[graph.starts[head] : graph.starts[head + 1]]
    names = [label(truth, k) if k >= 0 else graph.constant_text(k) for k in operands]
    names.append(label(truth, head))
    return Rule(graph.ops[head], tuple(truth.args(head)), truth.results[head], tuple(partials), tuple(names))


def judged(
    truth: Truth, head: int, edges: Sequence[int], given: Sequence[float | None], *, closely: bool = True
) -> Iterator[Misruled]:
    """Yield what is wrong with the local derivatives ``given`` for ``edges`` of one operation.

    ``closely``: also what they look like.
    """
    wrong = [
        (edge, number_given)
        for edge, number_given in zip(edges, given, strict=True)
        if number_given is not None and not _right(truth, edge, number_given)
    ]
    uneven = tie(truth, head, edges, given)
    if uneven is not None:
        yield tuple(edges), uneven
        return
    if not wrong:
        return
    if truth.graph.ops[head] == OUTPUT:
        for edge, local in wrong:
            yield (edge,), _plain_finding(truth, edge, local, "wrong_local", "")
        return
    together = _together(truth, head, edges, given, wrong) if closely else None
    if together is not None:
        yield tuple(edge for edge, _ in wrong), together
        return
    for edge, local in wrong:
        yield (edge,), _alone(truth, edge, local, closely=closely)


def _right(truth: Truth, edge: int, given: float) -> bool:
    """Whether a local derivative is the table's, or as good at a kink."""
    true = truth.partials[edge]
    if given == true or not math.isfinite(true):
        return True
    slack = truth.precision.slack(given) + truth.precision.relative * abs(true)
    if agree(given, true, slack):
        return True
    head = truth.heads[edge]
    if truth.graph.ops[head] == OUTPUT:
        return False
    return (
        agree(given, true, slack + moved(truth, edge))
        or _follows_value(truth, edge, given, slack)
        or between_sides(truth, edge, given, slack)
    )


def _follows_value(truth: Truth, edge: int, given: float, slack: float) -> bool:
    """Whether a local derivative is right for a value of the node that is wrong already."""
    head = truth.heads[edge]
    value = truth.values[head]
    if value == truth.results[head]:
        return False
    kernel = ops.kernel(truth.graph.ops[head])
    slot = edge - truth.graph.starts[head]
    return agree(given, kernel.partials[slot](*truth.args(head), value), slack)


def close_for(truth: Truth, edge: int) -> Close:
    """Return what tells whether two local derivatives are one."""
    room = moved(truth, edge)

    def close(left: float, right: float) -> bool:
        loose = truth.precision.slack(left) + truth.precision.relative * abs(right)
        return agree(left, right, loose + room) and math.isfinite(right)

    return close


def _same(left: float, right: float) -> bool:
    return math.isfinite(right) and abs(left - right) <= EXACT.slack(right)


def _together(
    truth: Truth,
    head: int,
    edges: Sequence[int],
    given: Sequence[float | None],
    wrong: Sequence[tuple[int, float]],
) -> Finding | None:
    """Return one finding for several wrong local derivatives of one operation, if one explains them."""
    rule = rule_of(truth, head)
    if len(edges) < 2 or len(rule.args) != len(edges) or len(wrong) < 2:
        return None
    close = close_for(truth, edges[0])
    name, first = label(truth, head), wrong[0]
    if swapped(rule, given, close):
        message = f"the local derivatives of {name} are exchanged: each operand has that of the other"
        hint = f"they are {slopes(truth, edges)}"
        fault = "operands_swapped"
    else:
        other = other_rule(rule, given, close)
        if other is None:
            return None
        message, fault = (
            f"local derivatives of {name} are those of {other}, not of {rule.op}",
            "rule_of_other_op",
        )
        hint = f"the rule of {rule.op}: {slopes(truth, edges)}"
    finding = Finding(
        fault, "error", given=first[1], expected=truth.partials[first[0]], message=message, hint=hint
    )
    return at_edge(truth, first[0], finding)


def _alone(truth: Truth, edge: int, given: float, *, closely: bool) -> Finding:
    """Return what is wrong with one local derivative."""
    head = truth.heads[edge]
    if is_kinked(truth, head):
        return outside(truth, edge, given)
    if not closely:
        return _plain_finding(truth, edge, given, "wrong_local", "")
    rule, slot = rule_of(truth, head), edge - truth.graph.starts[head]
    # What it is to the last digit it is rather than what it rounds to.
    like = likeness(rule, slot, given, _same)
    if not like.looks_like and like.fault == "wrong_local":
        like = likeness(rule, slot, given, close_for(truth, edge))
    return _plain_finding(truth, edge, given, like.fault, like.looks_like)


def _local(truth: Truth, edge: int) -> str:
    head = truth.heads[edge]
    return f"the local derivative of {label(truth, head)} by {label(truth, truth.graph.operands[edge])}"


def _plain_finding(truth: Truth, edge: int, given: float, fault: str, looks_like: str) -> Finding:
    head, true = truth.heads[edge], truth.partials[edge]
    is_, should = numbers(given, true)
    message = f"{_local(truth, edge)} is {is_}, should be {should}"
    if fault == "edge_gets_nothing":
        message = f"{use(truth, edge)} gets nothing: its local derivative is 0, should be {number(true)}"
        message += f" ({looks_like})" if looks_like else ""
    elif fault == "rule_of_other_op":
        message += f": it is that of {looks_like}, the operation is {operation(truth, head)}"
    elif looks_like:
        message += f": it is {looks_like}"
    finding = Finding(fault, "error", given=given, expected=true, message=message, hint=line(truth, edge))
    return at_edge(truth, edge, finding)
