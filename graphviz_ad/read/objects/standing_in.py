"""Copies that stand in for an operand used twice, so that a rule's two contributions stay apart."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeGuard

from graphviz_ad.read.objects.families import Family
from graphviz_ad.read.objects.reaching import NOTHING, at_path, own_attributes, put, slots_of
from graphviz_ad.read.objects.rules import named_cells

__all__ = ["copied", "replaced"]


def copied(thing: object) -> object:
    """Return another object of the same class with the same attributes, without running its code.

    Raises
    ------
    TypeError
        The class is one of those that cannot be made like this.
    """
    kind = type(thing)
    made: object = next(new for base in kind.__mro__ if _is_builtin(new := vars(base).get("__new__")))(kind)
    own = own_attributes(thing)
    if own is not None:
        copy = own_attributes(made)
        if copy is None:
            raise TypeError(kind.__name__)
        copy.update(own)
    for name in slots_of(kind):
        value = at_path(thing, name)
        if value is not NOTHING:
            object.__setattr__(made, name, value)
    return made


def _is_builtin(new: object) -> TypeGuard[Callable[[type], object]]:
    """Whether a ``__new__`` is one of Python's own, not somebody's code."""
    return isinstance(new, types.BuiltinFunctionType)


@contextmanager
def replaced(
    rule: object, thing: object, family: Family, operands: Sequence[object], copies: Sequence[object]
) -> Iterator[None]:
    """Let a rule find ``copies`` where it found ``operands``: in its variables and in the node's inputs.

    Of several places that hold the same operand the first gets the first copy, and so on; all is
    put back in the end.
    """
    waiting: dict[int, list[object]] = {}
    for operand, copy in zip(operands, copies, strict=True):
        waiting.setdefault(id(operand), []).append(copy)
    changed: list[tuple[types.CellType, object]] = []
    kept: object = NOTHING
    try:
        for cell, content, copy in _cells(rule, waiting):
            cell.cell_contents = copy
            changed.append((cell, content))
        inputs = at_path(thing, family.inputs) if family.inputs and " " not in family.inputs else NOTHING
        if isinstance(inputs, (list, tuple)) and len(inputs) == len(copies):
            kept = inputs
            put(thing, family.inputs, type(inputs)(copies))
        yield
    finally:
        for cell, content in changed:
            cell.cell_contents = content
        if kept is not NOTHING:
            put(thing, family.inputs, kept)


def _cells(rule: object, waiting: dict[int, list[object]]) -> Iterator[tuple[types.CellType, object, object]]:
    """Yield the cells that hold an operand, with it and the copy that takes its place."""
    given: dict[int, int] = {}
    for _, cell in named_cells(rule):
        content = cell.cell_contents
        copies = waiting.get(id(content))
        if copies:
            turn = given.get(id(content), 0)
            given[id(content)] = turn + 1
            yield cell, content, copies[min(turn, len(copies) - 1)]
