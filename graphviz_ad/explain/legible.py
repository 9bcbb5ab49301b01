"""Names and numbers as they can be shown: on one line, and in equations that are true."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from fractions import Fraction

from graphviz_ad.errors import shorten

__all__ = ["holds", "printable"]

WIDEST_NAME = 60
MOST_PARTS, MOST_BITS = 40, 400
"""Longer equations are not reckoned."""


def printable(text: str, width: int = WIDEST_NAME) -> str:
    r"""Return a name so that it can be shown on one line: control characters as escapes, cut.

    Examples
    --------
    >>> printable("relu\n"), printable("x" * 100, 9)
    ('relu\\n', 'xxxx…xxxx')
    """
    if not text.isprintable():
        text = "".join(c if c.isprintable() or _combines(c) else repr(c)[1:-1] for c in text)
    return text if len(text) <= width else shorten(text, width)


def _combines(character: str) -> bool:
    # The joiners that emoji are made with.
    return unicodedata.category(character) == "Cf" and character in "\u200c\u200d"


def holds(parts: Iterable[str], total: str, *, product: bool = False) -> bool:
    """Return whether the numbers as they are shown add up (or multiply) to the shown total.

    Examples
    --------
    >>> holds(["3", "7"], "10"), holds(["0.3333", "3"], "1", product=True)
    (True, False)
    """
    parts = list(parts)
    try:
        shown = [Fraction(text.replace("−", "-")) for text in (*parts, total)]
    except ValueError:  # nan and the infinities: there is nothing to reckon
        return True
    result = Fraction(int(product))
    if len(parts) > MOST_PARTS or any(x.numerator.bit_length() > MOST_BITS for x in shown):
        return True
    for number in shown[:-1]:
        result = result * number if product else result + number
    return result == shown[-1]
