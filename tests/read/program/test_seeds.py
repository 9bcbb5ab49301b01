from __future__ import annotations

import pytest

from graphviz_ad.errors import SyntaxProblem
from graphviz_ad.read.program.seeds import read_seeds


@pytest.mark.parametrize(
    ("texts", "seeds"),
    [
        (["x"], {"x": 1}),
        (["x c"], {"x": 1, "c": 1}),
        (["x,c"], {"x": 1, "c": 1}),
        (["x=1 c=0.5"], {"x": 1, "c": 0.5}),
        (["x=1,c=-pi"], {"x": 1, "c": pytest.approx(-3.141592653589793, rel=1e-15)}),
        (["x", "c=2"], {"x": 1, "c": 2}),
        (["µ"], {"μ": 1}),
    ],
)
def test_names_are_1_and_values_are_what_they_are(texts, seeds):
    assert read_seeds(texts) == seeds


@pytest.mark.parametrize("texts", [[""], [" , "], ["x=1", "x"], ["x="], ["x c=1"], ["x=foo"]])
def test_what_is_no_seed(texts):
    with pytest.raises(SyntaxProblem):
        read_seeds(texts)
