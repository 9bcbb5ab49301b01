"""Graphs in DOT and back."""

import shutil

import graphviz
import pytest
from graphs import HOSTILE, graphs, hostile, same
from hypothesis import given, settings

from graphviz_ad.engine import layout
from graphviz_ad.read import read_text
from graphviz_ad.read.formats.dot import from_graphviz
from graphviz_ad.write.digraph import to_graphviz
from graphviz_ad.write.dot_attributes import LONGEST
from graphviz_ad.write.drawing import draw


@given(graphs())
@settings(max_examples=40)
def test_what_is_made_reads_back_as_the_same_graph(graph):
    assert same(from_graphviz(to_graphviz(graph)), graph)


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names(name):
    graph = hostile(name)
    source = to_graphviz(graph).source
    assert from_graphviz(source) == graph
    assert "\x1b" not in source
    assert "label=<" not in source


def test_every_layout_program_hands_the_texts_back(monkeypatch):
    dot = shutil.which("dot")
    if not dot:
        pytest.skip("dot is not installed")
    graph = hostile('"\\<x>\n%' + "x" * 20_000)
    monkeypatch.setattr("graphviz_ad.read.formats.dot.PARSER", dot)
    assert from_graphviz(to_graphviz(graph)) == graph


def test_the_digraph():
    digraph = to_graphviz(read_text("y = 2*x + x*x"), rankdir="TB")
    assert isinstance(digraph, graphviz.Digraph)
    lines = [line.strip() for line in digraph.source.splitlines()]
    assert 'n1 [args="2 n0" label="2 ×\\nv₁" op=mul place="4 7"]' in lines
    assert 'n0 [called=x label=x op=input place="6 7" shape=circle]' in lines
    assert [line for line in lines if line.startswith("n0 ->")] == [
        "n0 -> n1 [slot=1]", "n0 -> n2 [slot=0]", "n0 -> n2 [slot=1]",
    ]  # fmt: skip
    assert "rankdir=TB" in digraph.source


def test_it_can_be_laid_out():
    assert b'"pos"' in layout(to_graphviz(hostile("a\nb")).source)


def test_no_string_is_too_long_for_a_layout_program():
    source = to_graphviz(hostile("<" * 20_000)).source
    strings = source.replace("%3C", "<").split('"')
    assert max(map(len, strings)) <= LONGEST + 100


@pytest.mark.parametrize(
    "text", ["(y-(m*x+c))**2", "3", "k = 3; k*x - pi", "where(x > 0, 2, -y)", "u = x; u*u"]
)
def test_the_picture_in_dot_reads_back_too(text):
    graph = read_text(text)
    from graphviz_ad.write.formats import FORMATS

    again = from_graphviz(FORMATS["dot"].write(draw(graph)).decode())
    assert [(node.op, node.args, node.name) for node in again] == [
        (node.op, node.args, node.name) for node in graph
    ]
    assert (again.inputs, again.outputs) == (graph.inputs, graph.outputs)


def test_chains():
    graph = read_text("\n".join(["y0 = sin(x)", *(f"y{k} = sin(y{k - 1})" for k in range(1, 5000))]))
    assert from_graphviz(to_graphviz(graph)) == graph
