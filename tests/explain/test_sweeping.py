"""What a sweep carries on every edge, in which order, and what is added where."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from hypothesis import given, settings
from programs import programs
from sweeps import CHAIN, DIAMOND, THREE, derive, swept

from graphviz_ad.columns import Columns
from graphviz_ad.differentiate import evaluate, forward, reverse
from graphviz_ad.errors import NotSupported, UnknownName
from graphviz_ad.explain.sweeping import MODES, ends, seeded, sweep, units
from graphviz_ad.graph import OUTPUT
from graphviz_ad.tape import LIVE

DATA = Path(__file__).resolve().parents[1] / "data" / "worked_examples.json"
EXAMPLES = {example["id"]: example for example in json.loads(DATA.read_text())["examples"]}


def along(sweep):
    """Return the numbers on the wires, in the order of the sweep."""
    numbers = [number for number in sweep.wires if number is not None]
    return numbers if sweep.mode == "forward" else numbers[::-1]


def brought(sweep, node):
    return [sweep.brought[edge] for edge in sweep.added.get(node, ())]


@pytest.mark.parametrize("mode", MODES)
def test_the_chain_of_the_worked_example(mode):
    example = EXAMPLES["primer-chain"]
    _, found = swept(example["program"], example["at"], mode)
    assert along(found) == example[f"{mode}_sweep"]


def test_what_meets_is_added():
    example = EXAMPLES["primer-diamond"]
    derivation, found = swept(example["program"], example["at"])
    x = derivation.tape.graph.scope["x"]
    assert sorted(brought(found, x)) == sorted(example["products_to_x_any_order"])
    assert brought(found, x) == [12, 4]
    assert found.carried[x] == example["wrt"]["x"]


def test_forward_what_meets_is_added_at_the_operation():
    derivation, found = swept(*DIAMOND, "forward")
    product = derivation.tape.graph.ops.index("mul")
    assert brought(found, product) == [12, 4]
    assert along(found) == [1, 1, 4, 1, 16]


def test_the_sweeps_fill_the_jacobian_column_by_column_and_row_by_row():
    derivation = derive(*THREE)
    graph = derivation.tape.graph
    expected = [[3, 2], [math.cos(2), 1], [9, 12]]
    columns = [[s.carried[y] for y in graph.outputs] for s in units(derivation, "forward")]
    rows = [[s.carried[x] for x in graph.inputs] for s in units(derivation, "reverse")]
    assert (len(columns), len(rows)) == (2, 3)
    for k, column in enumerate(columns):
        assert column == pytest.approx([row[k] for row in expected], rel=1e-15)
    for row, numbers in zip(expected, rows, strict=True):
        assert numbers == pytest.approx(row, rel=1e-15)


def test_other_seeds_give_the_product_with_them():
    derivation, found = swept(*THREE, "reverse", {"y1": 1, "y2": -1})
    x1, x2 = derivation.tape.graph.inputs
    assert found.carried[x1] == pytest.approx(3 - math.cos(2), rel=1e-15)
    assert found.carried[x2] == 2 - 1
    derivation, found = swept(*THREE, "forward", {"x1": 1, "x2": 0.5})
    y1, _, y3 = derivation.tape.graph.outputs
    assert (found.carried[y1], found.carried[y3]) == (3 + 0.5 * 2, 9 + 0.5 * 12)


@given(programs())
@settings(max_examples=60)
def test_random_programs(case):
    source, at = case
    derivation = derive(source, at)
    tape, graph = derivation.tape, derivation.tape.graph
    modes = MODES if derivation.inputs else ("reverse",)
    for mode in modes:
        for found in units(derivation, mode):
            carried = (forward if mode == "forward" else reverse)(tape, dict(found.seed))
            assert list(map(repr, found.carried)) == list(map(repr, carried))
            assert_visited_in_order(graph, found)
            assert_sums_equal_their_parts(found)
            assert_wires(tape, found)


def assert_visited_in_order(graph, found):
    turn = {node: k for k, node in enumerate(found.visits)}
    assert set(turn) == {node for node, number in enumerate(found.carried) if number is not None}
    for edge in graph.edges:
        if found.wires[edge.position] is not None:
            first, then = (edge.tail, edge.head) if found.mode == "forward" else (edge.head, edge.tail)
            assert turn[first] < turn[then]


def assert_sums_equal_their_parts(found):
    for node in found.visits:
        parts = [*([found.seed[node]] if node in found.seed else []), *brought(found, node)]
        assert parts, "nothing was brought to a node that is visited"
        exact, total = math.fsum(parts) if all(map(math.isfinite, parts)) else sum(parts), found.carried[node]
        room = 1e-15 * len(parts) * sum(map(abs, parts))
        assert exact == total or abs(exact - total) <= room or (exact != exact and total != total)


def assert_wires(tape, found):
    for edge in tape.graph.edges:
        number, place = found.wires[edge.position], edge.position
        passed = found.carried[edge.tail if found.mode == "forward" else edge.head]
        if tape.states[place] != LIVE or passed is None:
            assert number is None
            assert found.brought[place] is None
        else:
            product = passed * tape.partials[place]
            assert repr(number) == repr(passed if found.mode == "forward" else product)
            assert found.brought[place] == product or product != product


def test_no_sweep_passes_what_was_not_selected():
    derivation, found = swept("y = where(a > 0, b*b, 1/c)", {"a": 2, "b": 3, "c": 0})
    scope = derivation.tape.graph.scope
    assert found.carried[scope["b"]] == 6
    # 1/c has the slope -inf: what is not selected brings nothing, not 0 times infinity.
    assert found.carried[scope["c"]] is found.carried[scope["a"]] is None


def test_a_branch_that_was_taken():
    derivation, found = swept("y = x**2 if x > 0 else -x", {"x": 3})
    assert found.carried[derivation.tape.graph.scope["x"]] == 6


def test_zero_times_infinity_is_carried_as_it_is():
    derivation, found = swept("y = 0*log(x)", {"x": 0})
    assert math.isnan(found.carried[derivation.tape.graph.scope["x"]])


def test_an_input_that_is_not_reached():
    derivation, found = swept("y = a*3; z = x*a", {"a": 2, "x": 1})
    x = derivation.tape.graph.scope["x"]
    assert x not in found.visits
    assert x not in found.added


def test_an_intermediate_can_be_swept_from():
    derivation, found = swept("u = x*x; y = u*u", {"x": 2}, "forward", {"u": 1}, wrt=("u",))
    graph = derivation.tape.graph
    assert found.carried[graph.outputs[0]] == 2 * 4
    assert graph.scope["x"] not in found.visits


def test_a_seed_is_added_to_what_comes():
    derivation, found = swept("u = 3*x; y = u*u", {"x": 1}, "forward", {"u": 1, "x": 1}, wrt=("u", "x"))
    graph = derivation.tape.graph
    assert found.carried[graph.scope["u"]] == 1 + 3
    assert found.carried[graph.outputs[0]] == 4 * 6


def test_where_a_sweep_may_begin():
    derivation = derive(*THREE)
    assert [name for name, _ in ends(derivation, "forward")] == ["x1", "x2"]
    assert [name for name, _ in ends(derivation, "reverse")] == ["y1", "y2", "y3"]
    with pytest.raises(UnknownName, match="backward"):
        ends(derivation, "backward")
    with pytest.raises(NotSupported, match="no input"):
        ends(derive("2*3"), "forward")


@pytest.mark.parametrize(
    ("mode", "name", "hint"),
    [
        ("reverse", "y11", "did you mean y1?"),
        ("reverse", "x1", "x1 is where a forward sweep begins"),
        ("forward", "y1", "y1 is where a reverse sweep begins"),
        ("forward", "X1", "did you mean x1?"),
    ],
)
def test_an_unknown_seed_is_told_with_what_was_meant(mode, name, hint):
    with pytest.raises(UnknownName) as caught:
        seeded(derive(*THREE), mode, {name: 1})
    assert hint in caught.value.hint
    assert repr(name) in caught.value.what


def test_no_seed_is_none():
    with pytest.raises(NotSupported, match="needs a seed"):
        seeded(derive(*CHAIN), "reverse", {})


@pytest.mark.parametrize("mode", MODES)
def test_a_long_chain_is_no_recursion(mode):
    columns = Columns()
    node = columns.node("input", (), 0, 0, "x")
    for _ in range(100_000):
        node = columns.node("neg", (node,), 0, 0)
    output = columns.node(OUTPUT, (node,), 0, 0, "y")
    tape = evaluate(columns.graph([output], {"x": 0, "y": output}, "", ()), {"x": 1.0})
    found = sweep(tape, mode, {0 if mode == "forward" else len(tape.graph) - 1: 1.0})
    assert len(found.visits) == 100_002
    assert found.carried[0] == found.carried[-1] == 1.0
