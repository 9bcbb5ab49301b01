"""What a backward rule does, seen from outside: gradients set, the rule called, gradients read."""

from collections.abc import Sequence
from typing import NamedTuple

from graphviz_ad.claims import Probe
from graphviz_ad.read.objects.calls import UPSTREAM, NotAsked, RuleRaised, added, call
from graphviz_ad.read.objects.families import Families, Family
from graphviz_ad.read.objects.forms import in_form
from graphviz_ad.read.objects.reaching import NOTHING, at_path, own_attributes, put
from graphviz_ad.read.objects.rules import Calling, calling
from graphviz_ad.read.objects.standing_in import copied, replaced
from graphviz_ad.read.objects.unwrapping import number_of

__all__ = ["Called", "Place", "Prober"]

START = 1.0
_NONE = Family("", "", "", "")


class Place(NamedTuple):
    """An operand: their node with its family, or a number with None."""

    thing: object
    family: Family | None


class Called(NamedTuple):
    """A rule to be called: their node, its family, its inputs slot by slot, the rule."""

    thing: object
    family: Family
    operands: tuple[Place, ...]
    rule: object


class Prober:
    """Calls rules; whoever makes one has everything put back in the end.

    Attributes
    ----------
    joined
        Identities of nodes whose rule could not be told apart for an operand that stands twice.
    changed
        Nodes whose rule changed a value.
    """

    def __init__(self, families: Families) -> None:
        self.families = families
        self.joined: set[int] = set()
        self.changed: list[object] = []
        self._was_returned = False
        self._is_fixed = False
        self._settable: dict[tuple[type, str], bool] = {}

    def probe(self, called: Called) -> list[Probe | None]:
        """Return what a rule did to each operand; None for those that are no nodes.

        Raises
        ------
        RuleRaised
            The rule raised, or what it left is no number.
        """
        places = (Place(called.thing, called.family), *called.operands)
        values = [_value(place) for place in places]
        way = calling(called.rule, called.family)
        self._is_fixed = not way.each and not all(self._can_set(*place) for place in places)
        try:
            once = self._run(called, way, 1.0, 0.0)
            scaled = self._run(called, way, UPSTREAM, 0.0)
            onto = self._run(called, way, 1.0, START)
        finally:
            for place, value in zip(places, values, strict=True):
                if _value(place) is not value:
                    self.changed.append(called.thing)
                    put(place.thing, (place.family or _NONE).value, value)
        found: list[Probe | None] = []
        for first, second, third in zip(once, scaled, onto, strict=True):
            if first is None or second is None or third is None:
                found.append(None)
            else:
                found.append(Probe(first, added(second / UPSTREAM, first, 0.0), added(third, first, START)))
        return found

    def _run(self, called: Called, way: Calling, upstream: float, start: float) -> list[float | None]:
        """Return the operands' gradients after one call of the rule."""
        if way.each:
            return self._each(called, upstream, start)
        nodes = [id(place.thing) for place in called.operands if place.family is not None]
        if len(nodes) > 1 and len(set(nodes)) < len(nodes):
            whole = self._plain(called, called.operands, way, upstream, 0.0)
            if self._was_returned:
                return [None if value is None else value + start for value in whole]
            apart = self._apart(called, way, upstream, start, whole)
            if apart is not None:
                return apart
            self.joined.add(id(called.thing))
        return self._plain(called, called.operands, way, upstream, start)

    def _each(self, called: Called, upstream: float, start: float) -> list[float | None]:
        sent = in_form(called.thing, called.family, upstream, self.families)
        return [
            None if place.family is None else start + self._number(call(called.rule, (sent, slot)))
            for slot, place in enumerate(called.operands)
        ]

    def _apart(
        self, called: Called, way: Calling, upstream: float, start: float, whole: list[float | None]
    ) -> list[float | None] | None:
        """Return the same with a copy in the place of each operand; None: the rule got round them."""
        try:
            copies = [
                place if place.family is None else place._replace(thing=copied(place.thing))
                for place in called.operands
            ]
        except Exception:  # noqa: BLE001 - a class that cannot be copied
            return None
        things = [place.thing for place in called.operands]
        with replaced(called.rule, called.thing, called.family, things, [place.thing for place in copies]):
            parts = self._plain(called, copies, way, upstream, 0.0)
            onto = self._plain(called, copies, way, upstream, start) if start else parts
        for place in {id(thing): thing for thing in things}.values():
            slots = [slot for slot, thing in enumerate(things) if thing is place]
            told, single = whole[slots[0]], [parts[slot] or 0.0 for slot in slots]
            # A rule that overwrites leaves the last contribution alone, whatever is apart.
            if told is not None and not any(_close(told, part) for part in (sum(single), *single)):
                return None
        return onto

    def _plain(
        self, called: Called, operands: Sequence[Place], way: Calling, upstream: float, start: float
    ) -> list[float | None]:
        """Set, call, read; an operand that stands twice gets everything on its first slot."""
        sent = self._set(called.thing, called.family, upstream)
        self._was_returned = False
        for thing, family in operands:
            if family is not None:
                self._set(thing, family, start)
        answer = call(called.rule, ()) if way.values == 0 else _given(called, way, sent)
        left, moved = self._left(operands, start)
        if answer is not None and not moved:
            returned = self._returned(answer, operands)
            self._was_returned = returned is not None
            if returned is not None:
                return [None if value is None else value + start for value in returned]
        if self._is_fixed:
            raise RuleRaised from NotAsked("gradients cannot be set from outside")
        return left

    def _can_set(self, thing: object, family: Family | None) -> bool:
        """Whether a gradient that is set is there afterwards; asked once for each class."""
        if family is None:
            return True
        key = (type(thing), family.gradient)
        if key not in self._settable:
            self._set(thing, family, START)
            self._settable[key] = number_of(at_path(thing, family.gradient), self.families.of) == START
        return self._settable[key]

    def _left(self, operands: Sequence[Place], start: float) -> tuple[list[float | None], bool]:
        """Return the gradients that a rule left, and whether one has changed."""
        found: list[float | None] = []
        seen: set[int] = set()
        moved = False
        for thing, family in operands:
            if family is None:
                found.append(None)
                continue
            kept = at_path(thing, family.gradient)
            value = 0.0 if kept is None else self._number(kept)
            moved = moved or value != start
            found.append(start if id(thing) in seen else value)
            seen.add(id(thing))
        return found, moved

    def _returned(self, answer: object, operands: Sequence[Place]) -> list[float | None] | None:
        """Return the contributions that a rule returned, if it returned some."""
        parts = list(answer) if isinstance(answer, (tuple, list)) else [answer]
        if len(parts) != len(operands):
            return None
        return [
            None if place.family is None else 0.0 if part is None else self._number(part)
            for part, place in zip(parts, operands, strict=True)
        ]

    def _number(self, thing: object) -> float:
        if type(thing) is float:
            return thing
        number = number_of(thing, self.families.of)
        if number is None:
            raise RuleRaised from TypeError("the gradient that it left is no number")
        return number

    def _set(self, thing: object, family: Family, number: float) -> object:
        made = in_form(thing, family, number, self.families)
        put(thing, family.gradient, made)
        return made


def _value(place: Place) -> object:
    """Return what a node holds as its value, itself; a property may make it anew each time."""
    own = own_attributes(place.thing) if place.family is not None else None
    return own.get(place.family.value) if own and place.family is not None else None


def _given(called: Called, way: Calling, sent: object) -> object:
    """Call a rule with the gradient or, where that is not what it wants, with the node."""
    if way.values > 1:
        owner = at_path(called.thing, called.family.context or called.family.rule.rpartition(".")[0])
        return call(called.rule, (called.thing if owner is NOTHING else owner, sent))
    try:
        return call(called.rule, (sent,))
    except RuleRaised as failed:
        if not isinstance(failed.__cause__, AttributeError):
            raise
        return call(called.rule, (called.thing,))


def _close(a: float, b: float) -> bool:
    return a == b or abs(a - b) <= 1e-9 * max(abs(a), abs(b)) or (a != a and b != b)
