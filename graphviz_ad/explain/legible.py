"""Names and numbers as they can be shown: on one line, and in equations that are true."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Iterable

from graphviz_ad.errors import shorten

__all__ = ["holds", "printable"]

WIDEST_NAME = 60
MOST_DIFFERENT = 40
"""Equations with more numbers that differ are not reckoned, and so not claimed."""


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
    counts = Counter(parts)
    if len(counts) > MOST_DIFFERENT:
        return False
    try:
        shown = [(*_decimal(text), times) for text, times in counts.items()]
        whole, power = _decimal(total)
    except ValueError:  # nan and the infinities: there is nothing to reckon
        return True
    left: list[tuple[int, int]]
    if product:
        left = [(math.prod(d**times for d, _, times in shown), sum(p * times for _, p, times in shown))]
    else:
        left = [(d * times, p) for d, p, times in shown]
    least = min([power, *(p for _, p in left)])
    return sum(d * _ten_to(p - least) for d, p in left) == whole * _ten_to(power - least)


def _ten_to(power: int) -> int:
    return int(10**power)


def _decimal(text: str) -> tuple[int, int]:
    """Return a shown number as a whole number and a power of ten: exactly what is read."""
    digits, _, power = text.replace("−", "-").partition("e")
    whole, _, places = digits.partition(".")
    return int(whole + places), int(power or 0) - len(places)
