"""Where in somebody's files a rule is written."""

from __future__ import annotations

import inspect
import linecache
import textwrap
import types
from functools import cache

from graphviz_ad.finding import Source
from graphviz_ad.read.objects.reaching import globals_of
from graphviz_ad.read.objects.rules import code_of

__all__ = ["maker_of", "source_of", "words_of"]

_LONGEST = 20
_DUNDERS = {"div": "truediv", "square": "pow"}


def source_of(rule: object) -> Source | None:
    """Return file, first line and text of a function or method; None where there is no text.

    Examples
    --------
    >>> source_of(print) is None, source_of(textwrap.dedent).text.splitlines()[0]
    (True, 'def dedent(text):')
    """
    code = code_of(rule)
    return None if code is None else _source(code)


@cache
def _source(code: types.CodeType) -> Source | None:
    lines = linecache.getlines(code.co_filename)
    start = code.co_firstlineno
    if not 0 < start <= len(lines):
        return None
    try:
        block = inspect.getblock(lines[start - 1 :])
    except (SyntaxError, IndentationError):
        block = lines[start - 1 : start]
    text = textwrap.dedent("".join(block[:_LONGEST])).rstrip()
    return Source(code.co_filename, start, text)


def words_of(rule: object) -> list[str]:
    """Return the functions that a rule is written in, the nearest one first.

    Examples
    --------
    >>> def tanh():
    ...     def _backward(): pass
    ...     return _backward
    >>> words_of(tanh())
    ['tanh']
    """
    name = getattr(getattr(rule, "__func__", rule), "__qualname__", "")
    parts = [part for part in str(name).split(".") if part != "<locals>"]
    return [part for part in reversed(parts[:-1]) if not part.startswith("<")]


def maker_of(thing: object, op: str) -> object:
    """Return the function that makes such nodes, for rules that are no functions; None: not found.

    Examples
    --------
    >>> maker_of(3, "add").__name__, maker_of(3, "tanh") is None
    ('__add__', True)
    """
    kind: type = type(thing)
    return _maker(kind, op)


@cache
def _maker(kind: type, op: str) -> object:
    names = (f"__{_DUNDERS.get(op, op)}__", op, f"_{op}")
    for space in (*(vars(base) for base in kind.__mro__), globals_of(kind)):
        for name in names:
            if callable(space.get(name)):
                return space[name]
    return None
