"""How wide a text will be, without asking a font.

The reader's machine has fonts that we do not know, so the widths are those of
the widest usual sans (DejaVu Sans), and `room` adds what DejaVu Serif and its
bold cut need beyond them.
"""

from __future__ import annotations

import unicodedata
from functools import cache

from graphviz_ad.draw.widths import BLOCKS, UNIT, ZERO
from graphviz_ad.picture import FONTS

__all__ = ["fit", "room", "width"]

BOLD = 1.10
UNKNOWN = 0.7
SLACK = 1.15


def width(text: str, role: str) -> float:
    """Return the width of ``text`` in pixels, set as ``role`` of `FONTS`.

    Examples
    --------
    >>> round(width("v₃ = −9", "value"), 1)
    48.0
    """
    size, bold, _ = FONTS[role]
    return sum(map(_advance, text)) * size * (BOLD if bold else 1.0)


def room(text: str, role: str) -> float:
    """Return the width to reserve for ``text``: 15 % more than `width`."""
    return width(text, role) * SLACK


def fit(text: str, role: str, widest: float) -> str:
    """Return ``text`` cut in the middle so that it needs no more room than ``widest``.

    Examples
    --------
    >>> fit("a_name_that_nobody_would_want_to_read", "name", 120)
    'a_name…ad'
    """
    if len(text) < 512 and room(text, role) <= widest:
        return text
    left, right = text[:256], text[-256:]
    size, bold, _ = FONTS[role]
    budget = widest / (size * SLACK * (BOLD if bold else 1.0)) - 1.0
    head = tail = 0
    while budget > 0 and head < len(left) and tail < len(right):
        # Two of three characters from the beginning: names differ there more often.
        first = head < 2 * tail + 2
        budget -= _advance(left[head] if first else right[-1 - tail])
        if budget > 0:
            head, tail = head + first, tail + (not first)
    return left[:head].rstrip() + "…" + (right[-tail:].lstrip() if tail else "")


@cache
def _advance(character: str) -> float:
    """Return the advance width of a character in em."""
    code = ord(character)
    for first, widths in BLOCKS:
        if first <= code < first + len(widths):
            return (ord(widths[code - first]) - ZERO) / UNIT
    if unicodedata.combining(character) or unicodedata.category(character) in {"Cf", "Cc", "Me"}:
        return 0.0
    return 1.0 if unicodedata.east_asian_width(character) in "WF" else UNKNOWN
