"""Backward passes upon each other: a program, its gradient, its second derivatives as one graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphviz_ad.differentiate.gradient import BackwardPass, backward_pass
from graphviz_ad.errors import AdvizError
from graphviz_ad.graph import Graph
from graphviz_ad.noun import noun, replace

__all__ = ["HIGHEST", "Passes", "Result", "Seed", "passes"]

HIGHEST = 8
"""Derivatives of a higher order are refused: they grow beyond reading."""


@noun
class Result:
    """A derivative: its output node and its name, of what it is one, and by what in order.

    ``formula`` is what it is in the inputs, where somebody has worked that out.
    """

    node: int
    name: str
    of: str
    by: tuple[str, ...]
    formula: str = ""


@noun
class Seed:
    """Where a pass begins: the output whose adjoint is 1, and the nodes that the 1 would enter.

    It enters the outputs too whose derivative is no node of the pass itself.
    """

    level: int
    target: int
    enters: tuple[int, ...]


@noun
class Passes:
    """A graph that computes outputs and their derivatives, and which pass each node belongs to.

    Attributes
    ----------
    graph
        All of it; the outputs of the program come first, then the derivatives, order by order.
    levels
        By node: 0 for the forward pass, 1 for the backward pass, 2 for the backward pass through
        both, and so on.
    results
        The derivatives of all orders, in the order of the outputs.
    seeds
        Where each pass begins.
    adjoints
        By node of a backward pass: the node that it is the adjoint of; derivatives are those of
        their variable.
    whole
        Whether the nodes of the program are the first of the graph, with the indices they had.
    """

    graph: Graph
    levels: bytes
    results: tuple[Result, ...]
    seeds: tuple[Seed, ...]
    adjoints: Mapping[int, int]
    whole: bool

    @property
    def order(self) -> int:
        """The highest order of the derivatives."""
        return max(map(len, (result.by for result in self.results)), default=0)


def passes(graph: Graph, wrt: Sequence[str] = (), *, of: Sequence[str] = (), order: int = 1) -> Passes:
    """Return a graph with its derivatives up to ``order``.

    Parameters
    ----------
    graph, wrt, of
        As for `graphviz_ad.differentiate.gradient.gradient_graph`.
    order
        How often it is differentiated.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> made = passes(read_text("x**3"), order=2)
    >>> list(zip(made.graph.ops, made.levels))[1:]
    [('pow', 0), ('pow', 1), ('mul', 1), ('mul', 2), ('mul', 2), ('output', 0), ('output', 1), ('output', 2)]
    >>> [(result.of, result.by) for result in made.results]
    [('f', ('x',)), ('f', ('x', 'x'))]
    """
    if not 1 <= order <= HIGHEST:
        raise AdvizError(f"the order of a derivative is a whole number from 1 to {HIGHEST}, not {order}")
    levels, results, targets = bytes(len(graph)), list[Result](), tuple(of)
    seeds, adjoints, whole = list[Seed](), dict[int, int](), True
    for level in range(1, order + 1):
        made = backward_pass(graph, wrt, of=targets, forward=True)
        moved = _moved(graph, made)
        levels = _levels(graph, made, levels, level)
        seeds = [replace(s, target=moved[s.target], enters=tuple(moved[k] for k in s.enters)) for s in seeds]
        results = [replace(result, node=moved[result.node]) for result in results]
        adjoints = {moved[k]: moved[node] for k, node in adjoints.items()}
        adjoints |= {k: moved[node] for k, node in made.adjoints.items() if node in moved}
        known = {result.name: (result.of, result.by) for result in results}
        sources = {made.graph.names[node]: node for node in made.graph.inputs} | dict(made.graph.scope)
        first = len(made.graph.outputs) - len(made.derivatives)
        for node, each in zip(made.graph.outputs[first:], made.derivatives, strict=True):
            origin, by = known.get(each.of, (each.of, ()))
            results.append(Result(node, each.name, origin, (*by, each.by)))
            adjoints[node] = sources[each.by]
        seeds += _seeds(made, level)
        # The outputs of a graph stand behind its operations.
        whole = whole and made.kept == tuple(range(len(made.kept)))
        graph, targets = made.graph, tuple(each.name for each in made.derivatives)
        if not targets:
            break
    return Passes(graph, levels, tuple(results), tuple(seeds), adjoints, whole)


def _moved(graph: Graph, made: BackwardPass) -> dict[int, int]:
    """Return the new index of every node that is still there."""
    moved = {old: new for new, old in enumerate(made.kept)}
    return moved | dict(zip(graph.outputs, made.graph.outputs, strict=False))


def _levels(graph: Graph, made: BackwardPass, before: bytes, level: int) -> bytes:
    """Return the level of every node of the new graph, from those of the old."""
    outputs = [before[node] for node in graph.outputs]
    between = len(made.graph) - len(made.kept) - len(outputs) - len(made.derivatives)
    own, ends = [level] * between, [level] * len(made.derivatives)
    return bytes([*(before[node] for node in made.kept), *own, *outputs, *ends])


def _is_of_the_seed(graph: Graph, operand: int, kept: int) -> bool:
    """Whether the seed alone makes a derivative: times a value of the passes before, or a number not 0."""
    return operand < kept if operand >= 0 else graph.constants[-1 - operand] != 0


def _seeds(made: BackwardPass, level: int) -> list[Seed]:
    """Return where the newest pass begins."""
    graph, kept = made.graph, len(made.kept)
    outputs = {graph.names[node]: node for node in graph.outputs}
    found = []
    for target, enters in made.begun.items():
        ends = [outputs[each.name] for each in made.derivatives if each.of == target]
        if not ends:
            continue
        alone = [node for node in ends if _is_of_the_seed(graph, graph.operands[graph.starts[node]], kept)]
        found.append(Seed(level, outputs[target], (*enters, *alone)))
    return found
