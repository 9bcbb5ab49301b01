"""The numbers as they should be: of the whole graph, and of each node by what its neighbours state.

One wrong value must not spoil the judgement of everything behind it.  So each operation is judged
at the values that its operands state, each gradient by the gradients that its consumers state;
only what is not stated is computed.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping, Sequence

from graphviz_ad import ops
from graphviz_ad.check.followed import followed, stated_weights
from graphviz_ad.check.judged_claims import judged_claims, own_local
from graphviz_ad.check.precision import Precision, precision_of
from graphviz_ad.claims import Claims
from graphviz_ad.differentiate.evaluate import linearize, primals
from graphviz_ad.expression import normal
from graphviz_ad.graph import CONSTANT, INPUT, OUTPUT, Graph
from graphviz_ad.noun import noun, replace
from graphviz_ad.tape import LIVE, NOT_DIFFERENTIATED, Tape

__all__ = ["Truth", "truth_of"]


@noun
class Truth:
    """What is right, beside what is stated.

    Attributes
    ----------
    claims, graph, precision
        What is judged, and how exactly its numbers are meant.
    labels
        What the nodes are called.
    tape
        The whole graph computed from its inputs alone.
    known
        By node: whether the table knows the operation with that many operands.
    values, slacks, rooms
        By node: the stated value, else that of the operation at the values of the operands; how
        far it may be from what was meant; how exactly the result of the operation is known.
    results
        By node: what the operation gives at the values of its operands.
    partials
        By edge: the local derivative at those values.
    weights
        By edge: the local derivative as the graph has it: probed, stated, else ``partials``.
    heads, firsts, uses
        The operation of each edge; ``uses[firsts[k]:firsts[k + 1]]`` are the edges that use node k.
    seeds
        By node: the gradient that a sweep begins with.
    """

    claims: Claims
    graph: Graph
    precision: Precision
    labels: Sequence[str]
    tape: Tape
    known: bytearray
    values: Sequence[float]
    slacks: Sequence[float]
    rooms: Sequence[float]
    results: Sequence[float]
    partials: Sequence[float]
    weights: Sequence[float]
    heads: array[int]
    firsts: array[int]
    uses: array[int]
    seeds: Mapping[int, float]

    def args(self, head: int) -> list[float]:
        """Return the operands of an operation as numbers, as they are stated."""
        graph = self.graph
        operands = graph.operands[graph.starts[head] : graph.starts[head + 1]]
        return [self.values[k] if k >= 0 else graph.constants[-1 - k] for k in operands]

    def edges_of(self, head: int) -> list[int]:
        """Return the edges of an operation through which a gradient may go."""
        graph, states = self.graph, self.tape.states
        edges = range(graph.starts[head], graph.starts[head + 1])
        return [edge for edge in edges if states[edge] != NOT_DIFFERENTIATED]

    def uses_of(self, node: int) -> array[int]:
        """Return the edges by which a node is used, in order of the operations."""
        return self.uses[self.firsts[node] : self.firsts[node + 1]]

    def edge_id(self, edge: int) -> str:
        """Return the structural id of an edge, ``n3_1``."""
        head = self.heads[edge]
        return f"n{head}_{edge - self.graph.starts[head]}"


def truth_of(claims: Claims, tolerance: float = 1e-9, precision: Precision | None = None) -> Truth:
    """Return what is right in a graph.

    Parameters
    ----------
    claims
        What is stated.
    tolerance
        The share of its size that a number may be off.
    precision
        How exactly the numbers are meant; as they look, where that is not said.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> truth = truth_of(Claims(read_text("exp(x)*x"), {"x": 2}, values={1: 7.0}, partials={2: 5.0}))
    >>> truth.values[2], list(truth.tape.primals)[1:3]
    (14.0, [7.38905609893065, 14.7781121978613])
    >>> truth.partials[1:3], truth.weights[1:3]
    ([2.0, 7.0], [2.0, 5.0])
    """
    claims = judged_claims(claims)
    graph, precision = claims.graph, precision or precision_of(claims, tolerance)
    known = bytearray(map(_is_known, graph.ops, _arities(graph)))
    # Where the table is ignorant, what is stated is all there is: a value that comes from outside.
    outside = [op if know else INPUT for op, know in zip(graph.ops, known, strict=True)]
    plain = replace(graph, ops=outside)
    at = _inputs(claims)
    stated = {k: claims.values[k] for k in claims.values if not known[k]}
    tape = linearize(plain, primals(plain, at | stated), claims.at)
    states = tape.states
    partials = [math.nan if number is None else number for number in tape.partials]
    for head in _unknown(graph, known):
        for edge in range(graph.starts[head], graph.starts[head + 1]):
            local = own_local(claims, edge)
            if graph.operands[edge] >= 0 and local is not None:
                states[edge], partials[edge] = LIVE, local
    heads, firsts, uses = _uses(graph, states)
    tape = replace(tape, graph=graph, partials=array("d", partials))
    found = followed(claims, tape, known, precision, at)
    weights = stated_weights(claims, found.partials, states)
    labels = _labels(graph)
    seeds = dict.fromkeys(graph.outputs, 1.0)
    return Truth(
        claims, graph, precision, labels, tape, known, found.values, found.slacks, found.rooms, found.results,
        found.partials, weights,        heads, firsts, uses, seeds,
    )  # fmt: skip


def _labels(graph: Graph) -> list[str]:
    """Return what nodes are called; what an output shows is called as the output is."""
    labels = graph.labels()
    for output in graph.outputs:
        node = graph.operands[graph.starts[output]]
        if node >= 0 and node not in graph.names and output in graph.names:
            labels[node] = labels[output]
    return labels


def _arities(graph: Graph) -> list[int]:
    return [graph.starts[k + 1] - graph.starts[k] for k in range(len(graph))]


def _is_known(op: str, arity: int) -> bool:
    return op in (INPUT, CONSTANT, OUTPUT) or (op in ops.TABLE and len(ops.TABLE[op].params) == arity)


def _unknown(graph: Graph, known: bytearray) -> list[int]:
    return [k for k in range(len(graph)) if not known[k]]


def _inputs(claims: Claims) -> dict[int, float]:
    """Return the value of every input that has one: as given, else as its node states it."""
    graph = claims.graph
    given = {normal(name): value for name, value in claims.at.items()}
    found = {}
    for node in graph.inputs:
        value = given.get(normal(graph.names.get(node, "")), claims.values.get(node))
        if value is not None:
            found[node] = float(value)
    return found


def _uses(graph: Graph, states: bytearray) -> tuple[array[int], array[int], array[int]]:
    """Return the head of every edge, and the live edges by tail."""
    count = len(graph)
    heads, firsts = array("q", bytes(8 * len(graph.operands))), array("q", bytes(8 * (count + 1)))
    for head in range(count):
        for edge in range(graph.starts[head], graph.starts[head + 1]):
            heads[edge] = head
            if states[edge] != NOT_DIFFERENTIATED:
                firsts[graph.operands[edge] + 1] += 1
    for node in range(count):
        firsts[node + 1] += firsts[node]
    places, uses = array("q", firsts), array("q", bytes(8 * firsts[count]))
    for edge, tail in enumerate(graph.operands):
        if states[edge] != NOT_DIFFERENTIATED:
            uses[places[tail]] = edge
            places[tail] += 1
    return heads, firsts, uses
