"""What the grammar refuses, and what to write instead."""

from __future__ import annotations

from typing import NoReturn

from graphviz_ad.errors import SyntaxProblem, shorten
from graphviz_ad.expression.tokens import Token

__all__ = ["check_name", "no_operator", "no_value", "refuse"]

_NO_ARITHMETIC = (
    "boolean operators are not arithmetic; chain comparisons as 0 < x < 1, or multiply conditions"
)
_KEYWORDS = {
    "and": _NO_ARITHMETIC,
    "or": _NO_ARITHMETIC,
    "not": _NO_ARITHMETIC,
    "for": "comprehensions and loops are not part of the language; write the terms out",
    "if": "write a choice as  a if x > 0 else b; as a name write if_",
    "else": "write a choice as  a if x > 0 else b; as a name write else_",
    "lambda": "name the variable lambda_ or λ; a function is written s(x) = 1/(1 + exp(-x))",
}


def refuse(what: str, token: Token, source: str, hint: str = "") -> NoReturn:
    """Raise a `SyntaxProblem` at ``token``."""
    end = max(token.end, token.start + 1)
    raise SyntaxProblem(what, source=source, start=token.start, end=end, hint=hint)


def check_name(token: Token, source: str) -> None:
    """Raise if ``token`` is a word that Python reserves: it can be no name."""
    if token.kind == "word":
        hint = _KEYWORDS.get(token.text, f"name the variable {token.text}_")
        refuse(f"{token.text} is a reserved word", token, source, hint)


def no_value(token: Token, previous: Token | None, source: str) -> NoReturn:
    """Raise for a token that stands where a value must begin."""
    check_name(token, source)
    if token.text == ")" and previous is not None and previous.text == "(":
        refuse("the brackets are empty", token, source, "put a value between ( and )")
    if token.text == "=":
        refuse("a second = in one statement", token, source, "compare with ==, separate statements with ;")
    refuse(f"a value should stand before {token.text}", token, source)


def no_operator(token: Token, previous: Token, source: str, above: str | None) -> NoReturn:
    """Raise for a token that stands where only an operator can: ``2x``, ``x y``.

    ``above`` is what the value before it divides, if it does, as in ``1/2x``.
    """
    check_name(token, source)
    if token.text == "=":
        refuse("= inside an expression", token, source, "compare with ==; a definition is  name = expression")
    left, right = _shown(previous), _shown(token)
    hint = f"for a product write {left}*{right}"
    if above is not None and token.text != "(":
        hint = f"write {above}/{left}*{right} or {above}/({left}*{right}), whichever is meant"
    what = f"an operator is missing between {shorten(previous.text, 12)} and {shorten(token.text, 12)}"
    refuse(what, token, source, hint)


def _shown(token: Token) -> str:
    return "(...)" if token.text in ("(", ")") else shorten(token.text, 12)
