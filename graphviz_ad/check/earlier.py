"""What a graph would state if some of its inputs had the values that they had before."""

from __future__ import annotations

from collections.abc import Mapping

from graphviz_ad import ops
from graphviz_ad.check.agreement import agree
from graphviz_ad.check.truth import Truth
from graphviz_ad.claims import Claims, Probe
from graphviz_ad.graph import INPUT, OUTPUT
from graphviz_ad.noun import replace

__all__ = ["as_before", "leaves_of"]


def leaves_of(truth: Truth, head: int) -> list[int]:
    """Return the inputs that an operation uses."""
    graph = truth.graph
    operands = graph.operands[graph.starts[head] : graph.starts[head + 1]]
    found = {k for k in operands if k >= 0 and graph.ops[k] == INPUT}
    return sorted(found) if graph.ops[head] != OUTPUT else []


def as_before(claims: Claims, now: Truth, before: Mapping[int, float]) -> Claims:
    """Return the claims with other values of inputs, and with what rules would have used there."""
    graph = claims.graph
    at, values = dict(claims.at), dict(claims.values)
    for leaf, value in before.items():
        if leaf in values:
            values[leaf] = value
        if graph.names.get(leaf) in at:
            at[graph.names[leaf]] = value
    probes = dict(claims.probes)
    for edge, probe in claims.probes.items():
        head = now.heads[edge]
        if now.known[head] and any(leaf in before for leaf in leaves_of(now, head)):
            probes[edge] = _rule_before(now, edge, probe, before)
    return replace(claims, at=at, values=values, probes=probes)


def _rule_before(now: Truth, edge: int, probe: Probe, before: Mapping[int, float]) -> Probe:
    """Return what a rule would have done: it reads the inputs as they are when it runs."""
    graph, head = now.graph, now.heads[edge]
    first = graph.starts[head]
    operands = graph.operands[first : graph.starts[head + 1]]
    kernel, args = ops.kernel(graph.ops[head]), now.args(head)
    then = [before.get(k, arg) for k, arg in zip(operands, args, strict=True)]
    partial = kernel.partials[edge - first]
    true = float(partial(*then, kernel.value(*then)))
    for numbers in (args, then):
        for result in (kernel.value(*args), now.values[head]):
            local = float(partial(*numbers, result))
            if agree(probe.once, local, 1e-9 * abs(local)):
                return Probe(true, probe.scaled - probe.once + true, probe.onto - probe.once + true)
    present = now.partials[edge]
    # A rule that is wrong is taken to be wrong by the same factor.
    share = true / present if present and true - true == 0 else 1.0
    return Probe(probe.once * share, probe.scaled * share, probe.onto * share)
