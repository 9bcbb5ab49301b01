"""The reverse sweep on operands: what a number is there is a node here.

The sweep over numbers does not enter a branch that was not taken.  Here every branch is entered,
with an adjoint that is 0 where it is not taken, and beside each adjoint goes the condition under
which it is: where a slope may be infinite the product is made under that condition, since 0 times
infinity is not 0.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphviz_ad import ops
from graphviz_ad.differentiate.activity import active
from graphviz_ad.differentiate.operands import Operands
from graphviz_ad.graph import CONSTANT, OUTPUT, Graph
from graphviz_ad.rule import RESULT

__all__ = ["Adjoints", "Backward"]

Adjoints = Sequence[int | None]


class Backward:
    """The reverse sweep over operands, towards the nodes ``sources``.

    Attributes
    ----------
    built
        The nodes of the graph, and those that the sweep has appended.
    begun
        By output: what the seed enters first, in order.  Times 1 it is not written, so that only
        this tells where it would stand.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> sweep = Backward(read_text("sin(x)"), [0])
    >>> sweep.adjoints(2), sweep.built.columns.ops[3:], sweep.begun
    ([3, -1, -1], ['cos'], {2: [3]})
    """

    def __init__(self, graph: Graph, sources: Sequence[int]) -> None:
        self.graph = graph
        self.begun: dict[int, list[int]] = {}
        self.built = Operands(graph)
        self._leads = _leading(graph, sources)
        self._partials: dict[int, int] = {}

    def adjoints(self, target: int) -> Adjoints:
        """Return the derivative of ``target`` by every node on the way to a source."""
        graph, built = self.graph, self.built
        starts, operands = graph.starts, graph.operands
        found: list[int | None] = [None] * len(graph)
        always = built.constant(1)
        # The condition under which the sweep over numbers reaches each node.
        reached = [always] * len(graph)
        found[target] = always
        self.begun[target] = begun = list[int]()
        for head in range(target, -1, -1):
            upstream = found[head]
            if upstream is None:
                continue
            for edge in range(starts[head], starts[head + 1]):
                tail = operands[edge]
                if tail < 0 or not self._leads[tail]:
                    continue
                carried, condition = self._carried(head, edge, upstream, reached[head])
                if built.number(carried) == 0:
                    continue
                if self.is_new(carried) and not self.is_new(upstream):
                    begun.append(carried)
                before = found[tail]
                if before is None:
                    found[tail], reached[tail] = carried, condition
                    continue
                reached[tail] = built.choose(reached[tail], always, condition)
                found[tail] = total = built.apply("add", before, carried)
                if self.is_new(total) and not (self.is_new(before) and self.is_new(carried)):
                    begun.append(total)
        return found

    def is_new(self, operand: int) -> bool:
        """Whether an operand is a node that the sweep has appended."""
        return operand >= len(self.graph)

    def _carried(self, head: int, edge: int, upstream: int, reached: int) -> tuple[int, int]:
        """Return what an adjoint gives to an operand, and the condition under which it does.

        It gives itself, times the local derivative; ``reached`` is the condition of its own.
        """
        op, built = self.graph.ops[head], self.built
        if op in {OUTPUT, CONSTANT}:
            return upstream, reached
        if edge not in self._partials:
            self._partials[edge] = self._partial(head, edge)
        partial = self._partials[edge]
        # The slope of a row is finite where its value is.
        finite = built.number(reached) is not None or built.is_tame(partial) or built.is_tame(head)
        if not ops.TABLE[op].selects:
            if finite:
                return built.apply("mul", upstream, partial), reached
            return self._under(reached, upstream, partial), reached
        carried, condition = self._selected(upstream, partial), built.also(reached, partial)
        return carried if finite else built.choose(condition, carried, built.constant(0)), condition

    def _selected(self, upstream: int, partial: int) -> int:
        """Return an adjoint times the slope of a choice.

        What was not selected gets 0, even of an adjoint that is infinite.
        """
        built = self.built
        if built.is_node(partial, "where"):
            condition, taken, otherwise = built.args(partial)
            either = (built.apply("mul", upstream, taken), built.apply("mul", upstream, otherwise))
            return built.choose(condition, *either)
        if upstream < 0 or partial < 0:
            return built.apply("mul", upstream, partial)
        passed = upstream if built.is_truth(partial) else built.apply("mul", upstream, partial)
        return built.choose(partial, passed, built.constant(0))

    def _under(self, reached: int, upstream: int, partial: int) -> int:
        """Return an adjoint times a slope under a condition; where the adjoint is 1, the slope alone."""
        built = self.built
        if built.is_node(upstream, "where"):
            condition, taken, otherwise = built.args(upstream)
            if taken < 0 and otherwise < 0:
                either = (built.apply("mul", taken, partial), built.apply("mul", otherwise, partial))
                upstream = built.choose(condition, *either)
                return built.choose(reached, upstream, built.constant(0))
        if upstream == reached and built.is_truth(reached):
            upstream = built.constant(1)
        return built.choose(reached, built.apply("mul", upstream, partial), built.constant(0))

    def _partial(self, head: int, edge: int) -> int:
        """Return the local derivative of one edge, 0 where the row's guard holds."""
        row, built = ops.TABLE[self.graph.ops[head]], self.built
        slot = edge - self.graph.starts[head]
        values: dict[str, object] = dict(zip(row.operands, built.args(head), strict=True))
        values[RESULT] = head
        partial = built.compute(row.partials[slot], values)
        guard = row.guards[slot] if row.guards else ""
        return built.choose(built.compute(guard, values), built.constant(0), partial) if guard else partial


def _leading(graph: Graph, sources: Sequence[int]) -> bytearray:
    """Return a flag for every node: whether it depends on one of ``sources``, and on a variable."""
    flags, depends = bytearray(len(graph)), active(graph)
    for source in sources:
        flags[source] = depends[source]
    starts, operands = graph.starts, graph.operands
    for node in range(len(graph)):
        if not flags[node]:
            flags[node] = any(k >= 0 and flags[k] for k in operands[starts[node] : starts[node + 1]])
    return flags
