"""Terms to text: in adviz's own language (reads back as the same term), or typeset in Unicode."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Union

from graphviz_ad import number
from graphviz_ad.expression.statements import parse_expression
from graphviz_ad.expression.term import Term, fold
from graphviz_ad.noun import noun

__all__ = ["TEXT", "TYPESET", "Style", "typeset", "write"]

# A text in pieces: joining strings at every level of a deep term would take quadratic time.
_Pieces = Union[str, tuple["_Pieces", ...]]  # noqa: UP007 - | cannot join a type and a name in quotes
_Printed = tuple[_Pieces, int]

_CHOICE, _COMPARISON, _SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(1, 8)
_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@noun
class Style:
    """How a term is written: its signs, its numbers, its names."""

    signs: Mapping[str, str]
    number: Callable[[float], str]
    typeset: bool


TEXT = Style(
    {"add": " + ", "sub": " - ", "mul": "*", "div": "/", "floordiv": "//", "mod": " % ", "pow": "**"},
    number.full,
    typeset=False,
)
TYPESET = Style(
    {"add": " + ", "sub": " − ", "mul": "·", "div": "/", "floordiv": " // ", "mod": " % ", "pow": "^"},
    lambda value: number.full(value).replace("-", "−").replace("inf", "∞"),
    typeset=True,
)
_LEVELS = {
    "add": _SUM, "sub": _SUM, "mul": _PRODUCT, "div": _PRODUCT, "floordiv": _PRODUCT, "mod": _PRODUCT,
}  # fmt: skip
_TYPESET_COMPARISONS = {"<=": "≤", ">=": "≥", "!=": "≠"}
_TYPESET_NAMES = {"pi": "π", "tau": "τ"}


def write(term: Term, style: Style = TEXT, names: Mapping[str, str] | None = None) -> str:
    """Return ``term`` as text.

    Parameters
    ----------
    term
        What to write.
    style
        `TEXT` reads back as the same term; `TYPESET` is for people.
    names
        How names are written, where not as they are.

    Examples
    --------
    >>> term = parse_expression("-x**2*(a-(b-c))")
    >>> write(term), write(term, TYPESET)
    ('-x**2*(a - (b - c))', '−x²·(a − (b − c))')
    """
    shown = names or {}
    pieces, _ = fold(term, lambda part, args: _print(part, args, style, shown))
    return _join(pieces)


def typeset(text: str, names: Mapping[str, str] | None = None) -> str:
    """Return a text of adviz's own language as it is shown to people.

    Examples
    --------
    >>> typeset("2*v3*m", {"v3": "v₃"}), typeset("1/(x + c)**2")
    ('2·v₃·m', '1/(x + c)²')
    """
    return write(parse_expression(text), TYPESET, names)


def _join(pieces: _Pieces) -> str:
    parts: list[str] = []
    todo: list[_Pieces] = [pieces]
    while todo:
        piece = todo.pop()
        if isinstance(piece, str):
            parts.append(piece)
        else:
            todo.extend(reversed(piece))
    return "".join(parts)


def _at(printed: _Printed, level: int) -> _Pieces:
    """Return what was printed, in brackets unless it binds at least as tightly as ``level``."""
    pieces, own = printed
    return pieces if own >= level else ("(", pieces, ")")


def _print(term: Term, args: list[_Printed], style: Style, names: Mapping[str, str]) -> _Printed:
    op = term.op
    if op == "number":
        # A negative number binds like a sign, so that (-2)**2 keeps its brackets.
        negative = term.value < 0
        return style.number(term.value), _SIGN if negative else _ATOM
    if op == "name":
        default = _TYPESET_NAMES.get(term.text, term.text) if style.typeset else term.text
        return names.get(term.text, default), _ATOM
    if op in _LEVELS:
        level = _LEVELS[op]
        right = _at(args[1], level + 1)
        if style.typeset and args[1][1] == _SIGN:
            right = ("(", args[1][0], ")")
        return (_at(args[0], level), style.signs[op], right), level
    if op in ("neg", "pos"):
        sign = "+" if op == "pos" else "−" if style.typeset else "-"
        return (sign, _at(args[0], _SIGN + (args[0][1] == _SIGN))), _SIGN
    if op == "pow":
        return _power(term, args, style)
    if op == "compare":
        return _comparison(term, args, style)
    if op == "if":
        taken, condition, otherwise = (
            _at(args[0], _COMPARISON),
            _at(args[1], _COMPARISON),
            _at(args[2], _CHOICE),
        )
        return (taken, " if ", condition, " else ", otherwise), _CHOICE
    return _call(term, args, style)


def _power(term: Term, args: list[_Printed], style: Style) -> _Printed:
    base, exponent = _at(args[0], _POWER + 1), term.args[1]
    if (
        style.typeset
        and exponent.op == "number"
        and exponent.value.is_integer()
        and abs(exponent.value) < 100
    ):
        return (base, number.full(exponent.value).translate(_SUPERSCRIPT)), _POWER
    # The exponent may begin with a sign, 2**-x, but is easier to read in brackets.
    level = _ATOM if style.typeset else _SIGN
    return (base, style.signs["pow"], _at(args[1], level)), _POWER


def _comparison(term: Term, args: list[_Printed], style: Style) -> _Printed:
    pieces: list[_Pieces] = [_at(args[0], _SUM)]
    for sign, arg in zip(term.text.split(), args[1:], strict=True):
        shown = _TYPESET_COMPARISONS.get(sign, sign) if style.typeset else sign
        pieces += [f" {shown} ", _at(arg, _SUM)]
    return tuple(pieces), _COMPARISON


def _call(term: Term, args: list[_Printed], style: Style) -> _Printed:
    if style.typeset and term.text == "abs":
        return ("|", args[0][0], "|"), _ATOM
    if style.typeset and term.text == "sqrt":
        # (√x)² keeps its brackets: the root reaches as far as the power.
        return ("√", _at(args[0], _ATOM)), _POWER
    inner: list[_Pieces] = []
    for arg in args:
        inner += [", ", arg[0]]
    return (term.text, "(", *inner[1:], ")"), _ATOM
