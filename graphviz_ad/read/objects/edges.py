"""What nodes say of their edges: stored local derivatives, and what their rules do."""

from collections.abc import Sequence
from typing import NamedTuple

from graphviz_ad.claims import Probe
from graphviz_ad.finding import Finding
from graphviz_ad.read.objects.calls import NotAsked, RuleRaised, of_function
from graphviz_ad.read.objects.families import Families
from graphviz_ad.read.objects.probing import Called, Place, Prober
from graphviz_ad.read.objects.reaching import NOTHING
from graphviz_ad.read.objects.rules import calling, code_of, does_nothing, rule_at
from graphviz_ad.read.objects.sources import source_of
from graphviz_ad.read.objects.unwrapping import kind_of, number_of
from graphviz_ad.read.objects.walking import Found

__all__ = ["Edges", "Told"]

_MISCALLED = (TypeError, AttributeError, IndexError, KeyError)


class Told(NamedTuple):
    """What is known of the operands of one node, one entry each."""

    partials: list[float | None]
    probes: list[Probe | None]

    def slope(self, slot: int) -> float | None:
        """Return the local derivative by an operand as far as it is known."""
        stated, probe = self.partials[slot], self.probes[slot]
        return stated if stated is not None or probe is None else probe.once


class Edges:
    """Asks every node about its edges.

    Attributes
    ----------
    rules
        The rule of every node that has one.
    missing
        Operations without a rule and without stored local derivatives, in a family that has rules.
    structure
        What is no number.
    """

    def __init__(self, nodes: Sequence[Found], families: Families) -> None:
        self.nodes = nodes
        self.families = families
        self.prober = Prober(families)
        self.rules: dict[int, object] = {}
        self.missing: set[int] = set()
        self.structure: list[Finding] = []
        self._raised: dict[object, tuple[Finding, int]] = {}

    def told(self, position: int) -> Told:
        """Return what a node says of its edges; runs its rule."""
        node = self.nodes[position]
        told = self._stored(position, node)
        rule = (
            node.row.more
            if node.row is not None and callable(node.row.more)
            else rule_at(node.thing, node.family)
        )
        if rule is None or does_nothing(rule):
            if not any(told.slope(slot) is not None for slot in range(len(node.operands))):
                self.missing.add(position)
        elif rule is not NOTHING:
            self.rules[position] = rule
            probes = self.probe(position, range(len(node.operands)))
            told = Told(told.partials, [old or new for old, new in zip(told.probes, probes, strict=True)])
        return told

    def probe(self, position: int, slots: Sequence[int]) -> list[Probe | None]:
        """Run the rule of a node as one of the operands ``slots``, positions among those found."""
        node, rule = self.nodes[position], self.rules[position]
        places = tuple(self._place(node, slot) for slot in slots)
        try:
            return self.prober.probe(Called(node.thing, node.family, places, rule))
        except RuleRaised as failed:
            self._note_raised(position, rule, failed)
            return [None] * len(slots)

    def _place(self, node: Found, slot: int) -> Place:
        operand = node.operands[slot]
        if operand.position < 0:
            return Place(operand.value, None)
        used = self.nodes[operand.position]
        return Place(used.thing, used.family)

    def _stored(self, position: int, node: Found) -> Told:
        """Return local derivatives that are kept: numbers, or functions of the upstream gradient."""
        told = Told([], [])
        for operand in node.operands:
            found = None
            if operand.stated is not None and operand.stated is not NOTHING:
                found = self._one(position, operand.stated)
            told.partials.append(found if isinstance(found, float) else None)
            told.probes.append(found if isinstance(found, Probe) else None)
        return told

    def _one(self, position: int, stated: object) -> float | Probe | None:
        number = number_of(stated, self.families.of)
        if number is not None:
            return number
        if callable(stated):
            try:
                return of_function(stated, self.families)
            except RuleRaised as failed:
                self._note_raised(position, stated, failed)
                return None
        message = f"a local derivative is {kind_of(stated)}, not a number"
        self.structure.append(Finding("not_a_number", "error", node=f"n{position}", message=message))
        return None

    def _note_raised(self, position: int, rule: object, failed: RuleRaised) -> None:
        cause = failed.__cause__
        what = f"{type(cause).__name__}: {cause}".rstrip(": ")
        if isinstance(cause, RecursionError):
            what = "RecursionError: it calls itself too often"
        node = f"n{position}"
        if isinstance(cause, NotAsked) or (isinstance(cause, _MISCALLED) and self._is_given(position, rule)):
            message = f"the rule could not be asked by itself ({what})"
            hint = "its local derivatives are judged by the gradients alone"
            finding = Finding("rule_not_asked", node=node, message=message, hint=hint, source=source_of(rule))
        else:
            hint = "what it sends on is not checked"
            finding = Finding(
                "rule_raised",
                "error",
                node=node,
                message=f"the rule raised {what}",
                hint=hint,
                source=source_of(rule),
            )
        key = code_of(rule) or id(rule)
        first, count = self._raised.get(key, (finding, 0))
        self._raised[key] = (first, count + 1)

    def _is_given(self, position: int, rule: object) -> bool:
        """Whether a rule is called with something, which may be another thing than it wants."""
        return calling(rule, self.nodes[position].family).values > 0

    def raised(self) -> list[tuple[Finding, int]]:
        """Return what rules raised, once for each that did, with the number of nodes."""
        return list(self._raised.values())
