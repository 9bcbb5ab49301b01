"""Text to tokens, each with its place; characters that are not of the language are refused here."""

from __future__ import annotations

import math
import re
import unicodedata
from typing import NamedTuple

from graphviz_ad.errors import SyntaxProblem, shorten

__all__ = ["CONSTANTS", "Token", "normal", "tokens"]

CONSTANTS = {"pi": math.pi, "e": math.e, "tau": math.tau, "π": math.pi, "τ": math.tau}
"""Names that are numbers, unless the user makes them variables."""

_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"
_PLAIN = str.maketrans(_SUPERSCRIPTS, "0123456789+-")

# Operators as people paste them from documents, and what they mean.
_MEANS = {
    "^": "**", "−": "-", "–": "-", "×": "*", "·": "*", "⋅": "*", "∗": "*", "∙": "*", "÷": "/", "∕": "/",
    "≤": "<=", "≥": ">=", "≠": "!=",
}  # fmt: skip

_PATTERN = re.compile(
    rf"""
      (?P<blank>[^\S\n]+ | \\\r?\n)
    | (?P<comment>\#[^\n]*)
    | (?P<line>\n|;)
    | (?P<number>(?:\d(?:_?\d)*\.?(?:\d(?:_?\d)*)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?)
    | (?P<power>[{_SUPERSCRIPTS}]+)
    | (?P<name>(?![\d{_SUPERSCRIPTS}])\w(?:(?![{_SUPERSCRIPTS}])[\w\u0300-\u036f])*)
    | (?P<op>\*\*|//|<=|>=|==|!=|[-+*/%<>(),=√{re.escape("".join(_MEANS))}])
    """,
    re.VERBOSE,
)

_HINTS = {
    ".": "attributes are not part of the language; write a product as x*y",
    "'": "string constants are not part of the language",
    '"': "string constants are not part of the language",
    "[": "lists and subscripts are not part of the language; write x1, x2 for x[1], x[2]",
    "]": "lists and subscripts are not part of the language",
    "{": "braces are not part of the language; use ( )",
    "}": "braces are not part of the language; use ( )",
    "|": "write abs(x) for |x|",
    "!": "comparisons are < <= > >= == !=",
    "?": "write a choice as  a if x > 0 else b",
    ":": "write a choice as  a if x > 0 else b",
    "&": "boolean operators are not arithmetic; multiply two conditions instead",
    "~": "boolean operators are not arithmetic",
    "@": "only numbers can be multiplied, with *",
    "$": "leave the dollar signs away",
    "\\": "write functions without a backslash: sin(x)",
    "∞": "infinity is not a number to compute with",
}


class Token(NamedTuple):
    """A piece of the text: its kind (``number name op line end``), text, place."""

    kind: str
    text: str
    start: int
    end: int
    value: float = 0.0


def normal(name: str) -> str:
    """Return a name in the form in which names are compared: NFKC, so that µ and μ are one.

    Examples
    --------
    >>> normal("µ") == normal("μ"), normal("x₁")
    (True, 'x1')
    """
    return name if name.isascii() else unicodedata.normalize("NFKC", name)


def _number(text: str, source: str, start: int, end: int) -> Token:
    value = float(text)
    if math.isinf(value):
        message = f"the number {shorten(text)} is too large for a 64-bit float"
        raise SyntaxProblem(message, source=source, start=start, end=end, hint="the largest is about 1.8e308")
    return Token("number", text, start, end, value)


def _name(text: str, source: str, start: int, end: int) -> Token:
    name = normal(text)
    if not name.isidentifier():
        message = f"{shorten(text)} is not a name"
        hint = "names are letters, digits and _, beginning with a letter"
        raise SyntaxProblem(message, source=source, start=start, end=end, hint=hint)
    return Token("name", name, start, end)


def _refuse(source: str, at: int) -> SyntaxProblem:
    character = source[at]
    shown = character if character.isprintable() else f"U+{ord(character):04X}"
    hint = _HINTS.get(character, "names are letters, digits and _; the operators are + - * / // % **")
    return SyntaxProblem(
        f"{shown} is not part of the language", source=source, start=at, end=at + 1, hint=hint
    )


def tokens(source: str) -> list[Token]:
    """Return the tokens of ``source``, ending with one of kind ``end``.

    Raises
    ------
    SyntaxProblem
        For a character outside the language and for a number that is too large.
    """
    found: list[Token] = []
    at, size, match = 0, len(source), _PATTERN.match
    while at < size:
        piece = match(source, at)
        if piece is None:
            raise _refuse(source, at)
        kind, text, end = piece.lastgroup, piece[0], piece.end()
        if kind == "number":
            found.append(_number(text, source, at, end))
        elif kind == "name":
            found.append(_name(text, source, at, end))
        elif kind == "power":
            plain = text.translate(_PLAIN)
            if not plain.lstrip("+-").isdigit() or len(plain) - len(plain.lstrip("+-")) > 1:
                raise _refuse(source, at)
            found.append(Token("op", "**", at, at))
            found.append(_number(plain, source, at, end))
        elif kind == "op":
            found.append(Token("op", _MEANS.get(text, text), at, end))
        elif kind == "line":
            found.append(Token("line", text, at, end))
        at = end
    found.append(Token("end", "", size, size))
    return found
