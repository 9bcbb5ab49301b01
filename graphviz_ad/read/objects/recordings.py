"""A tape given in place of an output: what its last row made is the output; rows may name nodes by number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from graphviz_ad.read.objects.families import Families
from graphviz_ad.read.objects.reaching import own_attributes
from graphviz_ad.read.objects.tapes import TAPES, Row, Tape, rows_of

__all__ = ["Recording", "recorded"]

_VALUES = ("vals", "values", "value", "data", "val", "v")
_GRADIENTS = ("grad", "grads", "gradient", "gradients", "adjoint", "adjoints", "adj", "bar", "g")
_COUNTERS = frozenset("ijkmn")
_MOST = 1000


class Recording(NamedTuple):
    """The output, the tape on which it is, and variables that name nodes."""

    root: object
    tape: Tape
    names: Mapping[str, object]
    kind: str


class Slot:
    """A node of which somebody keeps the number: its value stands in a list, as does its gradient."""

    __slots__ = ("g", "v")

    def __init__(self, value: object, gradient: object) -> None:
        self.v, self.g = value, gradient


def recorded(root: object, names: Mapping[str, object], families: Families) -> Recording | None:
    """Return the output of a tape, of an object that holds one, or of a number that stands on one.

    Examples
    --------
    >>> tape, vals = [(2, (0, 1), (3.0, 2.0))], [2.0, 3.0, 6.0]
    >>> found = recorded(2, {"tape": tape, "vals": vals, "x": 0}, Families())
    >>> found.root.v, [slot.v for slot in found.tape.rows[0].ins], found.names["x"].v
    (6.0, [2.0, 3.0], 2.0)
    """
    spaces = [space for space in (own_attributes(root), names) if space]
    for thing in _lists(root, spaces):
        rows = rows_of(thing, families) if type(root) is not int else []
        if rows:
            kind = f"live objects of class {type(rows[-1].out).__name__} on a tape"
            return Recording(rows[-1].out, Tape(rows, thing), names, kind)
        found = _numbered(root, thing, spaces, names)
        if found is not None:
            return found
    return None


def _lists(root: object, spaces: list[Mapping[str, object]]) -> Iterator[list[object]]:
    """Yield what may be a tape: the object itself, its attributes; for a number, the variables."""
    if type(root) is list:
        yield root
        return
    for space in spaces if type(root) is int else spaces[: own_attributes(root) is not None]:
        for name in dict.fromkeys((*TAPES, *islice(space, _MOST))):
            thing = space.get(name)
            if type(thing) is list and thing:
                yield thing


def _numbered(
    root: object, tape: list[object], spaces: list[Mapping[str, object]], names: Mapping[str, object]
) -> Recording | None:
    """Return a tape of numbers with nodes in their place; None: it is none, or there are no values."""
    rows = [_row(entry) for entry in tape]
    if not rows or None in rows:
        return None
    told = [row for row in rows if row is not None]
    count = 1 + max(max(out, *ins) for out, ins, _, _ in told)
    values = _column(_VALUES, spaces, count)
    if values is None:
        return None
    gradients = _column(_GRADIENTS, spaces, count) or [None] * count
    slots = [Slot(value, gradient) for value, gradient in zip(values, gradients, strict=False)]
    made = [Row(slots[out], tuple(slots[k] for k in ins), more, op) for out, ins, more, op in told]
    outs = {out for out, _, _, _ in told}
    last = root if type(root) is int and root in outs else told[-1][0]
    variables = {
        name: slots[k]
        for name, k in names.items()
        if type(k) is int and 0 <= k < count and name not in _COUNTERS
    }
    return Recording(slots[last], Tape(made, tape), variables, "a tape of numbered rows")


def _row(entry: object) -> tuple[int, tuple[int, ...], object, str] | None:
    """Return a row of numbers: of what it made, of its operands, with the local derivatives."""
    if not isinstance(entry, (tuple, list)):
        return None
    op = "".join(part for part in entry if isinstance(part, str))
    parts = [part for part in entry if not isinstance(part, str)]
    if len(parts) not in (2, 3):
        return None
    out, ins, more = (*parts, None)[:3]
    if isinstance(out, (tuple, list)):
        out, ins = ins, out
    if type(out) is not int or out < 0 or not isinstance(ins, (tuple, list)):
        return None
    places = tuple(k for k in ins if type(k) is int and 0 <= k < out)
    return (out, places, more, op) if len(places) == len(ins) > 0 else None


def _column(wanted: tuple[str, ...], spaces: list[Mapping[str, object]], count: int) -> list[object] | None:
    """Return the list that keeps a number for every node."""
    for name in wanted:
        for space in spaces:
            found = space.get(name)
            if type(found) is list and len(found) >= count:
                return found
    return None
