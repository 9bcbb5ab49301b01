"""Names and numbers as they can be shown: on one line, and in equations that are true."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable

from graphviz_ad.errors import shorten

__all__ = ["holds", "printable"]

WIDEST_NAME = 60
MOST_PARTS = 40
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
    if len(parts) > MOST_PARTS:
        return True
    try:
        *shown, whole = (_decimal(text) for text in (*parts, total))
    except ValueError:  # nan and the infinities: there is nothing to reckon
        return True
    if product:
        result = math.prod(digits for digits, _ in shown), sum(power for _, power in shown)
        shown = [result]
    least = min(power for _, power in (*shown, whole))
    total_digits, *parts_digits = (digits * int(10 ** (power - least)) for digits, power in (whole, *shown))
    return sum(parts_digits) == total_digits


def _decimal(text: str) -> tuple[int, int]:
    """Return a shown number as a whole number and a power of ten: exactly what is read."""
    digits, _, power = text.replace("−", "-").partition("e")
    whole, _, places = digits.partition(".")
    return int(whole + places), int(power or 0) - len(places)
