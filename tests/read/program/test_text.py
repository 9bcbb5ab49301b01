"""Programs to graphs: what names mean, what is an output, what is recorded of a choice."""

from __future__ import annotations

import math

import pytest
from derivatives import faults, gradient, tape_of, value_of

from graphviz_ad.errors import DomainProblem, SyntaxProblem, UnknownName
from graphviz_ad.read import read_text


def inputs(graph):
    return [graph.names[node] for node in graph.inputs]


def outputs(graph):
    return [graph.names[node] for node in graph.outputs]


def notes(graph):
    return [note.fault for note in graph.notes]


# Nodes -----------------------------------------------------------------------------------------------


def test_every_operation_that_was_typed_is_a_node():
    graph = read_text("(y-(m*x+c))*(y-(m*x+c))")
    assert graph.ops.count("mul") == 3
    assert graph.ops.count("sub") == graph.ops.count("add") == 2
    assert [node.op for node in read_text("x*x/x")] == ["input", "mul", "div", "output"]
    assert [node.args for node in read_text("3 - x")] == [(), (3.0, 0), (1,)]
    assert read_text("x + 0*x").ops == ["input", "mul", "add", "output"]


def test_places_are_those_of_the_text():
    text = "z = a*b + sin(c)"
    graph = read_text(text)
    pieces = {node.op: text[slice(*node.place)] for node in graph if node.op != "input"}
    assert pieces == {"mul": "a*b", "sin": "sin(c)", "add": "a*b + sin(c)", "output": text}
    assert [text[slice(*graph.node(k).place)] for k in graph.inputs] == ["a", "b", "c"]


def test_named_intermediates_are_shared_nodes():
    graph = read_text("u = x + 1; u*u")
    assert graph.ops == ["input", "add", "mul", "output"]
    assert graph.names == {0: "x", 1: "u", 3: "f"}
    assert graph.node(2).args == (1, 1)


def test_min_and_max_of_many_and_defaults():
    assert read_text("max(a, b, c, d)").ops.count("max") == 3
    assert value_of("max(1, 5, 3)") == 5
    assert value_of("min(4, 2, 3, 9)") == 2
    assert read_text("leaky_relu(x)").node(1).args == (0, 0.01)
    assert read_text("leaky_relu(x, 0.2)").node(1).args == (0, 0.2)
    assert read_text("elu(x)").node(1).args == (0, 1.0)


def test_logarithms_to_a_base():
    assert read_text("log(x)").ops[1] == "log"
    assert read_text("log(x, 2)").ops[1] == "log_base"
    assert value_of("log(8, 2)") == pytest.approx(3)
    assert gradient("log(x, 5)", {"x": 2})[1]["x"] == pytest.approx(1 / (2 * math.log(5)))


@pytest.mark.parametrize(
    ("alias", "name"),
    [("ln", "log"), ("arcsin", "asin"), ("arccos", "acos"), ("arctan", "atan"), ("swish", "silu"),
    ("logistic", "sigmoid"),
     ("σ", "sigmoid"), ("power", "pow"), ("maximum", "max"), ("heaviside", "step"), ("sgn", "sign"),
     ("clamp", "clip")],
)  # fmt: skip
def test_aliases(alias, name):
    args = {"pow": "x, 2", "max": "x, 2", "clip": "x, 0, 1"}.get(name, "x")
    assert read_text(f"{alias}({args})").ops[1] == name


def test_sharing_merges_equal_subexpressions_and_says_so():
    graph = read_text("(y-(m*x+c))*(y-(m*x+c))", share=True)
    assert graph.ops.count("mul") == 2
    assert graph.ops.count("sub") == 1
    (note,) = graph.notes
    assert (note.fault, note.message) == ("shared", "3 equal subexpressions were merged")
    assert read_text("2*x + 2*x", share=True).ops == ["input", "mul", "add", "output"]
    assert read_text("x*2 + 2*x", share=True).ops.count("mul") == 2, "the operands stand in another order"
    assert read_text("x*0 + x*-0", share=True).ops.count("mul") == 2, "0 and -0 are two numbers"
    assert notes(read_text("x*y", share=True)) == []


# Names -----------------------------------------------------------------------------------------------


def test_constants_are_numbers_and_say_so():
    graph = read_text("pi*x + e + τ")
    assert inputs(graph) == ["x"]
    assert notes(graph) == ["constant_name"] * 3
    assert "pi is the number 3.141592653589793" in graph.notes[0].message
    assert graph.constant_text(graph.operands[0]) == "pi"


@pytest.mark.parametrize("options", [{"at": {"pi": 2.0}}, {"wrt": ["pi"]}])
def test_a_name_that_is_asked_for_is_a_variable(options):
    graph = read_text("pi*x", **options)
    assert inputs(graph) == ["pi", "x"]
    assert notes(graph) == []


def test_a_name_that_the_program_assigns_is_no_constant():
    graph = read_text("e = y - x; e*e")
    assert inputs(graph) == ["y", "x"]
    assert notes(graph) == []
    assert gradient("tau = 2; tau*x", {"x": 1})[1] == {"x": 2.0}


def test_a_function_name_without_a_call():
    with pytest.raises(UnknownName, match="max is a function") as caught:
        read_text("max*x")
    assert "max(x)" in caught.value.hint
    assert inputs(read_text("max*x", {"max": 1})) == ["max", "x"]
    assert value_of("sin*sin(x)", {"sin": 2.0, "x": 0.0}) == 0.0


def test_names_are_normalised_everywhere():
    graph = read_text("\u00b5*x", {"\u03bc": 1}, wrt=["\u00b5"])
    assert inputs(graph) == ["μ", "x"]
    assert outputs(read_text("\u00b5 = x; \u03bc*2; \u00b5", of=["\u00b5"])) == ["μ"]
    assert inputs(read_text("x₁ + x1")) == ["x1"]


def test_the_caret_is_a_note_once_and_only_where_it_is_typed():
    assert notes(read_text("x^2 + y^2")) == ["caret"]
    assert notes(read_text("x**2  # not x^2")) == []


def test_unknown_functions():
    with pytest.raises(UnknownName, match="sine is not a function") as caught:
        read_text("1 + sine(x)")
    assert (caught.value.start, caught.value.end) == (4, 8)
    assert "sin" in caught.value.hint
    for text in ("x(1 + x)", "x = 2; x(1 + x)", "pi(2)"):
        with pytest.raises(UnknownName) as caught:
            read_text(text)
        assert "*(...)" in caught.value.hint


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("sin(x, y)", "sin was called with 2 values", "sin(x)"),
        ("log(x, y, z)", "log was called with 3 values", "log(x) or log(x, b)"),
        ("max(x)", "max was called with 1 value", "max(x, y)"),
        ("clip(x, 1)", "clip was called with 2 values", "clip(x, lo, hi)"),
        ("s(a, b) = a*b; s(1)", "s was called with 1 value", "s(a, b)"),
    ],
)
def test_wrong_number_of_values(text, message, hint):
    with pytest.raises(SyntaxProblem) as caught:
        read_text(text)
    assert caught.value.what == message
    assert hint in caught.value.hint


# Outputs ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("x + 1", ["f"]),
        ("f*g", ["h"]),
        ("x + f; 2*x", ["g", "h"]),
        ("f = x; x*2", ["f", "g"]),
        ("x; x; x; x; x; x", ["f", "g", "h", "out", "out2", "out3"]),
        ("y = x*2; z = y + 1", ["z"]),
        ("y = x*2; z = x + 1", ["y", "z"]),
        ("u = 2; u*x", ["f"]),
        ("s(x) = x**2", ["s"]),
        ("s(x) = x**2; t(y) = s(y) + 1", ["t"]),
        ("s(x) = x**2; t(y) = y + 1", ["s", "t"]),
        ("s(x) = x**2; s(3)", ["f"]),
    ],
)
def test_outputs(text, names):
    graph = read_text(text)
    assert outputs(graph) == names
    assert all(graph.ops[node] == "output" for node in graph.outputs)


def test_of_chooses_outputs_and_drops_what_they_do_not_need():
    graph = read_text("u = a*b; v = c*d; w = u + v", of=["u"])
    assert (inputs(graph), outputs(graph)) == (["a", "b"], ["u"])
    assert outputs(read_text("u = a*b; u + 1", of=["f", "u"])) == ["f", "u"]
    with pytest.raises(UnknownName, match="uu is not a name") as caught:
        read_text("u = a*b; u + 1", of=["uu"])
    assert "u" in caught.value.hint


def test_wrt_may_name_an_intermediate_which_then_stays():
    graph = read_text("u = a*b; v = 2*a; v", of=["v"], wrt=["u"])
    assert graph.names[graph.scope["u"]] == "u"
    assert inputs(graph) == ["a", "b"]


def test_an_input_that_no_output_needs_stays_when_it_is_asked_for():
    graph = read_text("u = a*b; v = 2*a", of=["v"], wrt=["b"])
    assert inputs(graph) == ["a", "b"]
    assert inputs(read_text("u = a*b; v = 2*a", of=["v"])) == ["a"]


@pytest.mark.parametrize(
    ("options", "message", "hint"),
    [
        ({"at": {"xx": 1}}, "xx has a value, but does not occur", "did you mean x?"),
        ({"wrt": ["z"]}, "z is in --wrt, but does not occur", ""),
        ({"at": {"u": 1}}, "u has a value, but the program computes it", "give values to x"),
        ({"at": {"s": 1}}, "s has a value, but the program computes it", ""),
    ],
)
def test_names_that_do_not_fit(options, message, hint):
    with pytest.raises(UnknownName) as caught:
        read_text("s(t) = t; u = 2*x; s(u)", **options)
    assert caught.value.what.startswith(message)
    assert hint in caught.value.hint


def test_every_name_stands_for_one_value():
    for text, message in (
        ("x = 2; x = x*2", "x is given a value twice"),
        ("x = x*2", "x is used before it is given a value"),
        ("y = x; x = 2", "x is used before it is given a value"),
        ("s(x) = x; s = 2", "s is given a value twice"),
    ):
        with pytest.raises(SyntaxProblem, match=message) as caught:
            read_text(text)
        assert "2 = ..." in caught.value.hint


def test_scope_has_every_name():
    graph = read_text("k = 3; u = k*x; y = u; y + pi")
    assert set(graph.scope) == {"k", "u", "x", "y", "f"}
    assert graph.scope["y"] == graph.scope["u"]
    assert graph.ops[graph.scope["k"]] == "constant"


# Definitions --------------------------------------------------------------------------------------------


def test_definitions_are_inlined():
    graph = read_text("s(x) = 1/(1 + exp(-x)); y = s(2*x) + s(b)")
    assert graph.ops.count("exp") == 2
    assert inputs(graph) == ["x", "b"]
    assert value_of("s(x) = 1/(1 + exp(-x)); s(0)") == 0.5


def test_parameters_hide_names_and_the_callers_come_back():
    at = {"x": 3.0, "a": 10.0}
    assert value_of("s(x) = x*a; s(x + 1) + x", at) == 43.0
    assert value_of("t(a) = a + 1; s(x) = t(x)*x; s(x)*a", at) == 120.0
    assert value_of("s(a, b) = a - b; s(s(5, 3), x)", {"x": 3.0}) == -1.0
    assert value_of("s(pi) = 2*pi; s(1)") == 2.0


def test_a_definition_may_replace_a_function():
    assert value_of("relu(x) = 2*x; relu(-3)") == -6.0
    assert read_text("relu(x) = 2*x; relu(y)").ops == ["input", "mul", "output"]


def test_definitions_cannot_recurse_nor_come_late():
    for text, message in (
        ("s(x) = s(x)", "s calls itself"),
        ("s(x) = t(x); t(x) = x; s(1)", "t is defined below"),
        ("s(2); s(x) = x", "s is defined below"),
    ):
        with pytest.raises(SyntaxProblem, match=message):
            read_text(text)


def test_an_unused_definition_is_a_note():
    assert notes(read_text("s(x) = x; y = 2*z")) == ["unused_definition"]


def test_a_definition_alone_is_the_output_and_its_parameters_the_inputs():
    assert inputs(read_text("s(x, y) = x*a")) == ["x", "a"]
    assert inputs(read_text("s(x, y) = x*a", wrt=["y"])) == ["x", "a", "y"]
    assert gradient("s(x) = 1/(1 + exp(-x))", {"x": 0})[1] == {"x": 0.25}


# Choices ------------------------------------------------------------------------------------------------


def test_only_the_branch_taken_is_recorded():
    graph = read_text("a*2 if x > 0 else b", {"x": 1})
    assert graph.ops == ["input", "gt", "input", "mul", "branch", "output"]
    assert inputs(graph) == ["x", "a"]
    assert inputs(read_text("a*2 if x > 0 else b", {"x": -1})) == ["x", "b"]


def test_nested_choices_and_chained_comparisons():
    text = "1*x if 0 < x < 1 else 2*x if x >= 1 else 3*x"
    for x, slope in ((0.5, 1.0), (4.0, 2.0), (-1.0, 3.0)):
        assert gradient(text, {"x": x})[1] == {"x": slope}
    assert value_of("0 < x < 1", {"x": 0.5}) == 1.0
    assert value_of("0 < x < 1 < 2", {"x": 1.5}) == 0.0
    assert faults(tape_of("0 < x < 1", {"x": 0.5})) == ["flat", "flat"]


def test_a_choice_in_a_definition_and_in_another_choice():
    text = "s(x) = x if x > 0 else -2*x; s(y) + s(-y)"
    assert gradient(text, {"y": 3.0}) == (9.0, {"y": 3.0})
    assert gradient("s(x) = x if x > 0 else 0; s(s(y) if y else 1)", {"y": 3.0}) == (3.0, {"y": 1.0})


def test_a_condition_without_variables_needs_no_values():
    assert inputs(read_text("x if 2 > 1 else y")) == ["x"]
    assert inputs(read_text("k = 2; x if k > 1 else y")) == ["x"]


def test_a_choice_needs_values():
    with pytest.raises(DomainProblem, match="which branch is taken depends on x, y") as caught:
        read_text("a if x*y > 0 else b")
    assert (caught.value.start, caught.value.end) == (5, 12)
    assert 'at "x=1 y=1"' in caught.value.hint
    with pytest.raises(DomainProblem, match="depends on y"):
        read_text("a if x*y > 0 else b", {"x": 1})


def test_the_branch_that_is_not_taken_is_not_looked_at():
    assert value_of("1/x if x != 0 else 0", {"x": 0}) == 0.0
    assert value_of("nosuch(x) if x > 0 else 2*x", {"x": -1}) == -2.0


# Size ---------------------------------------------------------------------------------------------------


def test_a_hundred_thousand_terms():
    graph = read_text("+".join(f"a{k}*b{k}" for k in range(100_000)))
    assert len(graph) == 400_000
    assert len(graph.inputs) == 200_000


def test_reading_leaves_the_collector_of_cycles_as_it_was():
    import gc

    assert gc.isenabled()
    with pytest.raises(SyntaxProblem):
        read_text("2x")
    assert gc.isenabled()
    gc.disable()
    try:
        read_text("2*x")
        assert not gc.isenabled()
    finally:
        gc.enable()
