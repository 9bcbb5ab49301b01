"""What is true of every program, tried on random ones."""

from __future__ import annotations

import math

import pytest
from derivatives import tape_of
from hypothesis import given, settings
from programs import ROUGH, SAFE, close, programs

from graphviz_ad import ops
from graphviz_ad.differentiate import forward, reverse
from graphviz_ad.differentiate.difference import difference
from graphviz_ad.differentiate.ring import COUNT, MAGNITUDE, REACH, REAL
from graphviz_ad.explain import explain
from graphviz_ad.read import read_text
from graphviz_ad.tape import LIVE
from graphviz_ad.write.program import program

SMOOTH = tuple(name for name in SAFE if name not in ROUGH)


def pairs(tape):
    return [(output, source) for output in tape.graph.outputs for source in tape.graph.inputs]


def paths_of(tape, output, source):
    """Return the edges of every path, by a walk that knows nothing of ours."""
    graph = tape.graph
    found, todo = [], [(output, ())]
    while todo:
        node, edges = todo.pop()
        if node == source:
            found.append(edges)
        todo += [
            (graph.operands[edge], (*edges, edge))
            for edge in range(graph.starts[node], graph.starts[node + 1])
            if graph.operands[edge] >= 0 and tape.states[edge] != 2
        ]
    return found


@pytest.mark.parametrize("name", SAFE)
def test_every_operation_can_be_written(name):
    tape = tape_of(
        "u = " + SAFE[name].format("x", "y", "z") + "; u + 0*x*y*z", {"x": 0.3, "y": 0.7, "z": 1.25}
    )
    assert name in tape.graph.ops
    assert tape.complete
    assert all(map(math.isfinite, tape.primals))
    assert all(map(math.isfinite, tape.partials))


def test_no_operation_is_left_out():
    assert SAFE.keys() == ops.TABLE.keys()


@given(programs())
@settings(max_examples=150)
def test_forward_is_reverse_is_the_sum_over_paths(made):
    text, at = made
    tape = tape_of(text, at)
    for output, source in pairs(tape):
        back = reverse(tape, {output: 1.0}, REAL)[source] or 0.0
        on = forward(tape, {source: 1.0}, REAL)[output] or 0.0
        scale = reverse(tape, {output: 1.0}, MAGNITUDE)[source] or 0.0
        live = [path for path in paths_of(tape, output, source) if all(tape.states[e] == LIVE for e in path)]
        products = [math.prod(tape.partials[edge] for edge in path) for path in live]
        assert close(back, on, scale), text
        assert close(back, sum(products), scale), text
        assert scale == pytest.approx(sum(map(abs, products)), rel=1e-9)


@given(programs(most=6))
@settings(max_examples=100)
def test_the_count_is_the_number_of_listed_paths(made):
    text, at = made
    tape = tape_of(text, at)
    derivation = explain(tape, max_paths=10_000)
    for explanation in derivation.explanations:
        listed = paths_of(tape, explanation.target, explanation.source)
        counted = reverse(tape, {explanation.target: 1}, COUNT)[explanation.source] or 0
        assert explanation.count == counted == len(listed)
        assert {chain.path.edges for chain in explanation.chains} == set(listed)
        assert bool(reverse(tape, {explanation.target: True}, REACH)[explanation.source]) == bool(listed)
        assert explanation.checks.verdict == "agrees"


@given(programs())
@settings(max_examples=120)
def test_the_difference_never_disagrees(made):
    text, at = made
    tape = tape_of(text, at)
    for output, source in pairs(tape):
        assert difference(tape, {source: 1.0}, output).verdict != "disagrees", text


@given(programs(operations=SMOOTH, most=5))
@settings(max_examples=80)
def test_the_difference_agrees_on_smooth_programs_within_its_error(made):
    text, at = made
    tape = tape_of(text, at)
    for output, source in pairs(tape):
        found = difference(tape, {source: 1.0}, output)
        slope = reverse(tape, {output: 1.0}, REAL)[source] or 0.0
        scale = reverse(tape, {output: 1.0}, MAGNITUDE)[source] or 0.0
        assert abs(found.value - slope) <= 4 * found.error + 1e-9 * scale, text


def shape(graph):
    """Return everything of a graph that its text must bring back."""
    columns = [(node.op, node.args) for node in graph]
    names = {graph.names[node] for node in (*graph.inputs, *graph.outputs)}
    return (
        columns,
        names,
        [graph.names[node] for node in graph.inputs],
        [graph.names[n] for n in graph.outputs],
    )


@given(programs(choices=False))
@settings(max_examples=200)
def test_text_to_graph_to_text_to_graph_is_the_identity(made):
    text, at = made
    graph = read_text(text, at)
    again = read_text(program(graph), at)
    assert shape(again) == shape(graph), program(graph)
    assert program(again) == program(graph)


@given(programs())
@settings(max_examples=60)
def test_sharing_changes_no_number(made):
    text, at = made
    plain, shared = tape_of(text, at), tape_of(text, at, share=True)
    assert len(shared.graph) <= len(plain.graph)
    for k, output in enumerate(plain.graph.outputs):
        twin = shared.graph.outputs[k]
        assert shared.primals[twin] == plain.primals[output]
        rows = [reverse(t, {o: 1.0}, REAL) for t, o in ((plain, output), (shared, twin))]
        scale = reverse(plain, {output: 1.0}, MAGNITUDE)
        for name in at:
            ours, theirs = (
                row[t.graph.scope[name]] or 0.0 for row, t in zip(rows, (plain, shared), strict=True)
            )
            assert close(ours, theirs, scale[plain.graph.scope[name]] or 0.0)


@given(programs())
@settings(max_examples=60)
def test_partial_values_never_contradict_whole_ones(made):
    """What is known without a value stays as it is when the value comes."""
    text, at = made
    if " if " in text:
        return
    whole = tape_of(text, at)
    for name in at:
        part = tape_of(text, {other: value for other, value in at.items() if other != name})
        assert part.graph.ops == whole.graph.ops
        for ours, all_ in ((part.primals, whole.primals), (part.partials, whole.partials)):
            assert all(mine is None or mine == true for mine, true in zip(ours, all_, strict=True)), text
