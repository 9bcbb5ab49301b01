"""Expressions of sympy to a `Graph`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphviz_ad.columns import Columns
from graphviz_ad.errors import GraphProblem, NotSupported
from graphviz_ad.expression import normal
from graphviz_ad.graph import INPUT, OUTPUT, Graph
from graphviz_ad.noun import replace
from graphviz_ad.read.formats.sympy_steps import Step, number_of, step_of
from graphviz_ad.read.listing.assembly import scope_of
from graphviz_ad.read.listing.problems import shown

__all__ = ["from_sympy"]

NAME = "f"


def from_sympy(expressions: Any) -> Graph:  # noqa: ANN401 - sympy ships no types
    """Return the graph of an expression of sympy, or of several by the names of the outputs.

    Sums and products of many become chains, ``x**(1/2)`` a root, ``x**-1`` a division, a
    ``Piecewise`` a choice between numbers; equal subexpressions are one node.

    Raises
    ------
    NotSupported
        A function that adviz does not have, a complex number.
    GraphProblem
        Two different symbols have the same name.

    Examples
    --------
    >>> import sympy
    >>> x, c = sympy.symbols("x c")
    >>> graph = from_sympy({"y": (x + c) * x - sympy.sqrt(x) / 2})
    >>> graph.ops
    ['input', 'input', 'add', 'mul', 'sqrt', 'div', 'sub', 'output']
    """
    named = expressions if isinstance(expressions, Mapping) else {NAME: expressions}
    if not named:
        raise GraphProblem("there is no expression", hint="give one, or a dict of several by name")
    builder = _Builder()
    try:
        outputs = [(str(name), builder.operand(_term(value))) for name, value in named.items()]
    except RecursionError as error:
        raise NotSupported("the expression is too deep for sympy", hint="name its parts") from error
    columns = builder.columns
    nodes = [columns.node(OUTPUT, (operand,), 0, 0, name) for name, operand in outputs]
    graph = columns.graph(nodes, {}, "", ())
    return replace(graph, scope=scope_of(graph))


def _term(value: object) -> Any:  # noqa: ANN401
    """Return an expression of sympy."""
    import sympy

    try:
        # Strict: otherwise sympy would evaluate a text as Python.
        term = sympy.sympify(value, strict=True)
    except sympy.SympifyError:
        term = None
    if not isinstance(term, sympy.Basic):
        told = f"{shown(repr(value))} is no expression of sympy"
        raise NotSupported(told, hint="give an expression, or a dict of expressions by name")
    return term


class _Builder:
    """Appends what expressions need to columns, with a stack of things to do in place of recursion."""

    def __init__(self) -> None:
        self.columns = Columns()
        self._done: dict[Any, int] = {}
        self._symbols: dict[str, Any] = {}

    def operand(self, root: Any) -> int:  # noqa: ANN401
        """Return the operand that an expression is."""
        todo: list[tuple[Any, Step | None]] = [(root, None)]
        while todo:
            term, step = todo.pop()
            if step is not None:
                operands = [self._found(needed) for needed in step.needs]
                self._done[term] = step.build(self.columns, operands)
            elif term in self._done or number_of(term) is not None:
                continue
            elif term.is_Symbol:
                self._done[term] = self._variable(term)
            else:
                step = step_of(term)
                todo.append((term, step))
                todo += [(needed, None) for needed in reversed(step.needs)]
        return self._found(root)

    def _found(self, term: Any) -> int:  # noqa: ANN401
        """Return the operand of a term that is there; a number is one wherever it stands."""
        number = number_of(term)
        return self._done[term] if number is None else self.columns.constant(*number)

    def _variable(self, symbol: Any) -> int:  # noqa: ANN401
        name = normal(symbol.name)
        if name in self._symbols:
            told = f"two different symbols are called {shown(name)}"
            raise GraphProblem(told, hint="give them the same assumptions, or other names")
        self._symbols[name] = symbol
        return self.columns.node(INPUT, (), 0, 0, name)
