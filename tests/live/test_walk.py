"""Paths of the walk with a stack: the worked example, its text, its chains, its sum."""

from __future__ import annotations

import json
import math

import pytest
from conftest import ROOT

from graphviz_ad.errors import NotSupported, UnknownName
from graphviz_ad.live.value import Value

DATA = json.loads((ROOT / "tests/data/worked_examples.json").read_text(encoding="utf-8"))["examples"]
LOSS = next(example for example in DATA if example["id"] == "blog-loss-two-paths")


def _add(a, b):
    return a + b


def _sub(a, b):
    return a - b


def _mul(a, b):
    return a * b


def program():
    """Build the loss as it was built there: both halves separately, names put on afterwards."""
    y, m, x, c = (Value(LOSS["at"][name]) for name in "ymxc")
    left = _sub(y, _add(_mul(m, x), c))
    right = _sub(y, _add(_mul(m, x), c))
    L = _mul(left, right)  # noqa: N806 - its name
    y.name, m.name, x.name, c.name, L.name = "y", "m", "x", "c", "L"
    return y, m, x, c, L


def test_paths_chains_and_the_sum():
    *_, x, _c, L = program()  # noqa: N806
    L.backward(paths=True)
    assert [str(path) for path in x.paths] == ["L->1->2->4->x", "L->8->9->10->x"]
    assert x.chains == LOSS["chain_to_x_output_first"]
    total = 0.0
    for chain in x.chains:
        total += math.prod(chain)
    assert total == LOSS["wrt"]["x"] == x.derivative
    assert L.value == LOSS["value"]


def test_the_other_inputs_have_theirs():
    y, m, x, c, L = program()  # noqa: N806
    L.backward(paths=True)
    for name, value in {"x": x, "m": m, "c": c, "y": y}.items():
        assert sum(map(math.prod, value.chains)) == LOSS["wrt"][name]
        assert all(path[0] is L and path[-1] is value for path in value.paths)


def test_paths_of_one_input_without_a_backward():
    *_, x, _c, L = program()  # noqa: N806
    paths = L.paths(wrt=x)
    assert [str(path) for path in paths] == ["L->1->2->4->x", "L->8->9->10->x"]
    assert [path.product for path in paths] == LOSS["products_to_x"]
    assert L.paths(wrt="x") == paths
    assert x.paths == []
    assert x.chains == []
    assert x.grad == 0.0


def test_an_intermediate_ends_paths_too():
    x = Value(3.0, name="x")
    u = x * x
    z = u * u
    assert [path.chain for path in z.paths(wrt=u)] == [[9.0], [9.0]]
    assert len(z.paths(wrt=x)) == 4


def test_x_times_x_has_two_paths():
    x = Value(3.0, name="x")
    (x * x).backward(paths=True)
    assert x.chains == [[3.0], [3.0]]


def test_a_backward_takes_the_place_of_older_paths():
    x = Value(3.0, name="x")
    (x * x).backward(paths=True)
    (x + 1).backward(paths=True)
    assert x.chains == [[1.0]]


def test_a_name_that_nothing_bears():
    *_, L = program()  # noqa: N806
    with pytest.raises(UnknownName, match="no value is called z"):
        L.paths(wrt="z")


def test_too_many_paths_are_counted_and_not_listed():
    x = y = Value(1.0, name="x")
    for _ in range(60):
        y = y + y
    with pytest.raises(NotSupported, match=str(2**60)):
        y.backward(paths=True)
    assert x.grad == 0.0
    assert y.backward()[-1] is x
    assert x.grad == 2.0**60
    assert y.explain(wrt=x).explanations[0].count == 2**60
