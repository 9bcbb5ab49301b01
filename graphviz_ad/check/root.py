"""A finding that follows from no other, and where its harm begins."""

from __future__ import annotations

from graphviz_ad.finding import Finding
from graphviz_ad.noun import noun

__all__ = ["LABEL", "LOCAL", "STRUCTURE", "SWEEP", "VALUE", "Root"]

STRUCTURE, VALUE, LOCAL, SWEEP, LABEL = range(5)
"""Which of two roots is told first: what is earlier in the computation can cause what is later."""


@noun
class Root:
    """A cause.

    Attributes
    ----------
    finding, rank
        What is said of it, and how early it is told.
    nodes
        Nodes whose stated number it explains.
    edges
        Edges through which a wrong gradient comes from it.
    instead
        Other faults that explain the same numbers and are as likely.
    """

    finding: Finding
    rank: int
    nodes: tuple[int, ...] = ()
    edges: tuple[int, ...] = ()
    instead: tuple[Finding, ...] = ()
