"""Tables of text whose columns stand below each other on a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

__all__ = ["aligned", "width"]

GAP = "   "
_NO_WIDTH = frozenset(("Mn", "Me", "Cf", "Cc"))


def width(text: str) -> int:
    """Return how many cells of a terminal ``text`` takes: East Asian wide characters take two.

    Examples
    --------
    >>> width("abc"), width("損失"), width("é")
    (3, 4, 1)
    """
    if text.isascii():
        return len(text)
    cells = 0
    for character in text:
        if unicodedata.category(character) not in _NO_WIDTH:
            cells += 2 if unicodedata.east_asian_width(character) in "WF" else 1
    return cells


def aligned(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> list[str]:
    """Return a line for each row, padded so that the columns stand below each other.

    Parameters
    ----------
    rows
        Rows of equally many cells.
    right
        Columns whose cells stand at the right.

    Examples
    --------
    >>> aligned([["path", "product"], ["z ← x", "3"]], right=[1])
    ['path    product', 'z ← x         3']
    """
    widths = [[width(cell) for cell in row] for row in rows]
    columns = [max(column) for column in zip(*widths, strict=True)]
    lines = []
    for row, own in zip(rows, widths, strict=True):
        cells = []
        for place, (cell, cells_wide) in enumerate(zip(row, own, strict=True)):
            pad = " " * (columns[place] - cells_wide)
            cells.append(pad + cell if place in right else cell + pad)
        lines.append(GAP.join(cells).rstrip())
    return lines
