"""Algebra: products and totals as formulas in the inputs.  The one file that imports symengine."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import symengine

from graphviz_ad import ops
from graphviz_ad.differentiate.activity import active
from graphviz_ad.differentiate.ordering import ordered
from graphviz_ad.differentiate.printed import overflown, read_back, readable
from graphviz_ad.differentiate.ring import Ring
from graphviz_ad.differentiate.sized import LARGEST, Sized, attempt, join
from graphviz_ad.differentiate.sweep import reverse
from graphviz_ad.explanation import Path
from graphviz_ad.expression import write
from graphviz_ad.graph import CONSTANT, INPUT, OUTPUT
from graphviz_ad.rule import RESULT, Algebra, compute, names_in
from graphviz_ad.tape import LIVE, Tape

__all__ = ["ALGEBRA", "Formulas"]

EXPANDED = 100
"""Formulas that have no more terms than this when multiplied out may be shown so, if that is shorter."""

LONGEST_POWER = 400
"""Powers of numbers beyond about this many digits are computed as floats."""


def _minus(x: Any, y: Any) -> Any:  # noqa: ANN401
    """Return x - y with the minus carried into a sum: y - (m*x + c) is y - m*x - c."""
    return sum((-part for part in y.args), start=x) if y.is_Add else x - y


def _power(x: Any, y: Any) -> Any:  # noqa: ANN401
    """Return x**y; numbers that would grow beyond reading are floats, so that no tower is worked out."""
    factor = x.args[0] if x.is_Mul else x
    digits = len(str(factor)) if factor.is_Number else 1
    huge = y.is_Number and abs(float(y)) * digits > LONGEST_POWER
    return x ** symengine.RealDouble(float(y)) if huge else x**y


_KNOWN: dict[str, Callable[..., Any]] = {
    "add": lambda x, y: x + y,
    "sub": _minus,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "pow": _power,
    "neg": lambda x: -x,
    "hypot": lambda x, y: symengine.sqrt(x * x + y * y),
    "abs": symengine.Abs,
    "sign": symengine.sign,
    "max": symengine.Max,
    "min": symengine.Min,
    "floor": symengine.floor,
} | {
    name: getattr(symengine, name)
    for name in (
        "exp", "log", "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh",
        "asinh", "acosh", "atanh", "erf", "erfc",
    )
}  # fmt: skip


def _operation(name: str) -> Callable[..., Any]:
    """Return what an operation does to formulas; one that symengine lacks stays a named function."""
    return _KNOWN.get(name) or symengine.Function(name)


def _number(value: float) -> Any:  # noqa: ANN401 - symengine has no types
    """Return a float as an exact number where it is a whole one of everyday size."""
    if not math.isfinite(value):
        return symengine.nan if value != value else symengine.oo * math.copysign(1, value)
    if value.is_integer() and abs(value) < 2**31:
        return symengine.Integer(int(value))
    return symengine.RealDouble(value)


def _compare(signs: str, args: list[Any]) -> Any:  # noqa: ANN401
    links = [
        symengine.Function(ops.COMPARISONS[sign])(args[k], args[k + 1])
        for k, sign in enumerate(signs.split())
    ]
    return math.prod(links[1:], start=links[0])


ALGEBRA = Algebra(
    _number,
    _operation,
    lambda taken, condition, otherwise: symengine.Function("where")(condition, taken, otherwise),
    _compare,
)
"""Rows over symengine's expressions."""


class Formulas:
    """The formulas of one tape; made once, asked for products and totals.

    Examples
    --------
    >>> from graphviz_ad.differentiate import evaluate
    >>> from graphviz_ad.read import read_text
    >>> Formulas(evaluate(read_text("(x + c)*x"))).total(4, 0)
    '2*x + c'
    """

    def __init__(self, tape: Tape) -> None:
        self.tape = tape
        names = [tape.graph.names[node] for node in tape.graph.inputs]
        self._names = readable(names)
        # By the names in formulas, where those are others: how the user calls the variables.
        self._called = {new: old for new, old in zip(self._names, names, strict=True) if new != old}
        # Who calls a variable pi gets the constant as a number.
        self._pi = _number(math.pi) if "pi" in self._names else symengine.pi
        # symengine prints Euler's number as E, which then must not be a variable.
        self._e = _number(math.e) if {"e", "E"} & {*self._names} else symengine.E
        self._weights = self._edges(self._nodes())
        self._rows: dict[int, list[Sized | None]] = {}

    def _nodes(self) -> list[Sized]:
        """Return the value of every node as a formula in the inputs."""
        graph, depends = self.tape.graph, active(self.tape.graph)
        symbols = dict(zip(graph.inputs, self._names, strict=True))
        found: list[Sized] = []
        for index, op in enumerate(graph.ops):
            if op == INPUT:
                found.append(Sized(symengine.Symbol(symbols[index]), 1))
                continue
            args = self._args(index, found)
            if op in (OUTPUT, CONSTANT):
                found.append(args[0])
            elif not depends[index] and op not in ("add", "sub", "mul", "div", "neg"):
                # Powers of numbers can be towers: 9**9**9 must never be worked out exactly.
                found.append(Sized(_number(self.tape.primals[index] or 0.0), 1))
            else:
                found.append(self._apply(op, args))
        return found

    def _apply(self, op: str, args: Sequence[Sized]) -> Sized:
        size = 1 + sum(arg.size for arg in args)
        if size > LARGEST or any(arg.formula is None for arg in args):
            return Sized(None, size)
        formulas = [arg.formula for arg in args]
        if op == "branch":
            return Sized(formulas[1], args[1].size)
        return attempt(lambda: _operation("log" if op == "log_base" else op)(*formulas), size)

    def _args(self, head: int, nodes: Sequence[Sized]) -> list[Sized]:
        graph = self.tape.graph
        args = []
        for operand in graph.operands[graph.starts[head] : graph.starts[head + 1]]:
            if operand >= 0:
                args.append(nodes[operand])
            elif graph.symbols.get(-1 - operand) in ("pi", "π"):
                args.append(Sized(self._pi, 1))
            elif graph.symbols.get(-1 - operand) == "e":
                args.append(Sized(self._e, 1))
            else:
                args.append(Sized(_number(graph.constants[-1 - operand]), 1))
        return args

    def _edges(self, nodes: Sequence[Sized]) -> list[Sized | None]:
        """Return the local derivative of every position of the operands as a formula."""
        graph, states = self.tape.graph, self.tape.states
        found: list[Sized | None] = [None] * len(graph.operands)
        for head, op in enumerate(graph.ops):
            first, last = graph.starts[head], graph.starts[head + 1]
            if op == OUTPUT and states[first] == LIVE:
                found[first] = Sized(symengine.Integer(1), 0)
            if op not in ops.TABLE:
                continue
            row, args = ops.TABLE[op], self._args(head, nodes)
            for slot, edge in enumerate(range(first, last)):
                if states[edge] == LIVE:
                    found[edge] = self._partial(
                        row.partials[slot], (*row.operands, RESULT), (*args, nodes[head])
                    )
        return found

    def _partial(self, text: str, names: Sequence[str], args: Sequence[Sized]) -> Sized:
        # Only what occurs in the text counts: the slope of a long sum is 1.
        occurring = names_in(text)
        used = {name: arg for name, arg in zip(names, args, strict=True) if name in occurring}
        size = sum(arg.size for arg in used.values())
        if size > LARGEST or any(arg.formula is None for arg in used.values()):
            return Sized(None, size)
        values = {"pi": self._pi} | {name: arg.formula for name, arg in used.items()}
        return attempt(lambda: compute(text, values, ALGEBRA), size)

    def product(self, path: Path) -> str | None:
        """Return the product along a path as text in the inputs; None if it is too long to read."""
        product = Sized(symengine.Integer(1), 0)
        multiply = join(lambda x, y: x * y)
        for edge in path.edges:
            weight = self._weights[edge]
            if weight is None:
                return "0"
            product = multiply(product, weight)
        return _text(product, self._names, self._called)

    def total(self, target: int, source: int) -> str | None:
        """Return the derivative of ``target`` by ``source`` as text; None if it is too long to read."""
        if target not in self._rows:
            ring = Ring(
                Sized(symengine.Integer(0), 0),
                Sized(symengine.Integer(1), 0),
                join(lambda x, y: x + y),
                join(lambda x, y: x * y),
                lambda tape: self._weights,  # noqa: ARG005 - a ring's weights are a function of the tape
            )
            self._rows[target] = reverse(self.tape, {target: ring.one}, ring)
        found = self._rows[target][source]
        return "0" if found is None else _text(found, self._names, self._called)


def _text(found: Sized, names: Sequence[str], called: Mapping[str, str]) -> str | None:
    """Return a formula in adviz's own language, in the shortest of its usual forms, variables in order."""
    formula = found.formula
    strange = (symengine.zoo, symengine.nan, symengine.oo, -symengine.oo, symengine.I)
    if formula is None or formula.has(*strange):
        return None
    text = min(str(_turned(formula)), str(formula), key=lambda text: (len(text), text.count("-")))
    if overflown(text):
        return None
    if found.size < EXPANDED and _terms(formula) <= EXPANDED:
        # The factors say more, unless multiplying out makes it clearly shorter.
        expanded = str(attempt(lambda: symengine.expand(formula), 0).formula or text)
        text = expanded if len(expanded) < 0.8 * len(text) else text
    return write(ordered(read_back(text, euler="E" not in names), names), names=called)


def _terms(formula: Any) -> float:  # noqa: ANN401
    """Return a bound of the terms that multiplying out would give; formulas here are short and shallow."""
    parts = [_terms(part) for part in formula.args] or [1.0]
    if formula.is_Mul:
        return math.prod(parts)
    if formula.is_Pow:
        exponent = formula.args[1]
        power = int(exponent) if exponent.is_Integer and 0 < int(exponent) < EXPANDED else 1
        return float(min(parts[0] ** power, 1e9))
    return sum(parts) if formula.is_Add else 1.0


def _turned(formula: Any) -> Any:  # noqa: ANN401
    """Return -2*(a - b) as 2*(b - a)."""
    if not formula.is_Mul:
        return formula
    sums = [arg for arg in formula.args if arg.is_Add]
    if not sums or not str(formula).startswith("-"):
        return formula
    rest = [arg for arg in formula.args if arg is not sums[0] and arg != sums[0]]
    return math.prod(rest, start=symengine.Integer(-1)) * symengine.expand(-sums[0])
