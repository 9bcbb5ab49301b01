"""Words for operations as sources of engines have them: ``__radd__``, ``MulBackward0``, ``EWiseAdd``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from graphviz_ad import ops
from graphviz_ad.errors import AdvizError
from graphviz_ad.read.listing.operations import operation

__all__ = ["known"]

_MOST_OPERANDS = 3
_AFFIXES = re.compile(r"(?:_?backward\d*|_?function|_?op(?:eration)?|_?node|_?fn|_?bwd|_?grad|_?scalar)$")
_BEFORE = re.compile(r"^(?:op|ewise|elementwise|tensor|scalar|r|i)_?(?=[a-z])")
_POWER = re.compile(r"[-\w.+ ()]*?(?:\*\*|\^|pow(?:er)?)\D*?([-+]?\d[\d.]*(?:e[-+]?\d+)?)", re.IGNORECASE)


@cache
def known(word: str, count: int) -> tuple[tuple[str, tuple[float, ...]], ...]:
    """Return the operations that a word can mean for at least ``count`` operands, plain ones first.

    Examples
    --------
    >>> known("__mul__", 2), known("PowBackward0", 2), known("-", 1), known("frobnicate", 1)
    ((('mul', ()),), (('pow', ()),), (('neg', ()), ('sub', ())), ())
    """
    found: dict[str, tuple[float, ...]] = {}
    for form in _forms(word):
        power = _POWER.fullmatch(form.rstrip(")}] "))
        if power and count == 1:
            return (("pow", (float(power[1]),)),)
        for operands in range(count, max(count, _MOST_OPERANDS) + 1):
            try:
                op, more = operation(form, operands, "")
            except AdvizError:
                continue
            if op in ops.TABLE:
                found.setdefault(op, more)
        if found:
            break
    return tuple(found.items())


def _forms(word: str) -> Iterator[str]:
    """Yield what a word may be short of: ``__radd__``, ``MulBackward0``, ``EWiseAdd``."""
    yield word.strip()
    plain = word.strip().strip("_").rpartition(".")[2].casefold()
    yield plain
    short = _AFFIXES.sub("", plain)
    yield short
    yield _BEFORE.sub("", short)
    yield _BEFORE.sub("", plain)
