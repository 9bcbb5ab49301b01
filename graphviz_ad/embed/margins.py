"""Which lines of Markdown are code, and how far in a line stands: behind quotation marks, in lists."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["MARGIN", "code_lines", "inset"]

CODE = 4
"""So many blanks, from where the text of a list begins, make a line code."""
_QUOTED = re.compile(r"(?: {0,3}> ?)+")
_ITEM = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)+")
_FENCE = re.compile(r"[ \t]*(?P<fence>`{3,}(?!.*`)|~{3,})")
MARGIN = r"(?P<margin>[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)"
"""A pattern of what may stand before a marker on its line."""


def inset(before: str) -> str:
    """Return what stands before the lines that go on from a line which begins with ``before``.

    Examples
    --------
    >>> inset("- "), inset("> 1. "), inset("  ")
    ('  ', '>    ', '  ')
    """
    return re.sub(r"[^\s>]", " ", before)


def code_lines(lines: Sequence[str], *, indented: bool = True) -> list[bool]:
    """Return for every line of Markdown whether it is code, in a fence or by its indentation.

    Parameters
    ----------
    lines
        The lines of a document.
    indented
        Whether indentation makes code; in MDX it does not.

    Examples
    --------
    >>> code_lines(["a", "```", "b", "```", "", "    c", "", "- d", "", "    e"])
    [False, True, True, True, False, True, False, False, False, False]
    """
    found: list[bool] = []
    fence, quoted = "", False
    columns = [0]
    for line in lines:
        quote = _QUOTED.match(line)
        text = line[quote.end() :] if quote else line
        if bool(quote) != quoted:
            # A quotation begins or ends, and with it the lists and fences inside.
            fence, quoted, columns = "", bool(quote), [0]
        if fence:
            found.append(True)
            # The same sign, at least as often, and nothing behind it.
            if re.fullmatch(rf"\s*{re.escape(fence[0])}{{{len(fence)},}}\s*", text):
                fence = ""
            continue
        if not text.strip():
            found.append(False)
            continue
        wide = text.expandtabs(CODE)
        column = len(wide) - len(wide.lstrip())
        while column < columns[-1]:
            columns.pop()
        if indented and column - columns[-1] >= CODE:
            found.append(True)
            continue
        item = _ITEM.match(wide)
        if item:
            columns.append(item.end())
        opened = _FENCE.match(wide[item.end() :] if item else wide)
        fence = opened["fence"] if opened else ""
        found.append(bool(opened))
    return found
