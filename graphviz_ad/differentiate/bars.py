"""Names of adjoints: the name of what is differentiated by, with bars over its first letter."""

from __future__ import annotations

import unicodedata
from collections.abc import Container
from itertools import count

from graphviz_ad.expression import normal

__all__ = ["barred", "next_order"]

_ONE, _TWO = "\N{COMBINING MACRON}", "\N{COMBINING DOUBLE OVERLINE}"


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
        How many bars there are, if none of them is needed to tell it from what is taken.

    Examples
    --------
    >>> barred("w1", ()), barred("x", (), "y1"), barred("x", {"x̄"}), barred("x", (), order=2)
    ('w̄1', 'x̄_y1', 'x̿', 'x̿')
    """
    behind = f"_{output}" if output else ""
    for bars in count(order):
        found = normal(f"{_with_bars(name, bars)}{behind}")
        if found not in taken:
            return found
    raise AssertionError  # the orders do not end


def next_order(output: str, names: Container[str]) -> int:
    """Return of which order the derivatives of ``output`` are, which has bars if it is a derivative itself.

    Parameters
    ----------
    output
        The name of what is differentiated.
    names
        The names there are: ``x̄`` is a derivative where there is an ``x``.

    Examples
    --------
    >>> next_order("f", {"f", "x"}), next_order("x̄", {"x"}), next_order("x̿_ȳ", {"x", "y"})
    (1, 2, 3)
    >>> next_order("x̄", {"f"})
    1
    """
    plain = unicodedata.normalize("NFD", output)
    end = next((k for k in range(1, len(plain)) if not unicodedata.combining(plain[k])), len(plain))
    marks = plain[1:end]
    bars = marks.count(_ONE) + 2 * marks.count(_TWO)
    own = marks.replace(_ONE, "").replace(_TWO, "")
    pieces = f"{plain[:1]}{own}{plain[end:]}".split("_")
    adjoint = any(normal("_".join(pieces[:k])) in names for k in range(1, len(pieces) + 1))
    return 1 + bars if adjoint else 1


def _with_bars(name: str, bars: int) -> str:
    marks = _TWO * (bars // 2) + _ONE * (bars % 2)
    return normal(f"{name[:1]}{marks}{name[1:]}")
