"""Everything that running somebody's rules may change: remembered, and put back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress

from graphviz_ad.read.objects.reaching import NOTHING, at_path, own_attributes, slots_of

__all__ = ["Kept"]

_CODE = (staticmethod, classmethod, property)


class Kept:
    """The attributes of objects, and the contents of the containers and arrays that they hold.

    Examples
    --------
    >>> class Node:
    ...     def __init__(self):
    ...         self.grad, self.seen = 0.0, [1]
    >>> node = Node()
    >>> kept = Kept([node], [])
    >>> node.grad = 5.0; node.seen.append(2); node.more = 3
    >>> kept.put_back(); vars(node)
    {'grad': 0.0, 'seen': [1]}
    """

    def __init__(self, things: Iterable[object], containers: Iterable[object]) -> None:
        self._dicts: list[tuple[dict[str, object], dict[str, object]]] = []
        self._slots: list[tuple[object, str, object]] = []
        self._contents: list[Callable[[], object]] = []
        self._classes: dict[type, dict[str, object]] = {}
        self._seen: set[int] = set()
        self._kinds: dict[type, list[str]] = {}
        for thing in things:
            self._keep(thing)
        for container in containers:
            self._content(container)

    def _keep(self, thing: object) -> None:
        kind = type(thing)
        if kind not in self._kinds:
            self._kinds[kind] = slots_of(kind)
            self._keep_class(kind)
        own = own_attributes(thing)
        if own is not None:
            self._dicts.append((own, dict(own)))
            for value in own.values():
                if type(value) not in _NUMBERS:
                    self._content(value)
        for name in self._kinds[kind]:
            value = at_path(thing, name)
            self._slots.append((thing, name, value))
            if type(value) not in _NUMBERS:
                self._content(value)

    def _keep_class(self, kind: type) -> None:
        """Remember what a class counts and collects: ``Value.count``, ``Tape.rows``."""
        for base in kind.__mro__[:-1]:
            if base.__module__ != "builtins" and base not in self._classes:
                self._classes[base] = {
                    name: value for name, value in vars(base).items() if _is_data(name, value)
                }
                for value in self._classes[base].values():
                    self._content(value)

    def _content(self, value: object) -> None:
        kind = type(value)
        if kind in (list, dict, set):
            if id(value) not in self._seen:
                self._seen.add(id(value))
                self._contents.append(_CONTENTS[kind](value))
        elif hasattr(kind, "__array_interface__") and at_path(value, "flags.writeable"):
            self._contents.append(_array(value))

    def put_back(self) -> None:
        """Make everything as it was."""
        for restore in self._contents:
            with suppress(Exception):  # the elements of a set may hash as they like
                restore()
        for own, before in self._dicts:
            _restore_attributes(own, before)
        for thing, name, value in self._slots:
            if at_path(thing, name) is not value:
                _restore_slot(thing, name, value)
        for kind, before in self._classes.items():
            for name, value in before.items():
                if vars(kind).get(name) is not value:
                    type.__setattr__(kind, name, value)


_NUMBERS = frozenset((float, int, bool, str, type(None)))


def _is_data(name: str, value: object) -> bool:
    return (
        not name.startswith("__")
        and not callable(value)
        and not isinstance(value, _CODE)
        and not _slot(value)
    )


def _slot(value: object) -> bool:
    return hasattr(type(value), "__get__")


def _restore_attributes(own: dict[str, object], before: dict[str, object]) -> None:
    if len(own) == len(before) and all(own.get(name, NOTHING) is value for name, value in before.items()):
        return
    own.clear()
    own.update(before)


def _restore_slot(thing: object, name: str, value: object) -> None:
    if value is NOTHING:
        object.__delattr__(thing, name)
    else:
        object.__setattr__(thing, name, value)


def _list(value: list[object]) -> Callable[[], object]:
    before = tuple(value)

    def restore() -> None:
        if len(value) != len(before) or any(now is not then for now, then in zip(value, before, strict=True)):
            value[:] = before

    return restore


def _dict(value: dict[object, object]) -> Callable[[], object]:
    before = tuple(value.items())

    def restore() -> None:
        now = tuple(value.items())
        if len(now) != len(before) or any(
            a[0] is not b[0] or a[1] is not b[1] for a, b in zip(now, before, strict=True)
        ):
            value.clear()
            value.update(before)

    return restore


def _set(value: set[object]) -> Callable[[], object]:
    before = tuple(value)

    def restore() -> None:
        if {id(entry) for entry in value} != {id(entry) for entry in before}:
            value.clear()
            value.update(before)

    return restore


def _array(value: object) -> Callable[[], object]:
    before = value.copy()  # type: ignore[attr-defined]

    def restore() -> None:
        value[...] = before  # type: ignore[index]

    return restore


_CONTENTS: dict[type, Callable[[object], Callable[[], object]]] = {list: _list, dict: _dict, set: _set}  # type: ignore[dict-item]
