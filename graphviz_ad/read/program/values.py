"""Values as people type them: ``x=3 c=4``, ``x=pi/2,y=-1e-3``; constant expressions, never evaluated code."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterable

from graphviz_ad import ops
from graphviz_ad.errors import SyntaxProblem, close_matches
from graphviz_ad.expression import CONSTANTS, Term, fold, normal, parse_expression
from graphviz_ad.expression.term import holds

__all__ = ["computed", "read_values"]

_ASSIGNMENT = re.compile(r"(?P<name>[^\W\d][\w\u0300-\u036f]*)\s*=(?!=)")
_SPECIAL = {"inf": math.inf, "nan": math.nan}


def read_values(texts: Iterable[str]) -> dict[str, float]:
    """Return the values that texts give to variables.

    Parameters
    ----------
    texts
        Each one or more ``NAME=VALUE``, separated by blanks, commas or ``;``.

    Raises
    ------
    SyntaxProblem
        With the place in the text.

    Examples
    --------
    >>> read_values(["x=3 c=4", "y=pi/2,z=-1e-3"])
    {'x': 3.0, 'c': 4.0, 'y': 1.5707963267948966, 'z': -0.001}
    """
    values: dict[str, float] = {}
    for text in texts:
        found = list(_ASSIGNMENT.finditer(text))
        if not found or text[: found[0].start()].strip(" ,;\t\n"):
            raise SyntaxProblem(
                "values are given as NAME=VALUE",
                source=text,
                start=0,
                end=len(text),
                hint='for example "x=3 c=4"',
            )
        ends = [match.start() for match in found[1:]] + [len(text)]
        for match, end in zip(found, ends, strict=True):
            name = normal(match["name"])
            if name in values:
                place = {"source": text, "start": match.start(), "end": match.end()}
                raise SyntaxProblem(f"{name} is given two values", **place, hint="give one")  # type: ignore[arg-type]
            values[name] = _value(text, match.end(), end)
    return values


def _value(text: str, start: int, end: int) -> float:
    """Return the constant expression in ``text[start:end]``."""
    piece = text[start:end].rstrip(" ,;\t\n")
    if not piece.strip():
        raise SyntaxProblem(
            "a value is missing", source=text, start=start - 1, end=start, hint="for example x=3"
        )
    # Blanks in front keep the places of errors right.
    return computed(parse_expression(" " * start + piece), text)


def computed(term: Term, text: str = "") -> float:
    """Return the number that a term without variables is.

    Parameters
    ----------
    term
        What to compute.
    text
        Where it stands, for messages.

    Raises
    ------
    SyntaxProblem
        For a name that is no number, and for what is no function.

    Examples
    --------
    >>> computed(parse_expression("pi/2"))
    1.5707963267948966
    """
    return fold(term, lambda part, args: _number(text, part, args))


def _number(text: str, term: Term, args: list[float]) -> float:
    if term.op == "number":
        return term.value
    if term.op == "name":
        known = CONSTANTS | _SPECIAL
        if term.text in known:
            return known[term.text]
        what = f"{term.text} has no value here"
        raise SyntaxProblem(
            what,
            source=text,
            start=term.start,
            end=term.end,
            hint="values are numbers, such as 3, -1e-3, pi/2",
        )
    if term.op == "if":
        return args[0] if args[1] else args[2]
    if term.op == "compare":
        return float(holds(term.text.split(), args))
    if term.op == "pos":
        return args[0]
    return _applied(text, term, args)


def _applied(text: str, term: Term, args: list[float]) -> float:
    """Return what an operation gives for numbers."""
    called = ops.called()
    row = ops.fitting(term.text, len(args)) if term.op == "call" else ops.TABLE[term.op]
    if row is not None:
        value = ops.kernel(row.name).value
        if len(args) > len(row.params):
            return float(functools.reduce(value, args))
        return float(value(*args, *row.left_out(len(args))))
    if term.text in called:
        what, hint = (
            f"{term.text} cannot be called with {len(args)} values",
            f"adviz ops {term.text} tells how",
        )
    else:
        what, hint = f"{term.text} is not a function", close_matches(term.text, called)
    raise SyntaxProblem(what, source=text, start=term.start, end=term.end, hint=hint)
