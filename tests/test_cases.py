"""Programs that others got wrong, each with the right value and slopes."""

from __future__ import annotations

import json
import math
import time

import pytest
from conftest import ROOT
from derivatives import faults, gradient, tape_of, told, value_of

from graphviz_ad.errors import SyntaxProblem, UnknownName
from graphviz_ad.explain import explain
from graphviz_ad.ops import COMPARISONS
from graphviz_ad.read import read_text

CASES = {
    case["id"]: case for case in json.loads((ROOT / "tests/data/cases.json").read_text(encoding="utf-8"))
}
# Published with ten digits.
CLOSE = {"rel": 2e-9, "abs": 1e-300}


def of_form(form):
    return [name for name, case in CASES.items() if case.get("data", {}).get("form") == form]


EXPRESSIONS = [
    pytest.param(case, id=f"{name}-{case['text']}")
    for name in of_form("expr")
    for case in CASES[name]["data"]["cases"]
]


@pytest.mark.parametrize("case", [case for case in EXPRESSIONS if "grad" in case.values[0]])
def test_expression(case):
    value, slopes = gradient(case["text"], case["at"])
    assert value == pytest.approx(case["value"], **CLOSE)
    assert slopes.keys() == case["at"].keys()
    for name, slope in case["grad"].items():
        assert slopes[name] == pytest.approx(slope, **CLOSE), name


@pytest.mark.parametrize("case", [case for case in EXPRESSIONS if case.values[0].get("grad")])
def test_every_way_agrees_on_an_expression(case):
    for explanation in told(case["text"], case["at"]).values():
        assert explanation.checks.verdict == "agrees"
        assert explanation.checks.difference.verdict != "disagrees"


SIGNS = {"add": "+", "sub": "-", "mul": "*", "div": "/", "pow": "**"} | {
    op: s for s, op in COMPARISONS.items()
}


def program_of(data):
    """Return a case's graph as a program, a statement a node."""
    lines = []
    for node in data["nodes"]:
        args = [str(arg) for arg in node["args"]]
        sign = SIGNS.get(node["op"])
        right = f" {sign} ".join(args) if sign else f"{node['op']}({', '.join(args)})"
        lines.append(f"{node['id']} = {right}")
    return "\n".join(lines)


@pytest.mark.parametrize("name", of_form("graph"))
def test_graph(name):
    """The true numbers of graphs in which somebody's engine went wrong."""
    data = CASES[name]["data"]
    tape = tape_of(program_of(data), data["inputs"], of=[data["output"]], wrt=list(data["inputs"]))
    graph = tape.graph
    for node in data["nodes"]:
        if node["id"] not in graph.scope:  # not on any way to the output
            continue
        index = graph.scope[node["id"]]
        index = graph.operands[graph.starts[index]] if graph.ops[index] == "output" else index
        true = node.get("value_true", node.get("value"))
        if true is not None and "blame_value" not in node:
            assert tape.primals[index] == pytest.approx(true, **CLOSE)
        for slot, slope in enumerate(node.get("local_true", ())):
            edge = graph.starts[index] + slot
            if graph.operands[edge] >= 0:
                assert tape.partials[edge] == pytest.approx(slope, **CLOSE)
    for variable, slope in data["grad_true"].items():
        found = told(program_of(data), data["inputs"], wrt=[variable], of=[data["output"]])
        assert found[data["output"], variable].total == pytest.approx(slope, **CLOSE)


# In the order of their numbers ------------------------------------------------------------------


def test_a12_the_slope_by_the_exponent_at_base_0():
    assert gradient("a**b", {"a": 0, "b": 1}) == (0.0, {"a": 1.0, "b": 0.0})


def test_a13_power_at_zero():
    for exponent, slope in CASES["A13"]["data"]["rows"]:
        wanted = -math.inf if str(slope).startswith("-inf") else float(slope)
        tape = tape_of(f"x**{exponent}", {"x": 0})
        assert tape.partials[0] == wanted, exponent
        at_the_edge = exponent not in (0.0, 1.0)
        assert faults(tape) == (["domain_edge"] if at_the_edge else []), exponent


def test_a19_shown_factors_do_not_contradict_the_shown_product():
    case = CASES["A19"]["data"]
    tape = tape_of("y = sigmoid(2*p + 1)", {"p": 0})
    assert tape.partials[4] == pytest.approx(case["shown_edge"], **CLOSE)
    (found,) = told("y = sigmoid(2*p + 1)", {"p": 0}).values()
    assert found.total == pytest.approx(case["true"], **CLOSE)


def test_a22_the_origin_of_nan_is_named():
    (case,) = CASES["A22"]["data"]["cases"]
    value, slopes = gradient(case["text"], case["at"])
    assert value == case["value"]
    assert all(math.isnan(slope) for slope in slopes.values())
    tape = tape_of(case["text"], case["at"])
    (note,) = tape.notes
    assert (note.fault, note.node) == ("domain_edge", "n5")
    assert "sqrt" in note.message
    assert "slope ∞" in note.message
    assert gradient("x*x + y*y", case["at"]) == (0.0, case["grad_math"])
    assert all(e.checks.verdict == "inconclusive" for e in told(case["text"], case["at"]).values())


@pytest.mark.parametrize("text", ["where(a <= 0, exp(a), 1 + a)", "exp(a) if a <= 0 else 1 + a"])
def test_a24_an_unselected_branch_that_overflows(text):
    assert gradient(text, {"a": 1000}) == (1001.0, {"a": 1.0})


def test_a25_a_pole_that_is_masked():
    rows = CASES["A25"]["data"]["rows"]
    at = {f"a{k}": value for k, (value, _) in enumerate(rows)}
    for form in ("where(a{0} > -1, log1p(a{0}), 0)", "(log1p(a{0}) if a{0} > -1 else 0)"):
        _, slopes = gradient(" + ".join(form.format(k) for k in range(len(rows))), at)
        for k, (_, slope) in enumerate(rows):
            assert slopes[f"a{k}"] == pytest.approx(slope, **CLOSE)


def test_a27_textbook_formulas_overflow_and_say_where():
    assert gradient("tanh(x)", {"x": 400}) == (1.0, {"x": 0.0})
    assert gradient("sigmoid(x)", {"x": -800}) == (0.0, {"x": 0.0})
    tape = tape_of("(exp(2*x) - 1)/(exp(2*x) + 1)", {"x": 400})
    assert math.isnan(tape.primals[-1])
    overflow = tape.notes[0]
    assert (overflow.fault, overflow.node) == ("non_finite", "n2")
    assert "exp" in overflow.message
    assert "too large" in overflow.message
    assert "tanh" in overflow.hint
    assert value_of("1/(1 + exp(-x))", {"x": -800}) == 0.0


def test_a31_what_is_chosen_at_a_kink_is_a_subgradient():
    for text, point, (low, high) in CASES["A31"]["data"]["rows"]:
        call = text if "(" in text else f"{text}(x)"
        tape = tape_of(call, {"x": point})
        assert low <= tape.partials[0] <= high
        assert faults(tape) == ["kink"]


def test_a33_no_central_difference_confirms_a_kink():
    tape = tape_of("abs(x)", {"x": 0})
    assert tape.partials[0] == 0.0
    assert "slope −1 on the left, 1 on the right" in tape.notes[0].message
    (found,) = told("abs(x)", {"x": 0}).values()
    assert found.checks.difference.verdict == "inconclusive"


def test_a36_whole_numbers_are_floats():
    assert value_of("7/2") == 3.5
    assert value_of("x/2", {"x": 7}) == 3.5


def test_a37_the_difference_quotient_knows_its_error():
    (found,) = told("exp(x)", {"x": 1}).values()
    quotient = found.checks.difference
    assert abs(quotient.value - math.e) <= quotient.error <= 1e-9 * math.e
    assert quotient.verdict == "agrees"


def test_a40_doubling_chain():
    case = CASES["A40"]["data"]
    lines = ["x0 = x + x", *(f"x{k + 1} = x{k} + x{k}" for k in range(case["depth"] - 1))]
    begun = time.monotonic()
    (found,) = told("\n".join(lines), {"x": 1}).values()
    assert (found.count, found.total) == (case["paths"], case["grad"])
    assert len(found.chains) == 7
    assert found.shown + found.rest == found.total
    assert time.monotonic() - begun < 5


def test_a51_kind_slopes_survive_where_naive_formulas_overflow():
    for text, at, slopes in (
        ("a/b", {"a": 1e-300, "b": 1e-300}, {"a": 1e300, "b": -1e300}),
        ("hypot(a, b)", {"a": 3e200, "b": 4e200}, {"a": 0.6, "b": 0.8}),
        ("atan2(a, b)", {"a": 3e200, "b": 4e200}, {"a": 4 / 25 * 1e-200, "b": -3 / 25 * 1e-200}),
        ("atan(a)", {"a": 1e150}, {"a": 1e-300}),
        ("asinh(a)", {"a": 1e200}, {"a": 1e-200}),
        ("acosh(a)", {"a": 1e200}, {"a": 1e-200}),
        ("sqrt(a)", {"a": 1e-300}, {"a": 5e149}),
        ("softplus(a)", {"a": 1e300}, {"a": 1.0}),
        ("silu(a)", {"a": -1000.0}, {"a": 0.0}),
        ("gelu(a)", {"a": 1e200}, {"a": 1.0}),
        ("erf(a)", {"a": 1e200}, {"a": 0.0}),
    ):
        _, found = gradient(text, at)
        for name, slope in slopes.items():
            assert found[name] == pytest.approx(slope, rel=1e-12, abs=0), text


def test_a60_derivatives_inside_derivatives_are_products_of_local_ones():
    assert gradient("x*y", {"x": 4, "y": 1})[1] == {"x": 1.0, "y": 4.0}


def test_e27_two_minus_x():
    assert gradient("2 - x", {"x": 1.3}) == (pytest.approx(0.7), {"x": -1.0})


def test_e34_operand_order_and_multiplicity():
    assert gradient("a - b", {"a": 5, "b": 2}) == (3.0, {"a": 1.0, "b": -1.0})
    (found,) = told("b*b", {"b": 3}).values()
    assert (found.count, found.total) == (2, 6.0)


def test_e43_a_chain_of_1500_additions():
    text = "\n".join(["y0 = x + 0.001", *(f"y{k} = y{k - 1} + 0.001" for k in range(1, 1500))])
    (found,) = told(text, {"x": 0.5}).values()
    assert (found.total, found.count) == (1.0, 1)


def test_d03_more_powers():
    assert value_of("4^3^2") == 262144
    assert value_of("2**-1") == 0.5


def test_d06_digits_do_not_split_names():
    graph = read_text("x33 + x_1")
    assert [graph.names[node] for node in graph.inputs] == ["x33", "x_1"]


def test_d07_nothing_is_swallowed_after_a_bracket():
    with pytest.raises(SyntaxProblem, match="operator is missing") as caught:
        read_text("((43)(60)+(21)(80)+(16)(100))/(43+21+16)")
    assert (caught.value.line, caught.value.column) == (1, 6)


@pytest.mark.parametrize(
    "name", ["E", "I", "S", "N", "O", "Q", "beta", "gamma", "zeta", "re", "im", "test", "E1", "pi", "e"]
)
def test_d12_every_name_with_a_value_is_a_variable(name):
    assert gradient(f"3*{name}", {name: 2.0}) == (6.0, {name: 3.0})


def test_d10_e_alone_is_eulers_number_and_says_so():
    tape = tape_of("e")
    assert tape.primals[-1] == math.e
    assert faults(tape) == ["constant_name"]


@pytest.mark.parametrize("word", ["lambda", "if", "in", "is", "and", "or", "not", "None", "True"])
def test_d13_reserved_words(word):
    with pytest.raises(SyntaxProblem) as caught:
        read_text(f"{word}*x")
    error = caught.value
    assert f"{word} is a reserved word" in error.what
    assert (error.start, error.end) == (0, len(word))
    if word not in ("and", "or", "not"):
        assert f"{word}_" in error.hint


def test_d15_strings_are_no_part_of_the_language():
    with pytest.raises(SyntaxProblem, match="not part of the language") as caught:
        read_text('"{0.__class__}".format(x)')
    assert "{0.__class__}" in caught.value.what
    assert "string" in caught.value.hint
    assert (caught.value.start, caught.value.end) == (0, 15)


@pytest.mark.parametrize("text", ["9**9**9", "(((9**64)**64)**64)**64", "10**10**10"])
def test_d16_towers_answer_at_once(text):
    begun = time.monotonic()
    tape = tape_of(text)
    assert tape.primals[-1] == math.inf
    assert faults(tape) == ["non_finite"]
    assert tape.notes[0].node == "n1"
    explain(tape, formulas=True)
    assert time.monotonic() - begun < 1


def test_d16_shifts_are_refused():
    with pytest.raises(SyntaxProblem, match="<<") as caught:
        read_text("1<<10**9")
    assert caught.value.column == 2


def test_d18_operators_from_documents():
    at = {"x": 2, "y": 5}
    for text, value in (
        ("3 − x", 1),
        ("2 × x", 4),
        ("6 ÷ x", 3),
        ("x²", 4),
        ("x·y", 10),
        ("√x", 2**0.5),
        ("x⁻¹", 0.5),
    ):
        names = {name: at[name] for name in "xy" if name in text}
        assert value_of(text, names) == value, text
    graph = read_text("x²")
    assert [graph.names[node] for node in graph.inputs] == ["x"]


def test_d19_look_alikes_are_one_variable():
    assert gradient("\u00b5 + \u03bc", {"\u03bc": 1}) == (2.0, {"\u03bc": 2.0})
    assert gradient("\u00b5 + \u03bc", {"\u00b5": 1}) == (2.0, {"\u03bc": 2.0})


def test_d21_the_written_graph_is_kept():
    assert read_text("x*x/x").ops == ["input", "mul", "div", "output"]
    tape = tape_of("x*x/x", {"x": 0})
    assert math.isnan(tape.primals[-1])
    assert [(note.fault, note.node) for note in tape.notes] == [("non_finite", "n2")]
    for text, products, total in (("x - x", [1, -1], 0), ("x + x", [1, 1], 2)):
        (found,) = told(text, {"x": 3}).values()
        assert ([chain.product for chain in found.chains], found.total) == (products, total)


def test_d24_a_line_break_glues_nothing():
    with pytest.raises(SyntaxProblem, match="two expressions on two lines") as caught:
        read_text("x\ny")
    assert (caught.value.line, caught.value.column) == (2, 1)
    with pytest.raises(SyntaxProblem, match="and is a reserved word"):
        read_text("x and y")


def test_d25_a_literal_that_is_too_large():
    with pytest.raises(SyntaxProblem, match="1e400 is too large") as caught:
        read_text("1e400*x", {"x": 0})
    assert (caught.value.start, caught.value.end) == (0, 5)


def test_a42_what_is_not_used_is_not_zero_with_a_straight_face():
    found = told("y = 2*x; n = -x", {"x": 1.5}, wrt=["n"], of=["y"])["y", "n"]
    assert (found.reached, found.count, found.total) == (False, 0, 0.0)


def test_a52_updates_in_place_are_refused_with_what_to_write():
    with pytest.raises(SyntaxProblem, match="every name has one value") as caught:
        read_text("x *= w")
    assert "x2 = x*(...)" in caught.value.hint
    assert gradient("x2 = x*w", {"x": 3, "w": 5})[1] == {"x": 5.0, "w": 3.0}


def test_a54_unknown_function_offers_a_near_one():
    with pytest.raises(UnknownName, match="sine is not a function") as caught:
        read_text("sine(x)")
    assert "sin" in caught.value.hint
