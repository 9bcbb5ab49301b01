"""The numbers of faults, at the nodes and on the edges that they are about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphviz_ad.draw.curve import along, length
from graphviz_ad.draw.scene import Scene
from graphviz_ad.draw.space import Space
from graphviz_ad.explain.finding_order import Told
from graphviz_ad.explain.finding_words import FindingWords
from graphviz_ad.picture import Mark, Point, visit_radius

__all__ = ["fault_marks", "kind_of"]

MOST = 3
"""More numbers than this at one place are not drawn: the table has them all."""
APART, INSIDE = 2.0, 12.0


def kind_of(told: Told) -> str:
    """Return how the number of a finding is drawn."""
    return "fault" if told.root is None else "after"


def fault_marks(
    scene: Scene,
    told: Sequence[Told],
    words: FindingWords,
    lines: Mapping[str, Sequence[Point]],
    space: Space,
) -> list[Mark]:
    """Return a numbered disc for every finding that has a place in the picture, and take its space."""
    places: dict[str, list[Told]] = {}
    for each in told:
        if each.number is not None:
            places.setdefault(each.finding.edge or each.finding.node or "", []).append(each)
    wires = {wire.key: wire for wire in scene.wires}
    marks: list[Mark] = []
    for key, found in places.items():
        if key in wires:
            points = lines[key]
            middle, step = along(points, length(points) * 0.5)
        else:
            piece = scene.pieces.get(key.partition("_")[0])
            if piece is None:
                continue
            share = 0.5 if piece.shape == "box" else 0.36
            # Beside the corner: arrows may end in it.
            middle = piece.x - share * piece.width + INSIDE, piece.y - share * piece.height - 2
            step = (1.0, 0.0)
        x, y = middle
        for each in found[:MOST]:
            text = str(each.number)
            radius = visit_radius(text)
            title = f"{text}{words.said(': ')}{words.message(each.finding) or words.what(each.finding)}"
            marks.append(Mark(kind_of(each), -1, x, y, text, title))
            space.take((x - radius - 1, y - radius - 1, 2 * radius + 2, 2 * radius + 2))
            x, y = x + step[0] * (2 * radius + APART), y + step[1] * (2 * radius + APART)
    return marks
