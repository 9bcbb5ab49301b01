"""What the names in somebody's formulas are worth: values as stated, computed where they are not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from graphviz_ad import ops
from graphviz_ad.errors import AdvizError
from graphviz_ad.expression import CONSTANTS, normal, parse_expression, walk
from graphviz_ad.graph import CONSTANT, OUTPUT, Graph

__all__ = ["Names"]


class Names(Mapping[str, float]):
    """The value of every node by its name, its id, and the label that a picture gives it.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> names = Names(read_text("y = 2*x + 1"), {}, {0: 3.0})
    >>> names["x"], names["v1"], names["y"], "z" in names
    (3.0, 6.0, 7.0, False)
    """

    def __init__(self, graph: Graph, ids: Mapping[str, int], values: Mapping[int, float]) -> None:
        self._nodes = {normal(label): node for node, label in reversed(list(enumerate(graph.labels())))}
        self._nodes |= {normal(id_): node for id_, node in ids.items()}
        self._nodes |= {normal(name): node for name, node in graph.scope.items()}
        self._values = _values(graph, values)

    def __getitem__(self, name: str) -> float:
        value = self._values[self._nodes[name]]
        if value is None:
            raise KeyError(name)
        return value

    def __iter__(self) -> Iterator[str]:
        return (name for name, node in self._nodes.items() if self._values[node] is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def missing(self, text: str) -> str | None:
        """Return a name in a formula that is a node's and has no value."""
        try:
            parts = list(walk(parse_expression(text)))
        except AdvizError:
            return None
        names = [part.text for part in parts if part.op == "name" and part.text not in CONSTANTS]
        return next((name for name in names if name in self._nodes and name not in self), None)


def _values(graph: Graph, stated: Mapping[int, float]) -> list[float | None]:
    """Return the value of every node: the stated one, else the operation's."""
    values: list[float | None] = [None] * len(graph)
    for node, op in enumerate(graph.ops):
        args = [
            values[k] if k >= 0 else graph.constants[-1 - k]
            for k in graph.operands[graph.starts[node] : graph.starts[node + 1]]
        ]
        if node in stated:
            values[node] = stated[node]
        elif args and None not in args:
            if op in (OUTPUT, CONSTANT):
                values[node] = args[0]
            elif op in ops.TABLE and len(args) == len(ops.TABLE[op].params):
                values[node] = ops.kernel(op).value(*args)
    return values
