"""Forward mode: duals, and the derivatives that are made of sweeps."""

from __future__ import annotations

import json
import math

import mpmath
import pytest
from conftest import ROOT

import graphviz_ad
from graphviz_ad.errors import AdvizError, NotSupported, UnknownName
from graphviz_ad.live.derivatives import derivative, gradient, jacobian, jvp, vjp
from graphviz_ad.live.dual import Dual

DATA = json.loads((ROOT / "tests/data/worked_examples.json").read_text(encoding="utf-8"))["examples"]
EXAMPLES = {example["id"]: example for example in DATA}


def test_the_chain_of_three_operators():
    example = EXAMPLES["primer-chain"]
    x = Dual(example["at"]["x"], 1.0)
    double = 2 * x
    plus = double + 3
    y = plus**2
    assert [number.tangent for number in (x, double, plus, y)] == example["forward_sweep"]
    assert y.primal == example["value"]
    assert repr(y) == "Dual(49, 28)"


def test_the_tiny_engine():
    example = EXAMPLES["tiny-tanh"]
    for name, slope in example["wrt"].items():
        x, y = (Dual(value, float(own == name)) for own, value in example["at"].items())
        found = x * y + x.tanh()
        assert found.tangent == pytest.approx(slope, rel=example["tolerance"])


def test_a_constant_passes_no_nan():
    assert (Dual(-2.0, 1.0) ** 3).tangent == 12.0
    assert graphviz_ad.where(0.0, Dual(0.0, 1.0).log(), Dual(2.0, 3.0)).tangent == 3.0


def test_duals_are_made_of_two_numbers():
    for strange in ("1", None, Dual(1.0)):
        with pytest.raises(TypeError):
            Dual(strange)
        with pytest.raises(TypeError):
            Dual(1.0, strange)


def test_jvp():
    assert jvp(lambda x, y: (x * y, {"sum": x + y}, 7), (3, 4), (1, 10)) == (
        (12.0, {"sum": 7.0}, 7),
        (34.0, {"sum": 11.0}, 0.0),
    )
    assert jvp(lambda *, x, y: x * y, {"x": 3, "y": 4}, {"x": 1, "y": 0}) == (12.0, 4.0)
    assert jvp(lambda w: w[0] * w[1], ([3, 4],), ([1, 10],)) == (12.0, 34.0)
    with pytest.raises(AdvizError, match="same form"):
        jvp(lambda x, y: x * y, (3, 4), 1)


def test_vjp():
    value, adjoints = vjp(lambda x, y: (x * y, x + y), (3, 4), (1, 10))
    assert value == {"f_0": 12.0, "f_1": 7.0}
    assert adjoints == {"x": 14.0, "y": 13.0}
    assert vjp("u = x*y; w = x + y", {"x": 3, "y": 4}, {"w": 1}) == (
        {"u": 12.0, "w": 7.0},
        {"x": 1.0, "y": 1.0},
    )
    assert vjp(lambda x: x**2, 3) == (9.0, {"x": 6.0})
    with pytest.raises(UnknownName):
        vjp("u = x*y; w = x + y", {"x": 3, "y": 4}, {"v": 1})
    with pytest.raises(AdvizError, match="2 outputs need 2 cotangents"):
        vjp("u = x*y; w = x + y", {"x": 3, "y": 4})


def test_gradient_and_jacobian():
    example = EXAMPLES["blog-loss-pow"]
    assert gradient(lambda y, m, x, c: (y - (m * x + c)) ** 2, **example["at"]) == example["wrt"]
    assert gradient(example["program"], **example["at"]) == example["wrt"]
    grid = jacobian("y1 = x1*x2; y2 = sin(x1) + x2; y3 = x1*x2*x2", x1=2, x2=3)
    assert grid == {
        "y1": {"x1": 3.0, "x2": 2.0},
        "y2": {"x1": pytest.approx(math.cos(2), rel=1e-15), "x2": 1.0},
        "y3": {"x1": 9.0, "x2": 12.0},
    }
    with pytest.raises(NotSupported, match="call jacobian"):
        gradient("u = x; w = 2*x", x=1)
    with pytest.raises(AdvizError, match="y has no value"):
        gradient("x*y", x=1)


@pytest.mark.parametrize("order", range(6))
def test_derivatives_of_any_order(order):
    def f(x):
        return graphviz_ad.tanh(x) * graphviz_ad.exp(-x * x) + 1 / x

    def exact(x):
        return mpmath.tanh(x) * mpmath.exp(-x * x) + 1 / x

    with mpmath.workdps(60):
        wanted = float(mpmath.diff(exact, mpmath.mpf(0.7), order))
    assert derivative(f, 0.7, order=order) == pytest.approx(wanted, rel=1e-12)


def test_derivatives_by_one_of_several():
    assert derivative("x**3*y**2", x=2, y=5, wrt="x", order=2) == 12 * 25
    assert derivative("x**3*y**2", x=2, y=5, wrt="y", order=3) == 0.0
    with pytest.raises(UnknownName, match="wrt must say"):
        derivative("x*y", x=2, y=5)
    with pytest.raises(UnknownName):
        derivative("x*y", x=2, y=5, wrt="z")
    with pytest.raises(AdvizError, match="order"):
        derivative("x", x=2, order=-1)


def test_a_direction_that_does_not_move_passes_nothing():
    assert jvp(lambda x, y: x**y, (-2.0, 3.0), (1.0, 0.0)) == (-8.0, 12.0)
    assert jvp(lambda x, y: graphviz_ad.sqrt(x) + y, (0.0, 1.0), (0.0, 1.0)) == (1.0, 1.0)


def test_leaves_of_one_name_are_not_mixed_up():
    value, tangent = jvp(
        lambda w, w_0: w[0] + 100 * w_0, {"w": [1.0, 2.0], "w_0": 5.0}, {"w": [1.0, 0.0], "w_0": 0.0}
    )
    assert (value, tangent) == (501.0, 1.0)
    with pytest.raises(AdvizError, match="same form"):
        jvp(lambda w: w[0] * w[1], ([1.0, 2.0],), ([1.0],))


def test_a_cotangent_may_have_the_form_of_the_result():
    np = pytest.importorskip("numpy")
    a = np.array([[1.0, 2.0], [3.0, 4.0]])
    _, adjoints = vjp(lambda a: a * a, (a,), np.ones((2, 2)))
    assert list(adjoints.values()) == [2.0, 4.0, 6.0, 8.0]
    with pytest.raises(AdvizError, match="no number"):
        vjp(lambda x: x * x, 3.0, "a")


def test_where_there_is_no_slope_no_formula_gives_one():
    for order in (1, 2, 3):
        assert math.isnan(derivative("log(x)", x=-1, order=order))
    assert math.isnan(derivative("0*(1/x)", x=0))
    assert derivative("where(x==0, 1, sin(x)/x)", x=0.0) == 0.0


def test_derivatives_by_an_intermediate():
    assert derivative("u = x*x; y = u**3", x=2, wrt="u") == 48.0
    assert derivative("u = x*x; y = u**3", x=2, wrt="u", order=2) == 24.0
    with pytest.raises(UnknownName, match="nothing is called z"):
        derivative("x*y", x=2, y=5, wrt="z")
