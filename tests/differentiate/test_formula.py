"""Products and totals as formulas: the same numbers, and as people write them."""

from __future__ import annotations

import math
import time

import pytest
from derivatives import gradient, told, value_of
from hypothesis import given, settings
from programs import SAFE, programs

from graphviz_ad import ops
from graphviz_ad.expression import parse_expression, walk


def formula(text, wrt, at=None, **options):
    return next(iter(told(text, at, wrt=[wrt], formulas=True, **options).values()))


@pytest.mark.parametrize(
    ("text", "wrt", "total"),
    [
        ("(x + c)*x", "x", "2*x + c"),
        ("x**2*(x + 1)", "x", "3*x**2 + 2*x"),
        ("(y-(m*x+c))**2", "x", "2*m*(m*x + c - y)"),
        ("(y-(m*x+c))*(y-(m*x+c))", "x", "2*m*(m*x + c - y)"),
        ("(y-(m*x+c))**2", "y", "2*(y - m*x - c)"),
        ("x1*x2*x3", "x3", "x1*x2"),
        ("m*x + p", "m", "x"),
        ("m*x + p", "p", "1"),
        ("tanh(x)", "x", "1 - tanh(x)**2"),
        ("x**3 - 2*x", "x", "3*x**2 - 2"),
        ("0.5*k*x**2", "x", "k*x"),
        ("pi*r**2", "r", "2*pi*r"),
        ("log(x)/x", "x", "1/x**2 - log(x)/x**2"),
        ("a**b", "a", "b*a**(b - 1)"),
        ("where(x > 0, x*y, 0)", "y", "x*where(x > 0, 1, 0)"),
        ("x % y", "y", "-(x//y)"),
        ("cbrt(x)", "x", "1/(3*cbrt(x)**2)"),
    ],
)
def test_totals(text, wrt, total):
    assert formula(text, wrt).symbol == total


def test_products_of_the_green_and_the_red_path():
    found = formula("(x + c)*x", "x")
    assert [chain.symbol for chain in found.chains] == ["x", "x + c"]


def value(text, at):
    names = {part.text for part in walk(parse_expression(text)) if part.op == "name"}
    return value_of(text, {name: at[name] for name in names if name in at})


@given(programs(operations=tuple(n for n in SAFE if n != "branch"), most=4))
@settings(max_examples=120)
def test_formulas_have_the_value_of_the_numbers(made):
    text, at = made
    for (_, wrt), found in told(text, at, formulas=True).items():
        if found.symbol is None or not math.isfinite(found.total):
            continue
        assert set_of_names(found.symbol) <= at.keys() | {"pi"}
        if "where" in text or any(ops.TABLE[op].kinks for op in ops.TABLE if op in text):
            continue  # beside a jump the formula may round to the other side
        scale = sum(abs(chain.product) for chain in found.chains) if found.chains else 1.0
        assert value(found.symbol, at) == pytest.approx(found.total, rel=1e-8, abs=1e-8 * scale), wrt


def set_of_names(text):
    return {part.text for part in walk(parse_expression(text)) if part.op == "name"}


@pytest.mark.parametrize("name", [n for n in SAFE if n not in ("branch", "where")])
def test_the_formula_of_every_operation(name):
    text = SAFE[name].format("x", "y", "z")
    at = {
        k: v
        for k, v in {"x": 0.3, "y": 0.7, "z": 1.25}.items()
        if k in text.replace("max", "").replace("exp", "")
    }
    at = {k: v for k, v in at.items() if k in set_of_names(text)}
    _, slopes = gradient(text, at)
    for (_, wrt), found in told(text, at, formulas=True).items():
        assert value(found.symbol, at) == pytest.approx(slopes[wrt], rel=1e-9, abs=1e-12)


def test_a_variable_that_is_called_like_a_constant():
    found = told("pi*gelu(x)", {"pi": 3.0, "x": 0.5}, wrt=["x"], formulas=True)
    (explanation,) = found.values()
    assert value_of(explanation.symbol, {"pi": 3.0, "x": 0.5}) == pytest.approx(explanation.total, rel=1e-9)
    (explanation,) = told("E*I + e", {"E": 2.0, "I": 3.0, "e": 1.0}, wrt=["I"], formulas=True).values()
    assert explanation.symbol == "E"


def test_names_of_symengines_own_are_ours():
    for name in ("E", "I", "oo", "zoo", "nan", "beta", "gamma", "zeta", "Max", "Abs", "True_", "x_1", "λ"):
        (found,) = told(f"{name}**2", {name: 1.5}, wrt=[name], formulas=True).values()
        assert found.symbol == f"2*{name}"


def test_towers_are_not_worked_out():
    begun = time.monotonic()
    for text in (
        "9**9**9*x",
        "x*2**9999",
        "(x*3)**2000",
        "(x + 1)**3000",
        "x**x**x",
        "(x + y)**100*(x - y)**100",
    ):
        for found in told(text, formulas=True).values():
            assert found.symbol is None or len(found.symbol) < 20_000
    assert time.monotonic() - begun < 20


def test_a_long_sum_has_a_short_formula():
    assert formula("+".join(["x*y"] * 500), "x").symbol == "500*y"
    assert formula("+".join(f"a{k}*x" for k in range(5)), "x").symbol == "a0 + a1 + a2 + a3 + a4"
    assert formula("+".join(f"{k}*x" for k in range(3000)), "x", max_paths=0).symbol == "4.4985e6"


@pytest.mark.parametrize("rungs", [10, 100, 5000])
def test_a_ladder_of_numbers_is_cut_where_floats_end(rungs):
    text = ";".join(["s1 = x + x", *(f"s{k} = s{k - 1} + s{k - 1}" for k in range(2, rungs + 1))])
    found = formula(text, "x")
    assert found.symbol == {10: "1024", 100: "1.2676506002282294e30"}.get(rungs)
    text = ";".join(["s1 = 2*x", *(f"s{k} = 2*s{k - 1}" for k in range(2, rungs + 1))])
    assert formula(text, "x").symbol == {10: "1024", 100: "1.2676506002282294e30"}.get(rungs)


def test_deep_nesting_is_no_danger():
    for text in (
        "sin(" * 3000 + "x" + ")" * 3000,
        "x**" * 500 + "2",
        "*".join(f"(x + a{k})" for k in range(300)),
    ):
        found = formula(text, "x")
        assert found.symbol is None or len(found.symbol) < 100_000


def test_formulas_that_nobody_could_read_are_cut():
    lines = ["x1 = x*x + x", *(f"x{k + 1} = x{k}*x{k} + x{k}" for k in range(1, 30))]
    (found,) = told("\n".join(lines), formulas=True).values()
    assert found.symbol is None


def test_without_values_totals_are_formulas_and_no_numbers():
    found = formula("(x + c)*x", "x")
    assert found.total is None
    assert all(chain.product is None for chain in found.chains)


def test_mixed_values():
    found = formula("(2*x + 3)*c", "x", at={"x": 1.0})
    assert (found.symbol, found.total) == ("2*c", None)


@pytest.mark.parametrize(
    "text",
    [
        "sin(x/0)",
        "exp(x/0)",
        "x**(1/0)",
        "x**sqrt(-1)",
        "x**asin(3)",
        "(-2)**x",
        "exp(log(0)*x)",
        "floor(x/0)",
    ],
)
def test_what_is_infinite_or_not_real_has_no_formula(text):
    (found,) = told(text, formulas=True).values()
    assert found.symbol is None


def test_eulers_number_keeps_its_name():
    assert told("e**(2*x)", formulas=True)["f", "x"].symbol == "2*exp(2*x)"
    assert told("e*x**2", formulas=True)["f", "x"].symbol == "2*e*x"
    assert told("e*E", {"E": 2}, formulas=True)["f", "E"].symbol.startswith("2.718281828459")
