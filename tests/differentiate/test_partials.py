"""The formula of an edge: the row's text with the operands' labels in it."""

from __future__ import annotations

import pytest
from derivatives import tape_of, value_of
from programs import SAFE

from graphviz_ad.differentiate.partials import edge_symbols
from graphviz_ad.expression import parse_expression, walk
from graphviz_ad.read import read_text
from graphviz_ad.tape import NOT_DIFFERENTIATED


@pytest.mark.parametrize(
    ("text", "symbols"),
    [
        ("(y-(m*x+c))**2", ["x", "m", "1", "1", "1", "-1", "2*v3", "1"]),
        ("x*x", ["x", "x", "1"]),
        ("x**3", ["3*x**2", "1"]),
        ("x**n", ["n*x**(n - 1)", "v1*log(x)", "1"]),
        ("2**x", ["v1*log(2)", "1"]),
        ("x**1", ["1", "1"]),
        ("x**-1", ["-x**-2", "1"]),
        ("x/2", ["0.5", "1"]),
        ("x/3", ["1/3", "1"]),
        ("1/x", ["-v1/x", "1"]),
        ("exp(x)", ["v1", "1"]),
        ("tanh(2*x)", ["2", "1 - v2**2", "1"]),
        ("sigmoid(x)", ["v1*(1 - v1)", "1"]),
        ("pi*x", ["pi", "1"]),
        ("u = 3*x; u*u", ["3", "u", "u", "1"]),
        ("sqrt(x)", ["1/(2*v1)", "1"]),
        ("-x", ["-1", "1"]),
        ("leaky_relu(x)", ["1 if x > 0 else 0.01", "1"]),
        ("v = 2; v*x", ["v", "1"]),
    ],
)
def test_symbols(text, symbols):
    assert list(edge_symbols(read_text(text)).values()) == symbols


def test_only_what_is_wanted():
    graph = read_text("a*b + c")
    assert edge_symbols(graph, [1, 3]) == {1: "a", 3: "1"}


@pytest.mark.parametrize("name", [n for n in SAFE if n != "branch"])
def test_symbols_have_the_value_of_the_local_derivative(name):
    at = {"x": 0.3, "y": 0.7, "z": 1.25}
    text = SAFE[name].format("x", "y", "z")
    tape = tape_of(text, {k: v for k, v in at.items() if k in names(text)})
    values = dict(zip(tape.graph.labels(), tape.primals, strict=True))
    for edge, symbol in edge_symbols(tape.graph).items():
        assert tape.states[edge] != NOT_DIFFERENTIATED
        used = {k: values[k] for k in names(symbol) - {"pi"}}
        assert value_of(symbol, used) == pytest.approx(tape.partials[edge], rel=1e-13, abs=1e-300), symbol


def names(text):
    return {part.text for part in walk(parse_expression(text)) if part.op == "name"}
