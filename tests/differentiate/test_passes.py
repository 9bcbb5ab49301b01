"""Backward passes upon each other."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import assume, given, settings
from programs import programs

from graphviz_ad.differentiate import evaluate
from graphviz_ad.differentiate.backward import Backward
from graphviz_ad.differentiate.gradient import backward_pass, gradient_graph
from graphviz_ad.differentiate.passes import passes
from graphviz_ad.errors import AdvizError
from graphviz_ad.graph import OUTPUT
from graphviz_ad.read import read_text

LOSS = "(y-(m*x+c))**2"


def names(made, nodes):
    return [made.graph.labels()[node] for node in nodes]


def test_every_node_has_its_pass():
    made = passes(read_text("x**3"), order=2)
    assert made.order == 2
    told = [
        (label, op, level)
        for label, op, level in zip(made.graph.labels(), made.graph.ops, made.levels, strict=True)
    ]
    assert told == [
        ("x", "input", 0),
        ("v1", "pow", 0),
        ("v2", "pow", 1),
        ("v3", "mul", 1),
        ("v4", "mul", 2),
        ("v5", "mul", 2),
        ("f", "output", 0),
        ("x̄", "output", 1),
        ("x̿", "output", 2),
    ]


def test_results_tell_what_they_are():
    made = passes(read_text("f = x*x*y; g = x"), ["x", "y"], of=["f"], order=2)
    assert [(each.of, each.by) for each in made.results] == [
        ("f", by) for by in (("x",), ("y",), ("x", "x"), ("x", "y"), ("y", "x"), ("y", "y"))
    ]
    tape = evaluate(made.graph, {"x": 3, "y": 5})
    # f = x²y: 2xy, x², 2y, 2x, 2x, 0.
    assert [tape.primals[each.node] for each in made.results] == [30, 9, 10, 6, 6, 0]
    assert [made.graph.names[node] for node in made.graph.outputs][:2] == ["f", "g"]


@given(programs(most=5, choices=False))
@settings(max_examples=60)
def test_the_newest_derivatives_are_those_of_gradient_graph(made):
    text, at = made
    graph = read_text(text, at)
    assume(graph.inputs)
    twice = gradient_graph(gradient_graph(graph))
    both = passes(graph, order=2)
    count = len(twice.outputs)
    ours = evaluate(both.graph, at).primals
    theirs = evaluate(twice, at).primals
    for mine, other in zip(both.graph.outputs[len(both.graph.outputs) - count :], twice.outputs, strict=True):
        assert ours[mine] == theirs[other] or ours[mine] != ours[mine]
    assert len(both.levels) == len(both.graph)
    # No pass takes anything from a later one.
    for edge in both.graph.edges:
        assert both.levels[edge.tail] <= both.levels[edge.head]


def test_the_seed_enters_what_it_is_a_factor_of():
    made = passes(read_text(LOSS))
    [seed] = made.seeds
    assert (made.graph.names[seed.target], names(made, seed.enters)) == ("f", ["v̄3"])
    # ∂(x·y)/∂x is y, which no pass computes: the seed enters the outputs themselves.
    made = passes(read_text("x*y"))
    assert names(made, made.seeds[0].enters) == ["x̄", "ȳ"]
    made = passes(read_text("x**2*(x + 1)"))
    # x̄ = f̄·v1 + f̄·v2·2x: the sum gets one term without a node of its own, the product is the other.
    sums = {made.graph.ops[node] for node in made.seeds[0].enters}
    assert sums == {"add", "mul"}


def test_every_order_has_its_seeds():
    made = passes(read_text("x*y*y"), order=2)
    assert [(made.graph.names[seed.target], seed.level) for seed in made.seeds] == [
        ("f", 1), ("x̄", 2), ("ȳ", 2),
    ]  # fmt: skip


def test_adjoints_know_their_nodes():
    made = passes(read_text(LOSS))
    labels = made.graph.labels()
    pairs = {labels[adjoint]: labels[node] for adjoint, node in made.adjoints.items()}
    assert pairs == {"v̄3": "v3", "v̄2": "v2", "x̄": "x", "m̄": "m", "c̄": "c", "ȳ": "y"}
    assert made.whole


def test_what_is_kept_is_told():
    graph = read_text("k = 2; u = x*x; y = u*3; z = u*k", of=["y"])
    made = backward_pass(graph, forward=True)
    assert [graph.ops[node] for node in made.kept] == ["input", "mul", "mul"]
    made = backward_pass(read_text("sin(x) + y"), ["x"])
    assert made.kept == (0, 2)
    assert [made.graph.ops[k] for k in made.adjoints] == []


def test_the_sweep_over_operands_is_the_sweep():
    graph = read_text("u = x*y; f = u*u")
    sweep = Backward(graph, [0])
    adjoints = sweep.adjoints(graph.outputs[0])
    assert adjoints[graph.outputs[0]] == adjoints[3] == sweep.built.constant(1)
    u = graph.scope["u"]
    assert sweep.built.columns.ops[adjoints[u]] == "add"
    assert adjoints[1] is None  # y leads to no source


@pytest.mark.parametrize("order", [0, 9, -1])
def test_orders_out_of_reach_are_refused(order):
    with pytest.raises(AdvizError, match="from 1 to 8"):
        passes(read_text("x"), order=order)


def test_without_a_variable_there_is_no_pass():
    made = passes(read_text("f = 3"))
    assert (made.results, made.seeds, made.order) == ((), (), 0)
    assert made.graph.ops == [OUTPUT]


def test_high_orders():
    made = passes(read_text("x**8"), order=8)
    tape = evaluate(made.graph, {"x": 1})
    # 8, 8·7, ..., 8!
    products = list(itertools.accumulate(range(8, 0, -1), lambda a, b: a * b))
    assert [tape.primals[each.node] for each in made.results] == products
