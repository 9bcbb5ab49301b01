"""Engines that walk every path and keep gradients on inputs alone: each path overwrites the one before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from graphviz_ad.check.evidence import Cause, Evidence
from graphviz_ad.check.explained import explains
from graphviz_ad.check.notation import label, number
from graphviz_ad.check.told import node_cause
from graphviz_ad.check.truth import Truth

__all__ = ["last_path_kept"]

SHOWN = 3


class _Walk(NamedTuple):
    """The product of the path by which each node was reached, and the operation that it came from."""

    products: list[float]
    befores: list[int]


def last_path_kept(evidence: Evidence) -> Iterator[Cause]:
    """Yield that each input has the product of one path, the one that was walked last."""
    truth = evidence.truth
    if not any(note.fault == "leaves_only" for note in truth.claims.notes):
        return
    for backwards in (False, True):
        walk = _walked(truth, backwards=backwards)
        if explains(evidence, walk.products):
            yield _told(evidence, walk)
            return


def _walked(truth: Truth, *, backwards: bool) -> _Walk:
    """Walk from the outputs, deep before wide, to each node once.

    Of all paths to a node that is the first one, in order of operands: an engine with a stack
    walks it last, and one that recurses walks last what is first from behind.
    """
    graph = truth.graph
    walk = _Walk([0.0] * len(graph), [-1] * len(graph))
    seen = bytearray(len(graph))
    roots = [(graph.operands[graph.starts[output]], seed) for output, seed in truth.seeds.items()]
    todo = [(node, seed, -1) for node, seed in roots[::-1] if node >= 0]
    while todo:
        node, product, before = todo.pop()
        if seen[node]:
            continue
        seen[node] = 1
        walk.products[node], walk.befores[node] = product, before
        edges = truth.edges_of(node)
        for edge in edges if backwards else reversed(edges):
            tail = graph.operands[edge]
            if not seen[tail]:
                todo.append((tail, product * truth.weights[edge], node))
    return walk


def _told(evidence: Evidence, walk: _Walk) -> Cause:
    truth = evidence.truth
    node, *others = sorted(evidence.gaps)
    way = [node]
    while walk.befores[way[-1]] >= 0 and len(way) <= SHOWN:
        way.append(walk.befores[way[-1]])
    cut = "... → " if walk.befores[way[-1]] >= 0 else ""
    path = cut + " → ".join(label(truth, each) for each in reversed(way))
    names = ", ".join(label(truth, other) for other in others[:4])
    message = (
        f"overwritten at {label(truth, node)}: each path that arrives replaces the one before, so that "
        f"only {path} ({number(walk.products[node])}) is left"
    )
    message += f"; likewise at {names}" if names else ""
    return node_cause(
        evidence, 0.6, "assign_instead_of_accumulate", node, message,
        hint=f"add, do not assign: {label(truth, node)}.grad += ...", by=walk.befores[node],
        given=evidence.stated(node), expected=evidence.flow.expected[node], nodes=tuple(evidence.gaps),
    )  # fmt: skip
