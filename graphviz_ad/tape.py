"""A graph with its numbers: the value of every node, the local derivative of every edge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphviz_ad.finding import Finding
from graphviz_ad.graph import Graph
from graphviz_ad.noun import noun

__all__ = ["LIVE", "NOT_DIFFERENTIATED", "UNSELECTED", "Tape"]

# State of an edge.  No sweep of numbers passes an edge that is not live; paths are counted
# through unselected ones too, since the user wrote them.
LIVE = 0
UNSELECTED = 1
NOT_DIFFERENTIATED = 2


@noun
class Tape:
    """What one evaluation of a graph leaves behind.

    Attributes
    ----------
    graph
        The graph that was evaluated.
    at
        The values that were given, by variable name.
    primals
        Value of each node; None where an input without a value is needed.
    partials
        Local derivative of each position of ``graph.operands``; None where it is not known
        for want of a value.  Positions that are not differentiated hold 0.
    states
        ``LIVE``, ``UNSELECTED`` (an operand that ``where``, ``max`` or a branch did not take:
        its local derivative is 0) or ``NOT_DIFFERENTIATED`` (a constant, or an operand that
        depends on no variable) for each position of ``graph.operands``.
    notes
        Kinks, edges of domains, flat operations, numbers that are not finite.
    """

    graph: Graph
    at: Mapping[str, float]
    primals: Sequence[float | None]
    partials: Sequence[float | None]
    states: bytearray
    notes: tuple[Finding, ...]
    complete: bool
    """Whether every value and every local derivative is a number."""
