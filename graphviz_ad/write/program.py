"""A graph as a program in adviz's own language: reads back as the same graph."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Sequence

from graphviz_ad.expression import Term, number, write
from graphviz_ad.expression import name as variable
from graphviz_ad.graph import CONSTANT, INPUT, OUTPUT, Graph
from graphviz_ad.noun import replace
from graphviz_ad.number import full
from graphviz_ad.ops import COMPARISONS

__all__ = ["program", "sourced"]

MOST_SOURCED = 400
"""Nodes up to which a graph without a text gets its program: nobody reads longer titles."""

_ARITHMETIC = frozenset(("add", "sub", "mul", "div", "floordiv", "mod", "pow", "neg"))
_SIGNS = {op: sign for sign, op in COMPARISONS.items()}
_CALLED = {"log_base": "log"}


def program(graph: Graph) -> str:
    """Return ``graph`` as text, a statement a line.

    Every node that has a name or is used more than once gets a statement, every other one
    stands where it is used, in no more brackets than needed.  Of a choice only the branch that
    was taken is known, and it is written in both places.  Names that the language does not
    have are made to fit.  A second name of an input (``r = x``) is no node and is not written, and
    where it alone named that input first, the inputs come in another order.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> print(program(read_text("e = (y - (m*x + c)); e*e/2")))
    e = y - (m*x + c)
    f = e*e/2
    """
    return "\n".join(_Writer(graph).statements())


def sourced(graph: Graph) -> Graph:
    """Return ``graph`` with its program as its source, where it was not read from a text."""
    if graph.source or len(graph) > MOST_SOURCED:
        return graph
    return replace(graph, source=program(graph).replace("\n", "; "))


class _Writer:
    """Writes one graph, node by node, operands first."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.names = _names(graph)
        self.uses = _uses(graph)
        self.terms: list[Term] = []

    def statements(self) -> Iterator[str]:
        """Yield the statements so that reading them makes the nodes in the same order."""
        graph = self.graph
        due: list[tuple[int, str]] = []
        for node in range(len(graph)):
            self.terms.append(self._term(node))
            if self._stands_alone(node) and graph.ops[node] not in (INPUT, OUTPUT):
                # What is named is written once and used by its name from there on.
                due.append((node, f"{self.names[node]} = {write(self.terms[node])}"))
                self.terms[node] = variable(self.names[node])
        due.reverse()
        for output in graph.outputs:
            operand = graph.operands[graph.starts[output]]
            while due and due[-1][0] <= operand:
                yield due.pop()[1]
            # An output that is itself an intermediate has its statement already.
            if operand < 0 or self.names[operand] != self.names[output]:
                yield f"{self.names[output]} = {write(self.terms[output])}"
        yield from (statement for _, statement in reversed(due))

    def _stands_alone(self, node: int) -> bool:
        graph = self.graph
        return node in graph.names or graph.ops[node] == CONSTANT or self.uses[node] > 1

    def _term(self, node: int) -> Term:
        """Return what a node computes, in the terms of its operands."""
        op = self.graph.ops[node]
        if op == INPUT:
            return variable(self.names[node])
        args = tuple(self._operand(operand) for operand in _operands(self.graph, node))
        if op in (OUTPUT, CONSTANT):
            return args[0]
        if op in _ARITHMETIC:
            return Term(op, args)
        if op in _SIGNS:
            return Term("compare", args, _SIGNS[op])
        if op == "both":
            return self._both(node, args)
        if op == "branch":
            return Term("if", (args[1], args[0], args[1]))
        if op in ("max", "min") and self._many(node):
            args = (*args[0].args, *args[1:])
        return Term("call", args, _CALLED.get(op) or _fitted(op))

    def _many(self, node: int) -> bool:
        """Whether this is a maximum of more than two, which is read as a maximum of maxima.

        All operands are read before the first maximum is made, so that the inner one stands
        directly before the outer.
        """
        inner = _operands(self.graph, node)[0]
        same = inner == node - 1 and self.graph.ops[inner] == self.graph.ops[node]
        return same and self.uses[inner] == 1 and inner not in self.graph.names

    def _operand(self, operand: int) -> Term:
        graph = self.graph
        if operand >= 0:
            return self.terms[operand]
        symbol = graph.symbols.get(-1 - operand)
        return variable(symbol) if symbol else number(graph.constants[-1 - operand])

    def _both(self, node: int, args: Sequence[Term]) -> Term:
        """Return two comparisons as one chain, ``0 < x < 1``, where they share an operand."""
        left, right = args
        if left.op == right.op == "compare" and _shared(self.graph, node) is not None:
            return Term("compare", (*left.args, right.args[1]), f"{left.text} {right.text}")
        return Term("mul", (left, right))


def _operands(graph: Graph, node: int) -> Sequence[int]:
    return graph.operands[graph.starts[node] : graph.starts[node + 1]]


def _uses(graph: Graph) -> list[int]:
    """Return how often each node is written, the two places of a choice and chains considered."""
    uses = [0] * len(graph)
    for node, op in enumerate(graph.ops):
        for operand in _operands(graph, node):
            if operand >= 0:
                uses[operand] += 1
        if op == "branch" and _operands(graph, node)[1] >= 0:
            uses[_operands(graph, node)[1]] += 1
        shared = _shared(graph, node) if op == "both" else None
        if shared is not None and shared >= 0:
            uses[shared] -= 1
    return uses


def _shared(graph: Graph, node: int) -> int | None:
    """Return the operand that the two comparisons of a chain have in common, or None."""
    left, right = _operands(graph, node)
    while left >= 0 and graph.ops[left] == "both":
        left = _operands(graph, left)[1]
    if left < 0 or right < 0 or graph.ops[left] not in _SIGNS or graph.ops[right] not in _SIGNS:
        return None
    last, first = _operands(graph, left)[1], _operands(graph, right)[0]
    # The 0 of x < 0 < y is two constants.
    same = last == first or (last < 0 and first < 0 and _constant(graph, last) == _constant(graph, first))
    return last if same else None


def _constant(graph: Graph, operand: int) -> tuple[str | None, str]:
    return graph.symbols.get(-1 - operand), full(graph.constants[-1 - operand])


def _fitted(name: str) -> str:
    """Return a name that the language has."""
    fitted = re.sub(r"[^\w\u0300-\u036f]", "_", name)
    if not fitted or fitted[0].isdecimal() or keyword.iskeyword(fitted):
        fitted = f"_{fitted}"
    return fitted


def _names(graph: Graph) -> list[str]:
    """Return a name for every node, no two alike; an output may share that of its operand."""
    labels = graph.labels()
    taken: dict[str, int] = {}
    names: list[str] = []
    for node, label in enumerate(labels):
        name = stem = _fitted(label)
        operand = _operands(graph, node)[0] if graph.ops[node] == OUTPUT else -1
        count = 1
        while taken.get(name, node) not in (node, operand):
            count += 1
            name = f"{stem}_{count}"
        taken[name] = node
        names.append(name)
    return names
