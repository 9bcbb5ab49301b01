"""Text to tokens, each with its place; characters that are not of the language are refused here."""

from __future__ import annotations

import math
import re
import unicodedata
from keyword import kwlist
from typing import NamedTuple

from graphviz_ad.errors import SyntaxProblem, shorten

__all__ = ["CONSTANTS", "Token", "normal", "tokens"]

CONSTANTS = {"pi": math.pi, "e": math.e, "tau": math.tau, "π": math.pi, "τ": math.tau}
"""Names that are numbers, unless the user makes them variables."""

_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻"
_PLAIN = str.maketrans(_SUPERSCRIPTS, "0123456789+-")

_RESERVED = frozenset(kwlist)

# Operators as people paste them from documents, and what they mean.
_MEANS = {
    "^": "**", "−": "-", "–": "-", "×": "*", "·": "*", "⋅": "*", "∗": "*", "∙": "*", "÷": "/", "∕": "/",
    "≤": "<=", "≥": ">=", "≠": "!=",
}  # fmt: skip

# Every character belongs to a piece; what begins none of the others is a piece that is refused whole.
_PATTERN = re.compile(
    rf"""
      (?P<name>(?![\d{_SUPERSCRIPTS}])\w(?:(?![{_SUPERSCRIPTS}])[\w\u0300-\u036f])*)
    | (?P<op>\*\*|//|<<|>>|<=|>=|==|!=|:=|[-+*/%<>(),=√{re.escape("".join(_MEANS))}])
    | (?P<number>(?:\d(?:_?\d)*\.?(?:\d(?:_?\d)*)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?)
    | (?P<blank>[^\S\n]+ | \\\r?\n)
    | (?P<comment>\#[^\n]*)
    | (?P<line>\n|;)
    | (?P<power>[{_SUPERSCRIPTS}]+)
    | (?P<other>"[^"\n]*"? | '[^'\n]*'? | \.\w+ | \[[^][\n]*\]? | .)
    """,
    re.VERBOSE,
)

_HINTS = {
    ".": "attributes are not part of the language; write a product as x*y",
    "'": "strings are not part of the language",
    '"': "strings are not part of the language",
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
    "<<": "shifts are not arithmetic; multiply by a power, x*2**n",
    ">>": "shifts are not arithmetic; divide by a power, x/2**n",
    ":=": "write an assignment on a line of its own: name = expression",
}
_LOOP = "comprehensions and loops are not part of the language; write the terms out"


class Token(NamedTuple):
    """A piece of the text: its kind, text, place, and a number's value.

    Kinds are ``number``, ``name``, ``word`` (one that Python reserves), ``op``, ``line``, ``end``.
    """

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


def tokens(source: str) -> list[Token]:
    """Return the tokens of ``source``, ending with one of kind ``end``.

    Raises
    ------
    SyntaxProblem
        For a character outside the language and for a number that is too large.
    """
    found: list[Token] = []
    add = found.append
    for piece in _PATTERN.finditer(source):
        kind, text, start, end = piece.lastgroup, piece[0], piece.start(), piece.end()
        if kind == "name":
            if not text.isascii():
                text = _name(text, source, start)
            add(Token("word" if text in _RESERVED else "name", text, start, end))
        elif kind == "op":
            if text in _HINTS:
                raise _refuse(text, source, start)
            add(Token("op", _MEANS.get(text, text), start, end))
        elif kind == "number":
            add(_number(text, source, start))
        elif kind == "line":
            add(Token("line", text, start, end))
        elif kind == "power":
            add(Token("op", "**", start, start))
            add(_exponent(text, source, start))
        elif kind == "other":
            raise _refuse(text, source, start)
    add(Token("end", "", len(source), len(source)))
    return found


def _name(text: str, source: str, start: int) -> str:
    name = normal(text)
    if not name.isidentifier():
        hint = "names are letters, digits and _, beginning with a letter"
        raise SyntaxProblem(
            f"{shorten(text)} is not a name", source=source, start=start, end=start + len(text), hint=hint
        )
    return name


def _number(text: str, source: str, start: int) -> Token:
    value, end = float(text), start + len(text)
    if math.isinf(value):
        message = f"the number {shorten(text)} is too large for a 64-bit float"
        raise SyntaxProblem(message, source=source, start=start, end=end, hint="the largest is about 1.8e308")
    return Token("number", text, start, end, value)


def _exponent(text: str, source: str, start: int) -> Token:
    """Return the number that stands as superscripts, ``⁻¹``."""
    plain = text.translate(_PLAIN)
    digits = plain.lstrip("+-")
    if not digits.isdigit() or len(plain) - len(digits) > 1:
        hint = f"write an exponent as x**({plain})" if digits else "an exponent is a whole number, x²"
        raise SyntaxProblem(
            f"{text} is not an exponent", source=source, start=start, end=start + len(text), hint=hint
        )
    token = _number(digits, source, start)
    value = -token.value if plain[0] == "-" else token.value
    return Token("number", plain.lstrip("+"), start, start + len(text), value)


def _refuse(text: str, source: str, start: int) -> SyntaxProblem:
    shown = shorten(text) if text.isprintable() else f"U+{ord(text[0]):04X}"
    hint = _HINTS.get(text) or _HINTS.get(text[0])
    hint = hint or "names are letters, digits and _; the operators are + - * / // % **"
    return SyntaxProblem(
        f"{shown} is not part of the language",
        source=source,
        start=start,
        end=start + len(text),
        hint=_LOOP if " for " in text and text[0] == "[" else hint,
    )
