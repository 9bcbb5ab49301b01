"""Numbers that agree with the true ones to the digits that were typed, and no further."""

from __future__ import annotations

from collections.abc import Container, Iterator

from graphviz_ad.check.flow import Flow
from graphviz_ad.check.notation import label, number
from graphviz_ad.check.truth import Truth
from graphviz_ad.finding import Finding
from graphviz_ad.graph import CONSTANT, OUTPUT
from graphviz_ad.number import full

__all__ = ["rounded"]


def rounded(truth: Truth, flow: Flow, wrong: Container[int] = ()) -> list[Finding]:
    """Return a note that the numbers of a graph are rounded, with the one that is off most.

    Parameters
    ----------
    truth, flow
        The numbers, and what arrives where.
    wrong
        Nodes of which an error is told.

    Examples
    --------
    >>> from graphviz_ad.check.flow import flow_of
    >>> from graphviz_ad.check.truth import truth_of
    >>> from graphviz_ad.claims import Claims
    >>> from graphviz_ad.read import read_text
    >>> truth = truth_of(Claims(read_text("tanh(x)"), {"x": 0.8}, values={1: 0.664}))
    >>> [note.message for note in rounded(truth, flow_of(truth, truth.seeds))]
    ['numbers are given with 3 digits: f = 0.664 is 0.6640368 (1 of 1)']
    """
    if truth.precision.digits is None:
        return []
    claims = truth.claims
    stated = len(claims.values) + len(claims.partials) + len(claims.adjoints)
    found = [each for each in (*_apart(truth), *_summed(truth, flow)) if each[0] not in wrong]
    if not found:
        return []
    node, told, given, true = max(found, key=lambda each: abs(each[2] - each[3]) / max(abs(each[3]), 1e-300))
    message = (
        f"numbers are given with {truth.precision.digits} digits: {told} = {full(given)} is {number(true)} "
        f"({len(found)} of {stated})"
    )
    return [Finding("rounded", node=f"n{node}", given=given, expected=true, message=message)]


def _apart(truth: Truth) -> Iterator[tuple[int, str, float, float]]:
    """Yield the numbers that are right within their digits only: the node, its name, given, true."""
    precision = truth.precision
    for node, given in sorted(truth.claims.values.items()):
        true = truth.results[node]
        room = precision.slack(given) + truth.rooms[node]
        if truth.known[node] and precision.relative * abs(true) < abs(given - true) <= room:
            yield node, label(truth, node), given, true
    for edge, given in sorted(truth.claims.partials.items()):
        true = truth.partials[edge]
        if precision.relative * abs(true) < abs(given - true) <= precision.slack(given):
            head = truth.heads[edge]
            name = f"∂{label(truth, head)}/∂{label(truth, truth.graph.operands[edge])}"
            yield head, name, given, true


def _summed(truth: Truth, flow: Flow) -> Iterator[tuple[int, str, float, float]]:
    """Yield the gradients that are right within the digits of what they were computed from."""
    precision = truth.precision
    for node, given in sorted(truth.claims.adjoints.items()):
        true = flow.expected[node]
        room = precision.slack(given) + flow.slacks[node]
        told = truth.graph.ops[node] not in (OUTPUT, CONSTANT) and node not in flow.wrong
        if told and precision.relative * abs(true) < abs(given - true) <= room:
            yield node, f"the gradient of {label(truth, node)}", given, true
