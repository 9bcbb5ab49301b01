"""The computational graph: nodes in SSA order, one array a column.

An operand always stands before the operation that uses it, so every loop over
the graph is a plain loop from the first node to the last, or back.  Parallel
edges are different edges: ``x*x`` has two.  No Python object is kept for a
node, so that a million of them fit; `Graph.node` and `Graph.edge` make views.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import chain, count
from typing import Any

from graphviz_ad.finding import Finding
from graphviz_ad.noun import noun
from graphviz_ad.number import full, subscript

__all__ = ["CONSTANT", "INPUT", "OUTPUT", "Edge", "Graph", "Node"]

INPUT = "input"
CONSTANT = "constant"
OUTPUT = "output"
_NOT_OPERATIONS = frozenset((INPUT, CONSTANT, OUTPUT))


@noun
class Node:
    """One value of the computation: an input, a named constant, an operation, an output.

    ``args`` holds the index of an earlier node (int) or a constant (float) an operand.
    """

    position: int
    op: str
    args: tuple[int | float, ...]
    name: str | None
    place: tuple[int, int]

    @property
    def id(self) -> str:
        """Structural id, ``n3``."""
        return f"n{self.position}"


@noun
class Edge:
    """The use of one value by one operation: operand ``tail``, operation ``head``, argument ``slot``."""

    position: int
    tail: int
    head: int
    slot: int

    @property
    def id(self) -> str:
        """Structural id, ``n3_1``: the operation and the argument position."""
        return f"n{self.head}_{self.slot}"


@noun
class Graph:
    """A computation as columns; ``len(graph)`` is the number of nodes.

    Attributes
    ----------
    ops
        Name of the operation of each node, a row of `graphviz_ad.ops`, or ``input``,
        ``constant`` (a named constant), ``output`` (the circle behind an output).
    starts
        ``operands[starts[i]:starts[i + 1]]`` are the operands of node i.
    operands
        The index of an operand, a position of this column being the index of an edge;
        ``-1 - k`` stands for ``constants[k]``, which is no edge.
    constants, symbols
        The constants that are written into operations; ``symbols[k]`` is how the user
        wrote constant k where it had a name (``pi``).
    names
        The user's names, by node.
    places
        ``places[2 * i], places[2 * i + 1]`` is the span of node i in ``source``.
    inputs, outputs
        The variables in order of appearance; the ``output`` nodes in order of writing.
    scope
        Node by every name of the program, also of intermediates.
    source
        The text that was read.
    notes
        What reading it took for granted: that ``^`` is a power, that ``e`` is Euler's number.
    """

    ops: list[str]
    starts: array[int]
    operands: array[int]
    constants: array[float]
    symbols: Mapping[int, str]
    names: Mapping[int, str]
    places: array[int]
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    scope: Mapping[str, int]
    source: str = ""
    notes: tuple[Finding, ...] = ()

    def __len__(self) -> int:
        return len(self.ops)

    def __iter__(self) -> Iterator[Node]:
        return map(self.node, range(len(self.ops)))

    def node(self, index: int) -> Node:
        """Return a view of node ``index``."""
        args = tuple(
            operand if operand >= 0 else self.constants[-1 - operand]
            for operand in self.operands[self.starts[index] : self.starts[index + 1]]
        )
        place = (self.places[2 * index], self.places[2 * index + 1])
        return Node(index, self.ops[index], args, self.names.get(index), place)

    def edge(self, index: int) -> Edge:
        """Return a view of the edge at position ``index`` of ``operands``."""
        head = bisect_right(self.starts, index) - 1
        return Edge(index, self.operands[index], head, index - self.starts[head])

    @property
    def edges(self) -> Iterator[Edge]:
        """Every edge, by operation and argument; constants written into operations are none."""
        for head in range(len(self.ops)):
            first = self.starts[head]
            for index in range(first, self.starts[head + 1]):
                tail = self.operands[index]
                if tail >= 0:
                    yield Edge(index, tail, head, index - first)

    def is_operation(self, index: int) -> bool:
        """Whether node ``index`` is an operation, not an input, named constant or output."""
        return self.ops[index] not in _NOT_OPERATIONS

    def labels(self) -> list[str]:
        """Return the label of every node: the user's name, else v1, v2, ... in order of writing.

        The letter is another one (w, u, t, then ``v_``, ``v__``, ...) where the program has a name that
        would be taken for one of ours.
        """
        return [name if name is not None else "" for name in self._labels(typeset=False)]

    def typeset_labels(self) -> list[str]:
        """Return the labels with the digits of ours as subscripts, v₁; the user's names as they are."""
        return self._labels(typeset=True)

    def _labels(self, *, typeset: bool) -> list[str]:
        letter = self._letter()
        labels, count = [], 0
        for index in range(len(self.ops)):
            name = self.names.get(index)
            if name is None:
                count += 1
                name = f"{letter}{count}"
                if typeset:
                    name = subscript(name)
            labels.append(name)
        return labels

    def _letter(self) -> str:
        taken = set(self.scope) | set(self.names.values())
        letters = chain("vwut", ("v" + "_" * k for k in count(1)))
        return next(
            letter
            for letter in letters
            if not any(n.startswith(letter) and n[len(letter) :].isdigit() for n in taken)
        )

    def constant_text(self, operand: int) -> str:
        """Return a constant operand (a negative entry of ``operands``) as the user would write it."""
        k = -1 - operand
        return self.symbols.get(k) or full(self.constants[k])

    # Other forms --------------------------------------------------------------------------

    def to_json(self, at: Mapping[str, float] | None = None) -> str:
        """Return the graph as a JSON document, with values of variables if there are some.

        Examples
        --------
        >>> from graphviz_ad.read import read_text
        >>> graph = read_text("u = x*y; u + sin(u)")
        >>> Graph.from_json(graph.to_json({"x": 2})) == graph
        True
        """
        text: str = _library().to_json(self, at)
        return text

    @classmethod
    def from_json(cls, text: str | bytes) -> Graph:
        """Return the graph of a JSON document; ``gallery/json.md`` says what may stand in it."""
        graph: Graph = _library().from_json(text)
        return graph

    def to_networkx(self) -> Any:  # noqa: ANN401 - networkx ships no types
        """Return the graph as a ``networkx.MultiDiGraph``, edges from operand to operation."""
        return _library().to_networkx(self)

    @classmethod
    def from_networkx(cls, network: Any) -> Graph:  # noqa: ANN401
        """Return the graph of a directed graph of networkx with ``op``, ``slot`` and ``args``."""
        graph: Graph = _library().from_networkx(network)
        return graph

    def to_graphviz(self) -> Any:  # noqa: ANN401 - graphviz ships no types
        """Return the graph as a ``graphviz.Digraph``, edges from operand to operation."""
        return _library().to_graphviz(self)

    @classmethod
    def from_graphviz(cls, source: Any) -> Graph:  # noqa: ANN401
        """Return the graph of a text in DOT, a ``graphviz.Digraph`` or a ``graphviz.Source``."""
        graph: Graph = _library().from_graphviz(source)
        return graph

    def to_sympy(self) -> dict[str, Any]:
        """Return an expression of sympy for every output, by its name."""
        expressions: dict[str, Any] = _library().to_sympy(self)
        return expressions

    @classmethod
    def from_sympy(cls, expressions: Any) -> Graph:  # noqa: ANN401 - sympy ships no types
        """Return the graph of an expression of sympy, or of several by their names."""
        graph: Graph = _library().from_sympy(expressions)
        return graph


def _library() -> Any:  # noqa: ANN401 - the module
    """Return the library: its readers and writers know graphs, and graphs find them when asked."""
    return sys.modules["graphviz_ad"]
