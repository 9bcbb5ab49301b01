"""Formulas as people write them: ``3*x**2 + 2*x``, ``2*m*(m*x + c - y)``, ``1/x**2 - log(x)/x**2``.

An algebra system prints sums and products in an order of its own.  Here they are put into
order: variables as the program names them, higher powers first, constants last, a positive
term in front, the coefficient before its factors, and negative powers below a fraction bar.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from graphviz_ad.expression import CONSTANTS, Term, fold, number

__all__ = ["ordered"]


def ordered(term: Term, names: Sequence[str]) -> Term:
    """Return a term with its sums and products in order.

    Parameters
    ----------
    term
        What to put into order; its value stays the same.
    names
        The variables in the program's order.

    Examples
    --------
    >>> from graphviz_ad.expression import parse_expression, write
    >>> write(ordered(parse_expression("2*x + 3*x**2"), ["x"]))
    '3*x**2 + 2*x'
    >>> write(ordered(parse_expression("2*m*(c - y + m*x)"), ["y", "m", "x", "c"]))
    '2*m*(m*x + c - y)'
    """
    ranks = {name: rank for rank, name in enumerate(names)}
    found = fold(term, lambda part, args: _combine(part, args, ranks))
    return _sum(found, ranks)


class _Product:
    """``coefficient * tops / (below * bottoms)``; grows while a formula is read."""

    __slots__ = ("below", "bottoms", "coefficient", "tops")

    def __init__(
        self,
        coefficient: float = 1.0,
        below: float = 1.0,
        tops: list[Term] | None = None,
        bottoms: list[Term] | None = None,
    ) -> None:
        self.coefficient = coefficient
        self.below = below
        self.tops = [] if tops is None else tops
        self.bottoms = [] if bottoms is None else bottoms


# A formula on its way: the products that it is the sum of.
_Sum = list[_Product]
_Ranks = Mapping[str, int]


def _combine(part: Term, args: list[_Sum], ranks: _Ranks) -> _Sum:
    """Return a term as a sum of products, its operands being so already."""
    op = part.op
    if op == "number":
        return [_Product(part.value)]
    if op in ("add", "sub"):
        # The left sum grows in place: a long one is built in linear time.
        args[0] += args[1] if op == "add" else _negated(args[1])
        return args[0]
    if op == "neg":
        return _negated(args[0])
    if op == "mul":
        left, right = (_single(arg, ranks) for arg in args)
        left.coefficient *= right.coefficient
        left.below *= right.below
        left.tops += right.tops
        left.bottoms += right.bottoms
        return [left]
    if op == "div":
        left, right = (_single(arg, ranks) for arg in args)
        left.coefficient *= right.below
        left.below *= right.coefficient
        left.tops += right.bottoms
        left.bottoms += right.tops
        return [left]
    whole = part._replace(args=tuple(_sum(arg, ranks) for arg in args))
    exponent = whole.args[1] if op == "pow" else part
    if exponent.op == "number" and exponent.value < 0:
        base = whole.args[0]
        return [
            _Product(bottoms=[base if exponent.value == -1 else Term("pow", (base, number(-exponent.value)))])
        ]
    return [_Product(tops=[whole])]


def _negated(terms: _Sum) -> _Sum:
    for product in terms:
        product.coefficient = -product.coefficient
    return terms


def _single(terms: _Sum, ranks: _Ranks) -> _Product:
    """Return a sum as one product: a real sum becomes a factor, with its minus in front of it."""
    if len(terms) == 1:
        return terms[0]
    sign = 1.0
    if all(product.coefficient < 0 for product in terms):
        sign, terms = -1.0, _negated(terms)
    return _Product(sign, tops=[_sum(terms, ranks)])


# Order ------------------------------------------------------------------------------------------


def _sum(terms: _Sum, ranks: _Ranks) -> Term:
    """Return a sum as a term, in order."""
    terms.sort(key=lambda product: _place(product, ranks))
    if terms[0].coefficient < 0:
        terms.sort(key=lambda product: product.coefficient < 0)
    total = _term(terms[0], ranks)
    for product in terms[1:]:
        negative = product.coefficient < 0
        if negative:
            product.coefficient = -product.coefficient
        total = Term("sub" if negative else "add", (total, _term(product, ranks)))
    return total


def _place(product: _Product, ranks: _Ranks) -> tuple[bool, list[float], bool]:
    """Return what a product is sorted by: powers of the variables, plain ones first, constants last."""
    powers = [0.0] * len(ranks)
    functions = False
    for factors, sign in ((product.tops, -1.0), (product.bottoms, 1.0)):
        for factor in factors:
            base, power = _power(factor)
            if base in ranks:
                powers[ranks[base]] += sign * power
            else:
                functions = functions or factor.op != "name"
    return not (any(powers) or functions), powers, functions


def _power(factor: Term) -> tuple[str, float]:
    """Return variable and power of a factor; '' if it is none."""
    if factor.op == "name":
        return factor.text, 1.0
    if factor.op == "pow" and factor.args[0].op == "name" and factor.args[1].op == "number":
        return factor.args[0].text, factor.args[1].value
    return "", 0.0


def _factor_place(factor: Term, ranks: _Ranks) -> tuple[int, int]:
    """Return what a factor is sorted by: constants, variables in order, functions, sums."""
    base, _ = _power(factor)
    if base in ranks:
        return 1, ranks[base]
    if base in CONSTANTS or (factor.text == "sqrt" and factor.args[0].op == "number"):
        return 0, 0
    inner = factor.args[0] if factor.op == "pow" else factor
    return (3 if inner.op in ("add", "sub") else 2), 0


def _term(product: _Product, ranks: _Ranks) -> Term:
    """Return a product as a term: coefficient, factors in order, fraction bar."""
    coefficient, below = _reduced(product.coefficient, product.below)
    top = _times(coefficient, sorted(product.tops, key=lambda factor: _factor_place(factor, ranks)))
    if below == 1 and not product.bottoms:
        return top
    bottom = _times(below, sorted(product.bottoms, key=lambda factor: _factor_place(factor, ranks)))
    return Term("div", (top, bottom))


def _reduced(above: float, below: float) -> tuple[float, float]:
    """Return a fraction in lowest terms, its minus above."""
    if below < 0:
        above, below = -above, -below
    if above.is_integer() and below.is_integer() and max(abs(above), below) < 2**53:
        shared = math.gcd(int(above), int(below)) or 1
        return above / shared, below / shared
    return above, below


def _times(coefficient: float, factors: Sequence[Term]) -> Term:
    """Return a product; the minus of -1 goes to its first factor."""
    if not factors:
        return number(coefficient)
    product, *rest = factors
    if coefficient == -1:
        product = Term("neg", (product,))
    elif coefficient != 1:
        product, rest = number(coefficient), list(factors)
    for factor in rest:
        product = Term("mul", (product, factor))
    return product
