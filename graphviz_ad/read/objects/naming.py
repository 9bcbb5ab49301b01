"""What the nodes are called: their own names, else the variables that hold them."""

from __future__ import annotations

import types
from collections.abc import Collection, Iterator, Mapping
from itertools import islice

from graphviz_ad.read.objects.families import NAMES, Families
from graphviz_ad.read.objects.reaching import at_path, own_attributes, slots_of

__all__ = ["held", "own_name"]

MOST = 1_000_000
DEEPEST = 8
_NOT_ENTERED = (types.ModuleType, type, types.FunctionType, types.MethodType, types.BuiltinFunctionType)
_PLAIN = frozenset((int, float, bool, complex, str, bytes, type(None)))


def own_name(thing: object, taken: str) -> str:
    """Return what an object itself says it is called, '' if nothing.

    Parameters
    ----------
    thing
        Their node.
    taken
        The attribute that means something else in its family, its operation for instance.
    """
    for name in NAMES:
        found = at_path(thing, name) if name != taken else None
        if isinstance(found, str) and found.strip() and found != "None":
            return found.strip()
    return ""


def held(names: Mapping[str, object], wanted: Collection[int], families: Families) -> dict[int, str]:
    """Return, by identity, the name of the variable that holds an object.

    Objects in lists, tuples, dicts and in the attributes of other objects count too: of a list
    ``w`` they are ``w_0``, ``w_1``.  Variables that begin with ``_`` are left out.

    Examples
    --------
    >>> x, y = object(), object()
    >>> found = held({"a": x, "w": [y, x]}, {id(x), id(y)}, Families())
    >>> found[id(x)], found[id(y)]
    ('a', 'w_0')
    """
    found: dict[int, str] = {}
    entered: set[int] = set()
    level = [(name, thing) for name, thing in names.items() if not name.startswith("_")]
    count = 0
    for _ in range(DEEPEST):
        following: list[tuple[str, object]] = []
        for name, thing in level:
            count += 1
            if count > MOST:
                return found
            if id(thing) in wanted:
                found.setdefault(id(thing), name)
            elif type(thing) not in _PLAIN and id(thing) not in entered and families.of(thing) is None:
                entered.add(id(thing))
                following += [(f"{name}_{key}", inside) for key, inside in _inside(thing)]
        level = following
    return found


def _inside(thing: object) -> Iterator[tuple[object, object]]:
    """Yield what a container or an object holds, with its key, without running its code."""
    kind = type(thing)
    if isinstance(thing, _NOT_ENTERED):
        return
    if issubclass(kind, (list, tuple)):
        yield from enumerate(tuple.__iter__(thing) if issubclass(kind, tuple) else list.__iter__(thing))  # type: ignore[arg-type]
    elif kind is dict:
        yield from islice(((k, v) for k, v in thing.items() if isinstance(k, (str, int))), MOST)  # type: ignore[attr-defined]
    else:
        yield from (own_attributes(thing) or {}).items()
        for name in slots_of(kind):
            yield name, at_path(thing, name)
