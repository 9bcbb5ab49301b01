"""Lists, tuples, dicts and arrays of numbers: their elements by name, and the same with others in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from graphviz_ad.live.arithmetic import Arithmetic

__all__ = ["leaves", "rebuilt"]


def leaves(thing: object, name: str) -> Iterator[tuple[str, object]]:
    """Yield every element with its name: of a list ``w`` they are ``w_0``, ``w_1``.

    Examples
    --------
    >>> list(leaves([1.0, (2.0, 3.0)], "w"))
    [('w_0', 1.0), ('w_1_0', 2.0), ('w_1_1', 3.0)]
    """
    inside = _inside(thing)
    if inside is None:
        yield name, thing
        return
    for key, element in inside:
        yield from leaves(element, f"{name}_{key}")


def rebuilt(thing: Any, name: str, make: Callable[[str, Any], Any]) -> Any:  # noqa: ANN401
    """Return ``thing`` with ``make(name, number)`` in the place of every number, with memory or without.

    Examples
    --------
    >>> rebuilt([1.0, (2.0, "relu")], "w", lambda name, number: f"{name} = {number}")
    ['w_0 = 1.0', ('w_1_0 = 2.0', 'relu')]
    """
    if isinstance(thing, Arithmetic):
        return make(name, thing)
    inside = _inside(thing)
    if inside is None:
        number = NotImplemented if isinstance(thing, bool) else Arithmetic._operand(thing)
        return thing if number is NotImplemented else make(name, number)
    elements = [rebuilt(element, f"{name}_{key}", make) for key, element in inside]
    if isinstance(thing, Mapping):
        return dict(zip(thing, elements, strict=True))
    if getattr(thing, "ndim", None):
        import numpy as np  # somebody's array: it is loaded

        made = np.empty(len(elements), dtype=object) if thing.ndim == 1 else np.array(elements, dtype=object)
        if thing.ndim == 1:
            made[:] = elements
        return made
    if hasattr(thing, "_fields"):
        return type(thing)(*elements)
    return type(thing)(elements)


def _inside(thing: Any) -> list[tuple[object, Any]] | None:  # noqa: ANN401
    """Return the elements by key or position; None: it is no container."""
    if isinstance(thing, Mapping):
        return list(thing.items())
    if isinstance(thing, (list, tuple)) or getattr(thing, "ndim", None):
        return list(enumerate(thing))
    return None
