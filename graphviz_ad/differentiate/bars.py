"""Names of adjoints: the name of what is differentiated by, with bars over its first letter."""

from __future__ import annotations

from collections.abc import Container, Iterable
from itertools import count

from graphviz_ad.expression import normal

__all__ = ["barred", "next_order", "taken_names"]

_ONE, _TWO = "\N{COMBINING MACRON}", "\N{COMBINING DOUBLE OVERLINE}"
HIGHEST = 8
"""Nobody derives more often than this and expects the number of bars to be right."""


def barred(name: str, taken: Container[str], output: str = "", order: int = 1) -> str:
    """Return the name of the adjoint of ``name``, which is not taken yet.

    Parameters
    ----------
    name
        What is differentiated by.
    taken
        The names there are; with each bar more another name is tried.
    output
        What is differentiated, where that has to be told: ``x̄_y1``.
    order
        How many bars there are at least.

    Examples
    --------
    >>> barred("w1", ()), barred("x", (), "y1"), barred("x", {"x̄"}), barred("x", (), order=2)
    ('w̄1', 'x̄_y1', 'x̿', 'x̿')
    """
    behind = f"_{output}" if output else ""
    for bars in count(order):
        bare = _with_bars(name, bars)
        found = normal(bare + behind) if behind else bare
        if bare not in taken and found not in taken:
            return found
    raise AssertionError  # the orders do not end


def next_order(name: str, taken: Container[str]) -> int:
    """Return how many bars the next adjoint of ``name`` has: one more than those there are.

    Examples
    --------
    >>> next_order("x", {"x"}), next_order("x", {"x", "x̿"})
    (1, 3)
    """
    return next((bars + 1 for bars in range(HIGHEST, 0, -1) if _with_bars(name, bars) in taken), 1)


def taken_names(names: Iterable[str], outputs: Iterable[str]) -> set[str]:
    """Return the names there are, and those that derivatives of several outputs begin with.

    Examples
    --------
    >>> sorted(taken_names(["x"], ["x̄_y1"])) == ["x", "x̄"]
    True
    """
    taken = set(names)
    for output in outputs:
        pieces = output.split("_")
        taken.update("_".join(pieces[:k]) for k in range(1, len(pieces)))
    return taken


def _with_bars(name: str, bars: int) -> str:
    marks = _TWO * (bars // 2) + _ONE * (bars % 2)
    return normal(f"{name[:1]}{marks}{name[1:]}")
