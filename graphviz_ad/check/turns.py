"""Faults of whose turn it is: an operation runs before its consumers, or once a path."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from graphviz_ad.check.evidence import Cause, Evidence
from graphviz_ad.check.explained import Sweep, explains, shown
from graphviz_ad.check.notation import label
from graphviz_ad.check.sweeps import Orders, begun, pushed, recursed
from graphviz_ad.check.told import node_cause, paths

__all__ = ["ordered", "per_path"]

SMALL_GRAPH = 20_000
"""Below this every simulation is affordable."""


def ordered(evidence: Evidence) -> Iterator[Cause]:
    """Yield that each node ran once, in a wrong order."""
    truth = evidence.truth
    orders = Orders(truth)
    tried = set[tuple[int, ...]]()
    trials: tuple[tuple[float, Callable[..., list[int]]], ...] = (
        (1.3, orders.postorder), (1.24, orders.preorder), (1.26, orders.wide),
    )  # fmt: skip
    for cost, make in trials:
        for backwards in (False, True):
            order = make(backwards=backwards)
            key = (cost == 1.3, *order) if len(order) < SMALL_GRAPH else (len(tried),)
            if key in tried:
                continue
            tried.add(key)
            sweep = pushed(truth, order, begun(truth))
            if explains(evidence, sweep) and _too_early(evidence, order):
                yield _reversed(evidence) if cost == 1.3 else _early(evidence, order, sweep, cost)
                break


def _reversed(evidence: Evidence) -> Cause:
    node = shown(evidence)
    message = (
        f"the sweep runs from the inputs to the output: only what {label(evidence.truth, node)} uses "
        "itself gets a gradient"
    )
    return node_cause(
        evidence, 1.14, "order_reversed", node, message,
        hint="run the rules in reverse: for node in reversed(order)", nodes=tuple(evidence.gaps),
    )  # fmt: skip


def _too_early(evidence: Evidence, order: Sequence[int]) -> list[int]:
    """Return the nodes that run before one of their consumers."""
    truth = evidence.truth
    turn = {node: k for k, node in enumerate(order)}
    return [n for n in order if any(turn.get(truth.heads[e], -1) > turn[n] for e in truth.uses_of(n))]


def _early(evidence: Evidence, order: Sequence[int], sweep: Sweep, cost: float) -> Cause:
    """Return which node ran before its gradient was complete."""
    truth = evidence.truth
    turn = {node: k for k, node in enumerate(order)}
    early = _too_early(evidence, order)
    names = ", ".join(label(truth, node) for node in early[:5])
    node = early[0]
    late = [truth.heads[e] for e in truth.uses_of(node) if turn.get(truth.heads[e], -1) > turn[node]]
    message = f"{names} passed on before all consumers had given: {paths(evidence, node, late)} came too late"
    return node_cause(
        evidence, cost, "pushed_before_complete", node, message, given=sweep[node],
        hint="run each node once, after all its consumers", nodes=tuple(evidence.gaps),
        edges=_edges(evidence, early),
    )  # fmt: skip


def _edges(evidence: Evidence, nodes: Sequence[int]) -> list[int]:
    return [edge for node in nodes for edge in evidence.truth.edges_of(node)]


def per_path(evidence: Evidence) -> Iterator[Cause]:
    """Yield that every node ran once a path to it, each time with all that it had so far."""
    truth = evidence.truth
    if len(truth.graph) > SMALL_GRAPH:
        return
    orders = Orders(truth)
    for backwards in (False, True):
        called = recursed(truth, orders.most, backwards=backwards)
        if called is not None and explains(evidence, called[0]):
            again = _repeated(called[1])
            if again:
                yield _recursive(evidence, again)
                return
    for wide in (False, True):
        for backwards in (False, True):
            visits = list(orders.each_path(backwards=backwards, wide=wide))
            if len(visits) >= orders.most:
                continue
            sweep = pushed(truth, visits, begun(truth))
            if explains(evidence, sweep):
                again = _repeated(visits)
                if again:
                    yield _revisited(evidence, again)
                    return


def _repeated(visits: Sequence[int]) -> list[int]:
    """Return the nodes that were visited more than once, by their second visit."""
    seen, again = set[int](), dict[int, None]()
    for node in visits:
        if node in seen:
            again[node] = None
        seen.add(node)
    return list(again)


def _recursive(evidence: Evidence, again: Sequence[int]) -> Cause:
    name = label(evidence.truth, again[0])
    names = ", ".join(label(evidence.truth, node) for node in again[:5])
    message = (
        f"{names} passed on, each time something came, all that had come so far: "
        "the paths that came first count again"
    )
    return node_cause(
        evidence, 1.22, "pushed_before_complete", again[0], message,
        hint=f"run {name} once, after all its consumers, or pass on only what has just come",
        nodes=tuple(evidence.gaps), edges=_edges(evidence, again),
    )  # fmt: skip


def _revisited(evidence: Evidence, again: Sequence[int]) -> Cause:
    names = ", ".join(label(evidence.truth, node) for node in again[:5])
    fault = "pushed_before_complete" if len(again) > 1 else "visited_twice"
    message = (
        f"{names} ran once a path that leads there, each time with all that had come so far: no order is kept"
    )
    return node_cause(
        evidence, 1.22, fault, again[0], message, hint="run each node once, after all its consumers",
        nodes=tuple(evidence.gaps), edges=_edges(evidence, again),
    )  # fmt: skip
