"""What is remarkable at one operation: a kink, an edge of its domain, a flat slope, inf, nan."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from graphviz_ad import ops
from graphviz_ad.differentiate.partials import operand_term
from graphviz_ad.expression import TYPESET, substitute, write
from graphviz_ad.finding import Finding
from graphviz_ad.graph import Graph
from graphviz_ad.number import show
from graphviz_ad.rule import parsed
from graphviz_ad.tape import NOT_DIFFERENTIATED

__all__ = ["NO_QUESTION_OF_REAL", "Numbers", "one_sided", "remark"]

NOT_REAL = "not real"
NO_QUESTION_OF_REAL = frozenset(("div", "mod", "floordiv", "atan2"))
"""Operations that are not numbers outside of their domains, 0/0, but not for want of being real."""
NO_OVERFLOW = "tanh, sigmoid, softplus and expm1 do not overflow: use them where the formula is one of theirs"

# How far from a point its one-sided slopes are read, relative to its size: far enough that the
# operation sees another number, near enough that no smooth slope changes in the shown digits.
STEP = 2.0**-30


class Numbers(NamedTuple):
    """What an evaluation has found so far, as in `Tape`, and the labels of the nodes."""

    primals: Sequence[float | None]
    partials: Sequence[float | None]
    states: bytearray
    labels: Sequence[str]


def remark(graph: Graph, head: int, numbers: Numbers) -> list[Finding]:
    """Return the notes about node ``head``."""
    place = _Place(graph, head, numbers)
    return [*place.flat(), *place.domain(), *place.kinks()]


def one_sided(op: str, args: Sequence[float], slot: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return value and slope of an operation just left and just right of operand ``slot``.

    Examples
    --------
    >>> [slope for value, slope in one_sided("relu", [0.0], 0)]
    [0.0, 1.0]
    """
    kernel = ops.kernel(op)
    step = STEP * max(1.0, abs(args[slot]))
    sides = []
    for shift in (-step, step):
        moved = [*args[:slot], args[slot] + shift, *args[slot + 1 :]]
        value = float(kernel.value(*moved))
        sides.append((value, float(kernel.partials[slot](*moved, value))))
    return sides[0], sides[1]


class _Place:
    """One operation with its numbers, and the questions that are asked of it."""

    def __init__(self, graph: Graph, head: int, numbers: Numbers) -> None:
        values, labels = numbers.primals, numbers.labels
        self.row = ops.TABLE[graph.ops[head]]
        self.head = head
        self.edges = range(graph.starts[head], graph.starts[head + 1])
        operands = graph.operands[self.edges.start : self.edges.stop]
        self.args = [values[k] if k >= 0 else graph.constants[-1 - k] for k in operands]
        self.names = {labels[k]: labels[k] for k in operands if k >= 0}
        self.texts = [labels[k] if k >= 0 else graph.constant_text(k) for k in operands]
        self.terms = [operand_term(graph, k, labels) for k in operands]
        self.value = values[head]
        self.partials, self.states = numbers.partials, numbers.states
        self.label = labels[head]
        self.flat_operands = [
            k >= 0 and graph.ops[k] in ops.TABLE and ops.TABLE[graph.ops[k]].flat for k in operands
        ]
        self.call = self._call()

    def _call(self) -> str:
        """Return the operation as one writes it: a > 0, log(x)."""
        value = parsed(self.row.value)
        infix = (
            value.op not in ("call", "if") and len(value.args) == len(self.texts) and not self.row.defaults
        )
        if not infix or self.row.name in ("sigmoid", "both"):
            return f"{self.row.name}({', '.join(self.texts)})"
        term = substitute(value, dict(zip(self.row.operands, self.terms, strict=True)))
        # A variable that is called pi is written as it is called.
        return write(term, TYPESET, self.names)

    def _note(self, fault: str, message: str, slot: int | None = None, hint: str = "") -> Finding:
        edge = None if slot is None else f"n{self.head}_{slot}"
        return Finding(fault, node=f"n{self.head}", edge=edge, message=message, hint=hint)

    def _differentiated(self) -> list[int]:
        return [s for s, edge in enumerate(self.edges) if self.states[edge] != NOT_DIFFERENTIATED]

    def flat(self) -> list[Finding]:
        """Note a slope that is 0 whatever the operand: no gradient passes."""
        for slot in self._differentiated():
            # Behind a comparison, which has said so already, a choice need not say it again.
            if self.row.partials[slot] == "0" and not self.flat_operands[slot]:
                message = (
                    f"{self.label} = {self.call} is flat in {self.texts[slot]}: every path through it is 0"
                )
                return [self._note("flat", message, slot)]
        return []

    def domain(self) -> list[Finding]:
        """Note a point outside of the domain, on its edge, or a number that is not finite."""
        args, value = self.args, self.value
        if value is None or any(arg is None or arg != arg for arg in args):
            return []
        here = ops.kernel(self.row.name).domain
        inside = here is None or bool(here(*args))
        numbers = f"{self.label} = {self.call} at {self._point()}"
        if value != value:
            if (
                not inside
                and all(math.isfinite(arg) for arg in args if arg is not None)
                and not _zero_by_zero(self)
            ):
                return [self._note("not_real", f"{numbers} is not real", hint=self._domain_hint())]
            return [self._note("non_finite", f"{numbers} is not a number")]
        slopes = self._strange_slopes()
        if not inside:
            told = f": value {show(value).text}" + "".join(
                f", slope {text} in {self.texts[slot]}" for slot, text in slopes
            )
            return [
                self._note(
                    "domain_edge", f"{numbers} is on the edge of its domain{told}", hint=self._domain_hint()
                )
            ]
        if math.isinf(value) and all(arg is not None and math.isfinite(arg) for arg in args):
            # Poles are edges of domains: what is infinite inside of one was too large.
            hint = NO_OVERFLOW if self.row.name in ("exp", "sinh", "cosh") else ""
            return [self._note("non_finite", f"{numbers} is too large for a 64-bit float", hint=hint)]
        if slopes and math.isfinite(value):
            slot, text = slopes[0]
            fault = "not_real" if text == NOT_REAL else "non_finite"
            told = f"the slope in {self.texts[slot]} is {text}"
            return [self._note(fault, f"{numbers}: {told}", slot, self._domain_hint())]
        return []

    def _strange_slopes(self) -> list[tuple[int, str]]:
        """Operands by which the slope is infinite or not real, and how that is said."""
        found = []
        for slot in self._differentiated():
            slope = self.partials[self.edges[slot]]
            if slope is not None and not math.isfinite(slope):
                found.append((slot, NOT_REAL if slope != slope else show(slope).text))
        return found

    def _point(self) -> str:
        shown = zip(self.row.operands, self.texts, self.args, strict=True)
        parts = [
            f"{text} = {show(arg).text}"
            for _, text, arg in shown
            if arg is not None and text[:1].isidentifier()
        ]
        return ", ".join(dict.fromkeys(parts)) or "these constants"

    def _domain_hint(self) -> str:
        if not self.row.domain:
            return ""
        return self.row.needs or f"{self.row.name}({', '.join(self.row.operands)}) needs {self.row.domain}"

    def kinks(self) -> list[Finding]:
        """Note a point where the two one-sided slopes differ, or the value jumps."""
        args = [arg for arg in self.args if arg is not None]
        if len(args) < len(self.args) or self.value is None or not self._differentiated():
            return []
        if not any(kink(*args) for kink in ops.kernel(self.row.name).kinks):
            return []
        for slot in self._differentiated():
            (low, left), (high, right) = one_sided(self.row.name, args, slot)
            message = f"{self.label} = {self.call}"
            if not _close(low, high) or not _close(low, self.value):
                before, after = show(round(low, 6)).text, show(round(high, 6)).text
                ends = (
                    f"{before} to {after}"
                    if before != after
                    else f"{before} to {show(self.value).text} and back"
                )
                told = f"jumps from {ends} at {self._point()}; no slope tells of it"
                return [self._note("kink", f"{message} {told}", slot)]
            if not math.isclose(left, right, rel_tol=1e-6, abs_tol=1e-9):
                chosen = self.partials[self.edges[slot]]
                slopes = f"slope {show(left).text} on the left, {show(right).text} on the right"
                taken = "" if chosen is None else f", {show(chosen).text} was chosen"
                told = f"has a kink at {self._point()}: {slopes}{taken}"
                return [self._note("kink", f"{message} {told}", slot)]
        return []


def _close(one: float, other: float) -> bool:
    return math.isclose(one, other, rel_tol=1e-6, abs_tol=1e-6)


def _zero_by_zero(place: _Place) -> bool:
    """Whether a quotient is 0/0 or inf/inf: not a number, but no question of being real."""
    return place.row.name in NO_QUESTION_OF_REAL
