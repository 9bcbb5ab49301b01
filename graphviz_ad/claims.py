"""What a graph that somebody else made says of itself, beside what is computed of it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from graphviz_ad.finding import Finding, Source
from graphviz_ad.graph import Graph
from graphviz_ad.noun import noun

__all__ = ["Claims", "Line", "Probe"]

_NONE: Mapping[int, float] = MappingProxyType({})


@noun
class Probe:
    """What a backward rule was seen to add to the gradient of one operand.

    Attributes
    ----------
    once
        With the gradient of the operation set to 1 and those of the operands to 0: the local
        derivative that the rule uses.
    scaled
        The same with another gradient of the operation, divided by that; it differs from ``once``
        where the rule forgets the upstream gradient.
    onto
        The same with a gradient of the operand that was not 0, less that; it differs from ``once``
        where the rule overwrites in place of adding.
    """

    once: float
    scaled: float
    onto: float


@noun
class Line:
    """One line of a backward pass that was derived by hand.

    Attributes
    ----------
    number, text
        Where it stands in what was read, counted from 1, and what it says.
    name
        What it gives a value to, ``dx``.
    node
        The node whose gradient that is; None for a quantity of the reader's own.
    adds
        Whether it adds to what was there: ``+=``.
    formula
        Its right side in our own language: names of the graph, and of lines above.
    """

    number: int
    text: str
    name: str
    node: int | None
    adds: bool
    formula: str


@noun
class Claims:
    """A graph and everything that it states; nothing of it need be right.

    Attributes
    ----------
    graph
        The computation.  An operation that the table lacks keeps its own name in ``graph.ops``.
    at
        Value by variable, as stated.
    values
        Stated value by node.
    partials
        Stated local derivative by edge, a position of ``graph.operands``.
    adjoints
        Stated gradient by node, also of inputs.
    stated_ops
        By node, the operation as the source writes it, where that is another than ``graph.ops`` has.
    probes
        What the rule of an operation did, by edge; only live objects have rules.
    missing_rules
        Operations that have no rule at all.
    order
        Operations in the order in which their rules ran; () where that is not known.
    sources
        Where in somebody's code the rule of an operation is written, by node.
    kind
        What was read, in words: ``JSON``, ``DOT``, ``live objects of class Value``.
    notes
        What was assumed, inferred or given up while reading.
    structure
        What makes it no computation, a cycle for instance: nothing else is checked then.
    lines
        The backward pass that was derived by hand, line by line; it states no ``adjoints``.
    """

    graph: Graph
    at: Mapping[str, float] = MappingProxyType({})
    values: Mapping[int, float] = _NONE
    partials: Mapping[int, float] = _NONE
    adjoints: Mapping[int, float] = _NONE
    stated_ops: Mapping[int, str] = MappingProxyType({})
    probes: Mapping[int, Probe] = MappingProxyType({})
    missing_rules: frozenset[int] = frozenset()
    order: tuple[int, ...] = ()
    sources: Mapping[int, Source] = MappingProxyType({})
    kind: str = ""
    notes: tuple[Finding, ...] = ()
    structure: tuple[Finding, ...] = ()
    lines: tuple[Line, ...] = ()
