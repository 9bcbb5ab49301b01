"""Terms: the syntax tree, the one loop over it, and the few rewritings that labels need."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from graphviz_ad import ieee

__all__ = ["Term", "fold", "holds", "name", "number", "simplify", "substitute", "walk"]

R = TypeVar("R")


class Term(NamedTuple):
    """A piece of syntax and its place in the source.

    ``op`` is ``number`` (``value``), ``name`` (``text``), ``call`` (``text``, ``args``),
    ``if`` (taken, condition, otherwise), ``compare`` (``text`` holds the comparisons,
    separated by blanks), or an operation of the table: ``add``, ``sub``, ``mul``, ``div``,
    ``floordiv``, ``mod``, ``pow``, ``neg``, ``pos``.
    """

    op: str
    args: "tuple[Term, ...]" = ()
    text: str = ""
    value: float = 0.0
    start: int = 0
    end: int = 0


def number(value: float) -> Term:
    """Return a literal."""
    return Term("number", value=float(value))


def name(text: str) -> Term:
    """Return a variable."""
    return Term("name", text=text)


def walk(term: Term) -> Iterator[Term]:
    """Yield a term and all its parts, in order of writing, without recursion.

    Examples
    --------
    >>> [part.op for part in walk(Term("add", (name("x"), number(1))))]
    ['add', 'name', 'number']
    """
    todo = [term]
    while todo:
        part = todo.pop()
        yield part
        if part.args:
            todo.extend(part.args[::-1])


def fold(term: Term, combine: Callable[[Term, list[R]], R]) -> R:
    """Return ``combine(term, results of its operands)``, operands first, without recursion.

    Examples
    --------
    >>> fold(Term("add", (name("x"), number(1))), lambda term, parts: 1 + sum(parts))
    3
    """
    order, todo = [], [term]
    while todo:
        part = todo.pop()
        order.append(part)
        todo.extend(part.args)
    results: list[R] = []
    for part in reversed(order):
        count = len(part.args)
        args = results[len(results) - count :]
        del results[len(results) - count :]
        results.append(combine(part, args))
    return results[0]


def substitute(term: Term, values: Mapping[str, Term]) -> Term:
    """Return ``term`` with names replaced by terms."""

    def combine(part: Term, args: list[Term]) -> Term:
        if part.op == "name":
            return values.get(part.text, part)
        return part._replace(args=tuple(args))

    return fold(term, combine)


def simplify(term: Term) -> Term:
    """Return ``term`` as one would write it down: numbers computed, ones and zeros gone.

    Only rewritings that hold for every finite number are made, and none that reorders: this
    tidies the text of a rule after its operands were filled in, it is no algebra system.
    """
    return fold(term, lambda part, args: _tidy(part._replace(args=tuple(args))))


_COMPUTED: Mapping[str, Callable[..., float]] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": ieee.div,
    "pow": ieee.power,
    "neg": lambda x: -x,
}
_HOLDS: Mapping[str, Callable[[float, float], bool]] = {
    "<": lambda x, y: x < y,
    "<=": lambda x, y: x <= y,
    ">": lambda x, y: x > y,
    ">=": lambda x, y: x >= y,
    "==": lambda x, y: x == y,
    "!=": lambda x, y: x != y,
}


def _is(term: Term, value: float) -> bool:
    return term.op == "number" and term.value == value


def _tidy(term: Term) -> Term:
    op, args = term.op, term.args
    if args and all(arg.op == "number" for arg in args):
        if op in _COMPUTED:
            value = _COMPUTED[op](*(arg.value for arg in args))
            # 1/3 says more than 0.3333333333333333.
            return term if op == "div" and round(value, 4) != value else number(value)
        if op == "compare":
            return number(float(holds(term.text.split(), [arg.value for arg in args])))
    if op == "call" and term.text == "log" and args[0].op == "name" and args[0].value == math.e:
        return number(1)
    if op == "if" and args[1].op == "number":
        return args[0] if args[1].value else args[2]
    if op in _RULES:
        return _RULES[op](term, *args)
    return term


def holds(comparisons: Sequence[str], values: Sequence[float]) -> bool:
    """Whether a chain of comparisons holds, ``0 < x < 1`` as Python reads it."""
    return all(
        _HOLDS[sign](left, right) for sign, left, right in zip(comparisons, values, values[1:], strict=False)
    )


def _tidy_add(term: Term, left: Term, right: Term) -> Term:
    if _is(left, 0):
        return right
    if _is(right, 0):
        return left
    if right.op == "neg":
        return Term("sub", (left, right.args[0]))
    return term


def _tidy_sub(term: Term, left: Term, right: Term) -> Term:
    if _is(right, 0):
        return left
    return _tidy_neg(Term("neg", (right,)), right) if _is(left, 0) else term


def _tidy_mul(term: Term, left: Term, right: Term) -> Term:
    if _is(left, 0) or _is(right, 0):
        return number(0)
    if _is(left, 1):
        return right
    if _is(right, 1):
        return left
    if _is(left, -1):
        return _tidy_neg(Term("neg", (right,)), right)
    if _is(right, -1):
        return _tidy_neg(Term("neg", (left,)), left)
    return term


def _tidy_div(term: Term, left: Term, right: Term) -> Term:
    return left if _is(right, 1) else term


def _tidy_pow(term: Term, left: Term, right: Term) -> Term:
    if _is(right, 1):
        return left
    return number(1) if _is(right, 0) else term


def _tidy_neg(term: Term, inner: Term) -> Term:
    if inner.op == "number":
        return number(-inner.value)
    return inner.args[0] if inner.op == "neg" else term


_RULES: Mapping[str, Callable[..., Term]] = {
    "add": _tidy_add,
    "sub": _tidy_sub,
    "mul": _tidy_mul,
    "div": _tidy_div,
    "pow": _tidy_pow,
    "neg": _tidy_neg,
}
