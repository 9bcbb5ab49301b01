"""Why a line of a backward pass is wrong by itself: a path lost or counted twice, an upstream left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from graphviz_ad.check.comparison import Comparison, Numbers
from graphviz_ad.check.notation import number
from graphviz_ad.graph import OUTPUT
from graphviz_ad.noun import noun

__all__ = ["Cause", "Suspect", "cause_of"]


@noun
class Cause:
    """What went wrong: an identifier, words, the edge and the operation where there is one, what to do."""

    fault: str
    words: str
    edge: int | None = None
    by: int | None = None
    hint: str = ""


@noun
class Suspect:
    """What one line gives, and the contributions that it should be the sum of."""

    node: int
    line: int
    given: Numbers
    right: Numbers
    edges: Sequence[int]
    others: Sequence[int]
    """Contributions to the same gradient that other lines give already."""


def cause_of(suspect: Suspect, look: Comparison) -> Cause:
    """Return the most likely reason why a line is wrong by itself."""
    for test in (_seed, _too_early, _kink, _overwritten, _lost, _twice, _single):
        cause = next(test(suspect, look), None)
        if cause is not None:
            return cause
    return Cause("wrong_local", "", suspect.edges[0] if len(suspect.edges) == 1 else None)


def _seed(suspect: Suspect, look: Comparison) -> Iterator[Cause]:
    """Yield the output's own gradient, which is 1."""
    plan = look.plan
    if any(plan.graph.ops[plan.heads[edge]] == OUTPUT for edge in suspect.edges) and len(suspect.edges) == 1:
        words = "it is the output: its gradient is 1, where every path begins"
        yield Cause("output_not_seeded", words)


def _too_early(suspect: Suspect, look: Comparison) -> Iterator[Cause]:
    plan = look.plan
    for node in plan.early[suspect.line]:
        edge = next((edge for edge in suspect.edges if plan.heads[edge] == node), None)
        called, positions = look.gradient(node), plan.lines_of.get(node)
        if positions is None:
            words, hint = f"it uses {called}, which no line gives", f"give {called} above"
        else:
            last = plan.lines[positions[-1]].number
            told = "gives it first" if positions[0] > suspect.line else "still adds to it"
            words, hint = f"it uses {called} too early: line {last} {told}", f"move it below line {last}"
        yield Cause("pushed_before_complete", words, edge, node, hint)


def _kink(suspect: Suspect, look: Comparison) -> Iterator[Cause]:
    """Yield a choice at a kink that is none."""
    low, high = look.trials[0].lows.get(suspect.node), look.trials[0].highs.get(suspect.node)
    if low is not None and high is not None and not suspect.others:
        words = f"at a kink every number from {number(low)} to {number(high)} will do"
        edge = suspect.edges[0] if len(suspect.edges) == 1 else None
        yield Cause("not_a_subgradient", words, edge)


def _overwritten(suspect: Suspect, look: Comparison) -> Iterator[Cause]:
    """Yield an = that throws away what an earlier line of the same gradient gave."""
    plan = look.plan
    positions = plan.lines_of[suspect.node]
    for before, position in pairwise(positions):
        line = plan.lines[position]
        if line.adds or line.name in plan.names[position] or not look.some(look.before(position)):
            continue
        kept = look.plus(suspect.given, look.before(position))
        if look.same(kept, suspect.right, suspect.node):
            lost = [e for e in suspect.edges if look.same(look.part(e), look.before(position), suspect.node)]
            path = f": the path {look.path(lost[0])} is lost" if lost else ""
            earlier = plan.lines[before].number
            words = f"it overwrites what line {earlier} gave{path}; write {line.name} += ..."
            edge = lost[0] if lost else None
            left = [e for e in suspect.edges if e not in lost]
            by = plan.heads[left[0]] if len(left) == 1 else None
            yield Cause("assign_instead_of_accumulate", words, edge, by)


def _lost(suspect: Suspect, look: Comparison) -> Iterator[Cause]:
    for edge in suspect.edges:
        part = look.part(edge)
        if look.some(part) and look.same(look.plus(suspect.given, part), suspect.right, suspect.node):
            if len(suspect.edges) + len(suspect.others) > 1:
                words = f"the path {look.path(edge)} ({look.shown(edge, suspect.line)}) is lost"
                yield Cause("edge_gets_nothing", words, edge, look.plan.heads[edge])
            elif not look.some(suspect.given):
                yield Cause("edge_gets_nothing", "nothing arrives on its only path", edge)


def _twice(suspect: Suspect, look: Comparison) -> Iterator[Cause]:
    if len(suspect.edges) + len(suspect.others) < 2:
        return
    for edge in (*suspect.edges, *suspect.others):
        part = look.part(edge)
        if look.some(part) and look.same(suspect.given, look.plus(suspect.right, part), suspect.node):
            words = f"the path {look.path(edge)} ({look.shown(edge, suspect.line)}) is counted twice"
            yield Cause("visited_twice", words, edge, look.plan.heads[edge])


def _single(suspect: Suspect, look: Comparison) -> Iterator[Cause]:
    """Yield one contribution that is wrong while all others are right."""
    for edge in suspect.edges:
        part = look.part(edge)
        wrong = look.minus(suspect.given, look.minus(suspect.right, part))
        for test in _TESTS:
            cause = test(edge, wrong, suspect, look)
            if cause is not None:
                yield cause


def _sign(edge: int, wrong: Numbers, suspect: Suspect, look: Comparison) -> Cause | None:
    if not look.same(wrong, look.scaled(look.part(edge), -1.0), suspect.node):
        return None
    return Cause("wrong_local_sign", f"the sign of {look.path(edge)} is wrong", edge)


def _no_upstream(edge: int, wrong: Numbers, suspect: Suspect, look: Comparison) -> Cause | None:
    if not look.same(wrong, look.local(edge), suspect.node):
        return None
    name = look.upstream(edge)
    words = f"it is the local derivative alone: the upstream gradient {name} is not multiplied in"
    return Cause("upstream_not_multiplied", words, edge, look.plan.heads[edge])


def _no_local(edge: int, wrong: Numbers, suspect: Suspect, look: Comparison) -> Cause | None:
    if not look.same(wrong, look.passed(edge), suspect.node):
        return None
    name = look.upstream(edge)
    words = f"it is {name} alone: the local derivative of {look.path(edge)} is not multiplied in"
    return Cause("wrong_local", words, edge)


def _swapped(edge: int, wrong: Numbers, suspect: Suspect, look: Comparison) -> Cause | None:
    head, graph = look.plan.heads[edge], look.plan.graph
    for other in range(graph.starts[head], graph.starts[head + 1]):
        swapped = look.times(look.passed(edge), look.local(other))
        if other != edge and graph.operands[other] >= 0 and look.same(wrong, swapped, suspect.node):
            called = look.label(head)
            words = f"it has the local derivative of the other operand of {called}: operands swapped"
            return Cause("operands_swapped", words, edge)
    return None


def _factor(edge: int, wrong: Numbers, suspect: Suspect, look: Comparison) -> Cause | None:
    for ratio in (2.0, 0.5, 3.0, 1 / 3, 4.0, 0.25, -2.0, -0.5, 10.0, 0.1):
        if look.same(wrong, look.scaled(look.part(edge), ratio), suspect.node):
            words = f"{look.path(edge)} is {number(ratio)} times what it should be"
            return Cause("wrong_local_constant_factor", words, edge)
    return None


def _extra(edge: int, wrong: Numbers, suspect: Suspect, look: Comparison) -> Cause | None:
    head, tail = look.plan.heads[edge], look.plan.graph.operands[edge]
    for node in (tail, head):
        value = look.value(node)
        for factor, how in (
            (value, "has one factor {} too many"),
            (look.inverse(value), "lacks a factor {}"),
        ):
            if look.same(wrong, look.times(look.part(edge), factor), suspect.node):
                words = f"{look.path(edge)} {how.format(look.label(node))}"
                return Cause("wrong_local_extra_factor", words, edge)
    return None


_TESTS: Sequence[Callable[[int, Numbers, Suspect, Comparison], Cause | None]] = (
    _sign, _no_upstream, _no_local, _swapped, _factor, _extra,
)  # fmt: skip
