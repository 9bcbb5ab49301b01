from __future__ import annotations

import pytest
from derivations import EIGHT, GREEN_RED, LOSS, LOSS_TWICE, PICTURES, picture, pictured


def sums(pic):
    return [text.full or text.text for text in pic.texts if text.role == "sum"]


def cells(pic):
    return [[text.text for text in row.texts] for row in pic.rows]


def heads(pic):
    return [text.text for text in pic.texts if text.role == "head"]


def test_two_paths_to_x_with_their_products_and_the_sum():
    pic = picture(*LOSS_TWICE, wrt=("x",))
    assert heads(pic) == ["path (output ← input)", "local derivatives", "numbers", "product"]
    assert cells(pic) == [
        ["L ← × v₇ ← − v₃ ← + v₂ ← × v₁ ← x", "1 · v₆ · (−1) · 1 · m", "1 · (−9) · (−1) · 1 · 2", "18"],
        ["L ← × v₇ ← − v₆ ← + v₅ ← × v₄ ← x", "1 · v₃ · (−1) · 1 · m", "1 · (−9) · (−1) · 1 · 2", "18"],
    ]
    assert sums(pic) == ["∂L/∂x = 18 + 18 = 36"]


def test_a_single_path_has_the_derivative_for_its_product():
    assert [row[-1] for row in cells(picture(*LOSS))] == [
        "∂L/∂y = −18",
        "∂L/∂m = 54",
        "∂L/∂x = 36",
        "∂L/∂c = 18",
    ]
    assert sums(picture(*LOSS)) == []


def test_the_row_of_a_path_is_a_sentence():
    rows = picture(*LOSS).rows
    assert rows[2].title == "Path 3: L from x: 1 · (−18) · (−1) · 1 · 2 = 36"


def test_equal_products_are_grouped():
    assert sums(picture(*EIGHT)) == ["∂y/∂x = 8 × 128 = 1024"]


def test_green_and_red():
    assert sums(picture(*GREEN_RED, wrt=("x",))) == ["∂z/∂x = 3 + 7 = 10"]


def test_without_values_the_product_is_a_formula_carried_down_to_the_inputs():
    pic = picture(LOSS[0], {}, wrt=("x",))
    assert heads(pic) == ["path (output ← input)", "local derivatives", "product"]
    assert cells(pic)[0][1:] == ["1 · 2·v₃ · (−1) · 1 · m", "∂L/∂x = −2·v₃·m"]
    (line,) = sums(pic)
    first, middle, formula = line.split(" = ")
    assert (first, middle) == ("∂L/∂x", "−2·v₃·m")
    text = formula.replace("·", "*").replace("−", "-")
    assert eval(text, {"m": 2, "c": 4, "x": 3, "y": 1}) == 36


def test_with_some_values_numbers_stand_where_they_are_known():
    pic = picture(LOSS[0], {"m": 2, "c": 4}, wrt=("x",))
    assert cells(pic)[0][2] == "1 · 2·v₃ · (−1) · 1 · 2"
    assert cells(pic)[0][3] == "∂L/∂x = −4·v₃"


def test_what_an_input_that_is_not_used_is_worth_is_never_a_bare_zero():
    pic = pictured("unused")
    assert "∂y/∂x = 0 (x is not used in y)" in sums(pic)
    assert "0 (not used)" in [text.text for text in pic.texts]
    assert "0" not in [text.text for text in pic.texts]
    assert "0 (x is not used in y)" in pic.description


def test_the_rest_is_a_row_and_the_sum_closes():
    pic = pictured("ladder")
    rest = pic.rows[-1]
    assert rest.path == 0
    assert [text.text for text in rest.texts] == ["+ 2**20 − 7 more paths from x", "1048569"]
    assert len(pic.rows) == 8
    pic = picture("a = x*x; b = a*a; c = b*b; y = c*c", {"x": 1})
    assert [text.text for text in pic.rows[-1].texts] == ["+ 9 more paths from x", "9"]
    assert sums(pic) == ["∂y/∂x = 7 × 1 + 9 = 16"]


@pytest.mark.parametrize("name", list(PICTURES))
def test_no_two_rows_read_alike(name):
    paths = [row.texts[0].text for row in pictured(name).rows]
    assert len(set(paths)) == len(paths)


def test_stages_of_labels_in_the_table():
    assert cells(picture(*GREEN_RED, wrt=("x",), labels="letters"))[0] == [
        "z ← × v₂ ← + v₁ ← x",
        "1 · d · a",
        "d·a",
    ]
    assert sums(picture(*GREEN_RED, wrt=("x",), labels="letters")) == ["∂z/∂x = d·a + e"]
    symbols = picture(*GREEN_RED, wrt=("x",), labels="symbols")
    assert cells(symbols)[0] == ["z ← × v₂ ← + v₁ ← x", "1 · x · 1", "x"]
    assert cells(picture(*GREEN_RED, wrt=("x",), labels="values"))[0] == [
        "z ← × v₂ ← + v₁ ← x",
        "1 · 3 · 1",
        "3",
    ]


def test_rounded_factors_do_not_contradict_their_product():
    pic = picture("y = x/3*3", {"x": 1})
    # 0.3333 · 3 is not 1.
    assert cells(pic)[0][-1] == "∂y/∂x ≈ 1"


def test_rounded_products_of_symbols_claim_no_equality():
    pic = picture("f = 1.23456*x*y", {}, wrt=("x",))
    assert cells(pic)[0][-1] == "∂f/∂x ≈ 1.235·y"
    assert pic.rows[0].title == "Path 1: f from x: 1 · y · 1.23456 ≈ 1.235·y"
    assert sums(pic) == ["∂f/∂x ≈ 1.235·y ≈ 1.23456·y"]
    assert sums(picture("f = a*x/3 + x*b", {"x": 2}, wrt=("x",))) == ["∂f/∂x ≈ 0.3333·a + b ≈ a/3 + b"]
    assert sums(picture("f = x*y*1.5*2", {}, wrt=("x",))) == []


@pytest.mark.parametrize("stage", ["letters", "partials", "symbols", "values", "both"])
def test_the_sentence_of_a_row_says_what_its_cells_say(stage):
    row = picture("y = (a/3 - x)**2", {"a": 1, "x": 3}, wrt=("x",), labels=stage).rows[0]
    *_, factors, product = (text.text for text in row.texts)
    assert row.title == f"Path 1: y from x: {factors} {product.removeprefix('∂y/∂x ')}"


def test_variables_called_like_numbers_are_no_numbers():
    pic = picture("y = x*nan*inf", {}, wrt=("x",))
    assert cells(pic)[0][-1] == "∂y/∂x = inf·nan"


def test_the_jacobian():
    pic = pictured("jacobian")
    texts = [text.text for text in pic.texts]
    grid = texts[texts.index("Jacobian") :]
    assert grid[:9] == ["Jacobian", "∂/∂x1", "3", "≈ −0.4161", "9", "∂/∂x2", "2", "1", "12"]
    assert len(pic.cells) == 6
    assert pictured("jacobian alone").rows == ()
    assert picture(*LOSS, table="none").rows == ()
    assert picture(*LOSS, table="none").texts[0].role == "title"
