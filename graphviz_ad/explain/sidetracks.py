"""The sizes of the k largest paths, without making a single path.

Eppstein, "Finding the k shortest paths", SIAM J. Comput. 28 (1998), for an acyclic graph
and log|local derivative| as length, largest first.  From every node one edge begins the
best way on; any other edge is a sidetrack, and a path is told by its sidetracks alone.
Each node keeps a heap of all sidetracks that lie on its best way; heaps share their parts,
so that they take O(edges * log) in all, and each further path costs O(log k).
"""

import heapq
from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from graphviz_ad.graph import Graph

__all__ = ["largest_sizes"]

END = -1
"""The sidetrack that ends a path at a node from which the best way goes on."""


class Heap(NamedTuple):
    """A leftist heap that is never changed: inserting makes a new top and shares the rest."""

    rank: int
    loss: float
    goes_to: int
    left: "Heap | None"
    right: "Heap | None"


def _inserted(heap: Heap | None, loss: float, goes_to: int) -> Heap:
    """Return ``heap`` with one more sidetrack: smallest loss on top, right spine O(log) long."""
    spine: list[Heap] = []
    while heap is not None and heap.loss < loss:
        spine.append(heap)
        heap = heap.right
    new = Heap(1, loss, goes_to, heap, None)
    for above in reversed(spine):
        left, right = above.left, new
        if left is None or left.rank < right.rank:
            new = Heap((left.rank if left else 0) + 1, above.loss, above.goes_to, right, left)
        else:
            new = Heap(right.rank + 1, above.loss, above.goes_to, left, right)
    return new


def _sweep(
    graph: Graph, weights: Sequence[float | None], inputs: Container[int], last: int
) -> tuple[list[float | None], list[Heap | None]]:
    """Return, by node, the size of the best path on to an input and the heap of sidetracks."""
    starts, operands = graph.starts, graph.operands
    best: list[float | None] = [None] * (last + 1)
    heaps: list[Heap | None] = [None] * (last + 1)
    for head in range(last + 1):
        ways = [(0.0, END)] if head in inputs else []
        for edge in range(starts[head], starts[head + 1]):
            weight = weights[edge]
            onward = None if weight is None else best[operands[edge]]
            if weight is not None and onward is not None:
                ways.append((weight + onward, operands[edge]))
        if not ways:
            continue
        chosen = max(range(len(ways)), key=lambda way: ways[way][0])
        size, goes_to = ways[chosen]
        heap = None if goes_to == END else heaps[goes_to]
        for way, (other, elsewhere) in enumerate(ways):
            if way != chosen:
                heap = _inserted(heap, size - other, elsewhere)
        best[head], heaps[head] = size, heap
    return best, heaps


def largest_sizes(
    graph: Graph,
    weights: Sequence[float | None],
    outputs: Iterable[int],
    inputs: Container[int],
    k: int,
) -> list[float]:
    """Return the sizes of the ``k`` largest paths from ``outputs`` to ``inputs``, largest first.

    Parameters
    ----------
    graph, weights
        The graph, and what each position of ``graph.operands`` adds to the size of a path; None: no
        path takes it.
    outputs, inputs
        Where paths begin and end.
    k
        How many are wanted; fewer come back where there are no more.
    """
    outputs = tuple(outputs)
    best, heaps = _sweep(graph, weights, inputs, max(outputs, default=-1))
    # Entries: minus the size, a number that breaks ties, the last sidetrack, the node behind it.
    queue: list[tuple[float, int, Heap | None, int]] = []
    for output in outputs:
        size = best[output]
        if size is not None:
            queue.append((-size, len(queue), None, output))
    heapq.heapify(queue)
    serial = len(queue)
    sizes: list[float] = []
    while queue and len(sizes) < k:
        cost, _, last, node = heapq.heappop(queue)
        sizes.append(-cost)
        following = [] if node == END else [(cost, heaps[node])]
        if last is not None:
            following += [(cost - last.loss, last.left), (cost - last.loss, last.right)]
        for base, heap in following:
            if heap is not None:
                heapq.heappush(queue, (base + heap.loss, serial, heap, heap.goes_to))
                serial += 1
    return sizes
