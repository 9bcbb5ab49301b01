"""A verdict: roots first, what follows behind them, the right numbers beside the wrong ones."""

from __future__ import annotations

import math
import random
import time

import pytest
from check.stated import of_text

from graphviz_ad.check import check, judge
from graphviz_ad.claims import Claims, Probe
from graphviz_ad.columns import Columns
from graphviz_ad.differentiate import evaluate, reverse
from graphviz_ad.finding import Finding
from graphviz_ad.graph import OUTPUT
from graphviz_ad.noun import replace
from graphviz_ad.read import read_text


def judged(text, at, **stated):
    claims, scope = of_text(text, at, **stated)
    return judge(claims), scope


def test_what_follows_stands_behind_its_root():
    # e uses its operand for its result: 0.5 for e**0.5; everything below is wrong by that.
    text, at = "u = x*z; e = exp(u); y = 3*e", {"x": 0.25, "z": 2}
    verdict, scope = judged(
        text, at, local={"e.0": 0.5}, grad={"x": 3.0, "z": 0.375, "u": 1.5, "e": 3, "y": 1}
    )
    assert [f.fault for f in verdict.findings] == ["wrong_local", *["wrong_gradient"] * 3]
    assert verdict.roots == (None, 0, 0, 0)
    assert [f.node for f in verdict.findings[1:]] == [f"n{scope[name]}" for name in "xzu"]
    assert all(f.hint == "follows from wrong_local at e → u" for f in verdict.findings[1:])
    slope = 3 * math.exp(0.5)
    assert verdict.gradients == pytest.approx(
        {scope["x"]: 2 * slope, scope["z"]: slope / 4, scope["u"]: slope}
    )
    assert list(verdict.partials.values()) == pytest.approx([math.exp(0.5)])
    assert not verdict.values


def test_a_wrong_value_does_not_spoil_what_is_behind_it():
    # sin(2) is not 0.5; u*x and all slopes are right for the 0.5.
    text, at = "u = sin(x); v = u*x; y = exp(v)", {"x": 2}
    verdict, scope = judged(
        text, at, values={"u": 0.5, "v": 1, "y": math.e}, local={"v.1": 0.5, "y.0": math.e}
    )
    assert [(f.fault, root) for f, root in zip(verdict.findings, verdict.roots, strict=True)] == [
        ("value_disagrees_with_op", None), ("wrong_value", 0), ("wrong_value", 0)]  # fmt: skip
    assert verdict.values == pytest.approx(
        {scope["u"]: math.sin(2), scope["v"]: 2 * math.sin(2), scope["y"]: math.exp(2 * math.sin(2))}
    )


def test_two_faults_are_two_roots():
    text, at = "a = sin(x); b = cos(z); y = 3*a + 5*b", {"x": 0.5, "z": 0.25}
    grad = {"x": math.cos(0.5), "z": 5 * math.sin(0.25), "a": 3, "b": 5, "y": 1}
    verdict, scope = judged(text, at, grad=grad)
    roots = [f for f, root in zip(verdict.findings, verdict.roots, strict=True) if root is None]
    assert {(f.fault, f.node) for f in roots} == {
        ("upstream_not_multiplied", f"n{scope['a']}"), ("wrong_local_sign", f"n{scope['b']}")}  # fmt: skip
    assert {f.hint.partition(" at ")[2] for f in verdict.findings if f not in roots} == {"a → x", "b → z"}


def test_a_rule_that_is_wrong_everywhere_is_told_once():
    text, at = "a = sin(x); b = sin(a); y = sin(b)", {"x": 0.5}
    local = {
        "a.0": -math.cos(0.5),
        "b.0": -math.cos(math.sin(0.5)),
        "y.0": -math.cos(math.sin(math.sin(0.5))),
    }
    verdict, _ = judged(text, at, local=local)
    assert [f.fault for f in verdict.findings] == ["wrong_local_sign"] * 3
    assert verdict.roots == (None, 0, 0)
    assert verdict.findings[1].hint.startswith("the same rule as at a")


def test_errors_come_before_warnings():
    text, at = "a = x*x; y = sin(a)", {"x": 0.5}
    verdict, scope = judged(text, at, local={"y.0": 0.0}, stated_ops={"a": "+"})
    assert [f.severity for f in verdict.findings if f.severity != "note"] == ["error", "warning"]
    assert verdict.findings[1].node == f"n{scope['a']}"


def test_what_else_it_may_be():
    # From the inputs alone: y was not seeded, or the sweep runs forwards.
    verdict, _ = judged("u = x*x; v = sin(u); y = v + 3", {"x": 2}, grad={"x": 0})
    assert verdict.findings[0].fault == "output_not_seeded"
    assert "order_reversed" in {other.fault for other in verdict.instead[0]}


def test_of_several_outputs_one_may_have_been_seeded():
    text, at = "u = x*x; v = 3*x", {"x": 2}
    for slope in (7, 4, 3):
        assert not judged(text, at, grad={"x": slope})[0].findings
    assert judged(text, at, grad={"x": 5})[0].findings


def test_an_operation_that_the_table_lacks_is_taken_as_it_is():
    columns = Columns()
    x = columns.node("input", (), 0, 0, "x")
    u = columns.node("wobble", (x,), 0, 0, "u")
    y = columns.node("mul", (u, u), 0, 0)
    graph = columns.graph([columns.node("output", (y,), 0, 0, "y")], {}, "", ())
    right = Claims(graph, {"x": 2}, {u: 5.0, y: 25.0}, {0: 7.0}, {x: 70.0, u: 10.0})
    verdict = judge(right)
    assert verdict.ok
    assert [f.fault for f in verdict.findings] == ["unknown_operation"]
    assert verdict.adjoints[x] == 70.0
    wrong = Claims(graph, {"x": 2}, {u: 5.0, y: 25.0}, {0: 7.0}, {x: 7.0, u: 10.0})
    first = judge(wrong).findings[0]
    assert (first.fault, first.edge) == ("upstream_not_multiplied", "n1_0")


def test_tolerance():
    claims, _ = of_text("s = sin(x)", {"x": 0.5}, local={"s.0": math.cos(0.5) * (1 + 1e-6)})
    assert check(claims)
    assert not check(claims, tolerance=1e-5)


def test_inputs_without_a_value():
    claims, _ = of_text("y = x*z", {"x": 2.0}, grad={"x": 3})
    assert judge(claims).ok


def test_structure_and_the_notes_of_reading_are_all_that_is_told():
    claims, _ = of_text("y = x*z", {"x": 2, "z": 3}, structure=(Finding("duplicate_id", "error"),),
                        notes=(Finding("edges", message="assumed"),))  # fmt: skip
    assert [f.fault for f in judge(claims).findings] == ["duplicate_id", "edges"]


def long_chain(count):
    rng = random.Random(1)
    columns = Columns()
    last = x = columns.node("input", (), 0, 0, "x")
    for _ in range(count):
        op = rng.choice(("sin", "tanh", "add"))
        last = columns.node(op, (last, x) if op == "add" else (last,), 0, 0)
    output = columns.node("output", (last,), 0, 0, "y")
    graph = columns.graph([output], {}, "", ())
    tape = evaluate(graph, {"x": 0.7})
    nodes = [k for k in range(len(graph)) if graph.ops[k] != OUTPUT]
    adjoints = reverse(tape, {output: 1.0})
    return (
        graph,
        {k: tape.primals[k] for k in nodes},
        list(tape.partials),
        {k: adjoints[k] or 0.0 for k in nodes},
    )


def test_a_long_chain_takes_seconds_and_no_recursion():
    graph, values, partials, adjoints = long_chain(30_000)
    stated = dict(enumerate(partials))
    begun = time.process_time()
    assert judge(Claims(graph, {"x": 0.7}, values, stated, adjoints)).ok
    head = max(k for k, op in enumerate(graph.ops) if op == "tanh")
    edge = graph.starts[head]
    spoiled = judge(Claims(graph, {"x": 0.7}, values, stated | {edge: -partials[edge]}, adjoints))
    assert (spoiled.findings[0].fault, spoiled.findings[0].node) == ("wrong_local_sign", f"n{head}")
    assert time.process_time() - begun < 20


def test_the_same_claims_give_the_same_verdict():
    graph, values, partials, adjoints = long_chain(300)
    adjoints[150] *= 2
    claims = Claims(graph, {"x": 0.7}, values, dict(enumerate(partials)), adjoints)
    assert repr(judge(claims).findings) == repr(judge(claims).findings)


def test_numbers_of_live_objects_are_exact():
    # 1.25 and 1.254 are one number to two digits behind the point, not in a program.
    text, at = "u = x*x; y = u + 0.25", {"x": 1.002}
    stated = {"values": {"u": 1.0, "y": 1.25}}
    assert check(of_text(text, at, **stated, kind="live objects of class Value")[0])
    assert all(f.severity == "note" for f in check(of_text(text, at, **stated)[0]))


def test_a_rule_that_forgets_at_two_places_is_one_root():
    text, at = "a = sin(x); b = sin(z); y = 3*a + 5*b", {"x": 0.5, "z": 0.25}
    grad = {"x": math.cos(0.5), "z": math.cos(0.25), "a": 3, "b": 5, "y": 1}
    verdict, _ = judged(text, at, grad=grad)
    assert [f.fault for f, root in zip(verdict.findings, verdict.roots, strict=True) if root is None] == [
        "upstream_not_multiplied"]  # fmt: skip


def test_the_gradient_of_an_output_is_that_of_what_it_shows():
    claims, scope = of_text("u = x*x; y = 3*u", {"x": 2}, grad={"x": 0, "u": 0})
    (output,) = claims.graph.outputs
    first = judge(replace(claims, adjoints={**claims.adjoints, output: 0.0})).findings[0]
    assert (first.fault, first.node) == ("output_not_seeded", f"n{scope['y']}")


def test_an_input_may_be_the_output():
    claims, _ = of_text("y = x", {"x": 2}, grad={"x": 1})
    assert judge(claims).ok
    claims, _ = of_text("y = x", {"x": 2}, grad={"x": 2})
    assert not judge(claims).ok


def test_a_rule_that_is_missing_is_told_once_and_explains_the_gradients():
    # y = relu(a*b) + a at (1.3, 0.7): relu has no rule, a gets 1, b nothing; without it a gets 1.7.
    graph = read_text("m = a*b; r = relu(m); y = r + a")
    claims = Claims(
        graph, {"a": 1.3, "b": 0.7}, adjoints={0: 1.0, 1: 0.0, 2: 0.0, 3: 1.0, 4: 1.0},
        missing_rules=frozenset((3,)),
    )  # fmt: skip
    verdict = judge(claims)
    assert [finding.fault for finding in verdict.findings].count("rule_missing") == 1
    assert verdict.findings[0].node == "n3"
    assert verdict.roots[0] is None
    assert set(verdict.roots[1:]) == {0}


def test_two_kinds_of_missing_rules_are_no_reversed_order():
    # (a - b)*(b - a*b): neither subtraction has a rule, so that no input gets anything.
    graph = read_text("s = a - b; m = a*b; t = b - m; y = s*t")
    values = {"a": 1.3, "b": 0.7}
    gone = frozenset((2, 4))
    adjoints = {0: 0.0, 1: 0.0, 2: 0.7 - 0.91, 3: 0.0, 4: 0.6, 5: 1.0}
    faults = {
        finding.fault
        for finding in judge(Claims(graph, values, adjoints=adjoints, missing_rules=gone)).findings
    }
    assert faults == {"rule_missing", "wrong_gradient"}


@pytest.mark.parametrize(
    ("text", "at", "given", "path"),
    [
        # Each input keeps the path by first operands, which a stack walks last.
        ("s = y - m; L = s*s", {"y": 1.0, "m": 10.0}, {0: -9.0, 1: 9.0}, "L → s → y (−9)"),
        ("L = x*x", {"x": 1.3}, {0: 1.3}, "L → x (1.3)"),
        ("c = x*x; L = c*x", {"x": 2.0}, {0: 4.0}, "L → c → x (4)"),
    ],
)
def test_an_engine_that_walks_paths_and_assigns(text, at, given, path):
    note = Finding("leaves_only", message="gradients are kept on inputs alone")
    found = judge(Claims(read_text(text), at, adjoints=given, notes=(note,)))
    assert found.findings[0].fault == "assign_instead_of_accumulate"
    assert f"only {path} is left" in found.findings[0].message
    assert 0 not in found.instead
    right = {node: found.gradients[node] for node in given}
    assert judge(Claims(read_text(text), at, adjoints=right, notes=(note,))).ok


def test_a_plain_number_more_than_the_sum_was_there_before():
    graph = read_text("y = sin(x)")
    # cos(0.6) = 0.8253356149
    stale = judge(Claims(graph, {"x": 0.6}, adjoints={0: 0.8253356149096783 + 0.75})).findings[0]
    assert (stale.fault, stale.node) == ("nonzero_start", "n0")
    any_number = judge(Claims(graph, {"x": 0.6}, adjoints={0: 0.8253356149096783 * 1.2371})).findings[0]
    assert any_number.fault not in ("nonzero_start", "output_not_seeded")


def test_inputs_without_a_value_are_not_called_infinite():
    assert judge(Claims(read_text("x*y"))).findings == ()


def test_a_wrong_seed_alone_is_no_repetition():
    # y = x*x at 3: only the gradient of y itself is stated.
    found = judge(Claims(read_text("y = x*x"), {"x": 3.0}, adjoints={1: 2.0})).findings[0]
    assert (found.fault, found.node, found.given) == ("output_not_seeded", "n1", 2.0)


def test_a_forgotten_upstream_gradient_is_told_in_contributions():
    # w = (a*b)*b at (2, 3): dw/db through a*b is 3*2 = 6; the rule gives 2.
    graph = read_text("u = a*b; w = u*b")
    probes = {
        0: Probe(3.0, 3.0, 3.0),
        1: Probe(2.0, 0.5, 2.0),
        2: Probe(3.0, 3.0, 3.0),
        3: Probe(6.0, 1.5, 6.0),
    }
    claims = Claims(graph, {"a": 2.0, "b": 3.0}, adjoints={0: 9.0, 1: 8.0, 2: 3.0, 3: 1.0}, probes=probes)
    verdict = judge(claims)
    first, *behind = verdict.findings
    assert (first.fault, first.given, first.expected) == ("upstream_not_multiplied", 2.0, 6.0)
    # The same rule where the upstream gradient is 1 is the same fault.
    assert [(f.fault, f.edge) for f in behind if f.severity == "warning"] == [
        ("upstream_not_multiplied", "n3_1")
    ]
    assert set(verdict.roots[1:]) == {0}
