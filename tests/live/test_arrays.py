"""numpy's functions and arrays of numbers that remember."""

from __future__ import annotations

import numpy as np
import pytest

import graphviz_ad
from graphviz_ad import ops
from graphviz_ad.live.dual import Dual
from graphviz_ad.live.value import Value
from graphviz_ad.live.variables import zero_grad

UNARY = [
    "absolute", "arccos", "arccosh", "arcsin", "arcsinh", "arctan", "arctanh", "cbrt", "ceil", "cos",
    "cosh", "exp", "expm1", "fabs", "floor", "log", "log10", "log1p", "log2", "negative", "positive",
    "rint", "sign", "sin", "sinh", "sqrt", "square", "tan", "tanh",
]  # fmt: skip
BINARY = [
    "add", "arctan2", "divide", "floor_divide", "hypot", "maximum", "minimum", "mod",
    "multiply", "power", "remainder", "subtract",
]  # fmt: skip
COMPARISONS = ["equal", "greater", "greater_equal", "less", "less_equal", "not_equal"]


@pytest.mark.parametrize("name", UNARY)
def test_functions_of_one(name):
    function = getattr(np, name)
    number = 1.25 if name == "arccosh" else 0.4
    x = Value(number, name="x")
    assert function(x).value == pytest.approx(function(number), rel=1e-15)
    array = np.array([Value(number), Value(number)])
    made = function(array)
    # numpy computes the sign of an object by comparing it.
    numbers = [getattr(value, "value", value) for value in made]
    assert numbers == pytest.approx([function(number)] * 2, rel=1e-15)


@pytest.mark.parametrize("name", BINARY)
def test_functions_of_two_on_either_side(name):
    function = getattr(np, name)
    for left, right in (
        (Value(1.5), 0.4),
        (1.5, Value(0.4)),
        (np.float32(1.5), Value(0.4)),
        (Value(1.5), Value(0.4)),
    ):
        made = function(left, right)
        assert isinstance(made, Value), name
        assert made.value == pytest.approx(function(1.5, 0.4), rel=1e-15)


@pytest.mark.parametrize("name", COMPARISONS)
def test_comparisons(name):
    function = getattr(np, name)
    for left, right in ((1.5, 0.4), (0.4, 1.5), (1.5, 1.5)):
        assert function(Value(left), right) is bool(function(left, right))
        assert function(left, Value(right)) is bool(function(left, right))


def test_scalars_of_numpy_are_numbers():
    x = Value(np.float32(1.5))
    assert (np.float64(2) * x).value == 3.0
    assert (x * np.int64(2)).value == 3.0
    assert isinstance(np.float64(2) * x, Value)
    assert np.isfinite(x)
    assert not np.isnan(x)


def test_what_has_no_row_is_refused():
    with pytest.raises(TypeError, match=r"numpy\.logaddexp"):
        np.logaddexp(Value(1.0), 2.0)
    with pytest.raises((TypeError, IndexError)):
        np.array([1.0, 2.0])[Value(1)]
    with pytest.raises(TypeError):
        np.asarray([Value(1.0)], dtype=float)


def test_a_layer_written_as_usual():
    rng = np.random.default_rng(3)
    w, x, b = rng.normal(size=(3, 4)), rng.normal(size=4), rng.normal(size=3)
    values = np.array([[Value(entry) for entry in row] for row in w])
    out = np.tanh(values @ x + b)
    loss = (out**2).sum() / 3
    loss.backward()
    exact = np.tanh(w @ x + b)
    wanted = np.outer(2 * exact * (1 - exact**2) / 3, x)
    got = [[entry.grad for entry in row] for row in values]
    assert np.allclose(got, wanted, rtol=1e-13)
    zero_grad(values)
    assert values[0, 0].grad == 0.0


def test_array_times_value_and_back():
    x = Value(2.0, name="x")
    array = np.array([1.0, 3.0])
    for product in (array * x, x * array):
        assert [value.value for value in product] == [2.0, 6.0]
    (array * x).sum().backward()
    assert x.grad == 4.0
    grid = np.array([[1.0, 2.0], [3.0, 4.0]])
    assert (grid - x).shape == (2, 2)
    assert (x / grid)[1, 1].value == 0.5


def test_our_functions_go_through_arrays():
    array = np.array([Value(-1.0), Value(2.0)])
    assert [value.value for value in graphviz_ad.relu(array)] == [0.0, 2.0]
    assert [value.value for value in graphviz_ad.max(array, 0.5)] == [0.5, 2.0]
    assert list(graphviz_ad.tanh(np.array([0.0]))) == [0.0]


def test_duals_in_arrays():
    array = np.array([Dual(2.0, 1.0), Dual(3.0, 0.0)])
    assert (array * array).sum().tangent == 4.0
    assert np.exp(Dual(0.0, 2.0)).tangent == 2.0


def test_every_numpy_name_that_is_mapped_exists():
    from graphviz_ad.live import arrays

    for name, row in {**arrays._OPERATORS, **arrays._CALLED}.items():
        assert isinstance(getattr(np, name), np.ufunc)
        assert row in ops.TABLE
