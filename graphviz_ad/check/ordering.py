"""The order in which the rules ran, where somebody kept it: judged as such, not by one lucky number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from graphviz_ad.check.followed import adjoints
from graphviz_ad.check.notation import at_node, label
from graphviz_ad.check.root import SWEEP, Root
from graphviz_ad.check.truth import Truth
from graphviz_ad.finding import Finding
from graphviz_ad.graph import OUTPUT
from graphviz_ad.noun import replace

__all__ = ["order_roots"]

HINT = "run each node once, after all its consumers"


def order_roots(truth: Truth) -> Iterator[Root]:
    """Yield what is wrong with the order in which rules ran.

    Examples
    --------
    >>> from graphviz_ad.check.truth import truth_of
    >>> from graphviz_ad.claims import Claims
    >>> from graphviz_ad.read import read_text
    >>> graph = read_text("u = x*x; y = u + u*x")
    >>> [root.finding.fault for root in order_roots(truth_of(Claims(graph, {"x": 1.3}, order=(3, 1, 2))))]
    ['pushed_before_complete']
    >>> list(order_roots(truth_of(Claims(graph, {"x": 1.3}, order=(3, 2, 1)))))
    []
    """
    order = truth.claims.order
    if not order:
        return
    turn = {node: place for place, node in enumerate(order)}
    early = [node for node in dict.fromkeys(order) if _late(truth, turn, node)]
    if len(early) > 1 and _reversed(truth, turn):
        message = f"the rules ran from the inputs to the output: {label(truth, order[0])} ran first"
        hint = "run the rules in reverse: for node in reversed(order)"
        yield _root(truth, "order_reversed", message, hint, early)
        return
    counts = Counter(order)
    again = [node for node in turn if counts[node] > 1]
    if again:
        name = label(truth, again[0])
        more = f" (and {len(again) - 1} more nodes)" if len(again) > 1 else ""
        message = f"{name} appears {counts[again[0]]} times in the order: its rule ran as often{more}"
        yield _root(truth, "visited_twice", message, HINT, again)
    elif early:
        node = early[0]
        late = ", ".join(label(truth, head) for head in _late(truth, turn, node)[:3])
        message = f"{label(truth, node)} ran before its consumers {late}: it passed on an incomplete gradient"
        yield _root(truth, "pushed_before_complete", message, HINT, early)
    yield from _left_out(truth, turn)


def _late(truth: Truth, turn: dict[int, int], node: int) -> list[int]:
    """Return the consumers of a node that ran after it and had something to give."""
    uses = [edge for edge in truth.uses_of(node) if truth.partials[edge] != 0]
    return list(
        dict.fromkeys(
            truth.heads[e] for e in uses if turn.get(truth.heads[e], -1) > turn[node] and truth.edges_of(node)
        )
    )


def _reversed(truth: Truth, turn: dict[int, int]) -> bool:
    """Whether every operation ran after its operands."""
    operands, starts = truth.graph.operands, truth.graph.starts
    return all(
        turn.get(tail, -1) < place
        for head, place in turn.items()
        for tail in operands[starts[head] : starts[head + 1]]
        if tail >= 0
    )


def _left_out(truth: Truth, turn: dict[int, int]) -> Iterator[Root]:
    partials = [partial if partial is not None else 0.0 for partial in truth.tape.partials]
    true = adjoints(truth.graph, partials, truth.tape.states, truth.seeds)
    for node in range(len(truth.graph)):
        edges = [edge for edge in truth.edges_of(node) if truth.partials[edge]]
        if edges and true[node] and node not in turn and truth.graph.ops[node] != OUTPUT:
            message = f"{label(truth, node)} never ran, though paths from the output lead through it"
            hint = "collect every node that the output depends on"
            yield _root(truth, "rule_never_ran", message, hint, (node,))


def _root(truth: Truth, fault: str, message: str, hint: str, nodes: Sequence[int]) -> Root:
    edges = tuple(edge for each in nodes for edge in truth.edges_of(each))
    finding = Finding(fault, "error", message=message, hint=hint)
    # Rules are innocent of the order in which they ran.
    finding = replace(at_node(truth, nodes[0], finding), source=None)
    return Root(finding, SWEEP, (), edges)
