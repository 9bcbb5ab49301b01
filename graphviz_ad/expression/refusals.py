"""What the grammar refuses, and what to write instead."""

from __future__ import annotations

from graphviz_ad.errors import SyntaxProblem, shorten
from graphviz_ad.expression.tokens import Token

__all__ = ["check_name", "no_operator", "no_value", "refuse"]

_NO_ARITHMETIC = (
    "boolean operators are not arithmetic; chain comparisons as 0 < x < 1, or multiply conditions"
)
_LOOP = "comprehensions and loops are not part of the language; write the terms out"
_KEYWORDS = {
    "and": _NO_ARITHMETIC,
    "or": _NO_ARITHMETIC,
    "not": _NO_ARITHMETIC,
    "for": _LOOP,
    "if": "write a choice as  a if x > 0 else b; as a name write if_",
    "else": "write a choice as  a if x > 0 else b; as a name write else_",
    "lambda": "name the variable lambda_ or λ; a function is written s(x) = 1/(1 + exp(-x))",
}


_OTHER = {
    ".": "attributes are not part of the language; write a product as x*y",
    "'": "a name has no ' in it, write y1 or dy; and strings are not part of the language",
    "∂": "write the function alone: it is differentiated by every input, or by those in --wrt",
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


def refuse(what: str, token: Token, source: str, hint: str = "") -> SyntaxProblem:
    """Return the error at ``token``."""
    end = max(token.end, token.start + 1)
    return SyntaxProblem(what, source=source, start=token.start, end=end, hint=hint)


def check_name(token: Token, source: str) -> None:
    """Raise if ``token`` is a word that Python reserves, or no part of the language."""
    if token.kind == "other":
        text = token.text
        shown = shorten(text) if text.isprintable() else f"U+{ord(text[0]):04X}"
        hint = _OTHER.get(text) or _OTHER.get(text[0])
        hint = hint or "names are letters, digits and _; the operators are + - * / // % **"
        loops = text[0] == "[" and " for " in text
        raise refuse(f"{shown} is not part of the language", token, source, _LOOP if loops else hint)
    if token.kind == "word":
        hint = _KEYWORDS.get(token.text, f"name the variable {token.text}_")
        raise refuse(f"{token.text} is a reserved word", token, source, hint)


def no_value(token: Token, previous: Token | None, source: str) -> SyntaxProblem:
    """Return the error for a token that stands where a value must begin."""
    check_name(token, source)
    if token.text == ")" and previous is not None and previous.text == "(":
        return refuse("the brackets are empty", token, source, "put a value between ( and )")
    if token.text == "=":
        hint = "compare with ==, separate statements with ;"
        return refuse("a second = in one statement", token, source, hint)
    return refuse(f"a value should stand before {token.text}", token, source)


def no_operator(
    token: Token, previous: Token, source: str, above: str | None, raised: str | None
) -> SyntaxProblem:
    """Return the error for a token that stands where only an operator can: ``2x``, ``x y``.

    ``above`` is what the value before it divides, if it does, as in ``1/2x``; ``raised`` the name
    of which it is the power, as in ``sin^2(x)``.
    """
    check_name(token, source)
    if token.text == "=":
        hint = "compare with ==; a definition is  name = expression"
        return refuse("= inside an expression", token, source, hint)
    left, right = _shown(previous), _shown(token)
    hint = f"for a product write {left}*{right}"
    if above is not None and token.text != "(":
        hint = f"write {above}/{left}*{right} or {above}/({left}*{right}), whichever is meant"
    elif raised is not None and token.text == "(":
        hint = f"for the power of a function write {raised}(...)**{left}; {hint}"
    elif previous.kind == "name" and len(previous.text) > 1 and token.kind in ("name", "number"):
        hint = f"for a function write {left}({right}), {hint}"
    what = f"an operator is missing between {shorten(previous.text, 12)} and {shorten(token.text, 12)}"
    return refuse(what, token, source, hint)


def _shown(token: Token) -> str:
    return "(...)" if token.text in ("(", ")") else shorten(token.text, 12)
