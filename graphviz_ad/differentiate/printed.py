"""What symengine has printed, as terms of our own language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count
from keyword import iskeyword

from graphviz_ad import ops
from graphviz_ad.expression import Term, fold, name, parse_expression

__all__ = ["overflown", "read_back", "readable"]

# Exact integers may have more digits than any float.
_OVERFLOWN = re.compile(r"\b(?:inf|nan)\.0\b|\d{309}")
_LONG_FLOAT = re.compile(r"(\de[+-]?\d+)\.0")


def overflown(text: str) -> bool:
    """Whether a number in a printed formula is too large for a float, or none."""
    return _OVERFLOWN.search(text) is not None


def read_back(text: str, *, euler: bool = False) -> Term:
    """Return a printed formula as a term, with its comparisons and remainders as operators.

    With ``euler`` the name E is Euler's number, which is e in our language.

    Examples
    --------
    >>> from graphviz_ad.expression import write
    >>> write(read_back("x*where(ne(gt(x, 0), 0), 1, 2e5.0)"))
    'x*where(x > 0, 1, 200000)'
    """
    term = parse_expression(_LONG_FLOAT.sub(r"\1", text))
    signs = {name: sign for sign, name in ops.COMPARISONS.items()}

    def combine(part: Term, args: list[Term]) -> Term:
        args_ = tuple(args)
        if part.op == "call" and part.text in signs and len(args) == 2:
            return Term("compare", args_, signs[part.text])
        if part.op == "call" and part.text in ("mod", "floordiv"):
            return Term(part.text, args_)
        if part.op == "call" and part.text == "where":
            return _choice(args_)
        if euler and part.op == "name" and part.text == "E":
            return name("e")
        if part.op == "call" and part.text == "both":
            return Term("mul", args_)
        return part._replace(args=args_)

    return fold(term, combine)


def _choice(args: tuple[Term, ...]) -> Term:
    """Return ``where((x > 0) != 0, a, b)`` as ``where(x > 0, a, b)``."""
    condition, taken, otherwise = args
    if condition.op == "compare" and condition.text in ("!=", "==") and condition.args[0].op == "compare":
        inner, zero = condition.args
        if zero.op == "number" and zero.value == 0:
            args = (inner, taken, otherwise) if condition.text == "!=" else (inner, otherwise, taken)
    return Term("call", args, "where")


def readable(names: Sequence[str]) -> list[str]:
    """Return names that read back from a printed formula; somebody's graph may call an input ``w.grad``."""
    taken = set(names)
    free = (name for name in map("x_{}".format, count(1)) if name not in taken)
    return [name if name.isidentifier() and not iskeyword(name) else next(free) for name in names]
