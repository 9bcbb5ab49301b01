"""Paths from an output back to its inputs, one after the other, in operand order.

Paths can be astronomically many, so they are made only when asked for; they can be
100,000 edges long, so nothing here recurses.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple, TypeVar

from graphviz_ad.differentiate.ring import REACH
from graphviz_ad.differentiate.sweep import forward
from graphviz_ad.explanation import Path
from graphviz_ad.graph import Graph
from graphviz_ad.tape import NOT_DIFFERENTIATED, Tape

__all__ = ["Found", "first", "nodes", "paths", "walk"]

S = TypeVar("S")


def walk(
    graph: Graph, root: int, targets: Collection[int], start: S, extend: Callable[[S, int], S | None]
) -> Iterator[tuple[tuple[int, ...], S]]:
    """Yield every path from ``root`` back to a node of ``targets``, with what was gathered on it.

    Parameters
    ----------
    graph
        The graph to walk in.
    root
        The node to start from, an output circle.
    targets
        Nodes at which a path ends; the walk goes on behind them to other targets.
    start, extend
        ``extend(state, edge)`` is what is gathered after ``edge``, or None where the walk is
        not to take it.  Prune well: a step that leads to no target is time lost.

    Yields
    ------
    tuple
        The positions of the edges from ``root`` on, and the state at the end.
    """
    starts, operands = graph.starts, graph.operands
    if root in targets:
        yield (), start
    edges: list[int] = []
    states, positions, ends = [start], [starts[root]], [starts[root + 1]]
    while positions:
        edge = positions[-1]
        if edge == ends[-1]:
            for column in (states, positions, ends):
                column.pop()
            if edges:
                edges.pop()
            continue
        positions[-1] += 1
        tail = operands[edge]
        state = extend(states[-1], edge) if tail >= 0 else None
        if state is None:
            continue
        edges.append(edge)
        if tail in targets:
            yield tuple(edges), state
        states.append(state)
        positions.append(starts[tail])
        ends.append(starts[tail + 1])


def paths(tape: Tape, output: int, inputs: Collection[int]) -> Iterator[Path]:
    """Yield the paths from node ``output`` back to any of ``inputs``, in operand order.

    Operands that were not selected are walked through, since the user wrote them; what does
    not depend on a variable is not.  Every step leads to an input, so the first path of 2**1000
    comes as quickly as the only one.

    Examples
    --------
    >>> from graphviz_ad.differentiate import evaluate
    >>> from graphviz_ad.read import read_text
    >>> [path.edges for path in paths(evaluate(read_text("x*x")), 2, (0,))]
    [(2, 0), (2, 1)]
    """
    graph, states = tape.graph, tape.states
    reach = forward(tape, dict.fromkeys(inputs, True), REACH)

    def extend(length: int, edge: int) -> int | None:
        return length + 1 if states[edge] != NOT_DIFFERENTIATED and reach[graph.operands[edge]] else None

    for edges, _ in walk(graph, output, inputs, 0, extend):
        yield Path(edges)


def nodes(graph: Graph, output: int, path: Path) -> list[int]:
    """Return the nodes along ``path``, from the output circle to the input."""
    return [output, *(graph.operands[edge] for edge in path.edges)]


class Found(NamedTuple):
    """A path that was chosen: where it begins and ends, its edges, and its rank.

    ``rank`` is 2 with a factor that is not finite, 1 for a finite product, 0 for zero;
    ``size`` is log|product| where the rank is 1.
    """

    output: int
    input: int
    edges: tuple[int, ...]
    rank: int = 0
    size: float = 0.0


def first(tape: Tape, outputs: Sequence[int], inputs: Sequence[int], k: int) -> Iterator[Found]:
    """Yield the first ``k`` paths, output by output, input by input, in operand order."""
    left = k
    for output in outputs:
        for source in inputs:
            if left <= 0:
                return
            for path in paths(tape, output, (source,)):
                yield Found(output, source, path.edges)
                left -= 1
                if not left:
                    return
