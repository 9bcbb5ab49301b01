"""Inputs that training moved after both passes: what was computed before is judged at the values before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphviz_ad import ops
from graphviz_ad.check.agreement import agree
from graphviz_ad.check.at_heads import is_short
from graphviz_ad.check.changed import solved
from graphviz_ad.check.flow import flow_of
from graphviz_ad.check.notation import label, number
from graphviz_ad.check.precision import COMPUTED, Precision
from graphviz_ad.check.truth import Truth, truth_of
from graphviz_ad.check.values import misvalued
from graphviz_ad.claims import Claims, Probe
from graphviz_ad.finding import Finding
from graphviz_ad.graph import INPUT, OUTPUT
from graphviz_ad.noun import replace

__all__ = ["before_the_step"]

ROUNDS = 4
MOST = 20
"""So many consumers of an input are asked for the value that it had."""
ALIKE = 1e-6
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
    if not any(_leaves(now, head) for head in wrong):
        return claims
    found = _Search(now, wrong)
    if not found.before:
        return claims
    then = truth_of(_at(claims, now, found.before), precision=precision)
    if misvalued(then) or not _believed(now, then, found, len(wrong)):
        return claims
    return replace(then.claims, adjoints=claims.adjoints, notes=(*claims.notes, _told(now, found.before)))


def _believed(now: Truth, then: Truth, found: _Search, wrong: int) -> bool:
    """Whether more speaks for other values of the inputs than that one number comes out."""
    gaps, others = (len(flow_of(truth, truth.seeds).wrong) for truth in (then, now))
    if gaps != others:
        return gaps < others
    return wrong > len(found.before) or found.stepped > 1 or all(map(found.is_plain_step, found.before))


def _leaves(truth: Truth, head: int) -> list[int]:
    """Return the inputs that an operation uses."""
    graph = truth.graph
    operands = graph.operands[graph.starts[head] : graph.starts[head + 1]]
    found = {k for k in operands if k >= 0 and graph.ops[k] == INPUT}
    return sorted(found) if graph.ops[head] != OUTPUT else []


class _Search:
    """The values that inputs had, and how many of them one step along the gradient explains."""

    def __init__(self, now: Truth, wrong: Sequence[int]) -> None:
        self.truth = now
        self.before: dict[int, float] = {}
        self.stepped = 0
        truth, left = now, list(wrong)
        for _ in range(ROUNDS):
            heads: dict[int, list[int]] = {}
            for head in left:
                for leaf in _leaves(truth, head):
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
            truth = truth_of(_at(now.claims, now, self.before), precision=now.precision)
            left = misvalued(truth)

    def is_plain_step(self, leaf: int) -> bool:
        """Whether an input moved against its gradient by a plain multiple of it, ``0.05*w.grad``."""
        gradient = self.truth.claims.adjoints.get(leaf)
        size = (self.before[leaf] - self.truth.values[leaf]) / gradient if gradient else 0.0
        return 0 < size <= 1 and is_short(size)

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
    votes: list[tuple[float, int]] = []
    for head in heads[:MOST]:
        value = solved(truth, head, leaf)
        if value is None:
            continue
        for place, (other, count) in enumerate(votes):
            if agree(value, other, ALIKE * abs(other)):
                votes[place] = (other, count + 1)
                break
        else:
            votes.append((value, 1))
    best = max(votes, key=lambda vote: vote[1], default=None)
    return best[0] if best is not None and (best[1] > 1 or len(heads) == 1) else None


def _at(claims: Claims, now: Truth, before: Mapping[int, float]) -> Claims:
    """Return the claims with other values of inputs, and with what rules would have used there."""
    graph = claims.graph
    at, values = dict(claims.at), dict(claims.values)
    for leaf, value in before.items():
        if leaf in values:
            values[leaf] = value
        if graph.names.get(leaf) in at:
            at[graph.names[leaf]] = value
    probes = dict(claims.probes)
    for edge, probe in claims.probes.items():
        head = now.heads[edge]
        if now.known[head] and any(leaf in before for leaf in _leaves(now, head)):
            probes[edge] = _as_before(now, edge, probe, before)
    return replace(claims, at=at, values=values, probes=probes)


def _as_before(now: Truth, edge: int, probe: Probe, before: Mapping[int, float]) -> Probe:
    """Return what a rule would have done: it reads the inputs as they are when it runs."""
    graph, head = now.graph, now.heads[edge]
    first = graph.starts[head]
    operands = graph.operands[first : graph.starts[head + 1]]
    kernel, args = ops.kernel(graph.ops[head]), now.args(head)
    then = [before.get(k, arg) for k, arg in zip(operands, args, strict=True)]
    partial = kernel.partials[edge - first]
    true = float(partial(*then, kernel.value(*then)))
    for numbers in (args, then):
        for result in (kernel.value(*args), now.values[head]):
            local = float(partial(*numbers, result))
            if agree(probe.once, local, 1e-9 * abs(local)):
                return Probe(true, probe.scaled - probe.once + true, probe.onto - probe.once + true)
    present = now.partials[edge]
    # A rule that is wrong is taken to be wrong by the same factor.
    share = true / present if present and true - true == 0 else 1.0
    return Probe(probe.once * share, probe.scaled * share, probe.onto * share)


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
