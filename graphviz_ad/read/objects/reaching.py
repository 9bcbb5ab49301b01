"""Attributes of somebody's objects: reached by a path, whatever their classes do meanwhile."""

from __future__ import annotations

import inspect
import sys
import weakref
from collections.abc import Iterator

__all__ = [
    "NOTHING",
    "Nothing",
    "at_path",
    "globals_of",
    "has",
    "own_attributes",
    "put",
    "shape_of",
    "slots_of",
]


class Nothing:
    """The attribute is not there, or asking for it raised."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "NOTHING"


NOTHING = Nothing()
NOWHERE = "\0"
"""No attribute has this name."""


def at_path(thing: object, path: str) -> object:
    """Return what stands at ``creator.inputs`` of an object; None after the first None, else NOTHING.

    Examples
    --------
    >>> at_path(3, "real.imag"), at_path(3, "data")
    (0, NOTHING)
    """
    for name in path.split(".") if "." in path or not path else (path,):
        try:
            # With a default, an attribute that is not there costs no exception.
            thing = getattr(thing, name or NOWHERE, NOTHING)
        except Exception:  # noqa: BLE001 - a property is somebody's code
            return NOTHING
        if thing is NOTHING:
            return NOTHING
        if type(thing) is weakref.ref:
            thing = thing()
        if thing is None:
            return None
    return thing


def has(thing: object, path: str) -> bool:
    """Whether an object has the first name of a path, without asking a ``__getattr__`` for it.

    Examples
    --------
    >>> has(3, "real.imag"), has(3, "data")
    (True, False)
    """
    try:
        inspect.getattr_static(thing, path.partition(".")[0])
    except AttributeError:
        return False
    return True


def put(thing: object, path: str, value: object) -> bool:
    """Set the attribute at a path; False: the object does not let us."""
    way, _, name = path.rpartition(".")
    if not name:
        return False
    try:
        setattr(at_path(thing, way) if way else thing, name, value)
    except Exception:  # noqa: BLE001
        return False
    return True


def own_attributes(thing: object) -> dict[str, object] | None:
    """Return an object's ``__dict__`` itself, without asking its class; None: it has none."""
    try:
        found = object.__getattribute__(thing, "__dict__")
    except AttributeError:
        return None
    return found if type(found) is dict else None


def globals_of(kind: type) -> dict[str, object]:
    """Return the variables of the module that a class was written in, as far as it has methods.

    Examples
    --------
    >>> import textwrap
    >>> "fill" in globals_of(textwrap.TextWrapper), globals_of(int)
    (True, {})
    """
    for base in kind.__mro__:
        for method in vars(base).values():
            found = at_path(method, "__globals__")
            if type(found) is dict:
                return found
    module = sys.modules.get(kind.__module__)
    return {} if module is None or kind.__module__ == "builtins" else dict(vars(module))


def slots_of(kind: type) -> list[str]:
    """Return the names of the slots of a class and its bases.

    Examples
    --------
    >>> class Point:
    ...     __slots__ = ("x", "y")
    >>> slots_of(Point)
    ['x', 'y']
    """
    return list(_slots(kind))


def _slots(kind: type) -> Iterator[str]:
    for base in kind.__mro__:
        slots = base.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__"):
                yield f"_{base.__name__.lstrip('_')}{name}" if _is_private(name) else name


def _is_private(name: str) -> bool:
    return name.startswith("__") and not name.endswith("__")


def shape_of(thing: object) -> tuple[object, ...]:
    """Return what two objects have in common that have the same attributes: class and names."""
    own = own_attributes(thing)
    return (type(thing), *own) if own else (type(thing),)
