"""A tape: the rows ``(out, ins, locals)``, or the rules, that an engine wrote while it computed."""

import types
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import NamedTuple

from graphviz_ad.read.objects.families import Families
from graphviz_ad.read.objects.reaching import NOTHING, at_path, globals_of, own_attributes
from graphviz_ad.read.objects.rules import named_cells

__all__ = ["TAPES", "Row", "Tape", "rows_of", "tape_of"]

TAPES = ("tape", "_tape", "TAPE", "rows", "records", "entries", "steps", "graph", "_graph")
"""What tapes are called; other lists of rows are found as well."""

_OUT = ("out", "output", "result")
_INS = ("ins", "inputs", "args", "parents", "operands")
_LOCALS = ("locals", "loc", "local_derivatives", "local_grads", "partials", "backward", "rule", "propagate")

_MADE = ("out", "output", "result", "res", "ret", "o", "r", "z", "y", "c")


class Row(NamedTuple):
    """One row: what it made, of what, and its local derivatives or rule, if it has one.

    ``ordered`` is whether the order of the inputs is that of the operands.
    """

    out: object
    ins: tuple[object, ...]
    more: object
    op: str
    ordered: bool = True


class Tape(NamedTuple):
    """The rows in the order of writing, and the list that they stand in."""

    rows: list[Row]
    kept: list[object]


def tape_of(root: object, names: Mapping[str, object], families: Families) -> Tape | None:
    """Return the tape on which an object was recorded, if there is one.

    It is looked for in ``names``, among the attributes of the object and its class, and in the
    module of its class.
    """
    spaces = (names, _attributes(root), dict(vars(type(root))), globals_of(type(root)))
    for space in spaces:
        for name in dict.fromkeys((*TAPES, *islice(space, 1000))):
            tape = _tape(space.get(name), root, families)
            if tape is not None:
                return tape
    return None


def _attributes(root: object) -> dict[str, object]:
    return {name: at_path(root, name) for name in TAPES} | (own_attributes(root) or {})


def _tape(thing: object, root: object, families: Families) -> Tape | None:
    """Return a list as a tape if it is one with a row that made ``root``."""
    if type(thing) is not list:
        inside = NOTHING if thing is None or families.of(thing) else at_path(thing, "rows")
        thing = inside if type(inside) is list else at_path(thing, "tape")
    rows = rows_of(thing, families)
    return Tape(rows, thing) if type(thing) is list and any(row.out is root for row in rows) else None


def rows_of(thing: object, families: Families) -> list[Row]:
    """Return the rows of a tape; none if it is no list, or the last of it is no row."""
    if type(thing) is not list or not thing or _row(thing[-1], families) is None:
        return []
    return [row for row in (_row(entry, families) for entry in thing) if row is not None]


def _row(entry: object, families: Families) -> Row | None:
    """Return an entry of a list as a row of a tape; None: it is none."""
    if isinstance(entry, (tuple, list)):
        return _positional(list(entry), families)
    if isinstance(entry, types.FunctionType):
        return _closure(entry, families)
    out, ins, more = (_first(entry, names) for names in (_OUT, _INS, _LOCALS))
    op = _first(entry, ("op", "name"))
    if families.of(out) is None or not isinstance(ins, (tuple, list)):
        return None
    return Row(out, tuple(ins), more, op if isinstance(op, str) else "")


def _positional(parts: list[object], families: Families) -> Row | None:
    """Return a tuple as a row: a node, a tuple with nodes, numbers or a function, perhaps a name."""
    op = "".join(part for part in parts if isinstance(part, str))
    parts = [part for part in parts if not isinstance(part, str)]
    if len(parts) not in (2, 3):
        return None
    out, ins = parts[:2]
    if families.of(out) is None:
        out, ins = ins, out
    if families.of(out) is None or not isinstance(ins, (tuple, list)) or not _any_node(ins, families):
        return None
    return Row(out, tuple(ins), parts[2] if len(parts) == 3 else None, op)


def _closure(rule: types.FunctionType, families: Families) -> Row | None:
    """Return a rule as a row, made of the nodes that its variables hold; None: the output is not clear."""
    held = [
        (name, cell.cell_contents)
        for name, cell in named_cells(rule)
        if families.of(cell.cell_contents) is not None
    ]
    made = [name for name in _MADE if any(name == other for other, _ in held)]
    if not made or len(held) < 2:
        return None
    out = next(thing for name, thing in held if name == made[0])
    return Row(out, tuple(thing for name, thing in held if name != made[0]), rule, "", ordered=False)


def _any_node(things: Iterable[object], families: Families) -> bool:
    return any(families.of(thing) is not None for thing in things)


def _first(entry: object, names: tuple[str, ...]) -> object:
    """Return the first of some attributes, or keys, that an entry has."""
    for name in names:
        found = entry.get(name) if isinstance(entry, dict) else at_path(entry, name)
        if found is not None and found is not NOTHING:
            return found
    return None
