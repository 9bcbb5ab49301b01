"""The reverse sweep on operands: what a number is there is a node here."""

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
        graph, add = self.graph, self.built.apply
        starts, operands = graph.starts, graph.operands
        found: list[int | None] = [None] * len(graph)
        found[target] = self.built.constant(1)
        self.begun[target] = begun = list[int]()
        for head in range(target, -1, -1):
            upstream = found[head]
            if upstream is None:
                continue
            for edge in range(starts[head], starts[head + 1]):
                tail = operands[edge]
                if tail < 0 or not self._leads[tail]:
                    continue
                carried = self._carried(head, edge, upstream)
                if self.built.number(carried) == 0:
                    continue
                if self.is_new(carried) and not self.is_new(upstream):
                    begun.append(carried)
                before = found[tail]
                if before is None:
                    found[tail] = carried
                    continue
                found[tail] = total = add("add", before, carried)
                if self.is_new(total) and not (self.is_new(before) and self.is_new(carried)):
                    begun.append(total)
        return found

    def is_new(self, operand: int) -> bool:
        """Whether an operand is a node that the sweep has appended."""
        return operand >= len(self.graph)

    def _carried(self, head: int, edge: int, upstream: int) -> int:
        """Return what an adjoint gives to an operand: itself, times the local derivative."""
        op, built = self.graph.ops[head], self.built
        if op in {OUTPUT, CONSTANT}:
            return upstream
        if edge not in self._partials:
            self._partials[edge] = self._partial(head, edge)
        partial = self._partials[edge]
        if not ops.TABLE[op].selects or upstream < 0 or partial < 0:
            return built.apply("mul", upstream, partial)
        # What was not selected gets 0, even of an adjoint that is infinite.
        if built.is_node(partial, "where"):
            condition, taken, otherwise = built.args(partial)
            either = (built.apply("mul", upstream, taken), built.apply("mul", upstream, otherwise))
            return built.choose(condition, *either)
        passed = upstream if built.is_truth(partial) else built.apply("mul", upstream, partial)
        return built.choose(partial, passed, built.constant(0))

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
