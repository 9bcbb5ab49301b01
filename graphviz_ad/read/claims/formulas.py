"""Numbers as people write them onto edges: ``-18``, ``x = 3``, ``2*x``, ``2·v₃`` with its value below."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import accumulate

from graphviz_ad.errors import SyntaxProblem
from graphviz_ad.expression import number, parse_expression, substitute, walk
from graphviz_ad.read.listing.records import stated
from graphviz_ad.read.program.values import computed

__all__ = ["number_in", "plain_text"]

_LONGEST = 10_000
_BREAK = re.compile(r"\\[nlr]|\n")
_TAG = re.compile(r"<br\s*/?>|</?[a-z][^<>]*>", re.IGNORECASE)
_SIGN = re.compile(r"(?<![<>=!])(=|≈)(?!=)")
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&quot;": '"', "&#45;": "-", "&nbsp;": " ", "&amp;": "&"}


def plain_text(text: str) -> str:
    r"""Return a label of DOT as a text: without the tags of HTML, lines ending with a line feed.

    Examples
    --------
    >>> plain_text("<<b>2</b>&#45;x>"), plain_text(r"2*x\n= 6")
    ('2-x', '2*x\n= 6')
    """
    if text.startswith("<") and text.endswith(">") and _is_balanced(text[1:-1]):
        text = text[1:-1]
    if _TAG.search(text) or "&" in text:
        text = _TAG.sub(lambda tag: "\n" if tag[0][:3].lower() == "<br" else "", text)
        for entity, character in _ENTITIES.items():
            text = text.replace(entity, character)
    return _BREAK.sub("\n", text).strip()


def _is_balanced(text: str) -> bool:
    """Whether no angle bracket closes one that was opened before the text."""
    depths = accumulate((sign == "<") - (sign == ">") for sign in text)
    return min(depths, default=0) >= 0


def number_in(text: str, values: Mapping[str, float]) -> float:
    r"""Return the number that a text states; what stands behind the last ``=`` counts.

    A number behind ``≈`` was rounded: the formula before it counts, where there is one.

    Parameters
    ----------
    text
        A number, a formula, or both.
    values
        What the names in it are.

    Raises
    ------
    SyntaxProblem
        It states none; the message says why.

    Examples
    --------
    >>> number_in("x = 3", {}), number_in("2·v₃\n= −18", {}), number_in("2*x", {"x": 4.5})
    (3.0, -18.0, 9.0)
    >>> number_in("s/3 ≈ 0.6667", {"s": 2.0})
    0.6666666666666666
    """
    if len(text) > _LONGEST:
        raise SyntaxProblem("the text is too long for a number", hint="write a number or a short formula")
    pieces = _SIGN.split(" ".join(plain_text(text).split()))
    sides, signs = [piece.strip() for piece in pieces[::2]], pieces[1::2]
    if signs and signs[-1] == "≈" and sides[-2]:
        try:
            return _number(sides[-2], values)
        except SyntaxProblem:
            pass
    return _number(sides[-1], values)


def _number(text: str, values: Mapping[str, float]) -> float:
    direct = stated(text.replace("−", "-"))
    if direct is not None:
        return direct
    term = parse_expression(text)
    names = {part.text for part in walk(term) if part.op == "name"} & values.keys()
    return computed(substitute(term, {name: number(values[name]) for name in names}), text)
