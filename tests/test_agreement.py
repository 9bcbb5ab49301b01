"""Value, Dual, text and gradient graph: one derivative, on random programs of every operation."""

from __future__ import annotations

import math
import re

import pytest
from derivatives import tape_of
from hypothesis import given, settings
from programs import SAFE, close, programs

import graphviz_ad
from graphviz_ad.differentiate import reverse
from graphviz_ad.differentiate.evaluate import evaluate
from graphviz_ad.differentiate.gradient import gradient_graph
from graphviz_ad.differentiate.ring import MAGNITUDE
from graphviz_ad.live.dual import Dual
from graphviz_ad.live.record import record
from graphviz_ad.live.record import tape_of as recorded
from graphviz_ad.live.value import Value
from graphviz_ad.live.variables import names
from graphviz_ad.ops import called

SPACE = {name: getattr(graphviz_ad, name) for name in called()} | {"pi": math.pi}


def ran(text, numbers):
    """Return the variables of a program that Python itself ran: the language is Python's, f aside."""
    lines = text.split("\n")
    if not re.match(r"v\d+ = ", lines[-1]):
        lines[-1] = f"f = {lines[-1]}"
    space = {**SPACE, **numbers}
    exec("\n".join(lines), space)
    return {name: thing for name, thing in space.items() if re.fullmatch(r"v\d+|f", name)}


def same(text, at):
    tape = tape_of(text, at)
    graph = tape.graph
    sources = {graph.names[node]: node for node in graph.inputs}
    outputs = {graph.names[node]: node for node in graph.outputs}
    values = {name: Value(number) for name, number in at.items()}
    by_value = ran(text, values)
    if not graph.inputs:
        return
    back = gradient_graph(graph)
    found = evaluate(back, at)
    adjoints = dict(zip(((o, i) for o in outputs for i in sources), back.outputs, strict=True))
    for output, node in outputs.items():
        exact, scale = reverse(tape, {node: 1.0}), reverse(tape, {node: 1.0}, MAGNITUDE)
        result = by_value[output]
        for value in values.values():
            value.grad = 0.0
        if isinstance(result, Value):
            assert result.value == tape.primals[node], (text, output)
            result.backward()
        else:
            assert float(result) == tape.primals[node], (text, output)
        for source, place in sources.items():
            wanted, size = exact[place] or 0.0, scale[place] or 0.0
            assert close(values[source].grad, wanted, size), (text, output, source, "Value")
            duals = {name: Dual(number, float(name == source)) for name, number in at.items()}
            dual = ran(text, duals)[output]
            assert close(dual.tangent if isinstance(dual, Dual) else 0.0, wanted, size), (
                text,
                source,
                "Dual",
            )
            computed = found.primals[adjoints[output, source]]
            assert close(computed, wanted, size), (text, output, source, "gradient graph")


@given(programs())
@settings(max_examples=150, deadline=None)
def test_value_dual_text_and_gradient_graph_agree(made):
    same(*made)


@pytest.mark.parametrize("name", SAFE)
def test_they_agree_on_every_operation(name):
    text = "v10 = " + SAFE[name].format("x0", "x1", "x2") + "\nsin(v10)*x0 + v10*x1 + x2"
    for at in ({"x0": 0.3, "x1": 0.7, "x2": 1.25}, {"x0": -1.125, "x1": 2.5, "x2": -0.6}):
        same(text, at)


@given(programs(choices=False))
@settings(max_examples=60, deadline=None)
def test_what_python_ran_is_explained_like_the_text(made):
    text, at = made
    values = {name: Value(number, name=name) for name, number in at.items()}
    results = {name: thing for name, thing in ran(text, values).items() if isinstance(thing, Value)}
    names({name: thing for name, thing in results.items() if thing.op != "input"})
    tape = tape_of(text, at)
    for node in tape.graph.outputs:
        output = tape.graph.names[node]
        if output in results:
            told = recorded(record({output: results[output]}, values.values()))
            ours = reverse(told, {told.graph.outputs[0]: 1.0})
            theirs, scale = reverse(tape, {node: 1.0}), reverse(tape, {node: 1.0}, MAGNITUDE)
            for name in at:
                mine, other = ours[told.graph.scope[name]] or 0.0, theirs[tape.graph.scope[name]] or 0.0
                assert close(mine, other, scale[tape.graph.scope[name]] or 0.0), (text, output, name)
