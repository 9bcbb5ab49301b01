"""What people call the gradient of x: ``dx``, ``x_bar``, ``grad_x``, ``x̄``."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from graphviz_ad.expression import normal

__all__ = ["adjoint_of", "is_adjoint"]

_BARS = "\N{COMBINING MACRON}\N{COMBINING OVERLINE}"
_AFFIXES = (("d", ""), ("", "_bar"), ("grad_", ""), ("", "_grad"), ("bar_", ""))


def adjoint_of(left: str, scope: Mapping[str, int]) -> str | None:
    """Return the name whose gradient a name is, or None.

    Examples
    --------
    >>> scope = {"x": 0, "u1": 1}
    >>> [adjoint_of(left, scope) for left in ("dx", "u1_bar", "grad_x", "x̄", "t")]
    ['x', 'u1', 'x', 'x', None]
    """
    bare = _bare(left)
    for before, behind in _AFFIXES:
        key = bare[len(before) : len(bare) - len(behind)]
        if bare == before + key + behind and key in scope:
            return key
    return None


def is_adjoint(left: str, key: str) -> bool:
    """Whether a name is that of the gradient of ``key``."""
    return adjoint_of(left, {key: 0}) == key


def _bare(left: str) -> str:
    """Return a name without its bars."""
    bare = "".join(c for c in unicodedata.normalize("NFD", left) if c not in _BARS)
    return left if bare == left else f"d{normal(unicodedata.normalize('NFC', bare))}"
