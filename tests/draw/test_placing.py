from __future__ import annotations

import itertools
import shutil

import pytest
from derivations import LOSS, PICTURES, derive, overlap, picture, pictured

from graphviz_ad.draw import placing
from graphviz_ad.errors import RenderProblem


def layout_text(monkeypatch, *args, **options):
    seen = []
    real = placing.layout
    monkeypatch.setattr(placing, "layout", lambda dot, **rest: seen.append(dot) or real(dot, **rest))
    picture(*args, **options)
    return seen[0]


def test_the_layout_program_sees_sizes_and_no_texts(monkeypatch):
    dot = layout_text(monkeypatch, "length_of = sine_in*cosine_in + 7", {"sine_in": 1, "cosine_in": 2})
    for word in ("length_of", "sine_in", "cosine_in", "×", "v₁"):
        assert word not in dot
    assert "fixedsize=true" in dot
    assert 'FIXEDSIZE="TRUE"' in dot


def test_parallel_edges_are_two_edges(monkeypatch):
    assert layout_text(monkeypatch, "y = x*x", {"x": 2}).count("n0 -> n1") == 2


def test_a_hundred_nodes_are_laid_out_without_labels(monkeypatch):
    source = "; ".join(["t0 = sin(x)", *(f"t{k} = sin(t{k - 1})" for k in range(1, 110))])
    dot = layout_text(monkeypatch, source, {"x": 1})
    assert "TABLE" not in dot
    assert "nslimit" not in dot


def test_beyond_500_nodes_the_layout_is_made_in_a_hurry(monkeypatch):
    source = "; ".join(["t0 = sin(x)", *(f"t{k} = sin(t{k - 1})" for k in range(1, 510))])
    assert "nslimit=0.1" in layout_text(monkeypatch, source, {"x": 1}, full=True)


@pytest.mark.parametrize(
    "answer", [b'{"bb": "0,0,1,1"}', b'{"objects": []}', b'{"bb": "x", "objects": []}', b'{"bb": "0,0"}']
)
def test_an_answer_without_places_is_an_error(monkeypatch, answer):
    monkeypatch.setattr(placing, "layout", lambda dot, **rest: answer)  # noqa: ARG005
    with pytest.raises(RenderProblem, match="lacks a place"):
        picture(*LOSS)


def test_rectangles_that_touch_do_not_overlap():
    assert overlap((0, 0, 10, 10), (8, 5, 10, 10)) == 10
    assert overlap((0, 0, 10, 10), (10, 0, 5, 5)) == 0


@pytest.mark.parametrize("name", list(PICTURES))
def test_boxes_do_not_overlap_and_lie_within_the_picture(name):
    pic = pictured(name)
    rects = [(b.x - b.width / 2, b.y - b.height / 2, b.width, b.height) for b in pic.boxes]
    assert all(not overlap(a, b) for a, b in itertools.combinations(rects, 2))
    for x, y, width, height in rects:
        assert x >= 0
        assert y >= 0
        assert x + width <= pic.width
        assert y + height <= pic.height


@pytest.mark.parametrize(
    ("rankdir", "axis", "sign"), [("LR", 0, 1), ("RL", 0, -1), ("TB", 1, 1), ("BT", 1, -1)]
)
def test_arrows_point_where_rankdir_says(rankdir, axis, sign):
    pic = picture(*LOSS, rankdir=rankdir)
    places = {box.id: (box.x, box.y) for box in pic.boxes}
    assert sign * (places["n8"][axis] - places["n2"][axis]) > 100


def test_the_same_derivation_gives_the_same_picture():
    derivation = derive(*LOSS)
    assert placing is not None
    from graphviz_ad.draw import draw

    assert draw(derivation) == draw(derivation)


@pytest.mark.skipif(shutil.which("dot") is None, reason="no dot on PATH")
@pytest.mark.parametrize("name", ["loss", "diamond", "neuron"])
def test_any_layout_program_gives_the_same_picture(name):
    source, at, rest = PICTURES[name]
    ours, theirs = pictured(name), picture(source, at, **rest, engine=shutil.which("dot"))
    for one, other in zip(ours.boxes, theirs.boxes, strict=True):
        assert (one.x, one.y) == pytest.approx((other.x, other.y), abs=3)


@pytest.mark.parametrize(
    "answer", [b'{"bb": 3}', b"{}", b'{"bb": "0,0,9,9", "objects": [3]}', b'{"bb": "0,0,a,9"}']
)
def test_an_answer_of_another_shape_is_an_error_of_the_layout_program(monkeypatch, answer):
    monkeypatch.setattr(placing, "layout", lambda *_args, **_options: answer)
    with pytest.raises(RenderProblem):
        picture("x*y", {"x": 1, "y": 2})


def test_a_variable_that_is_the_output_itself_can_be_drawn():
    assert picture("x = 3", {}, wrt=["x"]).rows
