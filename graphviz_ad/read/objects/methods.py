"""Rules that are methods of a class for each operation: ``Times.backward``, ``Exp.backward``."""

from __future__ import annotations

import types
from collections.abc import Iterator, Sequence

from graphviz_ad.noun import replace
from graphviz_ad.read.objects.families import Family
from graphviz_ad.read.objects.reaching import at_path
from graphviz_ad.read.objects.rules import calling, code_of
from graphviz_ad.read.objects.walking import Found
from graphviz_ad.read.objects.words import known

__all__ = ["with_methods"]

_NAMES = ("backward", "backprop", "backpropagate", "bwd", "push", "push_gradients")
_PLAIN = Family("", "", "", "")


def with_methods(nodes: list[Found]) -> list[Found]:
    """Return the nodes, with the method as their rule where each operation has one of its own.

    A method that all nodes share runs the whole backward pass, and one that calls that of other
    nodes sends on more than its own: neither is a rule.
    """
    if any(node.row is not None or node.family.rule or node.family.partials for node in nodes):
        return nodes
    name = next((name for name in _NAMES if _is_rule(name, nodes)), "")
    if not name:
        return nodes
    changed: dict[int, Family] = {}
    for node in nodes:
        changed.setdefault(id(node.family), replace(node.family, rule=name))
    return [node._replace(family=changed[id(node.family)]) for node in nodes]


def _is_rule(name: str, nodes: Sequence[Found]) -> bool:
    """Whether a method of this name sends on what one node has."""
    shared = set(_codes(name, (node for node in nodes if not node.operands)))
    codes = set(_codes(name, (node for node in nodes if node.operands)))
    if None in codes or codes & shared or any(code is not None and name in code.co_names for code in codes):
        return False
    kinds = {type(node.thing).__name__ for node in nodes if node.operands}
    return len(codes) > 1 or (len(codes) == 1 and len(kinds) == 1 and bool(known(kinds.pop(), 1)))


def _codes(name: str, nodes: Iterator[Found]) -> Iterator[types.CodeType | None]:
    """Yield the code of the method of every node; None where it has none, or is given something."""
    for node in nodes:
        method = at_path(node.thing, name)
        yield code_of(method) if callable(method) and calling(method, _PLAIN).values == 0 else None
