"""The derivation as Markdown: a table of the paths, and how they add up."""

from __future__ import annotations

import re

from graphviz_ad.explain import sums
from graphviz_ad.explain.words import Words
from graphviz_ad.explanation import Derivation
from graphviz_ad.number import DIGITS
from graphviz_ad.write import rows
from graphviz_ad.write.columns import aligned

__all__ = ["escaped", "markdown"]

# A backslash where every dialect knows it, an entity where some do not.
_ESCAPES = {c: "\\" + c for c in "\\`*_{}[]#|"} | {
    "<": "&lt;", ">": "&gt;", "&": "&amp;", "~": "&#126;", "$": "&#36;", "\n": " ", "\r": " ",
}  # fmt: skip
_TABLE = str.maketrans(_ESCAPES)


def escaped(text: str) -> str:
    r"""Return ``text`` so that Markdown shows it as it is, also in a table.

    Examples
    --------
    >>> escaped("|x_1| < 2**3")
    '\\|x\\_1\\| &lt; 2\\*\\*3'
    """
    return text.translate(_TABLE)


def markdown(derivation: Derivation, *, digits: int = DIGITS, table: str = "paths", lang: str = "en") -> str:
    """Return the derivation as Markdown.

    Parameters
    ----------
    derivation
        What is told.
    digits
        Significant digits of shown numbers.
    table
        ``paths``, the ``jacobian`` alone, or ``none``.
    lang
        The language of the words.
    """
    words = Words(derivation, digits, lang)
    blocks = [_program(words), ["```text", *aligned(rows.values(words)), "```"]]
    if table == "paths":
        blocks += [_paths(words)]
        blocks += [[f"* {escaped(sums.sum_line(words, e))}" for e in derivation.explanations]]
    if table in ("paths", "jacobian"):
        blocks += [_jacobian(words)]
    line = sums.checks(derivation)
    blocks += [[escaped(words.told(f"Checked: {line}."))]] if line else []
    blocks += [[f"* {escaped(note)}" for note in rows.notes(words)]]
    return rows.paragraphs(blocks)


def _program(words: Words) -> list[str]:
    """Return the program as a block of code, and the values that were given."""
    lines = rows.program(words)
    longest = max((len(run) for line in lines for run in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    given = words.given()
    return [f"{fence}text", *lines, fence, *(["", escaped(words.told(f"at {given}"))] if given else [])]


def _table(cells: list[list[str]], right: set[int]) -> list[str]:
    head, *body = ["| " + " | ".join(escaped(cell) for cell in row) + " |" for row in cells]
    rule = "|" + "|".join("--:" if place in right else "---" for place in range(len(cells[0]))) + "|"
    return [head, rule, *body]


def _paths(words: Words) -> list[str]:
    found = rows.rows(words)
    if not found:
        return []
    cells = rows.cells(found, words.lang)
    return _table(cells, {0, len(cells[0]) - 1})


def _jacobian(words: Words) -> list[str]:
    grid = rows.jacobian(words)
    if not grid:
        return []
    head = words.told(f"Jacobian ({sums.sweeps(words.derivation)})") + words.told(": ").rstrip()
    return [head, "", *_table(grid, set(range(1, len(grid[0]))))]
