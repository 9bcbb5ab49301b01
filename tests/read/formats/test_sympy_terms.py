"""Expressions of sympy that somebody made."""

import math

import pytest
import sympy
from sympy import Piecewise, Rational, S, symbols

from graphviz_ad.differentiate import evaluate
from graphviz_ad.errors import AdvizError, GraphProblem, NotSupported
from graphviz_ad.read.formats.sympy_terms import from_sympy
from graphviz_ad.write.program import program

x, y, z = symbols("x y z")


@pytest.mark.parametrize(
    ("expression", "written"),
    [
        (x + y + z, "f = x + y + z"),
        (x * y * z, "f = x*y*z"),
        (x - y, "f = x - y"),
        (-x - 1, "f = -x - 1"),
        (y - x, "f = y - x"),
        (x / y, "f = x/y"),
        (1 / x, "f = 1/x"),
        (x / (2 * y), "f = x/(2*y)"),
        (-x / y, "f = -(x/y)"),
        (Rational(2, 3) * x, "f = 2*x/3"),
        (0.5 * x, "f = 0.5*x"),
        (sympy.sqrt(x), "f = sqrt(x)"),
        (1 / sympy.sqrt(x), "f = 1/sqrt(x)"),
        (x**3, "f = x**3"),
        (x**-2, "f = 1/x**2"),
        (x**-y, "f = 1/x**y"),
        (sympy.pi * x, "f = pi*x"),
        (sympy.exp(x), "f = exp(x)"),
        (sympy.E * x, "f = e*x"),
        (sympy.Abs(x), "f = abs(x)"),
        (sympy.sign(x), "f = sign(x)"),
        (sympy.Max(x, y), "f = max(x, y)"),
        (sympy.atan2(y, x), "f = atan2(y, x)"),
        (sympy.cot(x), "f = 1/tan(x)"),
        (sympy.sech(x), "f = 1/cosh(x)"),
        (sympy.ceiling(x), "f = ceil(x)"),
        (sympy.frac(x), "f = x % 1"),
        (sympy.Mod(x, y), "f = x % y"),
        (sympy.Heaviside(x, 0), "f = step(x)"),
        (sympy.Heaviside(x), "f = where(x == 0, 0.5, step(x))"),
        (x < y, "f = x < y"),
        (sympy.Eq(x, y), "f = x == y"),
        (sympy.Not(sympy.Or(x < 1, sympy.Eq(y, 2))), "f = max(y == 2, x < 1) == 0"),
        (Piecewise((x, x > 0), (0, True)), "f = where(x > 0, x, 0)"),
        (Piecewise((x, x > 1), (y, x > 0), (z, True)), "f = where(x > 1, x, where(x > 0, y, z))"),
        (Piecewise((1, x > 0), (0, True)), "f = x > 0"),
        (S.true, "f = 1"),
        (3, "f = 3"),
        (x, "f = x"),
    ],
    ids=str,
)
def test_what_an_expression_becomes(expression, written):
    assert program(from_sympy(expression)) == written


def test_a_piecewise_that_ends_is_no_number_behind_its_end():
    graph = from_sympy(Piecewise((x, x > 0)))
    assert math.isnan(evaluate(graph, {"x": -1}).primals[-1])
    assert evaluate(graph, {"x": 2}).primals[-1] == 2


def test_heavisides_function_is_one_half_at_0_as_sympy_says():
    graph = from_sympy(sympy.Heaviside(x))
    values = [evaluate(graph, {"x": at}).primals[-1] for at in (-1, 0, 1)]
    assert values == [float(sympy.Heaviside(at)) for at in (-1, 0, 1)] == [0, 0.5, 1]


def test_equal_subexpressions_are_one_node_over_all_outputs():
    graph = from_sympy({"a": sympy.sin(x * y) + x * y, "b": x * y})
    assert graph.ops.count("mul") == 1
    assert [graph.names[node] for node in graph.outputs] == ["a", "b"]


def test_a_ladder_stays_small():
    rung = x
    for _ in range(40):
        rung = sympy.sin(rung) + sympy.cos(rung)
    assert len(from_sympy(rung)) == 122


@pytest.mark.parametrize(
    ("expression", "told"),
    [
        (sympy.gamma(x), "gamma is not part"),
        (sympy.I * x, "complex numbers are not part"),
        (sympy.zoo, "complex numbers are not part"),
        (sympy.Derivative(sympy.Function("q")(x), x), "Derivative is not part"),
        (sympy.Function("q")(x), "q is not part"),
        (sympy.Matrix([x]), "Matrix is not part"),
        (sympy.Integer(10) ** 400, "none that adviz can hold"),
        (sympy.Integer(10) ** 5000 * x, "none that adviz can hold"),
        ("__import__('os').getcwd()", "is no expression of sympy"),
        ("x + 1", "is no expression of sympy"),
        (None, "is no expression of sympy"),
        ([x], "is no expression of sympy"),
    ],
    ids=range(12),
)  # fmt: skip
def test_what_adviz_does_not_have(expression, told):
    with pytest.raises(NotSupported) as caught:
        from_sympy(expression)
    assert told in caught.value.what
    assert caught.value.hint


def test_two_symbols_of_one_name():
    with pytest.raises(GraphProblem, match="two different symbols are called x"):
        from_sympy(x + sympy.Symbol("x", positive=True))
    with pytest.raises(GraphProblem, match="no expression"):
        from_sympy({})


def test_what_is_too_deep_for_sympy_is_no_crash():
    rung = x
    for _ in range(3000):
        rung = sympy.Pow(rung, y, evaluate=False)
    try:
        made = len(from_sympy(rung)) > 3000
    except AdvizError as error:
        made = "too deep" in error.what
    assert made
