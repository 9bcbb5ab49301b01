"""Graphs in JSON and back."""

import json
import math

import pytest
from graphs import HOSTILE, graphs, hostile, same
from hypothesis import given

from graphviz_ad.columns import Columns
from graphviz_ad.differentiate.gradient import gradient_graph
from graphviz_ad.noun import replace
from graphviz_ad.read import read_text
from graphviz_ad.read.formats.document import from_json, listing_of_document
from graphviz_ad.read.listing.meaning import values_of
from graphviz_ad.write.graph_document import graph_document, to_json
from graphviz_ad.write.program import program


@given(graphs())
def test_what_is_written_reads_back_as_the_same_graph(graph):
    assert same(from_json(to_json(graph)), graph)
    assert same(from_json(graph_document(graph)), graph)


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names(name):
    graph = hostile(name)
    assert from_json(to_json(graph)) == graph


def test_the_form():
    content = graph_document(read_text("y = 2*x - pi*c"), {"x": 3})
    assert content == {
        "adviz": 1,
        "inputs": {"x": 3, "c": None},
        "nodes": [
            {"id": "n0", "op": "input", "args": [], "name": "x", "place": [6, 7]},
            {"id": "n1", "op": "mul", "args": [2, "n0"], "name": None, "place": [4, 7]},
            {"id": "n2", "op": "input", "args": [], "name": "c", "place": [13, 14]},
            {"id": "n3", "op": "mul", "args": ["pi", "n2"], "name": None, "place": [10, 14]},
            {"id": "n4", "op": "sub", "args": ["n1", "n3"], "name": None, "place": [4, 14]},
            {"id": "n5", "op": "output", "args": ["n4"], "name": "y", "place": [0, 14]},
        ],
        "outputs": ["n5"],
        "source": "y = 2*x - pi*c",
        "notes": [
            {
                "fault": "constant_name",
                "severity": "note",
                "message": "pi is the number 3.141592653589793; with a value or in --wrt it is a variable",
            }
        ],
    }


def test_names_that_are_no_nodes_are_kept():
    assert "scope" not in graph_document(read_text("u = x*y; u*u"))
    content = graph_document(read_text("u = x; u*u"))
    assert content["scope"]["u"] == "n0"
    assert from_json(content).scope == {"x": 0, "u": 0, "f": 1}


def test_numbers_are_kept_to_the_last_bit():
    columns = Columns()
    x = columns.node("input", (), 0, 0, "x")
    numbers = [0.1, -0.0, 5e-324, 1.7976931348623157e308, 2.0**53 + 2, math.inf, -math.inf, math.nan, 1 / 3]
    for number in numbers:
        x = columns.node("add", (x, columns.constant(number)), 0, 0)
    columns.node("add", (columns.constant(0.5, "half"), columns.constant(3.0, "pi")), 0, 0)
    graph = columns.graph([columns.node("output", (x,), 0, 0, "y")], {"x": 0, "y": x}, "", ())
    text = to_json(graph)
    json.loads(text, parse_constant=pytest.fail)
    again = from_json(text)
    assert same(again, graph)
    assert math.copysign(1, again.constants[1]) == -1
    assert again.symbols == {len(numbers): "half", len(numbers) + 1: "pi"}


def test_values_are_kept():
    at = {"x": math.inf, "y": -0.5}
    assert values_of(listing_of_document(to_json(read_text("x*y*z"), at))) == at


def test_a_graph_without_a_text():
    graph = read_text("u = x*y; u*u")
    bare = replace(graph, source="", places=graph.places[:0].__class__("q", [0] * 2 * len(graph)))
    assert set(graph_document(bare)) == {"adviz", "inputs", "nodes", "outputs"}
    assert from_json(to_json(bare)) == bare


def test_the_same_graph_gives_the_same_bytes():
    assert to_json(hostile("損失")) == to_json(hostile("損失"))


def test_large_graphs():
    graph = read_text("+".join(["x*y"] * 50_000))
    assert from_json(to_json(graph)) == graph


@pytest.mark.parametrize(
    "text",
    [
        "x**y",
        "f(x)=x*x; f(3)+f(y)",
        "max(2, x*3)",
        "x < 0 < y",
        "2 + x*pi",
        "a = x*3; b = x*2",
        "max(x, 1, 2)",
    ],
)
@pytest.mark.parametrize("order", [0, 1, 2])
def test_whoever_builds_it_it_is_the_same_graph(text, order):
    graph = read_text(text, of=["b"] if "b" in text else ())
    for _ in range(order):
        graph = gradient_graph(graph)
    assert from_json(to_json(graph)) == graph
    again = read_text(program(graph))
    assert list(again.constants) == list(read_text(program(again)).constants)


def test_a_chain_of_comparisons_stays_one():
    assert program(from_json(to_json(read_text("x < 0 < y")))) == "f = x < 0 < y"
    assert program(read_text("(x < 0)*(1 < y)")) == "f = (x < 0)*(1 < y)"
