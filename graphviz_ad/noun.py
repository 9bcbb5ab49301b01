"""`noun`: frozen classes with slots, written as dataclasses are and defined twenty times as quickly.

A frozen dataclass with slots takes a millisecond to define, since half a dozen methods are
compiled for it; with thirty nouns every start of the command would pay for that.  Here the
methods are shared by all nouns, and ``__init__``, the one that has to be quick, is compiled when
the first object is made.  Nouns that are made by the thousand and taken apart (tokens, terms,
placed shapes) are named tuples instead, in files without ``from __future__ import annotations``,
whose annotations as texts would be compiled too.
"""

from __future__ import annotations

from typing import Any, TypeVar, dataclass_transform

__all__ = ["noun", "replace"]

C = TypeVar("C")


@dataclass_transform(frozen_default=True)
def noun(cls: type[C]) -> type[C]:
    """Make a class of annotated fields a noun: frozen, slotted, equal by its fields.

    `replace` returns a changed copy.  Inheritance and the options of `dataclasses.dataclass` are
    missing.

    Examples
    --------
    >>> @noun
    ... class Point:
    ...     x: float
    ...     y: float = 0.0
    >>> Point(1.0), Point(1.0) == Point(1.0, 0.0), replace(Point(1.0), y=2.0)
    (Point(x=1.0, y=0.0), True, Point(x=1.0, y=2.0))
    """
    space = dict(cls.__dict__)
    names = tuple(space.get("__annotations__", ()))
    defaults = {name: space.pop(name) for name in names if name in space}
    for name in ("__dict__", "__weakref__"):
        space.pop(name, None)
    space.update({name: method for name, method in _SHARED.items() if name not in space})
    space.update(__slots__=names, __match_args__=names, _defaults=defaults, __init__=_first)
    made: type[C] = type(cls.__name__, cls.__bases__, space)
    return made


def _first(self: Any, *args: object, **kwargs: object) -> None:  # noqa: ANN401 - any noun
    """Compile the class's ``__init__`` and take its place."""
    cls = type(self)
    space: dict[str, Any] = {"defaults": cls._defaults}
    parameters, lines = [], []
    for name in cls.__slots__:
        space[f"set_{name}"] = cls.__dict__[name].__set__
        parameters.append(f"{name}=defaults[{name!r}]" if name in cls._defaults else name)
        lines.append(f"    set_{name}(self, {name})\n")
    if hasattr(cls, "__post_init__"):
        lines.append("    self.__post_init__()\n")
    # The text consists of names that Python has read as such.
    exec(f"def __init__(self, {', '.join(parameters)}):\n{''.join(lines)}", space)  # noqa: S102
    initialise = space["__init__"]
    initialise.__qualname__ = f"{cls.__qualname__}.__init__"
    cls.__init__ = initialise
    initialise(self, *args, **kwargs)


def replace(self: C, **changes: object) -> C:
    """Return a copy of a noun with some fields changed.

    Examples
    --------
    >>> from graphviz_ad.finding import Finding
    >>> replace(Finding("kink"), node="n3").node
    'n3'
    """
    fields = {name: getattr(self, name) for name in self.__slots__}  # type: ignore[attr-defined]
    return type(self)(**fields | changes)


def _values(self: Any) -> tuple[object, ...]:  # noqa: ANN401
    return tuple([getattr(self, name) for name in self.__slots__])


def _repr(self: Any) -> str:  # noqa: ANN401
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
    return f"{type(self).__qualname__}({shown})"


def _equal(self: object, other: object) -> bool:
    return _values(self) == _values(other) if other.__class__ is self.__class__ else NotImplemented


def _refuse(self: object, name: str, *_value: object) -> None:
    raise AttributeError(f"{type(self).__name__} is frozen: {name} cannot be changed")


def _restore(self: Any, state: tuple[object, ...]) -> None:  # noqa: ANN401
    for name, value in zip(self.__slots__, state, strict=True):
        object.__setattr__(self, name, value)


_SHARED = {
    "__repr__": _repr,
    "__eq__": _equal,
    "__hash__": lambda self: hash(_values(self)),
    "__setattr__": _refuse,
    "__delattr__": _refuse,
    "__getstate__": _values,
    "__setstate__": _restore,
}
