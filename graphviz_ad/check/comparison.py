"""Numbers of a backward pass at several points at once: arithmetic, and whether two are the same."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from graphviz_ad.check.notation import number
from graphviz_ad.check.plan import Plan
from graphviz_ad.check.should_read import contribution, spelled
from graphviz_ad.check.trials import Trial
from graphviz_ad.graph import OUTPUT
from graphviz_ad.ops import TABLE

__all__ = ["Comparison", "Numbers"]

Numbers = tuple[float, ...]
"""One number a point."""

_ROUNDING = 1e-13
_LONGEST = 8


class Comparison:
    """One backward pass at all its points."""

    def __init__(self, plan: Plan, trials: Sequence[Trial], tolerance: float, *, valued: bool) -> None:
        self.plan = plan
        self.trials = trials
        self.tolerance = tolerance
        # Whether the values were given: then numbers say more than formulas.
        self.valued = valued
        self._labels = plan.graph.labels()
        self._slack = [self._typed_slack(position) for position in range(len(plan.lines))]

    def _each(self, of: Callable[[Trial], float]) -> Numbers:
        return tuple(of(trial) for trial in self.trials)

    # Numbers of the pass ------------------------------------------------------------------

    def given(self, node: int) -> Numbers:
        """Return the gradient of a node as typed."""
        return self._each(lambda trial: trial.given[node])

    def true(self, node: int) -> Numbers:
        """Return the gradient of a node."""
        return self._each(lambda trial: trial.true[node])

    def expected(self, node: int) -> Numbers:
        """Return the gradient of a node, given what the lines above say."""
        return self._each(lambda trial: trial.expected[node])

    def part(self, edge: int) -> Numbers:
        """Return what an edge gives to its operand."""
        return self._each(lambda trial: trial.parts[edge])

    def passed(self, edge: int) -> Numbers:
        """Return the gradient of the operation of an edge."""
        return self._each(lambda trial: trial.passed[edge])

    def local(self, edge: int) -> Numbers:
        """Return the local derivative of an edge."""
        return self._each(lambda trial: trial.tape.partials[edge] or 0.0)

    def value(self, node: int) -> Numbers:
        """Return the value of a node."""
        return self._each(lambda trial: trial.tape.primals[node] or 0.0)

    def before(self, line: int) -> Numbers:
        """Return what there was of its gradient before a line."""
        return self._each(lambda trial: trial.before[line])

    def says(self, line: int) -> Numbers:
        """Return the right side of a line."""
        return self._each(lambda trial: trial.values[line])

    # Arithmetic ---------------------------------------------------------------------------

    @staticmethod
    def plus(left: Numbers, right: Numbers) -> Numbers:
        """Return the sum."""
        return tuple(a + b for a, b in zip(left, right, strict=True))

    @staticmethod
    def minus(left: Numbers, right: Numbers) -> Numbers:
        """Return the difference."""
        return tuple(a - b for a, b in zip(left, right, strict=True))

    @staticmethod
    def times(left: Numbers, right: Numbers) -> Numbers:
        """Return the product."""
        return tuple(a * b for a, b in zip(left, right, strict=True))

    @staticmethod
    def scaled(numbers: Numbers, factor: float) -> Numbers:
        """Return a multiple."""
        return tuple(a * factor for a in numbers)

    @staticmethod
    def inverse(numbers: Numbers) -> Numbers:
        """Return 1 over each, nan for 0."""
        return tuple(1 / a if a else math.nan for a in numbers)

    # Judgement ----------------------------------------------------------------------------

    def some(self, numbers: Numbers) -> bool:
        """Whether there is anything but zeros."""
        return any(a != 0 for a in numbers)

    def same(self, left: Numbers, right: Numbers, node: int) -> bool:
        """Whether two gradients of a node agree at every point at which both are numbers.

        Contributions that nearly cancel leave a rest that is rounding; numbers that were typed
        with a few digits are held to these.
        """
        lines = self.plan.lines_of.get(node, ())
        typed = sum(self._slack[position] for position in lines)
        judged = False
        for k, (a, b) in enumerate(zip(left, right, strict=True)):
            if math.isfinite(b) and math.isnan(a):
                return False
            if not math.isfinite(b):
                judged = judged or a == b
                continue
            scale = sum(abs(self.trials[k].parts[edge]) for edge in self.plan.uses[node])
            room = self.tolerance * max(abs(a), abs(b)) + _ROUNDING * scale + typed
            if not abs(a - b) <= room:
                return False
            judged = True
        # Where the true number is none, nothing can be said against any other.
        return judged or not any(map(math.isfinite, right))

    def within(self, numbers: Numbers, node: int) -> bool:
        """Whether a gradient is one of those that a kink leaves to choose from."""
        reaches = [(trial.lows.get(node), trial.highs.get(node)) for trial in self.trials]
        room = self.tolerance + sum(self._slack[position] for position in self.plan.lines_of.get(node, ()))
        return any(low is not None for low, _ in reaches) and all(
            low is None or high is None or low - room <= number <= high + room
            for number, (low, high) in zip(numbers, reaches, strict=True)
        )

    def judged(self, node: int) -> bool:
        """Whether the gradient of a node is a number at one of the points at least."""
        return any(map(math.isfinite, self.expected(node)))

    def _typed_slack(self, position: int) -> float:
        """Return how far a number with a few digits may be from what was meant."""
        text = self.plan.lines[position].text.rpartition("=")[2].strip().lstrip("-−")
        whole, dot, digits = text.partition(".")
        return 0.51 * 10.0 ** -len(digits) if dot and whole.isdigit() and digits.isdigit() else 0.0

    # Words --------------------------------------------------------------------------------

    def label(self, node: int) -> str:
        """Return the name of a node, else the formula that it is."""
        return spelled(self.plan, node) if self.plan.graph.ops[node] in TABLE else self._labels[node]

    def gradient(self, node: int) -> str:
        """Return what the gradient of a node is called."""
        lines = self.plan.lines_of.get(node)
        return self.plan.lines[lines[0]].name if lines else f"d{self.label(node)}"

    def upstream(self, edge: int) -> str:
        """Return what the gradient is called that an edge has to be multiplied by."""
        head = self._steps(edge)[-1]
        return self.gradient(head)

    def path(self, edge: int) -> str:
        """Return the way from an operand to the first operation that has a gradient of its own."""
        return " → ".join(self.label(step) for step in self._steps(edge))

    def _steps(self, edge: int) -> list[int]:
        plan = self.plan
        steps, head = [plan.graph.operands[edge]], plan.heads[edge]
        while head not in plan.lines_of and len(plan.uses[head]) == 1 and len(steps) < _LONGEST:
            following = plan.heads[plan.uses[head][0]]
            if plan.graph.ops[following] == OUTPUT:
                break
            if head in plan.called:
                steps.append(head)
            head = following
        return [*steps, head]

    def shown(self, edge: int, line: int) -> str:
        """Return what an edge gives: a number where values were given, else its formula."""
        text = contribution(self.plan, edge, line)
        return number(self.part(edge)[0]) if self.valued or not text else text
