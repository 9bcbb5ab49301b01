"""Lists, tuples, dicts and arrays of numbers: their elements by name, and the same with others in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from graphviz_ad.live.arithmetic import Arithmetic

__all__ = ["dimensions", "inside_of", "leaves", "rebuilt"]


def leaves(thing: object, name: str) -> Iterator[tuple[str, object]]:
    """Yield every element with its name: of a list ``w`` they are ``w_0``, ``w_1``.

    Examples
    --------
    >>> list(leaves([1.0, (2.0, 3.0)], "w"))
    [('w_0', 1.0), ('w_1_0', 2.0), ('w_1_1', 3.0)]
    """
    todo: list[tuple[str, object, tuple[int, ...]]] = [(name, thing, ())]
    while todo:
        own, part, above = todo.pop()
        inside = None if id(part) in above else inside_of(part)
        if inside is None:
            yield own, part
        else:
            around = (*above, id(part))  # a list may contain itself
            todo += [(f"{own}_{key}", element, around) for key, element in reversed(inside)]


def rebuilt(thing: Any, name: str, make: Callable[[str, Any], Any]) -> Any:  # noqa: ANN401
    """Return ``thing`` with ``make(name, number)`` in the place of every number, with memory or without.

    Examples
    --------
    >>> rebuilt([1.0, (2.0, "relu")], "w", lambda name, number: f"{name} = {number}")
    ['w_0 = 1.0', ('w_1_0 = 2.0', 'relu')]
    """
    if isinstance(thing, Arithmetic):
        return make(name, thing)
    inside = inside_of(thing)
    if inside is None:
        # A bool decides, it is no number to differentiate by; numpy's has a type of its own.
        decides = isinstance(thing, bool) or type(thing).__name__ in ("bool", "bool_")
        number = NotImplemented if decides else Arithmetic._operand(thing)
        return thing if number is NotImplemented else make(name, number)
    elements = [rebuilt(element, f"{name}_{key}", make) for key, element in inside]
    if isinstance(thing, Mapping):
        return dict(zip(thing, elements, strict=True))
    if dimensions(thing):
        import numpy as np  # somebody's array: it is loaded

        made = np.empty(len(elements), dtype=object) if thing.ndim == 1 else np.array(elements, dtype=object)
        if thing.ndim == 1:
            made[:] = elements
        return made
    if hasattr(thing, "_fields"):
        return type(thing)(*elements)
    return type(thing)(elements)


def inside_of(thing: Any) -> list[tuple[object, Any]] | None:  # noqa: ANN401
    """Return the elements by key or position; None: it is no container."""
    if isinstance(thing, Mapping):
        return list(thing.items())
    if isinstance(thing, (list, tuple)) or (dimensions(thing) and not _is_mask(thing)):
        return list(enumerate(thing))
    return None


def dimensions(thing: object) -> int:
    """Return the number of dimensions of an array; 0 for all else, numpy itself among it."""
    found = getattr(thing, "ndim", 0)
    return found if isinstance(found, int) else 0


def _is_mask(array: Any) -> bool:  # noqa: ANN401 - somebody's array
    """Whether an array holds bools: they decide, they are no numbers to differentiate by."""
    return getattr(getattr(array, "dtype", None), "kind", "O") == "b"
