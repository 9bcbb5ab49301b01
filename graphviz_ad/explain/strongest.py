"""The k paths with the largest |product|, found without listing the others.

First come products with a factor that is not finite (nan and the infinities count as
largest), then the finite ones by size, then those that are zero.  Sizes are logarithms;
two that differ by less than a relative 1e-9 are tied, and ties are taken in operand order.
"""

import math
import operator
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import takewhile

from graphviz_ad.differentiate.ring import Ring, strength
from graphviz_ad.differentiate.sweep import forward, reverse
from graphviz_ad.explain.paths import Found, walk
from graphviz_ad.tape import LIVE, NOT_DIFFERENTIATED, Tape

__all__ = ["strongest"]

TIE = 1e-9


# What may lie on a path, as bits; a set of paths is then a mask of the eight combinations.
UNSELECTED_ON_IT, ZERO_ON_IT, NOT_FINITE_ON_IT = 1, 2, 4
_COMBINATIONS = range(8)
# An unselected operand makes the product 0 exactly, even against inf.
LARGEST = sum(1 << c for c in _COMBINATIONS if c & NOT_FINITE_ON_IT and not c & UNSELECTED_ON_IT)
ZERO = sum(1 << c for c in _COMBINATIONS if c and not LARGEST >> c & 1)


@cache
def _with(kind: int, mask: int) -> int:
    """Return ``mask`` after the combination ``kind`` was added to each of its combinations."""
    return sum({1 << (kind | other) for other in _COMBINATIONS if mask >> other & 1})


def _joined(one: int, other: int) -> int:
    """Return `_with` for a mask and the weight of an edge, which is a single combination."""
    if one & (one - 1):
        one, other = other, one
    return _with(one.bit_length() - 1, other)


def _kinds(tape: Tape) -> list[int | None]:
    """Return what each edge brings to a path, or None where no path goes."""
    kinds: list[int | None] = []
    for partial, state in zip(tape.partials, tape.states, strict=True):
        if state == NOT_DIFFERENTIATED:
            kinds.append(None)
        elif state != LIVE:
            kinds.append(UNSELECTED_ON_IT)
        else:
            not_finite, minus_zeros, _ = strength(0.0 if partial is None else partial)
            kinds.append(NOT_FINITE_ON_IT * not_finite + ZERO_ON_IT * -minus_zeros)
    return kinds


def _kind_ring(kinds: Sequence[int | None]) -> Ring[int]:
    """Return the ring of which combinations of special factors the paths have: a mask of eight."""
    masks = [None if kind is None else 1 << kind for kind in kinds]
    return Ring(0, 1, operator.or_, _joined, lambda _: masks)


def _of_kind(
    tape: Tape, outputs: Sequence[int], inputs: Sequence[int], wanted: int, k: int
) -> Iterator[Found]:
    """Yield the first ``k`` paths whose combination of special factors is in ``wanted``."""
    graph, kinds = tape.graph, _kinds(tape)
    rank, special = (2, NOT_FINITE_ON_IT) if wanted == LARGEST else (0, UNSELECTED_ON_IT | ZERO_ON_IT)
    if k <= 0 or not any(kind and kind & special for kind in kinds):
        return
    left, ring = k, _kind_ring(kinds)
    for output in outputs:
        masks = reverse(tape, {output: 1}, ring, keep=frozenset(inputs))
        for source in inputs:
            if not (masks[source] or 0) & wanted:
                continue
            onward = forward(tape, {source: 1}, ring)

            def extend(so_far: int, edge: int, onward: Sequence[int | None] = onward) -> int | None:
                kind, mask = kinds[edge], onward[graph.operands[edge]]
                if kind is None or mask is None:
                    return None
                return so_far | kind if _with(so_far | kind, mask) & wanted else None

            for edges, _ in walk(graph, output, (source,), 0, extend):
                yield Found(output, source, edges, rank)
                left -= 1
                if not left:
                    return


def _sizes(tape: Tape) -> list[float | None]:
    """Return log|local derivative| of each edge; None where it is zero, not finite, or not passed."""
    sizes: list[float | None] = []
    for partial, state in zip(tape.partials, tape.states, strict=True):
        usable = state == LIVE and partial and math.isfinite(partial)
        sizes.append(strength(partial)[2] if usable and partial is not None else None)
    return sizes


class _Bound:
    """How large a path must be to be taken: as the k-th, while there is room for its ties."""

    def __init__(self, sizes: Sequence[float], k: int) -> None:
        self.above = (sizes[-1] if len(sizes) == k else -math.inf) + TIE
        self.room = k - sum(size > self.above for size in sizes)
        self.least = self.above - 2 * TIE if self.room else self.above

    def takes(self, size: float) -> bool:
        """Return whether a path of this size is taken, and remember that it was."""
        if size > self.above:
            return True
        taken = self.room > 0
        self.room -= taken
        if not self.room:
            self.least = self.above
        return taken


def _by_size(tape: Tape, outputs: Sequence[int], inputs: Sequence[int], k: int) -> Iterator[Found]:
    """Yield the ``k`` largest finite products.

    The k-th size is known first; then one walk in operand order takes what is larger, and of
    what is tied with it as many as there is room for.  Since the best way on from every node is
    known exactly, the walk never takes a step in vain.
    """
    weights, graph = _sizes(tape), tape.graph
    ring: Ring[float] = Ring(-math.inf, 0.0, max, operator.add, lambda _: weights)
    from graphviz_ad.explain.sidetracks import largest_sizes  # only where there is a cut

    sizes = largest_sizes(graph, weights, outputs, set(inputs), k)
    if not sizes:
        return
    bound = _Bound(sizes, k)
    for output in outputs:
        best = reverse(tape, {output: 0.0}, ring, keep=frozenset(inputs))
        for source in inputs:
            largest = best[source]
            if largest is None or largest < bound.least:
                continue
            onward = forward(tape, {source: 0.0}, ring)

            def extend(so_far: float, edge: int, onward: Sequence[float | None] = onward) -> float | None:
                weight, rest = weights[edge], onward[graph.operands[edge]]
                if weight is None or rest is None or so_far + weight + rest < bound.least:
                    return None
                return so_far + weight

            for edges, size in walk(graph, output, (source,), 0.0, extend):
                if bound.takes(size):
                    yield Found(output, source, edges, 1, size)


def strongest(tape: Tape, outputs: Sequence[int], inputs: Sequence[int], k: int) -> list[Found]:
    """Return the ``k`` paths with the largest |product| from any of ``outputs`` to any of ``inputs``.

    They come output by output, input by input, and there the largest first.

    Examples
    --------
    >>> from graphviz_ad.differentiate import evaluate
    >>> from graphviz_ad.read import read_text
    >>> tape = evaluate(read_text("2*x + 5*x + 3*x"), {"x": 1})
    >>> [round(math.exp(path.size)) for path in strongest(tape, tape.graph.outputs, (0,), 2)]
    [5, 3]
    """
    found = list(_of_kind(tape, outputs, inputs, LARGEST, k))
    found += _by_size(tape, outputs, inputs, k - len(found)) if k > len(found) else ()
    found += _of_kind(tape, outputs, inputs, ZERO, k - len(found))
    pairs: dict[tuple[int, int], list[Found]] = {(o, i): [] for o in outputs for i in inputs}
    for path in found:
        pairs[path.output, path.input].append(path)
    return [path for pair in pairs.values() for path in _ordered(pair)]


def _ordered(found: list[Found]) -> list[Found]:
    """Return paths the largest first, ties in operand order."""
    by_size = sorted(found, key=lambda path: (-path.rank, -path.size))
    ordered: list[Found] = []
    while by_size:
        rank, least = by_size[0].rank, by_size[0].size - TIE
        tied = [*takewhile(lambda path, r=rank, s=least: path.rank == r and path.size >= s, by_size)]  # type: ignore[misc]
        ordered += sorted(tied, key=lambda path: path.edges)
        del by_size[: len(tied)]
    return ordered
