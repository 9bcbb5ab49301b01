"""What is worth knowing of gradients that are right: not finite, very small, very large."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from graphviz_ad.check.flow import Flow
from graphviz_ad.check.notation import at_edge, label, number, use
from graphviz_ad.check.truth import Truth
from graphviz_ad.finding import Finding

__all__ = ["gradient_notes"]

SMALL, LARGE = 1e-12, 1e12

_REWRITE = {
    "sqrt": "write x for sqrt(x)**2, or sqrt(x + 1e-12) where x may be 0",
    "log": "log1p(x) for log(1 + x); where(x > 0, ...) needs a safe operand in both branches",
    "div": "keep the denominator away from 0",
    "pow": "for a base of 0 the slope is finite only for exponents of at least 1",
    "exp": "use a stable form: sigmoid, softplus, tanh or expm1, or subtract the maximum first",
    "hypot": "at (0, 0) there is no slope; add a small number under the root",
}


def gradient_notes(truth: Truth, flow: Flow, true: Sequence[float]) -> list[Finding]:
    """Return the first edge that makes a gradient infinite or none, and inputs with extreme ones.

    Examples
    --------
    >>> from graphviz_ad.check.flow import flow_of
    >>> from graphviz_ad.check.truth import truth_of
    >>> from graphviz_ad.claims import Claims
    >>> from graphviz_ad.read import read_text
    >>> truth = truth_of(Claims(read_text("sqrt(x)**2"), {"x": 0.0}))
    >>> [note.message for note in gradient_notes(truth, flow_of(truth, truth.seeds), [0.0] * 4)]
    ['v1 → x: the upstream gradient 0 times the local derivative ∞ is nan']
    """
    return [*_not_finite(truth, flow), *_extreme(truth, true)]


def _not_finite(truth: Truth, flow: Flow) -> Iterator[Finding]:
    unknown = _unknown(truth)
    for head in range(len(truth.graph) - 1, -1, -1):
        upstream = flow.adjoints[head]
        if not math.isfinite(upstream) or unknown[head]:
            continue
        for edge in truth.edges_of(head):
            if not math.isfinite(flow.parts[edge]):
                message = (
                    f"{use(truth, edge)}: the upstream gradient {number(upstream)} times the local "
                    f"derivative {number(truth.weights[edge])} is {number(flow.parts[edge])}"
                )
                hint = _REWRITE.get(truth.graph.ops[head], "")
                yield at_edge(truth, edge, Finding("non_finite", message=message, hint=hint))
                return


def _unknown(truth: Truth) -> bytearray:
    """Return which nodes depend on an input without a value: nobody can say what is finite there."""
    graph = truth.graph
    unknown = bytearray(len(graph))
    for node in graph.inputs:
        unknown[node] = truth.values[node] != truth.values[node]
    if not any(unknown):
        return unknown
    for head in range(len(graph)):
        operands = graph.operands[graph.starts[head] : graph.starts[head + 1]]
        unknown[head] |= any(operand >= 0 and unknown[operand] for operand in operands)
    return unknown


def _extreme(truth: Truth, true: Sequence[float]) -> Iterator[Finding]:
    for node in truth.graph.inputs:
        size = abs(true[node])
        if not math.isfinite(size) or not truth.uses_of(node):
            continue
        name = label(truth, node)
        if 0 < size < SMALL or (size == 0 and _underflowed(truth, true, node)):
            message = f"the gradient of {name} is {number(true[node])}: it all but vanishes on the way"
            yield Finding("vanishing", node=f"n{node}", message=message)
        elif size > LARGE:
            message = f"the gradient of {name} is {number(true[node])}: it explodes on the way"
            yield Finding("exploding", node=f"n{node}", message=message)


def _underflowed(truth: Truth, true: Sequence[float], node: int) -> bool:
    """Whether a consumer has a gradient and a slope whose product is too small for a float."""
    return any(
        truth.partials[edge] and abs(true[truth.heads[edge]]) < SMALL and true[truth.heads[edge]]
        for edge in truth.uses_of(node)
    )
