"""Text to tokens, each with its place."""

import math
import re
import unicodedata
from functools import cache
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

# Every character belongs to a piece; what is no part of the language is a piece that is refused whole.
_PIECES = r"""
      (?P<name>{name})
    | (?P<other><<|>>|:=)
    | (?P<op>\*\*|//|<=|>=|==|!=|[-+*/%<>(),={signs}])
    | (?P<number>(?:\d(?:_?\d)*\.?(?:\d(?:_?\d)*)?|\.\d(?:_?\d)*)(?:[eE][+-]?\d(?:_?\d)*)?)
    | (?P<blank>[^\S\n]+ | \\\r?\n)
    | (?P<comment>\#[^\n]*)
    | (?P<line>\n|;)
    {power}
    | (?P<rest>"[^"\n]*"? | '[^'\n]*'? | \.\w+ | \[[^][\n]*\]? | .)
"""


@cache
def _pattern(*, ascii_only: bool) -> re.Pattern[str]:
    """Return the pattern of the pieces; most texts are ASCII, and theirs is compiled much sooner."""
    if ascii_only:
        pieces = {"name": r"[A-Za-z_]\w*", "signs": r"\^", "power": ""}
    else:
        pieces = {
            "name": rf"(?![\d{_SUPERSCRIPTS}])\w(?:(?![{_SUPERSCRIPTS}])[\w\u0300-\u036f])*",
            "signs": "√" + re.escape("".join(_MEANS)),
            "power": f"| (?P<power>[{_SUPERSCRIPTS}]+)",
        }
    text = _PIECES
    for field, piece in pieces.items():
        text = text.replace(f"{{{field}}}", piece)
    return re.compile(text, re.VERBOSE | (re.ASCII if ascii_only else 0))


class Token(NamedTuple):
    """A piece of the text: its kind, text, place, and a number's value.

    Kinds are ``number``, ``name``, ``word`` (one that Python reserves), ``op``, ``line``, ``end``
    and ``other``: what is no part of the language, for the parser to refuse where it meets it.
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
        For a number that is too large, and for what looks like a name and is none.
    """
    found: list[Token] = []
    add = found.append
    end = 0
    for piece in _pattern(ascii_only=source.isascii()).finditer(source):
        kind, text, start = piece.lastgroup, piece[0], end
        end += len(text)
        if kind == "name":
            if not text.isascii():
                text = _name(text, source, start)
            add(Token("word" if text in _RESERVED else "name", text, start, end))
        elif kind == "op":
            add(Token("op", _MEANS.get(text, text), start, end))
        elif kind == "number":
            add(_number(text, source, start))
        elif kind == "line":
            add(Token("line", text, start, end))
        elif kind == "power":
            add(Token("op", "**", start, start))
            add(_exponent(text, source, start))
        elif kind in ("other", "rest"):
            add(Token("other", text, start, end))
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
