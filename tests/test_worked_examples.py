"""Numbers that were derived by hand, one example after the other."""

from __future__ import annotations

import json
import math
import operator

import pytest
from conftest import ROOT
from derivatives import faults, gradient, tape_of, told, value_of

from graphviz_ad.differentiate import evaluate, forward, reverse
from graphviz_ad.differentiate.difference import difference
from graphviz_ad.differentiate.ring import REAL, Ring
from graphviz_ad.explain import explain, sweeps
from graphviz_ad.number import full
from graphviz_ad.read import read_text
from graphviz_ad.write.tape import keeps

DATA = json.loads((ROOT / "tests" / "data" / "worked_examples.json").read_text(encoding="utf-8"))
EXAMPLES = {example["id"]: example for example in DATA["examples"]}
POINTS = [
    {"x": 3.0, "c": 4.0, "m": 2.0, "y": 1.0, "p": -7.0},
    {"x": -1.5, "c": 0.25, "m": -3.0, "y": 8.0, "p": 2.0},
]


def having(*keys):
    """Return the ids of the examples that have all of ``keys``."""
    return [name for name, example in EXAMPLES.items() if all(key in example for key in keys)]


def explained(name, formulas=False):
    """Return the explanations of an example's one output, by input."""
    example = EXAMPLES[name]
    found = told(example["program"], example.get("at"), formulas=formulas)
    return {source: explanation for (_, source), explanation in found.items()}


def same_formula(ours, theirs):
    """Two formulas are one when they are the same number everywhere we look."""
    for point in POINTS:
        values = [value_of(text, point_of(text, point)) for text in (ours, theirs)]
        assert values[0] == pytest.approx(values[1], rel=1e-12), (ours, theirs)


def point_of(text, point):
    graph = read_text(text)
    return {graph.names[node]: point[graph.names[node]] for node in graph.inputs}


@pytest.mark.parametrize("name", having("program", "at", "value"))
def test_value(name):
    example = EXAMPLES[name]
    tolerance = example.get("tolerance", 0.0)
    assert value_of(example["program"], example["at"]) == pytest.approx(
        example["value"], rel=tolerance, abs=0
    )


@pytest.mark.parametrize("name", having("program", "at", "wrt"))
def test_derivatives_by_both_sweeps_and_by_their_paths(name):
    example = EXAMPLES[name]
    tolerance = example.get("tolerance", 0.0)
    _, slopes = gradient(example["program"], example["at"])
    for variable, slope in example["wrt"].items():
        wanted = pytest.approx(slope, rel=tolerance, abs=0)
        found = explained(name)[variable]
        assert slopes[variable] == wanted
        assert found.total == wanted
        assert found.checks.forward == wanted
        assert found.checks.paths == wanted
        assert found.checks.verdict == "agrees"
        assert found.checks.difference.verdict == "agrees"


@pytest.mark.parametrize("name", having("program", "paths_to_x"))
def test_number_of_paths_to_x(name):
    assert explained(name)["x"].count == EXAMPLES[name]["paths_to_x"]


@pytest.mark.parametrize("name", having("program", "paths"))
def test_number_of_paths(name):
    counts = {variable: found.count for variable, found in explained(name).items()}
    assert counts == counts | EXAMPLES[name]["paths"]


def test_number_of_paths_to_c():
    example = EXAMPLES["blog-green-red"]
    assert explained("blog-green-red")["c"].count == example["paths_to_c"]


@pytest.mark.parametrize("name", having("chain_to_x_output_first"))
def test_factors_along_the_paths(name):
    chains = explained(name)["x"].chains
    assert [list(chain.factors[1:]) for chain in chains] == EXAMPLES[name]["chain_to_x_output_first"]
    assert {chain.factors[0] for chain in chains} == {1.0}


@pytest.mark.parametrize("name", having("with_output_edge"))
def test_factors_with_the_output_edge(name):
    assert [list(chain.factors) for chain in explained(name)["x"].chains] == EXAMPLES[name][
        "with_output_edge"
    ]


@pytest.mark.parametrize("name", having("products_to_x"))
def test_products(name):
    assert [chain.product for chain in explained(name)["x"].chains] == EXAMPLES[name]["products_to_x"]


@pytest.mark.parametrize("name", having("products_to_x_any_order"))
def test_products_in_any_order(name):
    products = sorted(chain.product for chain in explained(name)["x"].chains)
    assert products == sorted(EXAMPLES[name]["products_to_x_any_order"])


@pytest.mark.parametrize("name", having("symbolic_total_x"))
def test_symbolic_total_by_x(name):
    example = EXAMPLES[name]
    found = told(example["program"], formulas=True, wrt=["x"])
    same_formula(next(iter(found.values())).symbol, example["symbolic_total_x"])


def test_symbolic_total_by_c():
    example = EXAMPLES["blog-green-red"]
    same_formula(explained("blog-green-red", formulas=True)["c"].symbol, example["symbolic_total_c"])


def test_symbolic_products():
    example = EXAMPLES["blog-green-red"]
    chains = explained("blog-green-red", formulas=True)["x"].chains
    assert len(chains) == len(example["symbolic_products_to_x"])
    # Ours stand in operand order: the path through x + c first, whose product is x.
    for chain, product in zip(chains, reversed(example["symbolic_products_to_x"]), strict=True):
        same_formula(chain.symbol, product)


@pytest.mark.parametrize("name", having("symbolic_total"))
def test_symbolic_totals(name):
    for variable, total in EXAMPLES[name]["symbolic_total"].items():
        same_formula(explained(name, formulas=True)[variable].symbol, total)


# The primer ---------------------------------------------------------------------------------


def test_chain_of_three_operators():
    example = EXAMPLES["primer-chain"]
    tape = tape_of(example["program"], example["at"])
    graph = tape.graph
    assert [graph.ops[k] for k in range(len(graph))] == ["input", "mul", "add", "pow", "output"]
    rows = [1, 2, 3]
    edges = [
        k
        for head in rows
        for k in range(graph.starts[head], graph.starts[head + 1])
        if graph.operands[k] >= 0
    ]
    assert [tape.partials[edge] for edge in edges] == example["local_derivatives_input_first"]
    assert forward(tape, {0: 1.0}, REAL)[:4] == example["forward_sweep"]
    assert reverse(tape, {4: 1.0}, REAL)[3::-1] == example["reverse_sweep"]


def test_what_the_chain_keeps_for_the_backward_pass():
    example = EXAMPLES["primer-chain"]
    tape = tape_of(example["program"], example["at"])
    kept = [keeps(tape, head) for head in (1, 2, 3)]
    assert [len(nodes) for nodes in kept] == [len(names) for names in example["saved_for_backward"].values()]
    (node,) = kept[2]
    assert f"its input, {full(tape.primals[node])}" == example["saved_for_backward"]["square"][0]


def test_secant_and_tangent():
    example = EXAMPLES["primer-secant"]
    x, h = example["at"]["x"], example["h"]

    def secant(h):
        return (value_of(example["program"], {"x": x + h}) - value_of(example["program"], {"x": x})) / h

    _, slopes = gradient(example["program"], example["at"])
    assert secant(h) == example["secant"]
    assert slopes["x"] == example["tangent"]
    for k in range(10):  # the error is 4*h exactly
        assert secant(2.0**-k) - slopes["x"] == 4 * 2.0**-k


def test_step_sizes_that_are_too_small_give_nothing():
    example = EXAMPLES["primer-step-size"]
    x = example["at"]["x"]
    start = value_of(example["program"], {"x": x})
    errors = {
        h: abs((value_of(example["program"], {"x": x + h}) - start) / h - 28) for h in (1e-4, 1e-8, 1e-16)
    }
    assert errors[1e-8] < errors[1e-4] < 1e-3
    assert errors[1e-8] / 28 < 1e-7
    assert errors[1e-16] == 28
    tape = tape_of(example["program"], example["at"])
    found = difference(tape, {0: 1.0}, tape.graph.outputs[0])
    assert abs(found.value - 28) <= found.error <= 1e-7 * 28


@pytest.mark.parametrize("n", [2, 5, 64, 1024])
def test_cost_of_the_gradient_of_a_product(n):
    counted = 0

    def multiply(x, y):
        nonlocal counted
        counted += 1
        return x * y

    names = [f"x{k + 1}" for k in range(n)]
    tape = evaluate(read_text("*".join(names)), dict.fromkeys(names, 1.0))
    output = tape.graph.outputs[0]
    adjoints = reverse(tape, {output: 1.0}, Ring(0.0, 1.0, operator.add, multiply, REAL.weights))
    operations = tape.graph.ops.count("mul")
    # n-1 products forward; back two for each of them, and one for the output's own 1.
    assert operations + counted == 3 * n - 2
    assert [adjoints[node] for node in tape.graph.inputs] == [1.0] * n
    assert pytest.approx(341, abs=0.5) == 1024 * 1022 / 3070


def test_diamond():
    example = EXAMPLES["primer-diamond"]
    tape = tape_of(example["program"], example["at"])
    rows = [k for k in range(len(tape.graph)) if tape.graph.is_operation(k)]
    assert len(rows) == example["tape_rows"]
    replayed = [edge for edge in tape.graph.edges if tape.graph.is_operation(edge.head)]
    assert len(replayed) == example["edges_replayed_backward"]


@pytest.mark.parametrize("program", ["a + b", "relu(a)", "square(a)", "a*b"])
def test_bytes_that_an_operation_saves(program):
    example = EXAMPLES["primer-saved-bytes"]
    tape = tape_of(
        program, {name: 2.0 for name in "ab" if name in program.replace("relu", "").replace("square", "")}
    )
    (head,) = (k for k in range(len(tape.graph)) if tape.graph.is_operation(k))
    op = tape.graph.ops[head]
    operand = 8 * 1024 * 768 * 2 / 2**20  # float16, in MiB
    size = operand / 16 if op == "relu" else operand  # of its operand, relu needs one bit
    assert len(keeps(tape, head)) * size == example["MiB"][op]


def test_sweeps_for_a_jacobian():
    tape = tape_of("a = x1*x2; b = x1 + x2; c = sin(x1)", {"x1": 1.0, "x2": 2.0})
    assert sweeps(explain(tape)) == "2 forward sweeps or 3 reverse sweeps: forward is cheaper"
    wide = tape_of(";".join(f"y{k} = " + "*".join(f"x{i}" for i in range(6)) for k in range(4)))
    assert sweeps(explain(wide)) == "6 forward sweeps or 4 reverse sweeps: reverse is cheaper"
    for node, column in ((0, (2.0, 1.0, math.cos(1.0))), (1, (1.0, 1.0, 0.0))):
        tangents = forward(tape, {node: 1.0}, REAL)
        assert tuple(tangents[output] or 0.0 for output in tape.graph.outputs) == column


def test_relu_at_its_kink():
    example = EXAMPLES["primer-relu-kink"]
    tape = tape_of(example["program"], example["at"])
    _, slopes = gradient(example["program"], example["at"])
    assert slopes["x"] == example["framework_returns"]
    (note,) = tape.notes
    assert note.fault == "kink"
    assert note.node == "n1"
    assert "slope 0 on the left, 1 on the right, 0 was chosen" in note.message


@pytest.mark.parametrize("x", [1.0, -1.0])
def test_a_branch_is_flat_and_says_so(x):
    example = EXAMPLES["primer-branch"]
    found = told(example["program"], {"x": x})["y", "x"]
    assert (found.count, found.total, found.reached) == (1, 0.0, True)
    tape = tape_of(example["program"], {"x": x})
    assert tape.primals[tape.graph.outputs[0]] == (x > 0)
    assert faults(tape) == ["flat"]
    assert "x > 0 is flat in x" in tape.notes[0].message


def test_the_repair_of_a_branch_is_a_spike():
    for tau, x in ((0.01, 0.0), (0.01, 1.0)):
        _, slopes = gradient("sigmoid(x/tau)", {"x": x, "tau": tau})
        s = 1 / (1 + math.exp(-x / tau))
        assert slopes["x"] == pytest.approx(s * (1 - s) / tau, abs=1e-30)


@pytest.mark.parametrize("name", having("program", "at", "wrt"))
def test_every_adjoint_is_the_sum_over_its_consumers(name):
    example = EXAMPLES[name]
    tape = tape_of(example["program"], example["at"])
    graph = tape.graph
    grad = reverse(tape, {graph.outputs[0]: 1.0}, REAL)
    for node in range(len(graph)):
        if node not in graph.outputs:
            consumers = [edge for edge in graph.edges if edge.tail == node]
            assert grad[node] == sum(grad[edge.head] * tape.partials[edge.position] for edge in consumers)
