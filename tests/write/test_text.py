import re

import pytest

from graphviz_ad.differentiate import evaluate
from graphviz_ad.explain import explain
from graphviz_ad.read import read_text
from graphviz_ad.write import theme
from graphviz_ad.write.columns import aligned, width
from graphviz_ad.write.text import text

POINT = {"y": 1, "m": 2, "x": 3, "c": 4}
LOSS = """\
L = (y-(m*x+c))*(y-(m*x+c))
at y = 1, m = 2, x = 3, c = 4

v₁ = m·x       = 6
v₂ = v₁ + c    = 10
v₃ = y − v₂    = −9
v₄ = m·x       = 6
v₅ = v₄ + c    = 10
v₆ = y − v₅    = −9
v₇ = v₃·v₆     = 81
L = v₇         = 81

    path                                local derivatives        numbers                    product
1   L ← × v₇ ← − v₃ ← + v₂ ← × v₁ ← x   1 · v₆ · (−1) · 1 · m    1 · (−9) · (−1) · 1 · 2        18
2   L ← × v₇ ← − v₆ ← + v₅ ← × v₄ ← x   1 · v₃ · (−1) · 1 · m    1 · (−9) · (−1) · 1 · 2        18

∂L/∂x = 18 + 18 = 36

checked: paths = reverse = forward for the derivative; difference quotient: agrees
"""


def derive(source, at=None, **options):
    return explain(evaluate(read_text(source, at or {}), at or {}), **options)


def squeezed(told):
    return re.sub("   +", "   ", told)


def test_the_squared_loss():
    told = text(derive("L = (y-(m*x+c))*(y-(m*x+c))", POINT, wrt=["x"]))
    assert squeezed(told) == squeezed(LOSS)


def test_columns_stand_below_each_other():
    head, *rows = text(derive("L = (y-(m*x+c))*(y-(m*x+c))", POINT)).split("\n\n")[2].splitlines()
    for heading in ("local derivatives", "numbers"):
        assert {row[: head.index(heading)][-3:] for row in rows} == {"   "}
        assert {row[head.index(heading)] for row in rows} == {"1"}
    assert len({len(row) for row in rows}) == 1


def test_wide_characters_take_two_cells():
    assert width("損失") == 4
    assert aligned([["損", "1"], ["ab", "2"], ["e\u0301", "3"]]) == ["損   1", "ab   2", "e\u0301    3"]
    rows = text(derive("損失 = 重み*x + 重み", {"重み": 2, "x": 3})).split("\n\n")[2].splitlines()
    assert len({width(row) for row in rows[1:]}) == 1


def test_an_expression_is_shown_with_the_name_it_got():
    assert text(derive("x*x")).startswith("f = x*x\n")
    assert text(derive("z = x*x")).startswith("z = x*x\n")


def test_without_values_products_are_formulas_and_no_column_is_empty():
    told = text(derive("z = (x + c)*x", formulas=True))
    assert "numbers" not in told
    assert "checked" not in told
    assert re.search(r"1 · v₁ +(c \+ x|x \+ c)$", told, re.MULTILINE)
    assert re.search(r"∂z/∂x = x \+ \((c \+ x|x \+ c)\) = (c \+ 2·x|2·x \+ c)\n", told)


def test_mixed():
    told = text(derive("z = x*x + sin(y)", {"x": 3}, formulas=True))
    assert "∂z/∂x = 3 + 3 = 6\n∂z/∂y = cos(y)\n" in told


def test_the_rest_is_one_line():
    source = "; ".join(["x1 = x + x", *(f"x{k + 1} = x{k} + x{k}" for k in range(1, 50))])
    told = text(derive(source, {"x": 1}))
    assert "∂x50/∂x: + 2**50 - 7 more paths ≈ 1.126e15\n" in told
    assert "∂x50/∂x ≈ 7 × 1 + 1.126e15 ≈ 1.126e15\n" in told


def test_the_jacobian_of_several_outputs():
    told = text(derive("y1 = x1*x2; y2 = sin(x1) + x2; y3 = x1*x2*x2; y4 = 3*x1", {"x1": 2, "x2": 3}))
    grid = told[told.index("Jacobian") :].split("\n\n")[0].splitlines()
    assert grid[0] == "Jacobian (2 forward sweeps or 4 reverse sweeps: forward is cheaper)"
    assert [re.split("   +", line) for line in grid[2:]] == [
        ["y1", "3", "2"],
        ["y2", "≈ −0.4161", "1"],
        ["y3", "9", "12"],
        ["y4", "3", "0 (x2 is not used in y4)"],
    ]
    assert "∂y4/∂x2 = 0 (x2 is not used in y4)\n" in told
    assert "note: x2 is not used in y4" in told


def test_tables_can_be_left_out():
    derivation = derive("a = x*y; b = x + y", {"x": 2, "y": 3})
    assert "path" not in text(derivation, table="jacobian").split("checked")[0]
    assert "Jacobian" not in text(derivation, table="none")


@pytest.mark.parametrize("color", [False, True])
def test_colours_are_those_of_the_picture_and_only_on_demand(color):
    told = text(derive("x*y + x", {"x": 2, "y": 3}), color=color)
    assert ("\x1b" in told) == color
    if color:
        red, green, blue = (int(theme.PATHS[1][0].lstrip("#")[k : k + 2], 16) for k in (0, 2, 4))
        # Black on the second colour: white would have less contrast than 4.5:1.
        assert f"30;48;2;{red};{green};{blue}m2\x1b[0m" in told
        assert re.sub(r"\x1b\[[\d;]*m", "", told) == text(derive("x*y + x", {"x": 2, "y": 3}))


def test_a_kink_is_noted():
    assert "kink" in text(derive("relu(x)", {"x": 0}))


def test_digits():
    assert "0.333333333" in text(derive("x/3", {"x": 1}), digits=9)


def test_a_program_without_variables():
    assert text(derive("2 + 3")) == "f = 2 + 3\n\nv₁ = 2 + 3   = 5\nf = v₁       = 5\n"
