"""One row of the table: its texts, and what they become.

A row states an operation in adviz's own language.  From the texts alone follow the numbers
(compiled once, when first used), the labels of edges, what the backward pass must keep, and
the same formulas over any other algebra.  Only texts of the table are ever compiled; what a
user types is parsed and never evaluated.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cache
from typing import TypeVar

from graphviz_ad import ieee
from graphviz_ad.expression import Term, fold, parse_expression, walk
from graphviz_ad.noun import noun

__all__ = ["Algebra", "Kernel", "Row", "compute", "names_in", "parsed"]

T = TypeVar("T")
Number = Callable[..., float]

RESULT = "v"
"""In a partial, the row's own result."""


@noun
class Row:
    """An operation, stated in text.

    Attributes
    ----------
    name
        The field's name for it.
    params
        Its operands; ``a=0.01`` has a default.
    value
        The result, in the operands.
    partials
        The local derivative by each operand, in the operands and ``v``, the result.
    guards
        By operand, where its partial is 0 although the formula is not defined there.
    domain
        Where value and partials are defined and finite ('' everywhere).
    needs
        The domain in words, where its text does not say it plainly.
    kinks
        Where the two one-sided slopes may differ, or the value jumps.
    selects
        Whether an operand with partial 0 was not selected, so that no sweep passes it.
    sign
        How a box shows it when that is not its name.
    aliases
        Other names under which it can be called.
    about
        A remark for the table of operations.
    """

    name: str
    params: tuple[str, ...]
    value: str
    partials: tuple[str, ...]
    guards: tuple[str, ...] = ()
    domain: str = ""
    needs: str = ""
    kinks: tuple[str, ...] = ()
    selects: bool = False
    sign: str = ""
    aliases: tuple[str, ...] = ()
    about: str = ""

    @property
    def operands(self) -> tuple[str, ...]:
        """Names of the operands without their defaults."""
        return tuple(param.partition("=")[0] for param in self.params)

    @property
    def defaults(self) -> tuple[float, ...]:
        """Values of the operands that may be left out, the last ones."""
        return tuple(float(param.partition("=")[2]) for param in self.params if "=" in param)

    def left_out(self, count: int) -> tuple[float, ...]:
        """Return the values of the operands that a call with ``count`` values leaves out."""
        return self.defaults[len(self.defaults) - len(self.params) + count :]

    @property
    def flat(self) -> bool:
        """Whether every local derivative is 0 everywhere."""
        return all(partial == "0" for partial in self.partials)

    def keeps(self, slot: int) -> frozenset[str]:
        """Return the operands (and ``v``) that the local derivative of operand ``slot`` needs.

        Examples
        --------
        >>> sorted(Row("mul", ("x", "y"), "x*y", ("y", "x")).keeps(0))
        ['y']
        """
        return names_in(self.partials[slot]) & {*self.operands, RESULT}


@cache
def parsed(text: str) -> Term:
    """Return the term of a text of the table."""
    return parse_expression(text)


@cache
def names_in(text: str) -> frozenset[str]:
    """Return the names that occur in a text of the table."""
    return frozenset(term.text for term in walk(parsed(text)) if term.op == "name")


@noun
class Algebra:
    """Numbers of another kind: how to make one, and what each operation does to them.

    ``operations`` has a function for every operation and every called name; ``choose``
    evaluates ``taken if condition else otherwise``, ``compare`` a chain of comparisons.
    """

    number: Callable[[float], object]
    operations: Callable[[str], Callable[..., object]]
    choose: Callable[[object, object, object], object]
    compare: Callable[[str, list[object]], object]


def compute(text: str, values: Mapping[str, object], algebra: Algebra) -> object:
    """Return what a text of the table is over ``algebra`` with ``values`` for its names."""

    def combine(term: Term, args: list[object]) -> object:
        if term.op == "number":
            return algebra.number(term.value)
        if term.op == "name":
            return values[term.text] if term.text in values else algebra.number(_CONSTANTS[term.text])
        if term.op == "if":
            return algebra.choose(args[0], args[1], args[2])
        if term.op == "compare":
            return algebra.compare(term.text, args)
        return algebra.operations(term.text if term.op == "call" else term.op)(*args)

    return fold(parsed(text), combine)


_CONSTANTS = {"pi": math.pi}
_INFIX = {"add": "+", "sub": "-", "mul": "*"}


@noun
class Kernel:
    """A row compiled to functions of floats, all total.

    ``value``, ``domain`` and ``kinks`` take the operands; ``partials`` take the operands and the
    result, and are 0 where their guard holds.
    """

    value: Number
    partials: tuple[Number, ...]
    domain: Number | None
    kinks: tuple[Number, ...]

    @classmethod
    def of(cls, row: Row, rows: Mapping[str, Row]) -> Kernel:
        """Compile ``row``; other rows that its texts call are looked up in ``rows``."""
        space = _Namespace(rows)
        operands = ", ".join(row.operands)
        guards = row.guards or ("",) * len(row.partials)
        return cls(
            space.function(operands, row.value),
            tuple(
                space.function(f"{operands}, {RESULT}", text, guard)
                for text, guard in zip(row.partials, guards, strict=True)
            ),
            space.function(operands, row.domain) if row.domain else None,
            tuple(space.function(operands, kink) for kink in row.kinks),
        )


class _Namespace:
    """The names that compiled texts may use: the primitives, and other rows that a text calls."""

    def __init__(self, rows: Mapping[str, Row]) -> None:
        self.rows = rows
        self.names: dict[str, object] = {**ieee.FUNCTIONS, **_CONSTANTS, "__builtins__": {}}

    def function(self, params: str, text: str, guard: str = "") -> Number:
        """Return ``text`` as a function of ``params``, 0 where ``guard`` holds."""
        for name in sorted(_calls(text)):
            if name not in self.names:
                row = self.rows[name]
                self.names[name] = self.function(", ".join(row.operands), row.value)
        source = f"0.0 if {_source(guard)} else {_source(text)}" if guard else _source(text)
        function: Number = eval(f"lambda {params}: {source}", self.names)  # noqa: S307 - the table's own text
        return function


def _calls(text: str) -> frozenset[str]:
    if "(" not in text:
        return frozenset()
    return frozenset(term.text for term in walk(parsed(text)) if term.op == "call")


@cache
def _source(text: str) -> str:
    """Return Python source for a text of the table; every operation in it is total."""
    if text.isidentifier():
        return text  # most partials are the other operand: no need to parse for that

    def combine(term: Term, args: list[str]) -> str:
        op = term.op
        if op == "number":
            return repr(term.value)
        if op == "name":
            return term.text
        if op in _INFIX:
            return f"({args[0]} {_INFIX[op]} {args[1]})"
        if op == "neg":
            return f"(-{args[0]})"
        if op == "if":
            return f"({args[0]} if {args[1]} else {args[2]})"
        if op == "compare":
            signs = [*term.text.split(), ""]
            chain = " ".join(f"{arg} {sign}" for arg, sign in zip(args, signs, strict=True))
            return f"(1.0 if {chain}else 0.0)"
        return f"{term.text if op == 'call' else op}({', '.join(args)})"

    return fold(parsed(text), combine)
