"""Which leaves are no inputs: numbers in an expression that an engine made nodes of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphviz_ad.read.objects.reaching import at_path
from graphviz_ad.read.objects.walking import Found

__all__ = ["lifeless", "wrapped_numbers"]


def wrapped_numbers(nodes: Sequence[Found], names: Mapping[int, str]) -> frozenset[int]:
    """Return the leaves, by position, that are constants.

    They say so themselves; or nobody has named them, no variable holds them though others have
    names, and they are used once, as the 2 of ``2*x`` is, beside something that is no constant: in
    ``Value(2)**0.5`` the 2 stays an input, for it has a gradient like any other.
    """
    uses = [0] * len(nodes)
    for node in nodes:
        for position in {operand.position for operand in node.operands}:
            if position >= 0:
                uses[position] += 1
    known = any(not nodes[position].operands for position in names)
    fixed, spare = set(), set()
    for position, node in enumerate(nodes[:-1]):
        if not node.operands and position not in names:
            if _is_fixed(node.thing):
                fixed.add(position)
            elif known and uses[position] == 1:
                spare.add(position)
    for node in nodes:
        places = [operand.position for operand in node.operands if operand.position >= 0]
        if all(place in spare or place in fixed for place in places):
            spare.difference_update(places)
    return frozenset(fixed | spare)


def lifeless(nodes: Sequence[Found], constants: frozenset[int]) -> frozenset[int]:
    """Return the operations that are computed from constants alone: no gradient of theirs is wanted."""
    found = set(constants)
    for position, node in enumerate(nodes):
        if node.operands and all(
            operand.position < 0 or operand.position in found for operand in node.operands
        ):
            found.add(position)
    return frozenset(found - constants)


def _is_fixed(thing: object) -> bool:
    return at_path(thing, "requires_grad") is False or at_path(thing, "constant") is True
