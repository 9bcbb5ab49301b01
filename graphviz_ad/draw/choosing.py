"""Which nodes a picture shows: all of them, unless nobody could read it."""

from __future__ import annotations

from graphviz_ad.draw.options import DrawOptions
from graphviz_ad.draw.scene import Scene
from graphviz_ad.errors import NotSupported, UnknownName, close_matches

__all__ = ["check_readable", "choose"]

READABLE = 300
"""More nodes than this are folded to those on the shown paths, or refused."""


def choose(scene: Scene, options: DrawOptions) -> list[int]:
    """Return the nodes to draw, in the graph's order, and say in ``scene.message`` what is left out.

    Raises
    ------
    NotSupported
        Even the nodes on the shown paths are too many for a picture that can be read.
    UnknownName
        There is no node called as ``options.focus`` says.
    """
    graph = scene.derivation.tape.graph
    total = len(graph)
    if options.focus is not None:
        nodes = _around(scene, options.focus, options.radius)
        edges = "edge" if options.radius == 1 else "edges"
        if len(nodes) < total:
            scene.message = scene.told(
                f"{total} nodes: showing the {len(nodes)} within {options.radius} {edges} of {options.focus}"
            )
    elif total > READABLE and not options.full:
        nodes = _on_paths(scene) or list(range(total))
        names = list(dict.fromkeys(e.input for e in scene.derivation.explanations))
        to = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
        shown = (
            "paths" if all(e.count == len(e.chains) for e in scene.derivation.explanations) else "shown paths"
        )
        scene.message = scene.told(f"{total} nodes: showing the {len(nodes)} on the {shown} to {to}")
    else:
        return list(range(total))
    _refuse_unreadable(
        len(nodes),
        options,
        "look at the paths as text (adviz paths), draw a part of it (--focus NODE --radius 2), "
        "fewer paths (--max-paths 1, --wrt NAME), or everything all the same (--full)",
    )
    return nodes


def check_readable(count: int, options: DrawOptions, hint: str) -> None:
    """Refuse pictures of whole graphs that nobody could read, for those that show no paths.

    Raises
    ------
    NotSupported
        The graph has too many nodes, and neither a part of it nor all of it is asked for.
    """
    if options.focus is None:
        _refuse_unreadable(count, options, hint)


def _refuse_unreadable(count: int, options: DrawOptions, hint: str) -> None:
    if count > READABLE and not options.full:
        raise NotSupported(
            f"a picture of {count} nodes could not be read: the limit is {READABLE}", hint=hint
        )


def _on_paths(scene: Scene) -> list[int]:
    """Return the nodes that the shown paths run through, their ends included."""
    graph = scene.derivation.tape.graph
    kept = {node for e in scene.derivation.explanations for node in (e.source, e.target)}
    for _, _, chain in scene.paths:
        kept.update(graph.operands[edge] for edge in chain.path.edges)
    return sorted(kept)


def _around(scene: Scene, label: str, radius: int) -> list[int]:
    graph = scene.derivation.tape.graph
    known = {**{name: k for k, name in enumerate(graph.labels())}, **graph.scope}
    known |= {name: k for k, name in enumerate(scene.labels) if name not in known}
    if label not in known:
        raise UnknownName(f"no node is called {label!r}", legal=known, hint=close_matches(label, known))
    near: dict[int, list[int]] = {}
    for head in range(len(graph)):
        for operand in graph.operands[graph.starts[head] : graph.starts[head + 1]]:
            if operand >= 0:
                near.setdefault(head, []).append(operand)
                near.setdefault(operand, []).append(head)
    kept = {known[label]}
    edge = set(kept)
    for _ in range(radius):
        edge = {other for node in edge for other in near.get(node, ())} - kept
        kept |= edge
    return sorted(kept)
