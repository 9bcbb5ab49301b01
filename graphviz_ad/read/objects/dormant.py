"""Rules that are wrong for an operand that happens to be a constant: nothing shows it yet."""

from collections.abc import Iterator, Mapping, Sequence
from math import isclose, isfinite
from typing import NamedTuple

from graphviz_ad import ops
from graphviz_ad.finding import Finding
from graphviz_ad.read.objects.deciding import Decided
from graphviz_ad.read.objects.rules import code_of
from graphviz_ad.read.objects.sources import source_of
from graphviz_ad.read.objects.walking import Found

__all__ = ["dormant_faults"]

_CLOSE = 1e-6
_TURNING = frozenset(("max", "min", "mod", "floordiv"))
_PLACES = ("first", "second", "third")


class _Edge(NamedTuple):
    """An edge whose rule was asked: node, place of the operand, what is used and what is right."""

    position: int
    place: int
    given: float
    expected: float
    fixed: bool

    def is_wrong(self) -> bool:
        """Whether something is sent, and something else than is right."""
        return self.given != 0 and not isclose(self.given, self.expected, rel_tol=_CLOSE)


def dormant_faults(
    nodes: Sequence[Found],
    values: Sequence[float],
    constants: frozenset[int],
    decided: Mapping[int, Decided],
    rules: Mapping[int, object],
) -> list[Finding]:
    """Return warnings for rules that send constants what is wrong, one for each rule and operand.

    A rule that is wrong for an operand that is no constant as well is found without this.
    """
    known: set[object] = set()
    wrong: dict[object, _Edge] = {}
    for edge in _edges(nodes, values, constants, decided):
        if edge.is_wrong():
            key = (code_of(rules.get(edge.position)) or decided[edge.position].op, edge.place)
            if edge.fixed:
                wrong.setdefault(key, edge)
            else:
                known.add(key)
    return [
        _told(edge, decided[edge.position], rules.get(edge.position))
        for key, edge in wrong.items()
        if key not in known
    ]


def _edges(
    nodes: Sequence[Found],
    values: Sequence[float],
    constants: frozenset[int],
    decided: Mapping[int, Decided],
) -> Iterator[_Edge]:
    """Yield the edges of operations that have a constant among their operands."""
    for position, found in decided.items():
        operands = nodes[position].operands
        if found.op not in ops.TABLE or not 1 < len(found.args) == len(ops.TABLE[found.op].params):
            continue
        given = [values[one.position] if one.position >= 0 else one.value for one in operands]
        numbers = [given[arg] if type(arg) is int else float(arg) for arg in found.args]
        if found.op in _TURNING and len(set(numbers)) < len(numbers):
            continue
        kernel = ops.kernel(found.op)
        value, slot = kernel.value(*numbers), 0
        for place, arg in enumerate(found.args):
            if type(arg) is not int:
                continue
            used, slot = found.told.slope(slot), slot + 1
            expected = kernel.partials[place](*numbers, value)
            if used is not None and isfinite(used) and isfinite(expected):
                yield _Edge(position, place, used, expected, operands[arg].position in constants)


def _told(edge: _Edge, found: Decided, rule: object) -> Finding:
    which = _PLACES[edge.place] if edge.place < len(_PLACES) else f"{edge.place + 1}th"
    message = (
        f"the rule of {found.word or found.op} is wrong for its {which} operand, which is a constant here: "
        f"it sends {edge.given:.6g} times the gradient, right is {edge.expected:.6g}"
    )
    return Finding(
        "wrong_local",
        "warning",
        node=f"n{edge.position}",
        given=edge.given,
        expected=edge.expected,
        message=message,
        hint="that shows as soon as the operand is no constant",
        source=source_of(rule),
    )
