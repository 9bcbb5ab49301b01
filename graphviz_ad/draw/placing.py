"""Where things go: boxes of known size are handed to the layout program, coordinates come back.

The layout program never sees a text: it would measure it with fonts that the reader does not
have.  Every node and every label is an empty box of the size that `pieces` has measured.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from graphviz_ad.draw.options import DrawOptions
from graphviz_ad.draw.scene import Piece, Scene, Wire
from graphviz_ad.engine import layout
from graphviz_ad.errors import RenderProblem
from graphviz_ad.picture import Point

__all__ = ["add_box", "arrange", "layout_text", "place"]

INCH = 72.0
ARROW = 0.9
"""Size of the arrowhead, in units of Graphviz's (10 px long)."""
LABELLED_NODES = 100
"""Up to here the layout program keeps room for labels; they double its ranks and its time."""
EXACT_NODES = 500
"""Beyond, the layout is made in a hurry: less aligned and with more crossings."""
_HURRY = {"nslimit": "0.1", "mclimit": "0.1", "splines": "line"}
_EMPTY = (
    '<<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="0" CELLSPACING="0" FIXEDSIZE="TRUE" '
    'WIDTH="{}" HEIGHT="{}"><TR><TD></TD></TR></TABLE>>'
)


def place(scene: Scene, options: DrawOptions) -> None:
    """Give every piece its centre, every wire its spline and the room that was kept for its label."""
    arrange(scene, layout_text(scene, options.rankdir), options)


def arrange(scene: Scene, dot: str, options: DrawOptions, args: Sequence[str] = ()) -> None:
    """Give pieces and wires the places of a layout; ``dot`` has their keys as names and ids."""
    answer = json.loads(
        layout(dot, engine=options.engine, timeout=options.timeout, args=("-Tjson0", *args)), strict=False
    )
    try:
        _read(scene, answer)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as problem:
        raise RenderProblem(
            "the layout program's answer lacks a place", where=f"{type(problem).__name__}: {problem}"
        ) from problem


def layout_text(scene: Scene, rankdir: str) -> str:
    """Return the graph of empty boxes in the DOT language."""
    from graphviz import Digraph

    count = len(scene.pieces)
    labelled = count <= LABELLED_NODES
    spread = max((wire.bundle for wire in scene.wires), default=0.0)
    graph = Digraph(
        graph_attr={
            "rankdir": rankdir,
            "nodesep": f"{(22 + spread / 3) / INCH:.3f}",
            "ranksep": f"{_ranksep(scene, rankdir, labelled=labelled) / INCH:.3f}",
            **(_HURRY if count > EXACT_NODES else {}),
        },
        node_attr={"fixedsize": "true", "label": ""},
        edge_attr={"arrowsize": str(ARROW)},
    )
    for piece in scene.pieces.values():
        add_box(graph, piece)
    for wire in scene.wires:
        label = _room_for(wire, rankdir) if labelled else None
        graph.edge(wire.tail.key, wire.head.key, id=wire.key, **({"label": label} if label else {}))
    return str(graph.source)


def add_box(graph: Any, piece: Piece, **more: str) -> None:  # noqa: ANN401 - graphviz has no types
    """Add an empty box, or an ellipse, of the size of a piece."""
    graph.node(
        piece.key,
        shape="box" if piece.shape == "box" else "ellipse",
        width=f"{piece.width / INCH:.4f}",
        height=f"{piece.height / INCH:.4f}",
        **more,
    )


def _ranksep(scene: Scene, rankdir: str, *, labelled: bool) -> float:
    """Return the distance of ranks: labels that find no room of their own must fit in between."""
    if labelled and any(wire.lines for wire in scene.wires):
        return 26.0
    axis = 0 if rankdir in {"LR", "RL"} else 1
    return 44.0 + max((wire.label_size[axis] for wire in scene.wires), default=0.0)


def _room_for(wire: Wire, rankdir: str) -> str | None:
    """Return an empty table of the label's size, padded by half the bundle across the edge."""
    width, height = wire.label_size
    if not wire.lines:
        if len(wire.paths) + wire.rest < 2:
            return None
        width = height = 4.0
    half = wire.bundle / 2 + 3
    if rankdir in {"LR", "RL"}:
        height += 2 * half
    else:
        width += 2 * half
    return _EMPTY.format(math.ceil(width + 6), math.ceil(height))


def _read(scene: Scene, answer: Mapping[str, Any]) -> None:
    height = float(answer["bb"].split(",")[3])
    objects = {item["name"]: item for item in answer.get("objects", ())}
    for key, piece in scene.pieces.items():
        piece.x, piece.y = _point(objects[key]["pos"], height)
    edges = {item["id"]: item for item in answer.get("edges", ()) if "id" in item}
    for wire in scene.wires:
        item = edges[wire.key]
        _read_spline(wire, item["pos"], height)
        if "lp" in item:
            wire.at = _point(item["lp"], height)


def _point(text: str, height: float) -> Point:
    x, y = text.split(",")
    return float(x), height - float(y)


def _read_spline(wire: Wire, text: str, height: float) -> None:
    """Read ``e,TIP P0 C1 C2 P3 ...``; where there was no room for a head, make some.

    With ``s,TIP`` the edge was laid out against its arrow.
    """
    words = text.partition(";")[0].split()
    tips = [word[2:] for word in words if word.startswith(("e,", "s,"))]
    spline = [_point(word, height) for word in words if word[1:2] != ","]
    if words[0].startswith("s,"):
        spline.reverse()
    if len(spline) < 4 or len(spline) % 3 != 1:
        spline = _line(wire.tail, wire.head)
    wire.spline = spline
    wire.tip = _point(tips[0], height) if tips else spline[-1]
    if math.dist(wire.tip, spline[-1]) < 1:
        (x, y), (tx, ty) = spline[-2], wire.tip
        reach = max(math.hypot(tx - x, ty - y), 1e-6)
        back = min(9.0, reach / 2) / reach
        spline[-1] = (tx + back * (x - tx), ty + back * (y - ty))


def _line(tail: Piece, head: Piece) -> list[Point]:
    start, end = (tail.x, tail.y), (head.x, head.y)
    return [
        (start[0] + k * (end[0] - start[0]) / 3, start[1] + k * (end[1] - start[1]) / 3) for k in range(4)
    ]
