"""Numbers that agree with the true ones to the digits that were typed, and no further."""

from __future__ import annotations

from collections.abc import Iterator

from graphviz_ad.check.notation import label, number
from graphviz_ad.check.truth import Truth
from graphviz_ad.finding import Finding
from graphviz_ad.number import full

__all__ = ["rounded"]


def rounded(truth: Truth) -> list[Finding]:
    """Return a note that the numbers of a graph are rounded, with the first one that is.

    Examples
    --------
    >>> from graphviz_ad.check.truth import truth_of
    >>> from graphviz_ad.claims import Claims
    >>> from graphviz_ad.read import read_text
    >>> graph = read_text("tanh(x)")
    >>> [note.message for note in rounded(truth_of(Claims(graph, {"x": 0.8}, values={1: 0.664})))]
    ['numbers are given with 3 digits: f = 0.664 is 0.6640368 (1 of 1)']
    """
    if truth.precision.digits is None:
        return []
    stated = len(truth.claims.values) + len(truth.claims.partials)
    found = list(_apart(truth))
    if not found:
        return []
    node, told, given, true = found[0]
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
        if truth.known[node] and precision.relative * abs(true) < abs(given - true) <= precision.slack(given):
            yield node, label(truth, node), given, true
    for edge, given in sorted(truth.claims.partials.items()):
        true = truth.partials[edge]
        if precision.relative * abs(true) < abs(given - true) <= precision.slack(given):
            head = truth.heads[edge]
            name = f"∂{label(truth, head)}/∂{label(truth, truth.graph.operands[edge])}"
            yield head, name, given, true
