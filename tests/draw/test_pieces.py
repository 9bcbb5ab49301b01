from __future__ import annotations

import math

import pytest
from derivations import LOSS, PICTURES, picture, pictured

from graphviz_ad.draw.measure import room
from graphviz_ad.picture import FONTS


def texts(pic):
    return {box.id: [text.text for text in box.texts] for box in pic.boxes}


def test_variables_operations_and_output_as_they_are_written():
    assert texts(picture(*LOSS)) == {
        "n0": ["y", "1"], "n1": ["m", "2"], "n2": ["x", "3"], "n3": ["×", "v₁ = 6"], "n4": ["c", "4"],
        "n5": ["+", "v₂ = 10"], "n6": ["−", "v₃ = −9"], "n7": ["( )²", "v₄ = 81"], "n8": ["L", "81"],
    }  # fmt: skip


def test_shapes_and_roles():
    pic = picture(*LOSS, wrt=("x",))
    shapes = {box.id: (box.shape, box.roles) for box in pic.boxes}
    assert shapes["n2"] == ("ellipse", ("variable", "wrt"))
    assert shapes["n0"] == ("ellipse", ("variable",))
    assert shapes["n3"] == ("box", ("operation",))
    assert shapes["n8"] == ("double", ("output",))


@pytest.mark.parametrize(
    ("source", "sign"),
    [("x*2", "× 2"), ("2*x", "2 ×"), ("x + 1", "+ 1"), ("3 - x", "3 −"), ("x**2", "( )²"), ("2**x", "2^( )"),
     ("leaky_relu(x, 0.1)", "leaky_relu(·, 0.1)"), ("x/4", "÷ 4"), ("x - -3", "− (−3)"), ("cbrt(x)", "cbrt"),
     ("x*pi", "× π")],
)  # fmt: skip
def test_a_constant_operand_is_written_into_the_box(source, sign):
    pic = picture(f"y = {source}", {"x": 2})
    assert [box.texts[0].text for box in pic.boxes if box.shape == "box"][-1] == sign


def test_the_chain_has_three_boxes_and_five_nodes_and_with_constants_eight():
    source, at, _ = PICTURES["chain"]
    assert [text[0] for text in texts(picture(source, at)).values()] == ["x", "2 ×", "+ 3", "( )²", "y"]
    pic = picture(source, at, constants="nodes")
    assert [text[0] for text in texts(pic).values()].count("2") == 2
    assert sum("constant" in box.roles for box in pic.boxes) == 3
    assert len(pic.boxes) == 8
    # Nothing is differentiated by a constant: its edge says nothing.
    assert all(not arrow.label for arrow in pic.arrows if arrow.id in {"n1_0", "n2_1", "n3_1"})


def test_a_named_constant_is_a_quiet_circle():
    pic = picture("k = 3; y = k*x", {"x": 2})
    (box,) = [box for box in pic.boxes if "constant" in box.roles]
    assert [text.text for text in box.texts] == ["k", "3"]
    assert box.width < 48


def test_digits_that_were_lost_are_told():
    pic = picture("y = sin(x)/4", {"x": 1})
    assert texts(pic)["n1"] == ["sin", "v₁ ≈ 0.8415"]
    assert texts(pic)["n3"] == ["y", "≈ 0.2104"]
    assert texts(picture("y = sin(x)/4", {"x": 1}, digits=2))["n3"] == ["y", "≈ 0.21"]


def test_without_values_there_are_only_names():
    pic = picture("y = x*c", {})
    assert texts(pic)["n2"] == ["×", "v₁"]
    assert texts(pic)["n0"] == ["x"]


def test_long_names_are_cut_and_told_in_full():
    name = "a_name_that_goes_on_and_on_and_on_for_much_too_long"
    box = picture(f"y = {name}*2", {name: 1}).boxes[0]
    assert "…" in box.texts[0].text
    assert box.texts[0].full == name
    assert name in box.title


@pytest.mark.parametrize("name", list(PICTURES))
def test_lines_lie_within_their_shapes(name):
    for box in pictured(name).boxes:
        for text in box.texts:
            half = room(text.text, text.role) / 2
            size = FONTS[text.role][0]
            if box.shape == "box":
                assert half <= box.width / 2 - 6
                continue
            ring = 3 if box.shape == "double" else 0
            for y in (text.y - 0.7 * size - box.y, text.y - box.y):
                assert math.hypot(half / (box.width / 2 - ring), y / (box.height / 2 - ring)) <= 1.02, text
