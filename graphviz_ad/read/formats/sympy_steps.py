"""What each kind of expression of sympy needs, and the operations that make it of that."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from graphviz_ad.columns import Columns
from graphviz_ad.errors import NotSupported, close_matches
from graphviz_ad.noun import noun
from graphviz_ad.ops import COMPARISONS
from graphviz_ad.read.listing.problems import shown

__all__ = ["Step", "number_of", "step_of"]

# Functions by sympy's name.
_SAME = {
    "sin": "sin", "cos": "cos", "tan": "tan", "asin": "asin", "acos": "acos", "atan": "atan",
    "atan2": "atan2", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "asinh": "asinh", "acosh": "acosh",
    "atanh": "atanh", "exp": "exp", "log": "log", "erf": "erf", "erfc": "erfc", "Abs": "abs", "sign": "sign",
    "floor": "floor", "ceiling": "ceil", "Mod": "mod", "ITE": "where",
}  # fmt: skip
_CHAINED = {"Max": "max", "Min": "min", "And": "both", "Or": "max"}
_RECIPROCAL = {"cot": "tan", "sec": "cos", "csc": "sin", "coth": "tanh", "sech": "cosh", "csch": "sinh"}
_FEW = 50
"""Up to so many terms are put into the order in which sympy prints them, which takes its time."""


@noun
class Step:
    """Expressions that are needed first, and what to append to columns when their operands are there."""

    needs: tuple[Any, ...]
    build: Callable[[Columns, Sequence[int]], int]


def number_of(term: Any) -> tuple[float, str] | None:  # noqa: ANN401 - sympy ships no types
    """Return the number that an expression is, and its name if it has one; None for others."""
    if term.is_Boolean and term.is_Atom and not term.is_Symbol:
        return float(bool(term)), ""
    if not (term.is_Number or term.is_NumberSymbol):
        return None
    try:
        value = float(term)
    except (OverflowError, TypeError):
        value = math.inf
    if math.isinf(value) and not term.is_infinite:
        told = f"the number {shown(str(term.n(5)))} is none that adviz can hold"
        raise NotSupported(told, hint="adviz computes with floats")
    return value, {"Pi": "pi", "Exp1": "e"}.get(type(term).__name__, "")


def step_of(term: Any) -> Step:  # noqa: ANN401
    """Return the step that makes an expression, which is neither a number nor a symbol.

    Raises
    ------
    NotSupported
        adviz has no such function.
    """
    kind, args = type(term).__name__, tuple(term.args)
    if kind in _SPECIAL:
        return _SPECIAL[kind](term)
    if kind in _SAME:
        return Step(args, lambda columns, found: _node(columns, _SAME[kind], *found))
    if kind in _CHAINED:
        return Step(args, lambda columns, found: _chain(columns, _CHAINED[kind], found))
    if kind in _RECIPROCAL:
        return Step(args, lambda columns, found: _inverse(columns, _node(columns, _RECIPROCAL[kind], *found)))
    if term.is_Relational:
        op = COMPARISONS[term.rel_op]
        return Step(args, lambda columns, found: _node(columns, op, *found))
    known = sorted({*_SAME, *_CHAINED, *_RECIPROCAL, *_SPECIAL})
    what = "complex numbers are" if kind in ("ImaginaryUnit", "ComplexInfinity") else f"{shown(kind)} is"
    hint = close_matches(kind, known) or "rewrite it in functions that adviz has"
    raise NotSupported(f"{what} not part of adviz", where=shown(str(term)), legal=known, hint=hint)


def _node(columns: Columns, op: str, *operands: int) -> int:
    return columns.node(op, operands, 0, 0)


def _chain(columns: Columns, op: str, operands: Sequence[int]) -> int:
    return reduce(lambda left, right: _node(columns, op, left, right), operands)


def _inverse(columns: Columns, operand: int) -> int:
    return _node(columns, "div", columns.constant(1.0), operand)


# Sums, products, powers -----------------------------------------------------------------------


def _sum(term: Any) -> Step:  # noqa: ANN401
    terms = term.as_ordered_terms() if len(term.args) <= _FEW else list(term.args)
    negative = [part.as_coeff_Mul()[0].is_negative for part in terms]
    if negative[0] and False in negative:
        # b - a rather than -a + b.
        first = negative.index(False)
        terms.insert(0, terms.pop(first))
        negative.insert(0, negative.pop(first))
    needs = [terms[0], *(-part if less else part for part, less in zip(terms[1:], negative[1:], strict=True))]

    def build(columns: Columns, found: Sequence[int]) -> int:
        total = found[0]
        for operand, less in zip(found[1:], negative[1:], strict=True):
            total = _node(columns, "sub" if less else "add", total, operand)
        return total

    return Step(tuple(needs), build)


def _product(term: Any) -> Step:  # noqa: ANN401
    coefficient, rest = term.as_coeff_Mul()
    if coefficient.is_negative:
        return Step((-term,), lambda columns, found: _node(columns, "neg", found[0]))
    factors = rest.as_ordered_factors() if len(term.args) <= _FEW else rest.args
    above, below = ([], []) if coefficient == 1 else _fraction(coefficient)
    for factor in factors:
        under = factor.is_Pow and factor.exp.as_coeff_Mul()[0].is_negative
        (below if under else above).append(1 / factor if under else factor)

    def build(columns: Columns, found: Sequence[int]) -> int:
        top, bottom = found[: len(above)], found[len(above) :]
        numerator = _chain(columns, "mul", top) if top else columns.constant(1.0)
        return _node(columns, "div", numerator, _chain(columns, "mul", bottom)) if bottom else numerator

    return Step((*above, *below), build)


def _fraction(number: Any) -> tuple[list[Any], list[Any]]:  # noqa: ANN401
    """Return what a number writes above and below the line: x/2 rather than 0.5*x."""
    if not number.is_Rational:
        return [number], []
    above, below = number.as_numer_denom()
    return [] if above == 1 else [above], [] if below == 1 else [below]


def _power(term: Any) -> Step:  # noqa: ANN401
    base, exponent = term.args
    if exponent.as_coeff_Mul()[0].is_negative:
        return Step((1 / term,), lambda columns, found: _inverse(columns, found[0]))
    if exponent.is_Rational and 2 * exponent == 1:
        return Step((base,), lambda columns, found: _node(columns, "sqrt", found[0]))
    return Step((base, exponent), lambda columns, found: _node(columns, "pow", *found))


# Choices --------------------------------------------------------------------------------------


def _choice(term: Any) -> Step:  # noqa: ANN401
    pairs = term.args
    complete = pairs[-1].cond == True  # noqa: E712 - sympy's true is equal to Python's and another object
    if complete and [pair.expr for pair in pairs] == [1, 0]:
        return Step((pairs[0].cond,), lambda _, found: found[0])
    needs = [part for pair in pairs for part in (pair.cond, pair.expr)]

    def build(columns: Columns, found: Sequence[int]) -> int:
        rest = found[:-2] if complete else found
        value = found[-1] if complete else columns.constant(float("nan"))
        for k in range(len(rest) - 2, -1, -2):
            value = _node(columns, "where", rest[k], rest[k + 1], value)
        return value

    return Step(tuple(needs), build)


def _step(term: Any) -> Step:  # noqa: ANN401
    """Return the step for Heaviside's function, which is 1/2 at 0 unless something else is told."""

    def build(columns: Columns, found: Sequence[int]) -> int:
        step = _node(columns, "step", found[0])
        if term.args[1] == 0:
            return step
        tie = _node(columns, "eq", found[0], columns.constant(0.0))
        return _node(columns, "where", tie, found[1], step)

    return Step(tuple(term.args), build)


def _not(term: Any) -> Step:  # noqa: ANN401
    return Step(
        tuple(term.args), lambda columns, found: _node(columns, "eq", found[0], columns.constant(0.0))
    )


def _part(term: Any) -> Step:  # noqa: ANN401
    return Step(
        tuple(term.args), lambda columns, found: _node(columns, "mod", found[0], columns.constant(1.0))
    )


_SPECIAL: dict[str, Callable[[Any], Step]] = {
    "Add": _sum,
    "Mul": _product,
    "Pow": _power,
    "Piecewise": _choice,
    "Heaviside": _step,
    "Not": _not,
    "frac": _part,
}
