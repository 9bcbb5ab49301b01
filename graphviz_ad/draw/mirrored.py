"""Passes beneath each other: the forward pass runs one way, the backward pass back below it.

An adjoint stands below what it is the adjoint of, so that each wire of the backward pass lies
below the wire that it goes back along.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from graphviz_ad.differentiate.passes import Passes
from graphviz_ad.draw.options import DrawOptions
from graphviz_ad.draw.placing import ARROW, add_box, arrange
from graphviz_ad.draw.routing import route
from graphviz_ad.draw.scene import Scene, Wire
from graphviz_ad.picture import Point

__all__ = ["levels_of", "mirrored_text", "place_passes"]

BETWEEN = 14
"""Points around a pass, so that there is twice as much between two."""
AIR = 12.0
"""So much more where passes had to be put in order."""


def place_passes(scene: Scene, made: Passes, options: DrawOptions) -> None:
    """Give every piece its centre and every wire its spline, pass below pass."""
    levels = levels_of(scene, made)
    arrange(scene, mirrored_text(scene, made, levels, options.rankdir), options)
    across = options.rankdir in {"TB", "BT"}
    bands = _bands(scene, levels, across=across)
    stacked = bands not in (sorted(bands), sorted(bands, reverse=True))
    if stacked:
        _stack(scene, levels, bands, across=across)
    elif bands != sorted(bands):
        _turn_over(scene, across=across)
    # Wires that pull nothing were laid out in wide bows: led straight around boxes they are quieter.
    route(scene, options)


def levels_of(scene: Scene, made: Passes) -> dict[str, int]:
    """Return the pass of every piece by its key; seeds are those that are no node."""
    seeds = {f"s{k}": seed.level for k, seed in enumerate(made.seeds)}
    return {
        key: seeds[key] if key in seeds else made.levels[piece.node] for key, piece in scene.pieces.items()
    }


def mirrored_text(scene: Scene, made: Passes, levels: dict[str, int], rankdir: str) -> str:
    """Return the passes as clusters in the DOT language, what belongs together in one rank."""
    from graphviz import Digraph

    attributes = {"rankdir": rankdir, "newrank": "true", "nodesep": "0.3", "ranksep": "0.42"}
    graph = Digraph(graph_attr=attributes, node_attr={"fixedsize": "true", "label": ""})
    for level in sorted({*levels.values()}):
        with graph.subgraph(name=f"cluster_{level}", graph_attr={"margin": str(BETWEEN)}) as cluster:
            for key, piece in scene.pieces.items():
                if levels[key] == level:
                    add_box(cluster, piece)
    together = list(_ranks(scene, made))
    ranks = {key: k for k, keys in enumerate(together) for key in keys}
    for wire in scene.wires:
        _add_wire(graph, wire, levels, ranks)
    joined = {(wire.tail.key, wire.head.key) for wire in scene.wires}
    for keys in together:
        with graph.subgraph(graph_attr={"rank": "same"}) as rank:
            for key in keys:
                rank.node(key)
            # Unseen edges draw the two closer, where no wire does.
            for above, below in pairwise(sorted(keys, key=lambda key: levels[key])):
                if levels[above] < levels[below] and (above, below) not in joined:
                    rank.edge(above, below, style="invis")
    return str(graph.source)


def _add_wire(graph: Any, wire: Wire, levels: dict[str, int], ranks: dict[str, int]) -> None:  # noqa: ANN401
    """Add an edge; what goes back is laid out as if it went on, and between passes nothing is pulled."""
    tail, head = wire.tail.key, wire.head.key
    attributes = {"id": wire.key, "arrowsize": str(ARROW)}
    if levels[tail] != levels[head]:
        if tail not in ranks or ranks[tail] != ranks.get(head):
            attributes |= {"constraint": "false", "weight": "0"}
    elif levels[head] % 2:
        tail, head = head, tail
        attributes["dir"] = "back"
    graph.edge(tail, head, **attributes)


def _ranks(scene: Scene, made: Passes) -> Iterable[list[str]]:
    """Return what stands below each other: a node and its adjoints, an output and its seed."""
    ranks: dict[int, list[str]] = {}
    for adjoint, node in made.adjoints.items():
        ranks.setdefault(node, [f"n{node}"]).append(f"n{adjoint}")
    for k, seed in enumerate(made.seeds):
        ranks.setdefault(seed.target, [f"n{seed.target}"]).append(f"s{k}")
    found = ([key for key in keys if key in scene.pieces] for keys in ranks.values())
    return (keys for keys in found if len(keys) > 1)


Band = tuple[float, float]


def _bands(scene: Scene, levels: dict[str, int], *, across: bool) -> list[Band]:
    """Return from where to where each pass reaches, in order of the passes."""
    ends: dict[int, list[float]] = {level: [] for level in sorted({*levels.values()})}
    for key, piece in scene.pieces.items():
        place, half = (piece.x, piece.width / 2) if across else (piece.y, piece.height / 2)
        ends[levels[key]] += (place - half, place + half)
    return [(min(found), max(found)) for found in ends.values()]


def _turn_over(scene: Scene, *, across: bool) -> None:
    """Mirror all that has a place, so that the forward pass comes first."""

    def over(point: Point) -> Point:
        return (-point[0], point[1]) if across else (point[0], -point[1])

    for piece in scene.pieces.values():
        piece.x, piece.y = over((piece.x, piece.y))
    for wire in scene.wires:
        wire.spline, wire.tip = [over(point) for point in wire.spline], over(wire.tip)


def _stack(scene: Scene, levels: dict[str, int], bands: list[Band], *, across: bool) -> None:
    """Move the passes so that each stands behind the one before."""
    shifts, end = dict[int, float](), bands[0][0]
    for level, (first, last) in zip(sorted({*levels.values()}), bands, strict=True):
        shifts[level] = end - first
        end += last - first + 2 * BETWEEN + AIR
    for key, piece in scene.pieces.items():
        if across:
            piece.x += shifts[levels[key]]
        else:
            piece.y += shifts[levels[key]]
