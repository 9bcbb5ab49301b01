"""The picture of a sweep: numbers on wires, turns at nodes, sums where things meet, the Jacobian."""

from __future__ import annotations

import math

import pytest
from derivations import overlap
from hypothesis import given, settings
from programs import programs
from sweeps import CHAIN, DIAMOND, SWEEPS, THREE, derive, swept

from graphviz_ad.draw import DrawOptions
from graphviz_ad.draw.measure import room
from graphviz_ad.draw.sweep import draw_sweep
from graphviz_ad.errors import NotSupported, UnknownName
from graphviz_ad.explain.sweeping import sweep, units
from graphviz_ad.number import show


def draw(source, at=None, mode="reverse", seed=None, *, wrt=(), of=(), **options):
    derivation, found = swept(source, at, mode, seed, wrt=wrt, of=of)
    return draw_sweep(derivation, found, DrawOptions(**options))


def drawn(name):
    source, at, how = SWEEPS[name]
    seed = {how["seed"]: 1} if isinstance(how.get("seed"), str) else how.get("seed")
    options = {key: value for key, value in how.items() if key not in {"mode", "seed"}}
    return draw(source, at, how.get("mode", "reverse"), seed, **options)


def on_wires(picture):
    """Return the carried number on each edge that is passed, by its id."""
    return {arrow.id: text.text for arrow in picture.arrows for text in arrow.label if text.role == "carried"}


def in_nodes(picture):
    return {box.id: text.text for box in picture.boxes for text in box.texts if text.role == "carried"}


def turns(picture):
    """Return the number of each visit, with the node that is nearest."""
    return {
        mark.text: min(picture.boxes, key=lambda box: _away(box, mark)).id
        for mark in picture.marks
        if mark.kind == "visit"
    }


def _away(box, mark):
    dx, dy = abs(mark.x - box.x) - box.width / 2, abs(mark.y - box.y) - box.height / 2
    return math.hypot(max(dx, 0), max(dy, 0))


def test_the_numbers_of_the_chain():
    assert list(on_wires(draw(*CHAIN)).values()) == ["← 28", "← 14", "← 14", "← 1"]
    assert list(on_wires(draw(*CHAIN, "forward")).values()) == ["1 →", "2 →", "2 →", "28 →"]


@pytest.mark.parametrize(
    ("rankdir", "there", "back"), [("LR", "→", "←"), ("RL", "←", "→"), ("TB", "↓", "↑"), ("BT", "↑", "↓")]
)
def test_arrows_say_which_way_numbers_go(rankdir, there, back):
    assert all(there in text for text in on_wires(draw(*CHAIN, "forward", rankdir=rankdir)).values())
    assert all(back in text for text in on_wires(draw(*CHAIN, rankdir=rankdir)).values())


def test_arrowheads_are_where_numbers_arrive():
    for mode, end in (("forward", 1), ("reverse", 0)):
        picture = draw(*CHAIN, mode)
        boxes = {box.id: box for box in picture.boxes}
        for k, arrow in enumerate(picture.arrows):
            (strand,) = arrow.strands
            target = boxes[f"n{k + end}"]
            assert strand.role == "swept"
            assert abs(abs(strand.head[1][0] - target.x) - target.width / 2) < 3


def test_what_meets_is_added():
    assert in_nodes(draw(*DIAMOND))["n0"] == "x̄ = 12 + 4 = 16"
    assert on_wires(draw(*DIAMOND))["n1_0"] == "← 12"
    assert on_wires(draw(*DIAMOND))["n2_0"] == "← 4"
    assert in_nodes(draw(*DIAMOND, "forward"))["n3"] == "v̇₃ = 3·4 + 4·1 = 16"


def test_what_is_too_long_for_a_node_keeps_its_number():
    name = "a_very_long_variable_name_indeed"
    texts = in_nodes(draw(f"{name}*{name}", {name: 1.5}))
    assert texts["n0"].startswith("ā_very")
    assert texts["n0"].endswith(" = 3")
    assert "…" in texts["n0"]
    wide = in_nodes(draw("x/3 + x/7 + x/11 + x/13 + x/17", {"x": 1}))
    assert wide["n0"] == "x̄ ≈ 0.7028"


def test_the_order_of_visits():
    assert turns(draw(*DIAMOND)) == {"1": "n4", "2": "n3", "3": "n2", "4": "n1", "5": "n0"}
    assert turns(draw(*CHAIN, "forward")) == {str(k + 1): f"n{k}" for k in range(5)}


def test_what_the_sweep_does_not_pass_is_quiet():
    picture = draw(*THREE, "reverse", {"y2": 1})
    quiet = [arrow for arrow in picture.arrows if arrow.id not in on_wires(picture)]
    assert (len(on_wires(picture)), len(quiet)) == (4, 8)
    assert {strand.role for arrow in quiet for strand in arrow.strands} == {"plain"}
    assert {text.role for arrow in quiet for text in arrow.label} == {"value"}


def test_constants_as_nodes_are_quiet():
    picture = draw(*CHAIN, constants="nodes")
    assert len(picture.arrows) == 7
    assert len(on_wires(picture)) == 4


def test_what_was_not_selected_is_stopped():
    picture = draw("y = where(a > 0, b*b, c)", {"a": 2, "b": 3, "c": 4})
    assert {mark.kind for mark in picture.marks} == {"visit", "stop"}
    c = next(box.id for box in picture.boxes if box.texts[0].text == "c")
    assert c not in in_nodes(picture)


def test_the_sweep_in_a_line_and_its_cost():
    texts = [text.text for text in draw(*THREE, "forward", {"x2": 1}).texts]
    assert "forward sweep from x2: ẏ1 = ∂y1/∂x2 = 2, ẏ2 = ∂y2/∂x2 = 1, ẏ3 = ∂y3/∂x2 = 12" in texts
    assert "2 forward sweeps or 3 reverse sweeps: forward is cheaper" in texts


def inside(picture, rect):
    return [t.text for t in picture.texts if 0 < t.x - rect[0] < rect[2] and 0 < t.y - rect[1] < rect[3]]


@pytest.mark.parametrize(
    ("mode", "seed", "filled", "others"),
    [
        ("reverse", {"y1": 1}, ["3", "2"], 4),
        ("reverse", {"y3": 1}, ["9", "12"], 4),
        ("forward", {"x1": 1}, ["3", "≈ −0.4161", "9"], 3),
        ("forward", {"x2": 1}, ["2", "1", "12"], 3),
        ("reverse", {"y1": 1, "y2": -1}, ["≈ 3.416", "1"], 6),
        ("forward", {"x1": 1, "x2": 0.5}, ["4", "≈ 0.08385", "15"], 6),
        ("forward", {"x1": 2}, ["6", "≈ −0.8323", "18"], 6),
    ],
)
def test_the_jacobian_with_what_is_filled(mode, seed, filled, others):
    picture = draw(*THREE, mode, seed)
    assert [text for rect in picture.filled for text in inside(picture, rect)] == filled
    assert len(picture.cells) == others


def test_nothing_below_the_graph_if_asked():
    picture = draw(*THREE, table="none")
    assert picture.cells == picture.filled == ()
    assert not [text for text in picture.texts if text.role == "sum"]


def test_large_jacobians_are_cut():
    source = "; ".join(f"y{k} = " + "+".join(f"{k + j}*x{j}" for j in range(14)) for k in range(2))
    at = {f"x{j}": 1 for j in range(14)}
    told = "0 more outputs and 2 more inputs are not shown"
    for seed in ({"y1": 1}, {"y0": 1, "y1": 1}):
        picture = draw(source, at, "reverse", seed)
        assert len(picture.filled) == 12
        [note] = [text for text in picture.texts if text.text == told]
        assert note.y > max(rect[1] + rect[3] for rect in (*picture.cells, *picture.filled))
    assert draw(source, at, "forward", {"x13": 1}).filled == ()


def test_a_program_without_inputs():
    picture = draw("y = 2*3")
    assert picture.cells == ()
    assert in_nodes(picture) == {"n1": "ȳ = 1"}


def test_the_record_says_how_it_was_swept():
    record = draw(*THREE, "reverse", {"y1": 1, "y2": -1}, digits=3).record
    assert record["sweep"] == {"mode": "reverse", "seed": {"y1": 1, "y2": -1}}
    assert record["options"] == {"digits": 3}


def test_the_description_tells_what_is_carried():
    told = draw(*DIAMOND).description
    assert "reverse sweep from y: x̄ = ∂y/∂x = 16." in told
    assert "x̄ = 3·4 + 4·1 = 12 + 4 = 16." in told


def test_pictures_that_could_not_be_read_are_refused():
    derivation = derive("u0 = x; " + "; ".join(f"u{k} = 2*u{k - 1}" for k in range(1, 400)), {"x": 0})
    found = next(units(derivation, "reverse"))
    with pytest.raises(NotSupported, match="could not be read"):
        draw_sweep(derivation, found)
    near = draw_sweep(derivation, found, DrawOptions(focus="u200", radius=2))
    assert len(near.boxes) == 5
    assert len(on_wires(near)) == len(near.arrows)
    with pytest.raises(UnknownName):
        draw_sweep(derivation, found, DrawOptions(focus="w"))


@given(programs(most=5))
@settings(max_examples=15)
def test_random_programs_have_every_number_on_its_wire(case):
    derivation = derive(*case)
    if not derivation.inputs:
        return
    tape, graph = derivation.tape, derivation.tape.graph
    for mode, node in (("forward", graph.inputs[0]), ("reverse", graph.outputs[0])):
        found = sweep(tape, mode, {node: 1.0})
        picture = draw_sweep(derivation, found)
        expected = {
            graph.edge(edge).id: show(number).text
            for edge, number in enumerate(found.wires)
            if number is not None
        }
        assert {key: text.strip(" ←→") for key, text in on_wires(picture).items()} == expected
        assert set(in_nodes(picture)) == {f"n{node}" for node in found.visits}


@pytest.mark.parametrize("name", SWEEPS)
def test_nothing_lies_on_anything(name):
    picture = drawn(name)
    taken = [(box.x - box.width / 2, box.y - box.height / 2, box.width, box.height) for box in picture.boxes]
    for arrow in picture.arrows:
        if not arrow.label:
            continue
        width = max(room(text.text, text.role) for text in arrow.label)
        top = min(text.y for text in arrow.label) - 11
        rect = (arrow.label[0].x - width / 2, top, width, max(text.y for text in arrow.label) - top + 3)
        assert not [other for other in taken if overlap(rect, other) > 1], arrow.id
        taken.append(rect)
    assert [arrow.id for arrow in picture.arrows if arrow.backed] == []
