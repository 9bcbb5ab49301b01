"""Backward sweeps as faulty engines run them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from graphviz_ad.check.truth import Truth
from graphviz_ad.graph import CONSTANT, INPUT, OUTPUT

__all__ = ["Orders", "assigned", "begun", "operations", "pushed", "recursed"]


def begun(truth: Truth, start: float = 0.0) -> list[float]:
    """Return the gradients before a sweep: ``start`` everywhere, 1 at what the outputs show."""
    adjoints = [start] * len(truth.graph)
    seed(truth, adjoints)
    return adjoints


def seed(truth: Truth, adjoints: list[float]) -> None:
    """Set the gradient of what the outputs show."""
    graph = truth.graph
    for output, value in truth.seeds.items():
        adjoints[output] = value
        if value:
            adjoints[graph.operands[graph.starts[output]]] = value


def operations(truth: Truth) -> list[int]:
    """Return the operations, operands first."""
    return [k for k, op in enumerate(truth.graph.ops) if op not in (INPUT, CONSTANT, OUTPUT)]


def pushed(truth: Truth, order: Iterable[int], adjoints: list[float]) -> list[float]:
    """Let operations pass their gradients on, in ``order``; changes and returns ``adjoints``.

    Examples
    --------
    >>> from graphviz_ad.check.truth import truth_of
    >>> from graphviz_ad.claims import Claims
    >>> from graphviz_ad.read import read_text
    >>> truth = truth_of(Claims(read_text("u = x*x; y = u + u*x"), {"x": 1.3}))
    >>> [round(pushed(truth, order, begun(truth))[0], 9) for order in ([3, 2, 1], [3, 1, 2])]
    [7.67, 4.29]
    """
    starts, operands, weights = truth.graph.starts, truth.graph.operands, truth.weights
    for head in order:
        adjoint = adjoints[head]
        if adjoint:
            for edge in range(starts[head], starts[head + 1]):
                weight = weights[edge]
                if weight:
                    adjoints[operands[edge]] += adjoint * weight
    return adjoints


def assigned(truth: Truth, order: Iterable[int], adjoints: list[float]) -> list[float]:
    """Let operations overwrite the gradients of their operands, in ``order``."""
    starts, operands, weights = truth.graph.starts, truth.graph.operands, truth.weights
    for head in order:
        adjoint = adjoints[head]
        for edge in range(starts[head], starts[head + 1]):
            if weights[edge] and operands[edge] >= 0:
                adjoints[operands[edge]] = adjoint * weights[edge]
    return adjoints


def recursed(truth: Truth, most: int, *, backwards: bool) -> tuple[list[float], list[int]] | None:
    """Let each operation call its operands one by one, with all that it holds; None if that is endless.

    Returns the gradients, and the operations in the order of the calls.

    Examples
    --------
    >>> from graphviz_ad.check.truth import truth_of
    >>> from graphviz_ad.claims import Claims
    >>> from graphviz_ad.read import read_text
    >>> truth = truth_of(Claims(read_text("h = x*y; h*h + h*x"), {"x": 2, "y": 3}))
    >>> recursed(truth, 100, backwards=False)[0][:2]
    [102.0, 64.0]
    """
    graph, weights = truth.graph, truth.weights
    starts, operands = graph.starts, graph.operands
    found, visits = [0.0] * len(graph), list[int]()
    roots = [(operands[starts[output]], value) for output, value in truth.seeds.items() if value]
    for root, value in roots:
        todo: list[tuple[int, int]] = []
        found[root] += value
        if root >= 0:
            todo.append((root, 0))
        while todo:
            node, count = todo.pop()
            if not count:
                visits.append(node)
                if len(visits) > most:
                    return None
            first, last = starts[node], starts[node + 1]
            if count < last - first:
                todo.append((node, count + 1))
                edge = last - 1 - count if backwards else first + count
                tail = operands[edge]
                if tail >= 0 and graph.ops[tail] != CONSTANT and weights[edge] == weights[edge]:
                    found[tail] += found[node] * weights[edge]
                    if graph.ops[tail] != INPUT:
                        todo.append((tail, 0))
    return found, visits


class Orders:
    """The orders in which engines have been seen to visit a graph, right ones and wrong ones."""

    def __init__(self, truth: Truth) -> None:
        self.truth = truth
        graph = truth.graph
        self.roots = [graph.operands[graph.starts[output]] for output, value in truth.seeds.items() if value]
        self.most = 4 * len(graph.operands) + 1000

    def below(self, head: int, *, backwards: bool) -> Sequence[int]:
        """Return the operands of an operation that are operations, in the order in which they are visited."""
        graph = self.truth.graph
        found = [
            tail
            for tail in graph.operands[graph.starts[head] : graph.starts[head + 1]]
            if tail >= 0 and graph.ops[tail] not in (INPUT, CONSTANT)
        ]
        return found[::-1] if backwards else found

    def preorder(self, *, backwards: bool) -> list[int]:
        """Return each node when it is first met, deep before wide."""
        seen, order = set[int](), list[int]()
        todo = [root for root in self.roots[::-1] if root >= 0]
        while todo:
            node = todo.pop()
            if node not in seen:
                seen.add(node)
                order.append(node)
                todo += self.below(node, backwards=not backwards)
        return order

    def postorder(self, *, backwards: bool) -> list[int]:
        """Return each node behind all that it leads to: turned round it is a right order."""
        seen, order = set[int](), list[int]()
        todo = [(root, False) for root in self.roots[::-1] if root >= 0]
        while todo:
            node, done = todo.pop()
            if done:
                order.append(node)
            elif node not in seen:
                seen.add(node)
                todo.append((node, True))
                todo += [
                    (tail, False) for tail in self.below(node, backwards=not backwards) if tail not in seen
                ]
        return order

    def wide(self, *, backwards: bool) -> list[int]:
        """Return each node when it is first met, level by level."""
        order = [root for root in self.roots if root >= 0]
        seen = set(order)
        for node in order:
            for tail in self.below(node, backwards=backwards):
                if tail not in seen:
                    seen.add(tail)
                    order.append(tail)
        return order

    def each_path(self, *, backwards: bool, wide: bool) -> Iterator[int]:
        """Yield each node once a path that leads to it; stops where that becomes too often."""
        todo = [root for root in self.roots[::-1] if root >= 0]
        for _ in range(self.most):
            if not todo:
                return
            node = todo.pop(0) if wide else todo.pop()
            yield node
            todo += self.below(node, backwards=not backwards if not wide else backwards)
