import math

import pytest

from graphviz_ad.differentiate.operands import Operands
from graphviz_ad.graph import OUTPUT
from graphviz_ad.read import read_text
from graphviz_ad.write.program import program


def written(text):
    """Return what a text of the table becomes, as a program; x and y are variables."""
    graph = read_text("x + y")
    built = Operands(graph)
    operand = built.compute(text, {name: graph.scope[name] for name in ("x", "y")})
    columns, moved = built.columns.only(built.columns.needed([operand]))
    output = columns.node(OUTPUT, (moved(operand),), 0, 0, "z")
    return program(columns.graph([output], {}, "", ())).removeprefix("z = ")


@pytest.mark.parametrize(
    ("text", "tidy"),
    [
        ("1*x", "x"),
        ("x*1", "x"),
        ("0*x", "0"),
        ("x*0", "0"),
        ("-1*x", "-x"),
        ("x*(-1)", "-x"),
        ("-(-x)", "x"),
        ("0 + x", "x"),
        ("x + 0", "x"),
        ("x - 0", "x"),
        ("0 - x", "-x"),
        ("x/1", "x"),
        ("x**1", "x"),
        ("x**0", "1"),
        ("x**(2 - 1)", "x"),
        ("2*3 + 4", "10"),
        ("1/x", "1/x"),
        ("0/x", "0/x"),
        ("x*y", "x*y"),
        ("y*x", "y*x"),
        ("x if 1 < 2 else y", "x"),
        ("x if 2 < 1 else y", "y"),
        ("x if y != 0 else 0", "where(y != 0, x, 0)"),
        ("x if (y > 0) != 0 else 0", "where(y > 0, x, 0)"),
        ("x if (y > 0) == 0 else 0", "where(y > 0, 0, x)"),
        ("x if y > 0 else x", "x"),
        ("x < y", "x < y"),
        ("0 < x < y", "0 < x < y"),
        ("0 < 1 < y", "1 < y"),
        ("1 < 0 < y", "0"),
        ("sin(0) + x", "x"),
        ("2*exp(-x**2)/sqrt(4)", "2*exp(-x**2)/2"),
    ],
)
def test_only_what_can_be_struck_out_is(text, tidy):
    assert written(text) == tidy


def test_what_is_not_finite_is_not_folded():
    assert written("1/0 + x") == "1/0 + x"


def test_conditions_of_what_depends_on_no_variable_are_decided():
    graph = read_text("k = 3; x**k")
    built = Operands(graph)
    k = graph.scope["k"]
    x = graph.scope["x"]
    assert built.compute("x if k == 0 else v", {"x": x, "k": k, "v": k}) == k
    assert built.compute("x if k - 1 == 2 else v", {"x": x, "k": k, "v": k}) == x


def test_nodes_of_the_graph_stay_and_are_found():
    graph = read_text("u = sin(x); v = sin(x); u*v")
    built = Operands(graph)
    assert built.columns.ops == graph.ops
    assert built.apply("sin", graph.scope["x"]) == graph.scope["u"]
    fresh = built.apply("cos", graph.scope["x"])
    assert fresh == len(graph)
    assert built.apply("cos", graph.scope["x"]) == fresh


def test_numbers_that_are_equal_to_the_last_bit_make_operations_equal():
    built = Operands(read_text("2*x"))
    assert built.apply("mul", built.constant(2), 0) == 1
    assert built.apply("mul", built.constant(math.nextafter(2, 3)), 0) == 3
    assert built.apply("mul", built.constant(2.0), 0) == 1
