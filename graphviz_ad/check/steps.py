"""Inputs that training moved after both passes: what was computed before is judged at the values before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphviz_ad import ops
from graphviz_ad.check.agreement import agree
from graphviz_ad.check.at_heads import is_short
from graphviz_ad.check.changed import root_of, seen_by, solutions
from graphviz_ad.check.earlier import as_before, leaves_of
from graphviz_ad.check.flow import flow_of
from graphviz_ad.check.notation import label, number
from graphviz_ad.check.precision import COMPUTED, Precision
from graphviz_ad.check.truth import Truth, truth_of
from graphviz_ad.check.values import misvalued
from graphviz_ad.claims import Claims
from graphviz_ad.finding import Finding
from graphviz_ad.noun import replace

__all__ = ["before_the_step"]

ROUNDS = 4
ALIKE = 1e-7
LARGEST = 0.5
"""A larger step than that, where nothing else speaks for one, is none."""
SHOWN = 3


def before_the_step(claims: Claims, precision: Precision) -> Claims:
    """Return the claims with inputs as they were in the forward pass, if only inputs were changed later.

    A value that was overwritten before the backward pass spoils gradients: those that do not come
    out at the values before leave the claims as they are.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> graph = read_text("u = w*3; square(u)")
    >>> values, gradients = {1: 6.0, 2: 36.0}, {0: 36.0, 1: 12.0, 2: 1.0}
    >>> moved = Claims(graph, {"w": -5.2}, values, adjoints=gradients, kind="live objects")
    >>> before = before_the_step(moved, Precision(1e-9))
    >>> round(before.at["w"], 9), before.notes[0].message
    (2.0, 'w was changed after the forward pass, as a training step does: it was 2, it is −5.2 now')
    """
    if not claims.kind.startswith(COMPUTED) or not claims.values:
        return claims
    now = truth_of(claims, precision=precision)
    wrong = misvalued(now)
    if not any(leaves_of(now, head) for head in wrong):
        return claims
    trials = []
    for at_once in (False, True):
        found = _Search(now, wrong, at_once=at_once)
        then = truth_of(as_before(claims, now, found.before), precision=precision)
        if found.before and not misvalued(then) and _believed(now, then, found, len(wrong)):
            trials.append((_disagreements(then), at_once, found, then))
    if not trials:
        return claims
    *_, found, then = min(trials, key=lambda trial: trial[:2])
    return replace(then.claims, adjoints=claims.adjoints, notes=(*claims.notes, _told(now, found.before)))


def _disagreements(truth: Truth) -> int:
    """Return how many gradients and stated local derivatives are not as they should be."""
    partials = truth.claims.partials.items()
    wrong = sum(not agree(given, truth.partials[edge], ALIKE * abs(given)) for edge, given in partials)
    return wrong + len(flow_of(truth, truth.seeds).wrong)


def _believed(now: Truth, then: Truth, found: _Search, wrong: int) -> bool:
    """Whether more speaks for other values of the inputs than that one number comes out."""
    gaps, others = _disagreements(then), _disagreements(now)
    if gaps != others:
        return gaps < others
    return wrong > found.unknowns or found.stepped > 1 or all(map(found.is_plain_step, found.before))


class _Search:
    """The values that inputs had, and how many of them one step along the gradient explains."""

    def __init__(self, now: Truth, wrong: Sequence[int], *, at_once: bool = False) -> None:
        self.truth = now
        self.before: dict[int, float] = {}
        self.stepped = self.unknowns = 0
        if at_once:
            self._in_one_step(wrong)
        else:
            self._one_by_one(wrong)
            self.unknowns = len(self.before)

    def _in_one_step(self, wrong: Sequence[int]) -> None:
        """Find the one multiple of their gradients by which all inputs moved."""
        truth, graph, gradients = self.truth, self.truth.graph, self.truth.claims.adjoints
        head = max(wrong, key=lambda head: (len(leaves_of(truth, head)), -head))
        leaves = {leaf for each in wrong for leaf in leaves_of(truth, each) if gradients.get(leaf)}
        operands = graph.operands[graph.starts[head] : graph.starts[head + 1]]
        kernel, args, target = ops.kernel(graph.ops[head]), truth.args(head), truth.claims.values[head]

        def miss(size: float) -> float:
            moved = [
                arg + size * gradients[k] if k in leaves else arg
                for k, arg in zip(operands, args, strict=True)
            ]
            return float(kernel.value(*moved)) - target

        size = root_of(miss, 0.0, 1e-3, target)
        if size is not None:
            self.before = {leaf: truth.values[leaf] + size * gradients[leaf] for leaf in sorted(leaves)}
            self.unknowns = 1

    def _one_by_one(self, wrong: Sequence[int]) -> None:
        """Find the values of the inputs by the operations that use them."""
        now = self.truth
        truth, left = now, list(wrong)
        for _ in range(ROUNDS):
            heads: dict[int, list[int]] = {}
            for head in left:
                for leaf in leaves_of(truth, head):
                    if leaf not in self.before:
                        heads.setdefault(leaf, []).append(head)
            if not heads:
                return
            agreed = {
                leaf: value for leaf in heads if (value := _agreed(truth, leaf, heads[leaf])) is not None
            }
            chosen = self._chosen(agreed, heads)
            if not chosen:
                return
            self.before |= chosen
            values = list(truth.values)
            for leaf, value in chosen.items():
                values[leaf] = value
            truth = truth_of(as_before(now.claims, now, self.before), precision=now.precision)
            left = misvalued(truth)

    def is_plain_step(self, leaf: int) -> bool:
        """Whether an input moved against its gradient by a plain multiple of it, ``0.05*w.grad``."""
        gradient = self.truth.claims.adjoints.get(leaf)
        size = (self.before[leaf] - self.truth.values[leaf]) / gradient if gradient else 0.0
        return 0 < size < LARGEST and is_short(size)

    def _chosen(self, agreed: Mapping[int, float], heads: Mapping[int, Sequence[int]]) -> dict[int, float]:
        """Return the inputs that were changed: of those that would do, the ones that moved in one step."""
        rates: dict[float, list[int]] = {}
        for leaf, value in agreed.items():
            gradient = self.truth.claims.adjoints.get(leaf)
            if gradient:
                rates.setdefault(float(f"{(value - self.truth.values[leaf]) / gradient:.5g}"), []).append(
                    leaf
                )
        most = max(rates.values(), key=len, default=[])
        if len(most) > 1:
            self.stepped = max(self.stepped, len(most))
            return {leaf: agreed[leaf] for leaf in most}
        explained, chosen = set[int](), dict[int, float]()
        for leaf in sorted(agreed, key=lambda leaf: (-len(heads[leaf]), leaf)):
            if not explained >= set(heads[leaf]):
                chosen[leaf] = agreed[leaf]
                explained |= set(heads[leaf])
        return chosen


def _agreed(truth: Truth, leaf: int, heads: Sequence[int]) -> float | None:
    """Return the value that most operations used for an input, None where they do not agree."""
    found = [(seen_by(truth, heads, leaf, value), value) for value in solutions(truth, heads, leaf)]
    count, value = max(found, default=(0, 0.0))
    return value if count > 1 or (count and len(heads) == 1) else None


def _told(now: Truth, before: Mapping[int, float]) -> Finding:
    leaves = sorted(before)
    names = ", ".join(label(now, leaf) for leaf in leaves[:SHOWN])
    more = f" and {len(leaves) - SHOWN} more" if len(leaves) > SHOWN else ""
    first = leaves[0]
    were, it = ("were", label(now, first)) if len(leaves) > 1 else ("was", "it")
    message = (
        f"{names}{more} {were} changed after the forward pass, as a training step does: "
        f"{it} was {number(before[first])}, {'' if it != 'it' else 'it '}is {number(now.values[first])} now"
    )
    return Finding(
        "value_changed_after_forward", node=f"n{first}", given=now.values[first], expected=before[first],
        message=message, hint="everything is judged at the values before",
    )  # fmt: skip
