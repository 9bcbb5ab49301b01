"""A graph as expressions of sympy, one for each output."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from graphviz_ad.errors import NotSupported
from graphviz_ad.expression import CONSTANTS
from graphviz_ad.graph import CONSTANT, INPUT, OUTPUT, Graph
from graphviz_ad.ops import COMPARISONS, TABLE, kernel
from graphviz_ad.rule import Algebra, compute

__all__ = ["to_sympy"]

_WHOLE = 1e15
_LARGEST = 1000
"""Bits of a power of numbers: sympy computes all of them, and 9**9**9 has more than there is room for."""

# Rows that sympy has a function for, or a shorter formula than the table.
_SAME = {
    "sin": "sin", "cos": "cos", "tan": "tan", "asin": "asin", "acos": "acos", "atan": "atan",
    "atan2": "atan2", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "asinh": "asinh", "acosh": "acosh",
    "atanh": "atanh", "exp": "exp", "log": "log", "sqrt": "sqrt", "erf": "erf", "erfc": "erfc", "abs": "Abs",
    "sign": "sign", "max": "Max", "min": "Min", "floor": "floor", "ceil": "ceiling", "mod": "Mod",
}  # fmt: skip
_RELATIONS = {"lt": "Lt", "le": "Le", "gt": "Gt", "ge": "Ge", "eq": "Eq", "ne": "Ne"}
_SHORTER = {
    "expm1": "exp(x) - 1", "log1p": "log(1 + x)", "hypot": "sqrt(x**2 + y**2)", "softplus": "log(1 + exp(x))",
    "gelu": "x*(1 + erf(x/sqrt(2)))/2", "log2": "log(x)/log(2)", "log10": "log(x)/log(10)",
    "floordiv": "floor(x/y)", "cbrt": "sign(x)*abs(x)**(1/3)",
    # Ties go to the even neighbour, and the floor of x + 1/2 is the upper one.
    "round": "floor(x + 1/2) - ((x + 1/2) % 2 == 1)",
}  # fmt: skip


def to_sympy(graph: Graph) -> dict[str, Any]:
    """Return an expression of sympy for every output, by its name.

    Variables are plain symbols, comparisons 1 or 0 as in adviz; of a choice the branch that was
    taken is there.  sympy puts terms into an order of its own and simplifies some of them.

    Raises
    ------
    NotSupported
        sympy, which goes down into expressions step by step, cannot go as deep as this graph.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> to_sympy(read_text("y = relu(x)*pi; z = x/2"))
    {'y': pi*Max(0, x), 'z': x/2}
    """
    terms = _Terms()
    values: list[Any] = []
    try:
        for index, op in enumerate(graph.ops):
            operands = graph.operands[graph.starts[index] : graph.starts[index + 1]]
            args = [values[k] if k >= 0 else terms.constant(graph, -1 - k) for k in operands]
            if op == INPUT:
                values.append(terms.sympy.Symbol(graph.names[index]))
            else:
                values.append(args[0] if op in (CONSTANT, OUTPUT) else terms.operation(op)(*args))
    except RecursionError as error:
        hint = "write it as JSON, DOT or networkx"
        raise NotSupported("the graph is too deep for sympy", hint=hint) from error
    return {graph.names[node]: values[node] for node in graph.outputs}


class _Terms:
    """The operations of the table over expressions of sympy."""

    def __init__(self) -> None:
        import sympy

        self.sympy = sympy
        self._algebra = Algebra(self.number, self.operation, self._choose, self._compare)
        self._own: Mapping[str, Callable[..., Any]] = {
            "add": lambda x, y: x + y,
            "sub": lambda x, y: x - y,
            "mul": lambda x, y: x * y,
            "div": lambda x, y: x / y,
            "neg": lambda x: -x,
            "pow": self._power,
            "where": lambda c, x, y: self._choose(x, c, y),
            "branch": lambda _, x: x,
            "both": self._both,
        }

    def number(self, value: float) -> Any:  # noqa: ANN401 - as all of sympy's
        """Return a number of sympy; whole ones are exact."""
        if value != value or value in (float("inf"), float("-inf")):
            return self.sympy.sympify(value)
        return (
            self.sympy.Integer(int(value))
            if value.is_integer() and abs(value) < _WHOLE
            else self.sympy.Float(value)
        )

    def constant(self, graph: Graph, k: int) -> Any:  # noqa: ANN401
        """Return constant k of a graph; sympy knows pi and e exactly."""
        value, symbol = graph.constants[k], graph.symbols.get(k)
        if CONSTANTS.get(symbol or "") != value:
            return self.number(value)
        exact = {
            CONSTANTS["pi"]: self.sympy.pi,
            CONSTANTS["e"]: self.sympy.E,
            CONSTANTS["tau"]: 2 * self.sympy.pi,
        }
        return exact[value]

    def operation(self, name: str) -> Callable[..., Any]:
        """Return a row of the table as a function of expressions."""
        if name in self._own:
            return self._own[name]
        if name in _SAME:
            function: Callable[..., Any] = getattr(self.sympy, _SAME[name])
            return function
        if name in _RELATIONS:
            return lambda x, y: self._indicator(getattr(self.sympy, _RELATIONS[name])(x, y))
        row = TABLE[name]
        text = _SHORTER.get(name, row.value)
        return lambda *args: compute(text, dict(zip(row.operands, args, strict=True)), self._algebra)

    def _power(self, base: Any, exponent: Any) -> Any:  # noqa: ANN401
        if base.is_Rational and exponent.is_number:
            digits = max(base.p.bit_length(), base.q.bit_length()) * abs(exponent)
            if not digits < _LARGEST:
                return self.number(kernel("pow").value(_float(base), _float(exponent)))
        return base**exponent

    def _indicator(self, condition: Any) -> Any:  # noqa: ANN401
        return self.sympy.Piecewise((1, condition), (0, True))

    def _condition(self, value: Any) -> Any:  # noqa: ANN401
        """Return whether a number is not 0; of a comparison that is the comparison itself."""
        if isinstance(value, self.sympy.Piecewise) and [pair.expr for pair in value.args] == [1, 0]:
            return value.args[0].cond
        return self.sympy.Ne(value, 0)

    def _choose(self, taken: Any, condition: Any, otherwise: Any) -> Any:  # noqa: ANN401
        return self.sympy.Piecewise((taken, self._condition(condition)), (otherwise, True))

    def _both(self, left: Any, right: Any) -> Any:  # noqa: ANN401
        return self._indicator(self.sympy.And(self._condition(left), self._condition(right)))

    def _compare(self, signs: str, args: Sequence[Any]) -> Any:  # noqa: ANN401
        links = [getattr(self.sympy, _RELATIONS[COMPARISONS[sign]]) for sign in signs.split()]
        found = [link(x, y) for link, x, y in zip(links, args, args[1:], strict=False)]
        return self._indicator(self.sympy.And(*found))


def _float(number: Any) -> float:  # noqa: ANN401
    try:
        return float(number)
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")
