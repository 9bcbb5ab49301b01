"""Numbers as people write them onto edges."""

import math

import pytest

from graphviz_ad.errors import AdvizError
from graphviz_ad.read import read_text
from graphviz_ad.read.claims.formulas import number_in, plain_text
from graphviz_ad.read.claims.stated_names import Names


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("2*x", "2*x"), ("  2 ", "2"), (r"a\nb\lc\r", "a\nb\nc"), ("<<b>x</b>>", "x"), ("<b>x</b>", "x"),
        ('<FONT COLOR="red">3</FONT><BR/>= 4', "3\n= 4"), ("a &lt; b &amp; c", "a < b & c"),
        ("x < y > z", "x < y > z"), ("<lambda>", "lambda"), ("", ""),
    ],
)  # fmt: skip
def test_labels_as_texts(label, text):
    assert plain_text(label) == text


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3.0), ("-2.5e-3", -0.0025), ("− 2", -2.0), ("−2", -2.0), ("inf", math.inf), ("x", 4.0),
        ("2x = 7", 7.0), ("x == 4", 1.0), ("dy/dx = 2*x", 8.0), ("x/3 ≈ 1.333", 4 / 3), ("q ≈ 1.25", 1.25),
        ("x <= 3", 0.0), ("1/3", 1 / 3), ("2·x²", 32.0), ("a = b = 5", 5.0),
    ],
)  # fmt: skip
def test_what_a_text_states(text, value):
    assert number_in(text, {"x": 4.0}) == pytest.approx(value, rel=1e-15)


@pytest.mark.parametrize("text", ["", "q", "two", "2x", "x =", "x; 3", "x" * 10_001, "(" * 2000, "1e999x"])
def test_texts_that_state_no_number(text):
    with pytest.raises(AdvizError):
        number_in(text, {"x": 4.0})


def test_names_are_worth_what_is_stated_else_what_is_computed():
    graph = read_text("u = 2*x; y = u + sin(c)")
    names = Names(graph, {"node": 1, "x": 3}, {0: 3.0, 1: 7.0})
    # u is stated as 7, though it is 6; a name of the graph counts more than an id.
    assert (names["x"], names["u"], names["node"]) == (3.0, 7.0, 7.0)
    assert names.missing("2*u + y") == "y"
    assert names.missing("2*q") is None
    assert names.missing("((") is None
    assert dict(names) == {"x": 3.0, "u": 7.0, "node": 7.0}
    assert len(names) == 3
