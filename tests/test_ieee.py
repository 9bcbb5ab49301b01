"""Arithmetic that always answers."""

from __future__ import annotations

import itertools
import math

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphviz_ad import ieee
from graphviz_ad.ieee import FUNCTIONS, div, floordiv, mod, power

INF, NAN = math.inf, math.nan
ANY = st.floats(allow_nan=True, allow_infinity=True)
FINITE = st.floats(allow_nan=False, allow_infinity=False)


def same(found, wanted):
    return (
        math.isnan(found)
        if math.isnan(wanted)
        else (found, math.copysign(1, found)) == (wanted, math.copysign(1, wanted))
    )


@pytest.mark.parametrize(
    ("x", "y", "quotient"),
    [
        (1.0, 0.0, INF), (-1.0, 0.0, -INF), (1.0, -0.0, -INF), (-1.0, -0.0, INF), (0.0, 0.0, NAN),
        (INF, 0.0, INF),
        (NAN, 0.0, NAN), (1.0, INF, 0.0), (INF, INF, NAN), (1e300, 1e-300, INF), (7.0, 2.0, 3.5),
        (0.0, -5.0, -0.0),
    ],
)  # fmt: skip
def test_division(x, y, quotient):
    assert same(div(x, y), quotient)


@given(FINITE, FINITE)
def test_division_is_pythons_where_python_divides(x, y):
    if y:
        assert same(div(x, y), x / y)
        assert same(floordiv(x, y), x // y)
        assert same(mod(x, y), x % y)


@pytest.mark.parametrize(
    ("x", "y", "value"),
    [
        (-2.0, 3.0, -8.0), (0.0, -1.0, INF), (-0.0, -1.0, -INF), (-0.0, -2.0, INF), (0.0, -0.5, INF),
        (1e200, 2.0, INF),
        (-1e200, 3.0, -INF), (-1e200, 2.0, INF), (-2.0, 0.5, NAN), (0.0, 0.0, 1.0),
        (2.0, -1e308, 0.0), (0.5, 1e308, 0.0),
        (NAN, 0.0, 1.0), (INF, 0.0, 1.0), (-8.0, 1 / 3, NAN), (2.0, 1e308, INF), (-1.0, INF, 1.0),
    ],
)  # fmt: skip
def test_powers(x, y, value):
    assert same(power(x, y), value)


@given(FINITE, FINITE)
def test_powers_are_real_or_not_a_number(x, y):
    found = power(x, y)
    if x < 0 and y != math.floor(y):
        assert math.isnan(found)
        return
    assert not math.isnan(found)
    with mpmath.workdps(40):
        if x and abs(y) < 1e15:
            exact = mpmath.power(mpmath.mpf(x), int(y) if y == math.floor(y) else mpmath.mpf(y))
            if 1e-300 < abs(exact) < 1e300:
                assert found == pytest.approx(float(exact), rel=1e-12)


EDGES = {
    "exp": [(1000.0, INF), (-1000.0, 0.0), (-INF, 0.0)],
    "expm1": [(1000.0, INF), (-1000.0, -1.0)],
    "log": [(0.0, -INF), (-1.0, NAN), (INF, INF), (-0.0, -INF)],
    "log2": [(0.0, -INF), (-1.0, NAN), (8.0, 3.0)],
    "log10": [(0.0, -INF), (-1.0, NAN), (1000.0, 3.0)],
    "log1p": [(-1.0, -INF), (-2.0, NAN)],
    "sqrt": [(-1.0, NAN), (0.0, 0.0), (INF, INF)],
    "cbrt": [(-8.0, -2.0), (0.0, 0.0), (-INF, -INF)],
    "sin": [(INF, NAN)],
    "cos": [(-INF, NAN)],
    "tan": [(INF, NAN)],
    "asin": [(2.0, NAN), (1.0, math.pi / 2)],
    "acos": [(-2.0, NAN), (1.0, 0.0)],
    "sinh": [(1000.0, INF), (-1000.0, -INF)],
    "cosh": [(1000.0, INF), (-1000.0, INF)],
    "tanh": [(1000.0, 1.0), (-INF, -1.0)],
    "acosh": [(0.5, NAN), (1.0, 0.0)],
    "atanh": [(1.0, INF), (-1.0, -INF), (2.0, NAN)],
    "sign": [(-3.0, -1.0), (0.0, 0.0), (-0.0, 0.0), (NAN, NAN), (INF, 1.0)],
    "floor": [(2.5, 2.0), (-2.5, -3.0), (INF, INF), (NAN, NAN), (1e300, 1e300)],
    "ceil": [(2.5, 3.0), (-2.5, -2.0), (-INF, -INF)],
    "round": [(2.5, 2.0), (3.5, 4.0), (-0.4, 0.0), (NAN, NAN)],
    "abs": [(-0.0, 0.0), (-INF, INF)],
}


@pytest.mark.parametrize(("name", "x", "value"), [(n, x, v) for n, found in EDGES.items() for x, v in found])
def test_edges(name, x, value):
    found = FUNCTIONS[name](x)
    assert math.isnan(found) if math.isnan(value) else found == value


def test_larger_and_smaller_let_nan_through():
    for name in ("max", "min"):
        assert math.isnan(FUNCTIONS[name](NAN, 1.0))
        assert math.isnan(FUNCTIONS[name](1.0, NAN))
    assert FUNCTIONS["max"](-INF, 3.0) == 3.0
    assert FUNCTIONS["min"](-INF, 3.0) == -INF


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_is_total_and_gives_floats(name):
    numbers = [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -3.0, 5e-324, 1e-300, 1e300, -1e300, 1.7e308, INF, -INF, NAN]
    function = FUNCTIONS[name]
    count = 2 if name in ("div", "floordiv", "mod", "pow", "atan2", "hypot", "max", "min") else 1
    for args in itertools.product(numbers, repeat=count):
        assert type(function(*args)) is float, args
    assert set(ieee.__all__) >= {"FUNCTIONS"}
