from __future__ import annotations

import itertools
import math

import pytest
from derivations import PICTURES, overlap, picture, pictured

from graphviz_ad.draw.curve import polyline
from graphviz_ad.draw.measure import room
from graphviz_ad.draw.scene import LINE


def rect(arrow):
    width = max(room(text.text, text.role) for text in arrow.label)
    return (arrow.label[0].x - width / 2, arrow.label[0].y - LINE + 3.5, width, LINE * len(arrow.label))


def distance(point, box):
    dx = max(box[0] - point[0], 0, point[0] - box[0] - box[2])
    dy = max(box[1] - point[1], 0, point[1] - box[1] - box[3])
    return math.hypot(dx, dy)


@pytest.mark.parametrize("name", list(PICTURES))
def test_labels_are_near_their_edge_and_touch_nothing(name):
    pic = pictured(name)
    labelled = [arrow for arrow in pic.arrows if arrow.label]
    assert all(not overlap(rect(a), rect(b)) for a, b in itertools.combinations(labelled, 2))
    for arrow in labelled:
        own = rect(arrow)
        assert arrow.backed is None
        near = min(distance(p, own) for strand in arrow.strands for p in polyline(strand.points))
        assert near < 24
        for box in pic.boxes:
            assert not overlap(own, (box.x - box.width / 2, box.y - box.height / 2, box.width, box.height))
        for strand in (strand for other in pic.arrows for strand in other.strands):
            clear = strand.width / 2
            assert all(distance(p, own) > clear for p in polyline(strand.points)), (arrow.id, strand.path)


def test_labels_of_large_graphs_are_placed_without_the_layout_program():
    source = "; ".join(["t0 = sin(x)", *(f"t{k} = sin(t{k - 1})*x" for k in range(1, 60))])
    pic = picture(source, {"x": 1})
    assert len(pic.boxes) > 100
    free = [arrow for arrow in pic.arrows if arrow.label and arrow.backed is None]
    assert len(free) > 0.9 * sum(bool(arrow.label) for arrow in pic.arrows)
