"""The gradient as a graph: its values, its form, its names."""

from __future__ import annotations

import itertools
import math
import time

import mpmath
import pytest
import symengine
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from programs import close, programs
from test_ops import COMPLEX
from test_worked_examples import EXAMPLES, having

import graphviz_ad
from graphviz_ad import ops
from graphviz_ad.columns import Columns
from graphviz_ad.differentiate import evaluate, reverse
from graphviz_ad.differentiate.formula import ALGEBRA
from graphviz_ad.differentiate.gradient import gradient_graph
from graphviz_ad.differentiate.ring import MAGNITUDE
from graphviz_ad.errors import GraphProblem, UnknownName
from graphviz_ad.graph import INPUT, OUTPUT
from graphviz_ad.read import read_text
from graphviz_ad.rule import compute
from graphviz_ad.write.program import program

BAR, BARS = "\u0304", "\u033f"


def values(graph, at):
    """Return the value of every output."""
    known = {graph.names[node] for node in graph.inputs}
    tape = evaluate(graph, {name: value for name, value in at.items() if name in known})
    return {graph.names[node]: tape.primals[node] for node in graph.outputs}


def lines(text, *args, at=None, order=1, **options):
    graph = read_text(text, at)
    for _ in range(order):
        graph = gradient_graph(graph, *args, **options)
    return program(graph).splitlines()


# Numbers ------------------------------------------------------------------------------------


def check(text, at, graph, order=1):
    """Compare the values of the gradient's graph with the reverse sweep."""
    assume(graph.inputs)
    for _ in range(order - 1):
        graph = gradient_graph(graph)
    tape = evaluate(graph, at)
    found = list(values(gradient_graph(graph), at).values())
    rows = [
        (reverse(tape, {output: 1.0})[source], reverse(tape, {output: 1.0}, MAGNITUDE)[source])
        for output in graph.outputs
        for source in graph.inputs
    ]
    assert len(found) == len(rows)
    for ours, (slope, scale) in zip(found, rows, strict=True):
        if math.isfinite(slope or 0.0):
            assert close(ours, slope or 0.0, scale or 0.0), text


@given(programs())
@settings(max_examples=250)
def test_values_are_those_of_the_reverse_sweep(made):
    text, at = made
    check(text, at, read_text(text, at))


@given(programs(most=4))
@settings(max_examples=80)
def test_values_of_second_derivatives_are_those_of_the_reverse_sweep_over_the_first(made):
    text, at = made
    check(text, at, read_text(text, at), order=2)


@given(programs())
@settings(max_examples=100)
def test_the_gradient_reads_back_from_its_text(made):
    text, at = made
    gradient = gradient_graph(read_text(text, at), forward=True)
    again = read_text(program(gradient), at if " if " in program(gradient) else None)
    ours, theirs = values(gradient, at), values(again, at)
    assert ours.keys() == theirs.keys()
    for name, value in ours.items():
        assert value == theirs[name] or value != value, program(gradient)


@pytest.mark.parametrize("name", having("program", "at", "wrt"))
def test_derivatives_of_the_worked_examples(name):
    example = EXAMPLES[name]
    graph = read_text(example["program"], example["at"])
    names = list(example["wrt"])
    found = values(gradient_graph(graph, names), example["at"])
    assert len(found) == len(names) * len(graph.outputs)
    for ours, slope in zip(found.values(), example["wrt"].values(), strict=True):
        assert ours == pytest.approx(slope, rel=max(example.get("tolerance", 0.0), 1e-15), abs=0)


ORDINARY = [-2.0, -0.75, 0.3, 0.6, 1.25, 3.0]
CURVED = [name for name, row in ops.TABLE.items() if not row.flat]


def row_graph(name):
    """Return the graph of one operation alone."""
    columns = Columns()
    operands = ops.TABLE[name].operands
    inputs = [columns.node(INPUT, (), 0, 0, operand) for operand in operands]
    outputs = [columns.node(OUTPUT, (columns.node(name, inputs, 0, 0),), 0, 0, "f")]
    return columns.graph(outputs, dict(zip(operands, inputs, strict=True)), "", ())


def samples(name):
    """Return points inside the domain of a row, far enough from its kinks for a difference quotient."""
    row, kernel = ops.TABLE[name], ops.kernel(name)
    shifts = [0.0, 1e-3, -1e-3]
    for args in itertools.product(ORDINARY, repeat=len(row.operands)):
        if name == "pow" and args[0] < 0:
            continue  # the slope by the exponent is not real
        if kernel.domain is not None and not kernel.domain(*args):
            continue
        if any(kernel.kinks) and name == "mod":
            cell = args[0] / args[1]
            if abs(cell - round(cell)) < 1e-2:
                continue
        elif any(kink(*(arg + s for arg in args)) for kink in kernel.kinks for s in shifts):
            continue
        yield args


def hessian(name):
    """Return the second derivatives of a row as a graph, and the pairs of operands."""
    pairs = list(itertools.product(ops.TABLE[name].operands, repeat=2))
    return gradient_graph(gradient_graph(row_graph(name))), pairs


@pytest.mark.parametrize("name", CURVED)
def test_second_derivatives_of_every_row_agree_with_mpmath(name):
    row = ops.TABLE[name]
    graph, pairs = hessian(name)
    points = list(samples(name))
    assert points
    for args in points[:: max(1, len(points) // 12)]:
        found = list(values(graph, dict(zip(row.operands, args, strict=True))).values())
        with mpmath.workdps(60):

            def value(*numbers):
                return mpmath.re(compute(row.value, dict(zip(row.operands, numbers, strict=True)), COMPLEX))

            for ours, pair in zip(found, pairs, strict=True):
                orders = tuple(pair.count(operand) for operand in row.operands)
                exact = mpmath.diff(value, tuple(map(mpmath.mpf, args)), orders, h=mpmath.mpf(10) ** -20)
                scale = 1 + abs(float(exact))
                assert ours == pytest.approx(float(exact), abs=1e-10 * scale), (args, pair)


# What symengine can differentiate twice; of the others it has no rule, or only a sign.
ALGEBRAIC = [
    name
    for name in CURVED
    if not ops.TABLE[name].kinks and name not in {"mod", "cbrt", "log2", "log10", "silu", "branch", "where"}
]


@pytest.mark.parametrize("name", ALGEBRAIC)
def test_second_derivatives_of_smooth_rows_agree_with_symengine(name):
    row = ops.TABLE[name]
    symbols = {operand: symengine.Symbol(operand) for operand in row.operands}
    text = {"softplus": "log(1 + exp(x))", "expm1": "exp(x) - 1", "log1p": "log(1 + x)"}.get(name, row.value)
    formula = compute(text, symbols, ALGEBRA)
    graph, pairs = hessian(name)
    second = {pair: symengine.diff(symengine.diff(formula, pair[0]), pair[1]) for pair in pairs}
    assert not any("Derivative" in str(each) for each in second.values())
    for args in samples(name):
        at = dict(zip(row.operands, args, strict=True))
        for ours, pair in zip(values(graph, at).values(), pairs, strict=True):
            numbers = {symbols[operand]: symengine.RealDouble(value) for operand, value in at.items()}
            theirs = float(second[pair].subs(numbers).n(53, real=True))
            assert ours == pytest.approx(theirs, rel=1e-8, abs=1e-9), (args, pair)


@pytest.mark.parametrize("name", sorted(ops.TABLE.keys() - CURVED))
def test_flat_rows_give_the_number_0(name):
    graph = gradient_graph(row_graph(name))
    assert set(graph.ops) == {INPUT, OUTPUT}
    assert [*evaluate(graph).primals][-1] == 0


def test_third_derivatives():
    graph = read_text("x**4")
    for _ in range(3):
        graph = gradient_graph(graph)
    assert values(graph, {"x": 5}) == {f"x{BARS}{BAR}": 120}


# Form ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "gradient"),
    [
        ("x**2", ["x̄ = 2*x"]),
        ("x**3", ["x̄ = 3*x**2"]),
        ("square(x)", ["x̄ = 2*x"]),
        ("x*y", ["x̄ = y", "ȳ = x"]),
        ("x - y", ["x̄ = 1", "ȳ = -1"]),
        ("2*x", ["x̄ = 2"]),
        ("exp(x)", ["x̄ = exp(x)"]),
        ("2**x", ["x̄ = 2**x*0.6931471805599453"]),
        ("relu(x)", ["x̄ = step(x)"]),
        ("k = 3; x**k", ["k = 3", "x̄ = k*x**(k - 1)"]),
        ("x**y", ["x̄ = where(y == 0, 0, y*x**(y - 1))", "ȳ = where(x == 0 < y, 0, x**y*log(x))"]),
        ("leaky_relu(x)", ["x̄ = where(x > 0, 1, 0.01)"]),
        ("(2*x + 3)**2", ["v̄2 = 2*(2*x + 3)", "x̄ = v̄2*2"]),
        ("sin(cos(x))", ["v̄1 = cos(cos(x))", "x̄ = v̄1*-sin(x)"]),
        ("floor(x)*y", ["x̄ = 0", "ȳ = floor(x)"]),
    ],
)
def test_nothing_is_left_to_strike_out(text, gradient):
    assert lines(text) == gradient


def test_choices_pass_only_what_they_select():
    # exp(800) is inf, which would make 0*inf where it is not selected.
    for text in ("max(x, 0)*exp(y)", "relu(x)*exp(y)", "clip(x, 0, 1)*exp(y)", "where(x > 0, x, 0)*exp(y)"):
        assert values(gradient_graph(read_text(text), ["x"]), {"x": -1, "y": 800}) == {f"x{BAR}": 0}, text
    taken = gradient_graph(read_text("a*x if x > 0 else b", {"x": 1, "a": 2, "b": 3}))
    assert program(taken).splitlines() == [f"x{BAR} = a", "ā = x", f"b{BAR} = 0"]


UNTAKEN = [
    ("where(x > 0, sqrt(x), 0)", -1, 0),
    ("where(x == 0, 1, sin(x)/x)", 0, 0),
    ("where(x > 0, log(x), x)", 0, 1),
    ("where(x < 10, exp(x), 3*x)", 1000, 3),
    ("where(x > 0, sqrt(log(x)*2), 0) + x", 0, 1),
    ("where(x > 0, 0.5*sqrt(x), where(x < -1, sqrt(-x - 1), x**2))", -0.5, -1),
    ("relu(-exp(x))", 1000, 0),
    ("relu(log(x))", 0, 0),
    ("max(log(x), x)", 0, 1),
    ("min(1/x, x)", 0, 1),
    ("clip(1/x, 0, 1)", 0, 0),
    ("relu(where(x > 0, 1/x - 1, -1))", 0, 0),
    # What is taken stays infinite.
    ("where(x >= 0, sqrt(x), 0)", 0, math.inf),
    ("max(sqrt(x), -1)", 0, math.inf),
]


@pytest.mark.parametrize(("text", "x", "slope"), UNTAKEN)
def test_a_branch_that_is_not_taken_gives_0(text, x, slope):
    assert values(gradient_graph(read_text(text)), {"x": x}) == {f"x{BAR}": slope}


@pytest.mark.parametrize("text", [text for text, _, slope in UNTAKEN if math.isfinite(slope)])
@pytest.mark.parametrize("x", [-2.0, -1.0, 0.0, 0.5, 1.0, 1000.0])
def test_branches_that_are_not_taken_give_0_of_every_order(text, x):
    graph = read_text(text)
    for _ in range(3):
        tape = evaluate(graph, {"x": x})
        slope = reverse(tape, {graph.outputs[0]: 1.0})[graph.inputs[0]] or 0.0
        graph = gradient_graph(graph)
        (ours,) = values(graph, {"x": x}).values()
        if math.isfinite(slope):
            assert ours == pytest.approx(slope, rel=1e-12)


EDGES = ["sqrt", "log", "exp", "relu", "abs", "sin", "atan", "asin", "acosh", "sigmoid", "cbrt", "elu"]


@st.composite
def edgy(draw):
    """Make an expression in x and y out of choices and of operations at the edges of their domains."""
    inner = st.sampled_from(["x", "y", "0", "2", "-1"])

    def grow(part):
        sides = st.sampled_from(["< 0", "> 0", "== x", "<= y", "!= 1"])
        return st.one_of(
            st.builds("{}({})".format, st.sampled_from(EDGES), part),
            st.builds("(({}){}({}))".format, part, st.sampled_from(["+", "*", "/", "**"]), part),
            st.builds("{}({}, {})".format, st.sampled_from(["max", "min", "hypot"]), part, part),
            st.builds("where({} {}, {}, {})".format, st.sampled_from(["x", "y"]), sides, part, part),
        )

    text = draw(st.recursive(inner, grow, max_leaves=9)) + " + 0*(x + y)"
    at = {name: draw(st.sampled_from([-2.0, -1.0, 0.0, 0.5, 1.0, 800.0])) for name in ("x", "y")}
    return text, at


@given(edgy())
@settings(max_examples=300)
def test_where_the_sweep_has_a_number_the_graph_has_it(made):
    text, at = made
    check(text, at, read_text(text, at))
    check(text, at, read_text(text, at), order=2)


@pytest.mark.parametrize(
    ("text", "gradient"),
    [
        ("relu(sin(x))", ["v̄1 = step(sin(x))", "x̄ = v̄1*cos(x)"]),
        ("relu(atan(x))", ["v̄1 = step(atan(x))", "x̄ = v̄1*(1/(1 + x**2))"]),
        ("clip(sin(x), 0, 1)", ["v̄1 = where(0 < sin(x) < 1, 1, 0)", "x̄ = v̄1*cos(x)"]),
        ("2*where(x > 0, x, 0)", ["x̄ = where(x > 0, 2, 0)"]),
        ("where(x > 0, sqrt(x), 0)", ["x̄ = where(x > 0, 1/(2*sqrt(x)), 0)"]),
        ("where(x > 0, log(x), 0)*3", ["x̄ = where(x > 0, 3*(1/x), 0)"]),
    ],
)
def test_conditions_are_written_only_where_a_slope_may_be_infinite(text, gradient):
    assert lines(text) == gradient


def test_numbers_keep_their_names():
    assert lines("pi*x + e*y") == ["x̄ = pi", "ȳ = e"]


def test_bars_count_the_order():
    graph = gradient_graph(read_text("x**3"), forward=True)
    again = gradient_graph(graph, forward=True)
    assert [again.names[node] for node in again.outputs] == ["f", f"x{BAR}", f"x{BAR}_f", f"x{BARS}_x{BAR}"]


def test_without_a_variable_there_is_no_gradient():
    with pytest.raises(GraphProblem, match="no variable"):
        gradient_graph(read_text("3"))
    assert gradient_graph(read_text("3"), forward=True).ops == [OUTPUT]


def test_a_choice_hands_the_adjoint_to_one_side():
    assert lines("where(x > 0, a, b)*c", ["a", "b"]) == [
        "v1 = x > 0",
        "ā = where(v1, c, 0)",
        f"b{BAR} = where(v1, 0, c)",
    ]


def test_equal_parts_are_one_node_and_forward_values_are_used():
    graph = gradient_graph(read_text("tanh(a*b)*c"))
    assert graph.ops.count("tanh") == 1
    # a*b; c times 1 - v**2, and that times a and times b.
    assert graph.ops.count("mul") == 1 + 3
    ladder = gradient_graph(read_text("exp(x)*exp(x)"))
    # The two of the program stay two.
    assert ladder.ops.count("exp") == 2


def test_dead_parts_are_dropped_and_inputs_stay():
    graph = gradient_graph(read_text("sin(x)*2 + z"), ["x"])
    assert graph.ops == [INPUT, INPUT, "cos", "mul", OUTPUT]
    assert [graph.names[node] for node in graph.inputs] == ["x", "z"]


def test_a_ladder_stays_linear():
    def size(rungs):
        text = "s0 = sin(x)\n" + "\n".join(f"s{k} = s{k - 1}*s{k - 1}" for k in range(1, rungs + 1))
        return len(gradient_graph(read_text(text)))

    small, middle, large = size(10), size(20), size(40)
    assert middle - small == 10 * (small - size(9))
    assert large - middle == 2 * (middle - small)
    assert len(gradient_graph(read_text("\n".join(f"s{k} = s{k - 1} + s{k - 1}" for k in range(1, 30))))) == 2


def test_the_square_gives_few_nodes():
    graph = gradient_graph(read_text("(2*x + 3)**2"))
    assert graph.ops == [INPUT, "mul", "add", "mul", "mul", OUTPUT]


def test_a_chain_of_100_000_takes_seconds():
    text = "x0 = sin(x)\n" + "\n".join(f"x{k} = sin(x{k - 1})" for k in range(1, 100_000))
    graph = read_text(text)
    begin = time.process_time()
    gradient = gradient_graph(graph)
    assert time.process_time() - begin < 20
    tape = evaluate(graph, {"x": 0.5})
    expected = reverse(tape, {graph.outputs[0]: 1.0})[graph.inputs[0]]
    assert values(gradient, {"x": 0.5})[f"x{BAR}"] == pytest.approx(expected, rel=1e-9)
    assert len(gradient) < 3 * 100_000 + 10


# Names --------------------------------------------------------------------------------------


def test_inner_adjoints_are_called_as_their_nodes():
    graph = gradient_graph(read_text("u = x*y; f = sin(u)*u"))
    assert f"u{BAR}" not in [graph.names[node] for node in graph.outputs]
    assert graph.ops[graph.scope["ū"]] == "add"
    labels = lines("(y-(m*x+c))**2")
    assert labels == ["v̄3 = 2*(y - (m*x + c))", "ȳ = v̄3", "v̄2 = -v̄3", "m̄ = v̄2*x", "x̄ = v̄2*m", "c̄ = v̄2"]


def test_what_was_dropped_does_not_renumber_the_rest():
    # Neither p*q (v1) nor sin(z) (v2) nor their sum (v3) is needed, so u*w would be v1.
    graph = read_text("(p*q + sin(z))*(u*w)")
    assert graph.ops[graph.labels().index("v4")] == "mul"
    gradient = gradient_graph(graph, ["z"])
    assert program(gradient).splitlines() == ["v4 = u*w", f"z{BAR} = v4*cos(z)"]
    assert gradient.labels()[5:] == ["v4", "w1", "w2", f"z{BAR}"]


def test_names_that_are_taken_are_barred_twice():
    graph = gradient_graph(read_text(f"x{BAR} = 2*x; x{BAR}*y"), ["x"])
    assert [graph.names[node] for node in graph.outputs] == [f"x{BARS}"]
    graph = read_text("x**5")
    for bars in (BAR, BARS, BARS + BAR, BARS + BARS):
        graph = gradient_graph(graph)
        assert [graph.names[node] for node in graph.outputs] == [f"x{bars}"]


def test_several_outputs_have_a_derivative_each():
    graph = read_text("y1 = x1*x2; y2 = sin(x1)")
    assert program(gradient_graph(graph)).splitlines() == [
        f"x{BAR}1_y1 = x2",
        f"x{BAR}2_y1 = x1",
        f"x{BAR}1_y2 = cos(x1)",
        f"x{BAR}2_y2 = 0",
    ]
    assert program(gradient_graph(graph, ["x1"], of=["y2"])) == f"x{BAR}1 = cos(x1)"


@given(programs(most=5))
@settings(max_examples=60)
def test_names_are_unique(made):
    text, at = made
    graph = read_text(text, at)
    assume(graph.inputs)
    for _ in range(2):
        graph = gradient_graph(graph)
        names = list(graph.names.values())
        assert len(names) == len({*names})
        labels = graph.labels()
        assert len(labels) == len({*labels})


def test_names_that_do_not_exist_are_refused():
    graph = read_text("loss = (target - x)**2")
    with pytest.raises(UnknownName, match="tagret") as caught:
        gradient_graph(graph, ["tagret"])
    assert "target" in caught.value.hint
    with pytest.raises(UnknownName, match="los") as caught:
        gradient_graph(graph, of=["los"])
    assert "loss" in caught.value.hint


# What is asked for --------------------------------------------------------------------------


def test_by_intermediates():
    graph = read_text("u = x*x; y = u*sin(u)")
    gradient = gradient_graph(graph, ["u", "x"])
    tape = evaluate(graph, {"x": 2})
    row = reverse(tape, {graph.outputs[0]: 1.0})
    found = values(gradient, {"x": 2})
    assert [*found] == ["ū", "x̄"]
    assert found["ū"] == pytest.approx(row[graph.scope["u"]], rel=1e-12)
    assert found["x̄"] == pytest.approx(row[graph.scope["x"]], rel=1e-12)
    # The text brings both back, although x̄ is computed from ū.
    assert {*values(read_text(program(gradient)), {"x": 2})} == {"ū", "x̄"}


def test_by_an_output_and_by_a_constant():
    graph = read_text("k = 3; f = k*x")
    assert values(gradient_graph(graph, ["f"]), {"x": 2}) == {f"f{BAR}": 1}
    assert values(gradient_graph(graph, ["k"]), {"x": 2}) == {f"k{BAR}": 0}


def test_an_input_that_no_path_reaches_has_derivative_0():
    graph = read_text("f = 2*x; g = y", of=["f"], wrt=["x", "y"])
    gradient = gradient_graph(graph)
    assert [gradient.node(node).args for node in gradient.outputs] == [(2.0,), (0.0,)]


def test_forward_outputs_come_first():
    graph = gradient_graph(read_text("f = x*y; g = x"), ["x"], forward=True)
    assert [graph.names[node] for node in graph.outputs] == ["f", "g", f"x{BAR}_f", f"x{BAR}_g"]
    assert [*values(graph, {"x": 2, "y": 3}).values()] == [6, 2, 3, 1]


def test_it_can_be_drawn_and_is_a_name_of_the_library():
    graph = graphviz_ad.gradient_graph(graphviz_ad.read_text("x**2*(x + 1)"))
    drawing = graphviz_ad.draw(graph, {"x": 2})
    # (x³ + x²)'' = 6x + 2
    assert drawing.derivation.explanations[0].total == 14
    assert "x̄" in drawing.svg()


def test_it_is_the_same_every_time():
    text = "tanh(w1*x1 + w2*x2 + b) + max(x1, x2)"
    assert gradient_graph(read_text(text)) == gradient_graph(read_text(text))


@pytest.mark.parametrize(
    "text", ["2*pi*x**2", "(y - (m*x + c))**2", "e1 = exp(a); e1/(e1 + 1)", "x**3", "x**y"]
)
@pytest.mark.parametrize("order", [1, 2])
def test_constants_are_those_of_its_text(text, order):
    graph = read_text(text)
    for _ in range(order):
        graph = gradient_graph(graph)
    used = dict.fromkeys(operand for operand in graph.operands if operand < 0)
    assert [*used] == [-1 - k for k in range(len(graph.constants))]
    again = read_text(program(graph))
    assert {*again.constants} == {*graph.constants}
    assert sorted(again.symbols.values()) == sorted(graph.symbols.values())


def test_the_gradient_of_a_branch_says_which_one_it_is_of():
    graph = read_text("x*x if x > 0 else -x", {"x": 1})
    (note,) = [note for note in gradient_graph(graph).notes if note.fault == "branch_taken"]
    assert "the branch that was taken" in note.message
    twice = gradient_graph(gradient_graph(graph))
    assert sum(note.fault == "branch_taken" for note in twice.notes) == 1
    assert not gradient_graph(read_text("where(x > 0, x, -x)")).notes
