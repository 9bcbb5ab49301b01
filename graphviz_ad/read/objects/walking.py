"""From the output of somebody's graph to all its nodes, without recursion; identity is ``is``."""

from array import array
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from graphviz_ad.finding import Finding
from graphviz_ad.read.listing.ordering import evaluation_order
from graphviz_ad.read.objects.families import Families, Family
from graphviz_ad.read.objects.reaching import NOTHING, at_path
from graphviz_ad.read.objects.rules import cells_of, rule_at
from graphviz_ad.read.objects.tapes import Row, Tape
from graphviz_ad.read.objects.unwrapping import kind_of, number_of

__all__ = ["Found", "Operand", "Walked", "unrecorded", "walk"]


class Operand(NamedTuple):
    """An input as it was found: a node's position, or -1 and the number; what is stored beside it."""

    position: int
    value: float
    stated: object


class Found(NamedTuple):
    """One node: their object, where its parts are, its inputs, and whether their order is known."""

    thing: object
    family: Family
    operands: tuple[Operand, ...]
    ordered: bool
    row: Row | None


class Walked(NamedTuple):
    """All nodes, operands before operations, and what makes it no graph."""

    nodes: list[Found]
    structure: tuple[Finding, ...]


class _Walk:
    """The objects found so far, by their identity."""

    def __init__(self, families: Families, tape: Tape | None) -> None:
        self.families = families
        self.rows = {id(row.out): row for row in tape.rows} if tape else {}
        self.things: list[object] = []
        self.index: dict[int, int] = {}
        self.found: list[Found] = []
        self.structure: list[Finding] = []

    def position(self, thing: object) -> int:
        """Return where an object stands, at the end if it is new."""
        position = self.index.setdefault(id(thing), len(self.things))
        if position == len(self.things):
            self.things.append(thing)
        return position

    def add(self, thing: object) -> None:
        """Find the inputs of an object."""
        family = self.families.of(thing) or Family("", "", "", "")
        row = self.rows.get(id(thing))
        inputs, ordered = (list(row.ins), row.ordered) if row else _inputs(thing, family)
        stored = _stored(row.more if row else family.partials and at_path(thing, family.partials))
        if not ordered and row is None:
            inputs = self._sorted(thing, family, inputs)
        pairs = [self._pair(entry) for entry in inputs]
        slots = [pair for pair in pairs if pair[0] is not None]
        if stored is not None and len(stored) == len(pairs):
            stored = [told for told, pair in zip(stored, pairs, strict=True) if pair[0] is not None]
        if stored is not None and len(stored) != len(slots):
            self._refuse("wrong_arity", thing, f"{len(stored)} local derivatives for {len(slots)} inputs")
            stored = None
        operands = [
            self._operand(thing, entry, beside if stored is None else stored[slot])
            for slot, (entry, beside) in enumerate(slots)
        ]
        self.found.append(Found(thing, family, tuple(operands), ordered, row))

    def _pair(self, entry: object) -> tuple[object, object]:
        """Return an input and the local derivative that stands beside it in a pair."""
        if isinstance(entry, (tuple, list)) and len(entry) == 2:
            first, second = entry
            return (first, second) if self.families.of(first) is not None else (second, first)
        return entry, NOTHING

    def _operand(self, thing: object, entry: object, told: object) -> Operand:
        if id(entry) in self.index or self.families.of(entry) is not None:
            return Operand(self.position(entry), 0.0, told)
        value = number_of(entry, self.families.of)
        if value is None:
            self._refuse("not_a_number", thing, f"an input is {kind_of(entry)}")
        return Operand(-1, value or 0.0, told)

    def _refuse(self, fault: str, thing: object, what: str) -> None:
        place = f"n{self.position(thing)}"
        message = f"{what}, at a node of class {type(thing).__name__}"
        self.structure.append(Finding(fault, "error", node=place, message=message))

    def _sorted(self, thing: object, family: Family, inputs: Iterable[object]) -> list[object]:
        """Return inputs of a set in an order that does not depend on where objects lie in memory.

        That of the variables of the rule, ``self`` first; what is not among them by its number.
        """
        cells = cells_of(rule_at(thing, family))
        places = {id(content): place for place, content in reversed(list(enumerate(cells)))}
        listed = list(inputs)
        if all(id(entry) in places for entry in listed):
            return sorted(listed, key=lambda entry: places[id(entry)])
        return sorted(listed, key=lambda entry: (places.get(id(entry), len(places)), *self._key(entry)))

    def _key(self, entry: object) -> tuple[float, str]:
        value = number_of(entry, self.families.of)
        named = (at_path(entry, name) for name in ("label", "name", "_op", "op"))
        words = " ".join(name for name in named if isinstance(name, str))
        return (value if value is not None and value == value else 0.0, words)


def walk(root: object, families: Families, tape: Tape | None = None) -> Walked:
    """Return everything that an object was computed from, itself last."""
    found = _Walk(families, tape)
    found.position(root)
    for thing in found.things:  # it grows meanwhile
        found.add(thing)
    starts, operands = array("q", [0]), array("q")
    for node in found.found:
        operands.extend(operand.position for operand in node.operands if operand.position >= 0)
        starts.append(len(operands))
    order, cycle = evaluation_order(starts, operands)
    if cycle:
        return Walked([found.found[k] for k in cycle], (_cycle([found.things[k] for k in cycle]),))
    moved = {old: new for new, old in enumerate(order)}
    nodes = [_moved(found.found[old], moved) for old in order]
    structure = tuple(
        Finding(
            told.fault, told.severity, node=f"n{moved[int((told.node or 'n0')[1:])]}", message=told.message
        )
        for told in found.structure
    )
    return Walked(nodes, structure)


def unrecorded(nodes: Sequence[Found], families: Families) -> list[tuple[int, object]]:
    """Return nodes that the closure of a rule holds though no input leads to them, with whose rule."""
    known = {id(node.thing) for node in nodes}
    found = []
    for position, node in enumerate(nodes):
        for content in cells_of(rule_at(node.thing, node.family)) if node.operands else ():
            if id(content) not in known and families.of(content) is not None:
                known.add(id(content))
                found.append((position, content))
    return found


def _moved(node: Found, moved: dict[int, int]) -> Found:
    operands = tuple(
        operand._replace(position=moved[operand.position]) if operand.position >= 0 else operand
        for operand in node.operands
    )
    return node._replace(operands=operands)


def _cycle(things: list[object]) -> Finding:
    kinds = " -> ".join(type(thing).__name__ for thing in (*things, things[0])) if len(things) < 9 else ""
    many = f"a cycle of {len(things)} nodes" if len(things) > 1 else "a node is its own input"
    message = f"{many}{': ' if kinds else ''}{kinds}: none of them can be computed first"
    return Finding("cycle", "error", message=message, hint="does the attribute hold inputs, not consumers?")


def _inputs(thing: object, family: Family) -> tuple[list[object], bool]:
    """Return the inputs as they are kept, and whether they have an order."""
    parts = family.inputs.split()
    if len(parts) > 1:
        return [at_path(thing, part) for part in parts], True
    kept = at_path(thing, family.inputs) if parts else None
    if isinstance(kept, (list, tuple)):
        return list(kept), True
    if isinstance(kept, (set, frozenset)):
        return list(kept), False
    if isinstance(kept, dict):
        return list(kept.values()), True
    if kept is None or kept is NOTHING:
        return [], True
    listed = _listed(kept)
    return ([kept], True) if listed is None else (listed, True)


def _stored(kept: object) -> list[object] | None:
    """Return the stored local derivatives; None: there are none."""
    if isinstance(kept, dict):
        return list(kept.values())
    if isinstance(kept, (list, tuple)):
        return list(kept)
    if kept is None or kept is NOTHING or isinstance(kept, str) or callable(kept):
        return None
    listed = _listed(kept)
    return [kept] if listed is None else listed


def _listed(kept: object) -> list[object] | None:
    """Return the elements of an array of one dimension."""
    if at_path(kept, "ndim") != 1:
        return None
    listed = kept.tolist()  # type: ignore[attr-defined]
    return listed if isinstance(listed, list) else None
