"""What JSON says, checked for being what it has to be; errors have the path in the document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphviz_ad.errors import GraphProblem
from graphviz_ad.finding import Finding
from graphviz_ad.read.listing.problems import shown
from graphviz_ad.read.listing.records import stated

__all__ = ["items_of", "kind_of", "notes_of", "number_of", "refuse", "scope_of_names", "text_of"]

_OF_NOTE = frozenset(Finding.__annotations__) - {"source"}
_KINDS = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}


def kind_of(value: object) -> str:
    """Return what a value is, in words.

    Examples
    --------
    >>> kind_of([1]), kind_of(2.5), kind_of(None)
    ('a list', 'a number', 'null')
    """
    return _KINDS.get(type(value)) or ("a number" if isinstance(value, int | float) else type(value).__name__)


def refuse(value: object, where: str, right: str) -> GraphProblem:
    """Return the error for a value that is something else than it has to be."""
    return GraphProblem(f"{where} is {kind_of(value)}", where=where, hint=f"it has to be {right}")


def number_of(value: object, where: str) -> float:
    """Return a number, also one that JSON has no digits for."""
    number = stated(value)
    if number is None:
        raise refuse(value, where, 'a number, "nan", "inf" or "-inf"')
    return number


def text_of(value: object, where: str) -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise refuse(value, where, "a text")
    return value


def items_of(value: object, where: str) -> Sequence[object]:
    """Return the items of a list."""
    if not isinstance(value, list | tuple):
        raise refuse(value, where, "a list")
    return value


def scope_of_names(value: object) -> dict[str, str] | None:
    """Return the id of a node by every name."""
    if value is None:
        return None
    if not isinstance(value, Mapping):
        raise refuse(value, "scope", "an object of names and ids")
    return {name: text_of(ref, f"scope.{shown(name)}") for name, ref in value.items()}


def notes_of(value: object) -> tuple[Finding, ...]:
    """Return what reading a program took for granted."""
    return tuple(_note(item, f"notes[{k}]") for k, item in enumerate(items_of(value, "notes")))


def _note(item: object, where: str) -> Finding:
    if not isinstance(item, Mapping) or not {"fault"} <= item.keys() <= _OF_NOTE:
        raise refuse(item, where, f"an object of {', '.join(sorted(_OF_NOTE))}")
    for key, value in item.items():
        if key not in ("given", "expected") or stated(value) is None:
            text_of(value, f"{where}.{key}")
    return Finding(**item)
