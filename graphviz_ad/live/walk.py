"""Paths through numbers that remember, in the order of a walk with a stack.

The walk puts an output on a stack, and again and again takes the last one off and puts its operands on:
depth first, the last operand before the first.  Nodes are numbered as the walk meets them; one that has
a name is called by it, and its number is used up all the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from graphviz_ad.errors import NotSupported
from graphviz_ad.graph import INPUT
from graphviz_ad.live.record import reached
from graphviz_ad.live.value import Value
from graphviz_ad.number import count_text

__all__ = ["Paths", "ValuePath", "found", "hand_over"]

MOST_PATHS = 10_000
"""More paths than this are not listed: `Value.explain` finds the largest of any number."""

Link = tuple[Value, float | None, Any]
"""A value, the local derivative on the way to it, and the link before."""


class ValuePath(tuple[Value, ...]):  # noqa: SLOT001 - tuples have no room for slots
    """The values from an output back to an input; its text names them, ``L->1->2->4->x``."""

    labels: tuple[str, ...]
    chain: list[float]

    @property
    def product(self) -> float:
        """The product of the local derivatives along the path."""
        return math.prod(self.chain)

    def __str__(self) -> str:
        return "->".join(self.labels)

    def __repr__(self) -> str:
        return f"<path {self}>"


class Paths(list[ValuePath]):
    """The paths that lead to a value; called, those that lead from it to an input."""

    def __init__(self, owner: Value, paths: Iterable[ValuePath]) -> None:
        super().__init__(paths)
        self._owner = owner

    def __call__(self, wrt: Value | str) -> list[ValuePath]:
        """Return every path from this value back to ``wrt``, a value or the name of one.

        Raises
        ------
        NotSupported
            There are too many paths to list.
        """
        from graphviz_ad.live.showing import chosen

        values = reached([self._owner])
        targets = {id(value) for value in chosen(values, wrt)}
        return [path for path in _listed(self._owner, values, targets) if id(path[-1]) in targets]


def found(root: Value, values: Sequence[Value]) -> list[ValuePath]:
    """Return every path from ``root`` to an input; ``values`` are all of its graph, in order."""
    return _listed(root, values, {id(value) for value in values if value.op == INPUT})


def hand_over(values: Iterable[Value], paths: Iterable[ValuePath]) -> None:
    """Give every input the paths that lead to it, in the place of those that it had."""
    by_input: dict[int, list[ValuePath]] = {}
    for path in paths:
        by_input.setdefault(id(path[-1]), []).append(path)
    for value in values if by_input else ():
        if value.op == INPUT:
            extra = value._more()
            extra.paths = by_input.get(id(value), [])
            extra.chains = [path.chain for path in extra.paths]


def _listed(root: Value, values: Sequence[Value], targets: set[int]) -> list[ValuePath]:
    counts = _counts(values, targets)
    total = counts.get(id(root), 0)
    if total > MOST_PATHS:
        raise NotSupported(
            f"there are {count_text(total)} paths, too many to list",
            hint="explain(wrt=...) lists the largest ones, and counts and sums up all others",
        )
    labels = _labels(root)
    made = []
    for link in _walk(root, counts, targets):
        path, chain = _unlinked(link)
        one = ValuePath(path)
        one.labels = tuple(labels[id(value)] for value in path)
        one.chain = chain
        made.append(one)
    return made


def _counts(values: Sequence[Value], targets: set[int]) -> dict[int, int]:
    """Return how many paths lead from each value to a target; operands stand before what uses them."""
    counts: dict[int, int] = {}
    for value in values:
        paths = sum(counts.get(id(arg), 0) for arg in value.args if isinstance(arg, Value))
        counts[id(value)] = paths + (id(value) in targets)
    return counts


def _walk(root: Value, counts: Mapping[int, int], targets: set[int]) -> Iterator[Link]:
    stack: list[Link] = [(root, None, None)]
    slopes: dict[int, tuple[float | None, ...]] = {}
    while stack:
        link = stack.pop()
        value = link[0]
        if id(value) in targets:
            yield link
        if id(value) not in slopes:
            slopes[id(value)] = value.local_derivatives
        for arg, slope in zip(value.args, slopes[id(value)], strict=True):
            if isinstance(arg, Value) and counts.get(id(arg)):
                stack.append((arg, slope, link))


def _unlinked(link: Link) -> tuple[list[Value], list[float]]:
    path, chain = [], []
    step: Link | None = link
    while step is not None:
        path.append(step[0])
        if step[1] is not None:
            chain.append(step[1])
        step = step[2]
    return path[::-1], chain[::-1]


def _labels(root: Value) -> dict[int, str]:
    """Return name or number of every value, numbered as the walk meets them."""
    labels: dict[int, str] = {}
    stack = [root]
    while stack:
        value = stack.pop()
        if id(value) not in labels:
            labels[id(value)] = str(len(labels)) if value.name is None else value.name
            stack += [arg for arg in value.args if isinstance(arg, Value)]
    return labels
