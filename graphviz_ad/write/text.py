"""The derivation as plain text: what a terminal shows, and ``.txt``."""

from __future__ import annotations

from graphviz_ad.explain import sums
from graphviz_ad.explain.words import Words
from graphviz_ad.explanation import Derivation
from graphviz_ad.number import DIGITS
from graphviz_ad.write import rows
from graphviz_ad.write.columns import aligned

__all__ = ["text"]


def text(
    derivation: Derivation,
    *,
    color: bool = False,
    digits: int = DIGITS,
    table: str = "paths",
    lang: str = "en",
) -> str:
    """Return the program, its values, the paths, how they add up, and how that was checked.

    Parameters
    ----------
    derivation
        What is told.
    color
        Whether the numbers of the paths are set on the colours that the picture gives them,
        by ANSI escapes.  Without it there is no escape, whatever the names are.
    digits
        Significant digits of shown numbers.
    table
        ``paths``, the ``jacobian`` alone, or ``none``.
    lang
        The language of the words.

    Returns
    -------
    str
        Lines that end in a newline.

    Examples
    --------
    >>> from graphviz_ad.differentiate import evaluate
    >>> from graphviz_ad.explain import explain
    >>> from graphviz_ad.read import read_text
    >>> print(text(explain(evaluate(read_text("x*x"), {"x": 3}))))
    f = x*x
    at x = 3
    <BLANKLINE>
    v₁ = x·x   = 9
    f = v₁     = 9
    <BLANKLINE>
        path                 local derivatives   numbers   product
    1   f ← × v₁ ← x (1st)   1 · x               1 · 3           3
    2   f ← × v₁ ← x (2nd)   1 · x               1 · 3           3
    <BLANKLINE>
    ∂f/∂x = 3 + 3 = 6
    <BLANKLINE>
    checked: paths = reverse = forward for the derivative; difference quotient: agrees
    <BLANKLINE>
    """
    words = Words(derivation, digits, lang)
    blocks = [_program(words), aligned(rows.values(words))]
    if table == "paths":
        blocks += [_paths(words, color=color)]
        blocks += [[sums.sum_line(words, explanation) for explanation in derivation.explanations]]
    if table in ("paths", "jacobian"):
        blocks += [_jacobian(words)]
    checked = sums.checks(derivation)
    blocks += [[words.told(f"checked: {checked}")] if checked else [], rows.notes(words)]
    return rows.paragraphs(blocks)


def _program(words: Words) -> list[str]:
    given = words.given()
    return rows.program(words) + ([words.told(f"at {given}")] if given else [])


def _paths(words: Words, *, color: bool) -> list[str]:
    """Return the path table; without any value there is no column of numbers."""
    found = rows.rows(words)
    if not found:
        return []
    with_numbers = _has_numbers(words.derivation)
    cells = rows.cells(found, words.lang, with_numbers=with_numbers)
    # A line for the rest is as long as it is; it does not widen the table.
    rests = [row.path if row.number is None else "" for row in found]
    for place, rest in enumerate(rests, start=1):
        cells[place][1] = "" if rest else cells[place][1]
    lines = aligned(cells, right=[0, len(cells[0]) - 1] if with_numbers else [0])
    indent = " " * (max(len(row[0]) for row in cells) + 3)
    for place, rest in enumerate(rests, start=1):
        lines[place] = indent + rest if rest else lines[place]
    return _colored(lines, found) if color else lines


def _has_numbers(derivation: Derivation) -> bool:
    return any(
        factor is not None and edge != chain.path.edges[0]
        for explanation in derivation.explanations
        for chain in explanation.chains
        for edge, factor in zip(chain.path.edges, chain.factors, strict=True)
    ) and bool(derivation.tape.at)


def _colored(lines: list[str], found: list[rows.Row]) -> list[str]:
    """Set the number of each path on its colour, as the picture's badges are."""
    from graphviz_ad.write import theme

    colored = lines[:1]
    for line, row in zip(lines[1:], found, strict=True):
        if row.number is None or row.number > len(theme.PATHS):
            colored.append(line)
            continue
        number = str(row.number)
        disc, digit = theme.PATHS[row.number - 1][0], theme.DIGITS[row.number - 1][0]
        red, green, blue = (int(disc[k : k + 2], 16) for k in (1, 3, 5))
        ink = 30 if digit == theme.BLACK else 97
        badge = f"\x1b[{ink};48;2;{red};{green};{blue}m{number}\x1b[0m"
        colored.append(line.replace(number, badge, 1))
    return colored


def _jacobian(words: Words) -> list[str]:
    grid = rows.jacobian(words)
    if not grid:
        return []
    lines = aligned(grid, right=range(1, len(grid[0])))
    return [words.told(f"Jacobian ({sums.sweeps(words.derivation)})"), *lines]
