"""Long paths and long products on one line: what is left out is never what tells two of them apart."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from graphviz_ad.draw.measure import fit, room
from graphviz_ad.draw.scene import Scene
from graphviz_ad.explain.words import ARROW
from graphviz_ad.explanation import Chain

__all__ = ["joined", "path_text"]

ENDS = 2
NARROWEST = 40.0
"""Parts are not cut to less than this."""


def joined(parts: Sequence[str], between: str, widest: float, keep: Collection[int] = ()) -> str:
    """Return the parts on one line; where they are too wide, an ellipsis for those in the middle.

    Parameters
    ----------
    parts
        What is joined.
    between
        What stands between two of them.
    widest
        Pixels that the line may take, set as a cell of the table.
    keep
        Places that are never left out; the first and the last ones are not either.

    Examples
    --------
    >>> joined(["1"] * 9, " · ", 60), joined(list("abcdefghi"), " · ", 110, keep=[4])
    ('1 · 1 · … · 1 · 1', 'a · b · … · e · … · h · i')
    """
    need = room(between.join(parts), "cell")
    if need <= widest:
        return between.join(parts)
    if len(parts) <= 2 * ENDS + 1:
        return between.join(_narrowed(list(parts), need - widest))
    kept = {*range(ENDS), *range(len(parts) - ENDS, len(parts)), *keep}
    free = [place for place in range(len(parts)) if place not in kept]
    # From the middle outwards: both ends are worth more.
    free.sort(key=lambda place: abs(2 * place - len(parts) + 1))
    dropped: set[int] = set()
    gap = room(between, "cell")
    dots = gap + room("…", "cell")
    for place in free:
        if need <= widest:
            break
        dropped.add(place)
        need -= gap + room(parts[place], "cell")
        # A new ellipsis, or one less where two of them meet.
        need += dots * (1 - (place - 1 in dropped) - (place + 1 in dropped))
    shown = [
        "…" if place in dropped else part
        for place, part in enumerate(parts)
        if place not in dropped or place - 1 not in dropped
    ]
    return between.join(_narrowed(shown, need - widest))


def _narrowed(parts: list[str], excess: float) -> list[str]:
    """Return the parts with the widest ones cut, so that all together are narrower by ``excess``."""
    if excess <= 0:
        return parts
    widths = [room(part, "cell") for part in parts]
    limit, total = max(widths), sum(widths)
    while limit > NARROWEST and sum(min(width, limit) for width in widths) > total - excess:
        limit *= 0.9
    return [fit(part, "cell", limit) for part in parts]


def path_text(scene: Scene, chain: Chain, target: int, parting: Collection[int], widest: float) -> str:
    """Return the path in words, short enough, with every step by which it differs from others."""
    words, graph = scene.words, scene.derivation.tape.graph
    steps = [scene.labels[target]]
    keep = []
    for place, edge in enumerate(chain.path.edges, start=1):
        steps.append(words.node(graph.operands[edge]) + words.place(edge))
        if edge in parting:
            keep.append(place)
    return joined(steps, ARROW, widest, keep)
