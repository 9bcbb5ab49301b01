"""Kinks and ties: which local derivatives are as good as another there."""

from __future__ import annotations

from collections.abc import Sequence

from graphviz_ad.check.agreement import agree
from graphviz_ad.check.judged_claims import own_local
from graphviz_ad.check.kinks import is_kinked, sides
from graphviz_ad.check.notation import at_edge, label, number
from graphviz_ad.check.truth import Truth
from graphviz_ad.finding import Finding
from graphviz_ad.noun import replace

__all__ = ["as_chosen", "between_sides", "inferred", "outside", "tie"]

PAIRS = ("max", "min")


def between_sides(truth: Truth, edge: int, given: float, slack: float) -> bool:
    """Whether the operation has a kink here and the local derivative lies between the one-sided slopes."""
    if not is_kinked(truth, truth.heads[edge]):
        return False
    low, high = sides(truth, edge)
    return low - slack <= given <= high + slack


def as_chosen(truth: Truth, note: Finding) -> Finding:
    """Return a note of a kink with the slope that the graph chose there, none where it does not tell."""
    said, _, ours = note.message.rpartition(", ")
    if note.fault != "kink" or note.edge is None or not ours.endswith(" was chosen"):
        return note
    head, _, slot = note.edge[1:].partition("_")
    edge = truth.graph.starts[int(head)] + int(slot)
    local, stated = own_local(truth.claims, edge), truth.claims.adjoints
    tail, upstream = truth.graph.operands[edge], stated.get(int(head))
    if local is None and upstream and tail in stated and len(truth.uses_of(tail)) == 1:
        local = stated[tail] / upstream
    if local is None and not stated:
        return note
    return replace(note, message=said if local is None else f"{said}, {number(local)} was chosen")


def outside(truth: Truth, edge: int, given: float) -> Finding:
    """Return that a local derivative at a kink is none of those that will do."""
    head = truth.heads[edge]
    low, high = sides(truth, edge)
    message = (
        f"the local derivative of {label(truth, head)} by {label(truth, truth.graph.operands[edge])} is "
        f"{number(given)} at a kink, where every number from {number(low)} to {number(high)} will do"
    )
    fault = "tie_not_a_subgradient" if truth.graph.ops[head] in PAIRS else "not_a_subgradient"
    finding = Finding(fault, "error", given=given, expected=truth.partials[edge], message=message)
    return at_edge(truth, edge, finding)


def tie(truth: Truth, head: int, edges: Sequence[int], given: Sequence[float | None]) -> Finding | None:
    """Return that both operands of a maximum that are equal get all, or both nothing."""
    graph = truth.graph
    filled = [local for local in given if local is not None]
    if graph.ops[head] not in PAIRS or len(edges) != 2 or len(filled) != 2 or not is_kinked(truth, head):
        return None
    total = sum(filled)
    if all(-1e-9 <= local <= 1 + 1e-9 for local in filled) and agree(total, 1.0, 1e-6):
        return None
    message = (
        f"{label(truth, head)}: both operands of {graph.ops[head]} are {number(truth.args(head)[0])}, "
        f"and their local derivatives {number(filled[0])} and {number(filled[1])} add up to {number(total)}, "
        "not to 1"
    )
    hint = "give each 1/2, or one of them 1 and the other 0"
    finding = Finding("tie_not_a_subgradient", "error", given=total, expected=1.0, message=message, hint=hint)
    return at_edge(truth, edges[0], finding)


def inferred(truth: Truth, head: int) -> list[float | None]:
    """Return the local derivatives at a tie that follow from gradients, where each operand has one use."""
    stated = truth.claims.adjoints
    upstream = stated.get(head)
    found: list[float | None] = []
    for edge in truth.edges_of(head):
        tail = truth.graph.operands[edge]
        alone = upstream and tail in stated and len(truth.uses_of(tail)) == 1
        found.append(stated[tail] / upstream if alone and upstream else None)
    return found
