"""Which leaves are no inputs: numbers in an expression that an engine made nodes of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphviz_ad.read.objects.reaching import at_path
from graphviz_ad.read.objects.walking import Found

__all__ = ["wrapped_numbers"]


def wrapped_numbers(nodes: Sequence[Found], names: Mapping[int, str]) -> frozenset[int]:
    """Return the leaves, by position, that are constants.

    They say so themselves; or nobody has named them, no variable holds them though others have
    names, and they are used once, as the 2 of ``2*x`` is.
    """
    uses = [0] * len(nodes)
    for node in nodes:
        for position in {operand.position for operand in node.operands}:
            if position >= 0:
                uses[position] += 1
    known = any(not nodes[position].operands for position in names)
    return frozenset(
        position
        for position, node in enumerate(nodes[:-1])
        if not node.operands
        and position not in names
        and ((known and uses[position] == 1) or _is_fixed(node.thing))
    )


def _is_fixed(thing: object) -> bool:
    return at_path(thing, "requires_grad") is False or at_path(thing, "constant") is True
