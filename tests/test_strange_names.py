"""Somebody's graph may call its nodes what adviz's language cannot: every stage gets along with it."""

from __future__ import annotations

import json

import pytest
from graphs import HOSTILE

from graphviz_ad.differentiate import evaluate
from graphviz_ad.explain import explain
from graphviz_ad.noun import replace
from graphviz_ad.read import read_text
from graphviz_ad.write.document import document, dumps
from graphviz_ad.write.drawing import drawn
from graphviz_ad.write.tape import tape_text

NAMES = [*HOSTILE, "w.grad", "layer 1", "x-1", "a(b", "(", "lambda", "x'", "2", "e"]
GRAPH = read_text("u = x*y; c = x < u; w = where(c, relu(u) - u, x**u); z = u*u + x/w + abs(u)")
INNER, INPUT, OUTPUT = GRAPH.scope["u"], 0, len(GRAPH) - 1


@pytest.mark.parametrize("node", [INNER, INPUT, OUTPUT], ids=["inner", "input", "output"])
@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
@pytest.mark.parametrize("values", [(), (0.5, 2.0)], ids=["symbols", "numbers"])
def test_every_stage_takes_it(name, node, values):
    graph = replace(GRAPH, source="", names={**GRAPH.names, node: name})
    tape = evaluate(graph, dict(zip([graph.names[k] for k in graph.inputs], values, strict=False)))
    drawing = drawn(tape)
    assert drawing.svg().startswith("<svg")
    assert drawing.text()
    assert tape_text(tape, backward=bool(values), digits=4)
    assert json.loads(dumps(document(drawing.with_formulas())))["nodes"][node]["name"] == name


@pytest.mark.parametrize("name", ["w.grad", "layer 1", "lambda", "a(b"])
def test_formulas_call_an_input_as_its_graph_does(name):
    graph = read_text("x_1*y**2")
    graph = replace(graph, source="", names={**graph.names, 1: name})
    by_x, by_y = explain(evaluate(graph), formulas=True).explanations
    assert (by_x.symbol, by_y.symbol) == (f"{name}**2", f"2*x_1*{name}")
