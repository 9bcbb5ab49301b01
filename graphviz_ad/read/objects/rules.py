"""Backward rules: closures, methods and functions that send the gradient of a node on."""

import dis
import types
from collections.abc import Iterator
from functools import cache, partial
from typing import NamedTuple

from graphviz_ad.read.objects.families import Family
from graphviz_ad.read.objects.reaching import NOTHING, at_path

__all__ = [
    "Calling",
    "calling",
    "cells_of",
    "code_of",
    "does_nothing",
    "named_cells",
    "numbers_in",
    "rule_at",
]

_IDLE = frozenset(("RESUME", "NOP", "LOAD_CONST", "RETURN_VALUE", "RETURN_CONST", "POP_TOP"))
_METHODS = ("backward", "apply", "__call__")


class Calling(NamedTuple):
    """How a rule is called: with how many values, and whether once for each operand."""

    values: int
    each: bool


def rule_at(thing: object, family: Family) -> object:
    """Return the rule of a node; NOTHING where its family has none, None where this node has none."""
    rule = at_path(thing, family.rule) if family.rule else NOTHING
    if rule is None or rule is NOTHING or isinstance(rule, (types.FunctionType, types.MethodType)):
        return rule
    if not isinstance(rule, type) and type(rule).__module__ != "builtins":
        for name in _METHODS:
            method = at_path(rule, name)
            if isinstance(method, types.MethodType):
                return method
    return rule if callable(rule) else NOTHING


def code_of(rule: object) -> types.CodeType | None:
    """Return the code of a function, a method, a partial; None for what is not written in Python."""
    while isinstance(rule, partial):
        rule = rule.func
    found = at_path(rule, "f_code" if isinstance(rule, types.FrameType) else "__code__")
    return found if isinstance(found, types.CodeType) else None


def cells_of(rule: object) -> list[object]:
    """Return what the variables of a closure hold, ``self`` first, then by their names.

    Examples
    --------
    >>> def outer(other, self):
    ...     return lambda: (other, self)
    >>> cells_of(outer("o", "s"))
    ['s', 'o']
    """
    return [cell.cell_contents for _, cell in named_cells(rule)]


def named_cells(rule: object) -> list[tuple[str, types.CellType]]:
    """Return the full cells of a closure with their names, ``self`` first."""
    code = code_of(rule)
    cells = at_path(rule, "__closure__")
    if code is None or not isinstance(cells, tuple):
        return []
    return [
        (code.co_freevars[place], cells[place])
        for place in _order(code)
        if place < len(cells) and _is_full(cells[place])
    ]


@cache
def _order(code: types.CodeType) -> tuple[int, ...]:
    """Return the places of the variables of a closure, that of ``self`` first."""
    names = code.co_freevars
    return tuple(sorted(range(len(names)), key=lambda place: (names[place] != "self", names[place])))


def _is_full(cell: types.CellType) -> bool:
    try:
        _ = cell.cell_contents
    except ValueError:
        return False
    return True


def does_nothing(rule: object) -> bool:
    """Whether a rule is no more than ``lambda: None`` or ``pass``, what nodes without one have.

    Examples
    --------
    >>> does_nothing(lambda: None), does_nothing(lambda: print)
    (True, False)
    """
    code = code_of(rule)
    return code is not None and _is_empty(code)


@cache
def _is_empty(code: types.CodeType) -> bool:
    return all(step.opname in _IDLE for step in dis.get_instructions(code))


def calling(rule: object, family: Family) -> Calling:
    """Return with how many values a rule has to be called.

    Examples
    --------
    >>> family = Family("", "", "", "")
    >>> calling(lambda: None, family).values, calling(lambda g: g, family).values
    (0, 1)
    """
    if family.each:
        return Calling(2, each=True)
    code = code_of(rule)
    if code is None:
        return Calling(0, each=False)
    function = getattr(rule, "__func__", rule)
    bound = 1 if isinstance(rule, types.MethodType) else 0
    defaults = len(getattr(function, "__defaults__", None) or ())
    variadic = 1 if code.co_flags & 0x04 and code.co_argcount == bound else 0
    return Calling(max(0, code.co_argcount - bound - defaults) + variadic, each=False)


def numbers_in(rule: object) -> Iterator[float]:
    """Yield the numbers that the variables of a closure hold, which may be an exponent."""
    for content in cells_of(rule):
        if type(content) in (int, float):
            yield float(content)  # type: ignore[arg-type]
