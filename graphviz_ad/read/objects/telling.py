"""What somebody's object says of its operation: a text, a function, an object of a class."""

from __future__ import annotations

from collections.abc import Iterator

from graphviz_ad.read.objects.families import NAMES
from graphviz_ad.read.objects.reaching import NOTHING, at_path, own_attributes
from graphviz_ad.read.objects.rules import numbers_in
from graphviz_ad.read.objects.sources import words_of
from graphviz_ad.read.objects.walking import Found

__all__ = ["derived_words", "recorded_word", "spare_numbers"]

_EXPONENTS = tuple(
    (name, f"_{name}")
    for name in ("k", "n", "p", "exponent", "power", "exp", "const", "constant", "scalar", "alpha", "slope")
)

_GENERAL = frozenset(
    ("function", "fn", "op", "operation", "node", "context", "ctx", "object", "simplenamespace")
)


def recorded_word(node: Found) -> str:
    """Return the operation as its source has recorded it, '' if it did not."""
    if node.row is not None and node.row.op:
        return node.row.op
    path = node.family.operation
    # A label may be the operation, as in smallgrad, or what somebody calls the node.
    return "" if not path or path in NAMES else _word(at_path(node.thing, path))


def _word(told: object) -> str:
    if isinstance(told, str):
        return told.strip()
    if told is None or told is NOTHING:
        return ""
    name = getattr(told, "__name__", None)
    if not isinstance(name, str):
        name = at_path(told, "name")
    if isinstance(name, str) and name:
        return name
    kind = type(told).__name__
    return "" if kind.casefold() in _GENERAL else kind


def derived_words(node: Found, rule: object) -> list[str]:
    """Return other words for the operation, to be believed if the numbers agree."""
    path = node.family.operation
    labelled = _word(at_path(node.thing, path)) if path in NAMES and path else ""
    words = [labelled, type(node.thing).__name__, *words_of(rule)]
    return [word for word in words if word]


def spare_numbers(node: Found, rule: object) -> tuple[float, ...]:
    """Return numbers that a rule or an object holds besides: the exponent of a power, a slope."""
    return tuple(dict.fromkeys((*numbers_in(rule), *_attributes(node))))


def _attributes(node: Found) -> Iterator[float]:
    creator = at_path(node.thing, node.family.operation.partition(".")[0]) if node.family.operation else None
    for thing in (node.thing, creator):
        own = (own_attributes(thing) or {}) if thing is not None else {}
        for name, private in _EXPONENTS if own else ():
            value = own.get(name, own.get(private))
            if type(value) in (int, float):
                yield float(value)  # type: ignore[arg-type]
