"""The operation of every node: told, or found out from its numbers."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from graphviz_ad import ops
from graphviz_ad.claims import Probe
from graphviz_ad.finding import Finding
from graphviz_ad.noun import replace
from graphviz_ad.read.objects.edges import Edges, Told
from graphviz_ad.read.objects.fitting import Fit, Seen, best
from graphviz_ad.read.objects.inferring import USUAL, shaped
from graphviz_ad.read.objects.rules import code_of
from graphviz_ad.read.objects.telling import derived_words, recorded_word, spare_numbers
from graphviz_ad.read.objects.walking import Found
from graphviz_ad.read.objects.words import known

__all__ = ["Decided", "decide"]

_SHOWN = 12
UNKNOWN = "unknown"
_OF_MANY = {"add": "sum", "mul": "product", "max": "maximum of several", "min": "minimum of several"}


class Decided(NamedTuple):
    """An operation: its operands (positions among those found, or numbers), its claims, its word."""

    op: str
    args: tuple[int | float, ...]
    told: Told
    word: str


def decide(
    nodes: Sequence[Found], values: Sequence[float], edges: Edges
) -> tuple[dict[int, Decided], list[Finding]]:
    """Return the operation of every node that has operands, and notes on what was found out."""
    deciding = _Deciding(nodes, values, edges)
    for position, node in enumerate(nodes):
        if node.operands:
            deciding.look(position, node)
    deciding.vote()
    return deciding.decided, deciding.notes()


class _Deciding:
    """The nodes decided so far, and those whose operation is recorded nowhere."""

    def __init__(self, nodes: Sequence[Found], values: Sequence[float], edges: Edges) -> None:
        self.nodes, self.values, self.edges = nodes, values, edges
        self.decided: dict[int, Decided] = {}
        self.open: dict[int, tuple[list[Fit], Told, str]] = {}
        self.ambiguous: dict[int, list[str]] = {}
        self.inferred = 0
        self.unknown: list[int] = []
        self.guessed: dict[int, float] = {}
        self.by_value: dict[int, str] = {}
        self.doubled: list[int] = []
        self.swapped: list[int] = []

    def look(self, position: int, node: Found) -> None:
        """Decide a node by what it says; else keep it open."""
        told = self.edges.told(position)
        rule = self.edges.rules.get(position)
        seen = self._seen(position, node, told, rule)
        word = recorded_word(node)
        fit = best([word], seen) if word else None
        if fit is None and not word:
            derived = (best([other], seen) for other in derived_words(node, rule))
            fit = next((found for found in derived if found is not None and found.value), None)
        if fit is not None:
            self._take(position, fit, told, word)
        elif word:
            count = len(node.operands)
            self._take(
                position,
                Fit(_of_another_count(word, count), tuple(range(count)), value=True, slopes=0),
                told,
                word,
            )
        else:
            self.open[position] = (shaped(seen), told, word)

    def _seen(self, position: int, node: Found, told: Told, rule: object) -> Seen:
        numbers = tuple(
            self.values[operand.position] if operand.position >= 0 else operand.value
            for operand in node.operands
        )
        slopes = tuple(told.slope(slot) for slot in range(len(numbers)))
        spare = spare_numbers(node, rule) if len(numbers) == 1 else ()
        return Seen(numbers, self.values[position], slopes, node.ordered, spare)

    def vote(self) -> None:
        """Decide open nodes: nodes of the same rule are the same operation as far as that fits."""
        votes: dict[object, Counter[str]] = {}
        for position, (fits, _, _) in self.open.items():
            rule = self._code(position)
            if rule is not None:
                votes.setdefault(rule, Counter()).update(fit.op for fit in fits)
        for position, (fits, told, word) in self.open.items():
            self.inferred += 1
            tally = votes.get(self._code(position), Counter())
            most = max((tally[fit.op] for fit in fits), default=0)
            likely = _believed([fit for fit in fits if tally[fit.op] == most])
            if not likely:
                self.unknown.append(position)
                count = len(self.nodes[position].operands)
                likely = [Fit(UNKNOWN, tuple(range(count)), value=True, slopes=0)]
            names = list(dict.fromkeys(fit.op for fit in likely))
            if len(names) > 1:
                self.ambiguous[position] = names
            elif likely[0].value and likely[0].slopes < 0:
                self.by_value[position] = names[0]
            self._take(position, likely[0], told, word)

    def _code(self, position: int) -> object:
        """Return what the rules of nodes of the same operation have in common; None: no rule."""
        return code_of(self.edges.rules.get(position))

    def _take(self, position: int, fit: Fit, told: Told, word: str) -> None:
        """Decide a node; where an operand turns out to stand twice, its rule is asked once more."""
        node = self.nodes[position]
        slots = [arg for arg in fit.args if type(arg) is int]
        if len(slots) > len(node.operands):
            self.doubled.append(position)
            told = self._again(position, fit, slots, told)
        else:
            if slots == [1, 0] and node.ordered:
                self.swapped.append(position)
            told = Told([told.partials[slot] for slot in slots], [told.probes[slot] for slot in slots])
        if fit.guessed:
            self.guessed[position] = next(arg for arg in fit.args if type(arg) is float)
        if id(node.thing) in self.edges.prober.joined:
            told = self._shared(node, fit, told)
        self.decided[position] = Decided(fit.op, fit.args, told, word)

    def _again(self, position: int, fit: Fit, slots: list[int], told: Told) -> Told:
        if position in self.edges.rules:
            return Told([None] * len(slots), self.edges.probe(position, slots))
        slopes = self._slopes(self.nodes[position], fit)
        whole = told.partials[0]
        if whole is None or not sum(slopes):
            return Told([None] * len(slots), [None] * len(slots))
        return Told([whole * slope / sum(slopes) for slope in slopes], [None] * len(slots))

    def _slopes(self, node: Found, fit: Fit) -> list[float]:
        """Return the exact local derivatives by the operands that are nodes."""
        if fit.op not in ops.TABLE or len(fit.args) != len(ops.TABLE[fit.op].params):
            return []
        given = [
            self.values[operand.position] if operand.position >= 0 else operand.value
            for operand in node.operands
        ]
        numbers = [given[arg] if type(arg) is int else float(arg) for arg in fit.args]
        kernel = ops.kernel(fit.op)
        value = kernel.value(*numbers)
        return [
            kernel.partials[slot](*numbers, value) for slot, arg in enumerate(fit.args) if type(arg) is int
        ]

    def _shared(self, node: Found, fit: Fit, told: Told) -> Told:
        """Share out what a rule gave to an operand that stands twice, in proportion to what is right."""
        slopes = self._slopes(node, fit)
        slots = [arg for arg in fit.args if type(arg) is int]
        probes = list(told.probes)
        for place in dict.fromkeys(node.operands[slot].position for slot in slots):
            same = [k for k, slot in enumerate(slots) if node.operands[slot].position == place]
            whole, total = probes[same[0]], sum(slopes[k] for k in same) if slopes else 0.0
            if len(same) > 1 and whole is not None and total:
                for k in same:
                    probes[k] = _part(whole, slopes[k] / total)
        return Told(told.partials, probes)

    def notes(self) -> list[Finding]:
        """Return what was found out, in words."""
        found = []
        if self.inferred:
            message = (
                f"{_nodes(self.inferred)} recorded no operation: inferred from values and local derivatives"
            )
            found.append(Finding("operation_inferred", message=message))
        for position, names in list(self.ambiguous.items())[:_SHOWN]:
            message = f"the operation may be {' or '.join(names)} at these values; {names[0]} was taken"
            hint = "other values tell them apart"
            found.append(Finding("operation_ambiguous", node=f"n{position}", message=message, hint=hint))
        for position in self.unknown[:_SHOWN]:
            message = "no operation is recorded and none of the table fits clearly: it is taken as it is"
            found.append(Finding("operation_unknown", node=f"n{position}", message=message))
        for position, number in list(self.guessed.items())[:_SHOWN]:
            message = (
                f"a number that is not kept, {number:.6g}, was inferred from the value"
                f"{'' if self.decided[position].word else ' and the local derivative together'}"
            )
            found.append(Finding("constant_inferred", node=f"n{position}", message=message))
        for position, op in list(self.by_value.items())[:_SHOWN]:
            message = f"the operation was inferred from the value alone: {op} has it, but not the slope"
            found.append(Finding("operation_from_value", node=f"n{position}", message=message))
        if self.doubled:
            message = (
                f"inputs are kept in a set, which loses x*x: {_nodes(len(self.doubled))} "
                f"{'uses' if len(self.doubled) == 1 else 'use'} one input twice"
            )
            found.append(Finding("inputs_in_a_set", node=f"n{self.doubled[0]}", message=message))
        if self.swapped:
            one = len(self.swapped) == 1
            keep = (
                "keeps its inputs in the other order than it uses"
                if one
                else "keep their inputs in the other order than they use"
            )
            message = f"{_nodes(len(self.swapped))} {keep} them"
            found.append(Finding("inputs_swapped", node=f"n{self.swapped[0]}", message=message))
        return found


def _believed(fits: list[Fit]) -> list[Fit]:
    """Return the operations that a node may be; none where only chance would pick one to blame.

    At 1, a dozen operations have the value 1: if none has the slope that is stated, that is no
    reason to say which slope is wrong.
    """
    if len({fit.op for fit in fits}) < 2 or any(fit.slopes >= 0 for fit in fits):
        return fits
    usual = [fit for fit in fits if fit.op in USUAL]
    return usual if len({fit.op for fit in usual}) == 1 else []


def _of_another_count(word: str, count: int) -> str:
    """Return what a node is called whose operation does not take so many operands.

    A sum or a maximum of several is one of its own, whose claims are taken as they are; else the
    operation stays what it is called, and the number of operands is wrong.
    """
    rows = [op for op, _ in known(word, 1)]
    if not rows or (count > 2 and rows[0] in _OF_MANY):
        return _OF_MANY.get(rows[0], word) if rows else word
    return rows[0]


def _part(whole: Probe, share: float) -> Probe:
    return replace(whole, once=whole.once * share, scaled=whole.scaled * share, onto=whole.onto * share)


def _nodes(count: int) -> str:
    return f"{count} node{'' if count == 1 else 's'}"
