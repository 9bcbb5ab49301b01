"""Values as people type them."""

from __future__ import annotations

import math

import pytest

from graphviz_ad.errors import SyntaxProblem
from graphviz_ad.read.program.values import read_values


@pytest.mark.parametrize(
    ("texts", "values"),
    [
        (["x=3"], {"x": 3}),
        (["x=3 c=4"], {"x": 3, "c": 4}),
        (["x=3,c=4"], {"x": 3, "c": 4}),
        (["x = 3; c = 4"], {"x": 3, "c": 4}),
        (["x=3", "c=4,y=1"], {"x": 3, "c": 4, "y": 1}),
        (["x=pi/2"], {"x": math.pi / 2}),
        (["x=-1e-3"], {"x": -1e-3}),
        (["x=2**0.5*3, y = sqrt(2)"], {"x": 3 * 2**0.5, "y": 2**0.5}),
        (["x=max(1, 2), y=log(8, 2)"], {"x": 2, "y": 3}),
        (["x=1 - 2 y=3"], {"x": -1, "y": 3}),
        (["λ=0.5 x₁=2 \u00b5=1"], {"λ": 0.5, "x1": 2, "μ": 1}),
        (["x=inf y=-inf"], {"x": math.inf, "y": -math.inf}),
        (["x=1 if 2 > 1 else 0"], {"x": 1}),
        (["x=(1 <= 2)"], {"x": 1}),
        (["pi=3 e=2"], {"pi": 3, "e": 2}),
        (["x=1/0"], {"x": math.inf}),
        ([], {}),
    ],
)
def test_values(texts, values):
    found = read_values(texts)
    assert found == pytest.approx(values)
    assert all(type(value) is float for value in found.values())


def test_not_a_number():
    assert math.isnan(read_values(["x=nan"])["x"])


@pytest.mark.parametrize(
    ("text", "message", "start"),
    [
        ("x", "values are given as NAME=VALUE", 0),
        ("3", "values are given as NAME=VALUE", 0),
        ("", "values are given as NAME=VALUE", None),
        ("y x=3", "values are given as NAME=VALUE", 0),
        ("x=", "a value is missing", 1),
        ("x= c=4", "a value is missing", 1),
        ("x=3 x=4", "x is given two values", 4),
        ("x=y", "y has no value here", 2),
        ("x=3 c=2z", "an operator is missing between 2 and z", 7),
        ("x=sine(2)", "sine is not a function", 2),
        ("x=sin(1, 2)", "sin cannot be called with 2 values", 2),
        ("x=1e400", "the number 1e400 is too large", 2),
        ("x=__import__('os')", "'os' is not part of the language", 13),
        ("x==3", "values are given as NAME=VALUE", 0),
        ("x=3; 4", "one expression was expected", 2),
    ],
)
def test_refused(text, message, start):
    with pytest.raises(SyntaxProblem) as caught:
        read_values([text])
    assert caught.value.what.startswith(message)
    if start is not None:
        assert caught.value.start == start
