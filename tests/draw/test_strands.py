from __future__ import annotations

import math
from itertools import pairwise

import pytest
from derivations import LOSS, PICTURES, picture, pictured

from graphviz_ad.draw.curve import polyline


def arrow(pic, key):
    return next(a for a in pic.arrows if a.id == key)


def order(pic, key):
    return [strand.path for strand in arrow(pic, key).strands]


def test_every_path_has_a_strand_on_each_of_its_edges():
    pic = picture(*LOSS)
    # y, m, x, c: path 3 runs from x through × + − ( )² to the output.
    assert {a.id for a in pic.arrows if 3 in a.paths} == {"n8_0", "n7_0", "n6_1", "n5_0", "n3_1"}


def test_strands_merge_in_the_order_in_which_they_arrive():
    pic = picture(*LOSS)
    above = [box.id for box in sorted(pic.boxes, key=lambda box: box.y) if box.id in {"n1", "n2"}]
    first = [2, 3] if above == ["n1", "n2"] else [3, 2]
    assert order(pic, "n5_0") == first
    assert [path for path in order(pic, "n6_1") if path != 4] == first
    assert order(pic, "n7_0") == order(pic, "n8_0")


@pytest.mark.parametrize(
    "name", ["loss", "neuron", "eight paths", "diamond", "loss downwards", "right to left"]
)
def test_strands_of_an_edge_never_cross(name):
    for a in pictured(name).arrows:
        lines = [polyline(strand.points) for strand in a.strands]
        for one, other in pairwise(lines):
            gaps = [math.dist(p, q) for p, q in zip(one[8:], other[8:], strict=False)]
            assert min(gaps, default=3.9) > 3.0, a.id


def test_strands_are_2_6_wide_and_1_3_apart():
    strands = arrow(picture(*LOSS), "n8_0").strands
    assert {strand.width for strand in strands} == {2.6}
    ends = [strand.points[0] for strand in strands]
    assert [math.dist(p, q) for p, q in pairwise(ends)] == pytest.approx([3.9] * 3, abs=0.01)


@pytest.mark.parametrize("name", list(PICTURES))
def test_slim_heads_share_the_tip_and_lie_side_by_side(name):
    for a in pictured(name).arrows:
        assert len({strand.head[1] for strand in a.strands}) == 1
        for one, other in pairwise(a.strands):
            assert math.dist(one.head[2], other.head[0]) < 0.01


def test_paths_that_are_not_shown_are_one_grey_bundle():
    ladder = pictured("ladder")
    assert order(ladder, "n21_0")[-1] == 0
    assert arrow(ladder, "n21_0").strands[-1].role == "rest"
    assert all(strand.path >= 0 for a in ladder.arrows for strand in a.strands)


def test_an_edge_that_was_not_selected_is_thin():
    pic = picture("y = max(a, b)", {"a": 2, "b": 1})
    selected, dead = arrow(pic, "n2_0"), arrow(pic, "n2_1")
    assert [strand.role for strand in selected.strands] == ["path"]
    assert [(strand.role, strand.width) for strand in dead.strands] == [("dead", 1.3)]
    assert [mark.kind for mark in pic.marks if mark.kind == "stop"] == ["stop"]
