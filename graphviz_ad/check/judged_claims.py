"""What of the claims is judged: gradients where they are asked for, and whose local derivative counts."""

from __future__ import annotations

from graphviz_ad.claims import Claims
from graphviz_ad.graph import CONSTANT, INPUT
from graphviz_ad.noun import replace

__all__ = ["judged_claims", "own_local"]


def own_local(claims: Claims, edge: int) -> float | None:
    """Return the local derivative that a graph has of its own: probed, else stated.

    Examples
    --------
    >>> from graphviz_ad.claims import Probe
    >>> from graphviz_ad.read import read_text
    >>> claims = Claims(read_text("x*y"), partials={0: 2.0, 1: 3.0}, probes={1: Probe(5.0, 5.0, 5.0)})
    >>> [own_local(claims, edge) for edge in (0, 1, 2)]
    [2.0, 5.0, None]
    """
    probe = claims.probes.get(edge)
    return claims.partials.get(edge) if probe is None else probe.once


def judged_claims(claims: Claims) -> Claims:
    """Return the claims with the gradients that a sweep from the outputs has to give.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> claims = Claims(read_text("exp(2)*x"), {"x": 3}, adjoints={0: 3.0, 1: 7.4, 3: 1.0})
    >>> claims.graph.ops, judged_claims(claims).adjoints
    (['exp', 'input', 'mul', 'output'], {1: 7.4, 2: 1.0})
    """
    return _of_the_living(_of_what_is_shown(claims))


def _of_what_is_shown(claims: Claims) -> Claims:
    """Return the claims with the gradient of an output at the operation that it shows."""
    if not any(output in claims.adjoints for output in claims.graph.outputs):
        return claims
    graph, adjoints = claims.graph, dict(claims.adjoints)
    for output in graph.outputs:
        if output in adjoints:
            given = adjoints.pop(output)
            if graph.operands[graph.starts[output]] >= 0:
                adjoints.setdefault(graph.operands[graph.starts[output]], given)
    return replace(claims, adjoints=adjoints)


def _of_the_living(claims: Claims) -> Claims:
    """Return the claims without the gradients of operations that no input leads to: none is asked of them."""
    graph = claims.graph
    living = bytearray(len(graph))
    for node, op in enumerate(graph.ops):
        operands = graph.operands[graph.starts[node] : graph.starts[node + 1]]
        # A constant may have a gradient too much, which is told of it.
        living[node] = op in (INPUT, CONSTANT) or any(
            k >= 0 and living[k] and graph.ops[k] != CONSTANT for k in operands
        )
    if all(living[node] for node in claims.adjoints):
        return claims
    return replace(claims, adjoints={k: number for k, number in claims.adjoints.items() if living[k]})
