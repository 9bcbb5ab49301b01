"""Large graphs: what is near the findings is drawn, with the paths that they spoil."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from graphviz_ad.draw.choosing import choose
from graphviz_ad.draw.options import DrawOptions
from graphviz_ad.draw.scene import Scene
from graphviz_ad.explain.finding_order import Told
from graphviz_ad.explain.finding_words import FindingWords
from graphviz_ad.graph import Graph

__all__ = ["operands", "shown_nodes", "users"]

WHOLE = 60
"""Up to so many nodes a graph is drawn whole."""
MOST_FINDINGS = 24
MOST_PATHS = 6
LONGEST_WAY, NEAR_WAY = 14, 6
NEAR = 24
"""So many nodes are drawn around the findings; paths to the ends come on top."""


def shown_nodes(scene: Scene, told: Sequence[Told], words: FindingWords, options: DrawOptions) -> list[int]:
    """Return the nodes to draw, in the graph's order, and say in ``scene.message`` what is folded."""
    graph = scene.derivation.tape.graph
    if options.focus is not None:
        return choose(scene, options)
    if len(graph) <= WHOLE or options.full:
        return list(range(len(graph)))
    numbers = [each for each in told if each.number is not None][:MOST_FINDINGS]
    places = [list(_places(each, words)) for each in numbers]
    uses = users(graph)
    kept: dict[int, None] = dict.fromkeys(node for nodes in places for node in nodes)
    ways = [nodes[0] for nodes, each in zip(places, numbers, strict=True) if nodes and each.root is None]
    along: dict[int, None] = {}
    for node in ways[:MOST_PATHS]:
        along |= dict.fromkeys(_way(node, lambda k: operands(graph, k)))
        along |= dict.fromkeys(_way(node, lambda k: uses.get(k, ())))
    if not kept:
        kept = dict.fromkeys(graph.outputs[:MOST_PATHS])
    near = _near(kept, graph, uses, options.radius)
    shown = sorted({*kept, *near, *along})
    what = "near the findings" if ways else "near the output"
    scene.message = scene.told(f"{len(graph)} nodes: showing {len(shown)} {what}; --full shows all of them")
    return shown


def _places(told: Told, words: FindingWords) -> Iterable[int]:
    """Yield the nodes that a finding is about: the operand of an edge and its operation, the cause."""
    edge = words.edge(told.finding.edge)
    ends = () if edge is None else edge[:2]
    found = (*ends, words.node(told.finding.node), words.node(told.finding.by))
    return dict.fromkeys(node for node in found if node is not None and node >= 0)


def operands(graph: Graph, node: int) -> list[int]:
    """Return the operands of a node that are nodes."""
    return [k for k in graph.operands[graph.starts[node] : graph.starts[node + 1]] if k >= 0]


def users(graph: Graph) -> Mapping[int, list[int]]:
    """Return the operations that use each node, once for each use."""
    found: dict[int, list[int]] = {}
    for head in range(len(graph)):
        for operand in operands(graph, head):
            found.setdefault(operand, []).append(head)
    return found


def _way(node: int, following: Callable[[int], Sequence[int]]) -> list[int]:
    """Return a shortest way from a node to where nothing follows; of a long one what is near."""
    before: dict[int, int] = {node: node}
    row, end = [node], node
    while row:
        after: list[int] = []
        for k in row:
            nexts = following(k)
            if not nexts:
                end, after = k, []
                break
            for other in nexts:
                if other not in before:
                    before[other] = k
                    after.append(other)
        row = after
    way = [end]
    while way[-1] != node:
        way.append(before[way[-1]])
    return way if len(way) <= LONGEST_WAY else way[-NEAR_WAY:]


def _near(
    kept: Iterable[int], graph: Graph, uses: Mapping[int, Sequence[int]], radius: int
) -> dict[int, None]:
    """Return the nodes within ``radius`` edges, the nearest first, up to a number that can be read."""
    found: dict[int, None] = dict.fromkeys(kept)
    row = list(found)
    for _ in range(radius):
        after = []
        for node in row:
            for other in (*operands(graph, node), *uses.get(node, ())):
                if len(found) >= NEAR:
                    return found
                if other not in found:
                    found[other] = None
                    after.append(other)
        row = after
    return found
