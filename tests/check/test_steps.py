"""Training scripts: inputs moved after both passes, gradients cleared or left over."""

from __future__ import annotations

import math

import pytest
from check.planting import Engine, random_graph, seeded
from check.stated import of_text

from graphviz_ad.check import judge
from graphviz_ad.claims import Claims, Probe
from graphviz_ad.graph import INPUT
from graphviz_ad.noun import replace
from graphviz_ad.read import read_text

LIVE = "live objects of class Value"
# loss = (w*x + b - 1)**2 at w = 2, x = 3, b = 0.5: u = 6, v = 6.5, e = 5.5, dloss/de = 11.
TEXT, AT = "u = w*3; v = u + b; e = v - 1; y = e**2", {"w": 2.0, "b": 0.5}
VALUES = {"u": 6, "v": 6.5, "e": 5.5, "y": 30.25}
GRAD = {"w": 33, "b": 11, "u": 11, "v": 11, "e": 11, "y": 1}


def rule(local):
    return Probe(local, local, local)


PROBES = {"u.0": rule(3.0), "v.0": rule(1.0), "v.1": rule(1.0), "e.0": rule(1.0), "y.0": rule(11.0)}


def verdict(at, **changes):
    stated = {"values": VALUES, "grad": GRAD, "probes": PROBES} | changes
    claims, scope = of_text(TEXT, at, **stated)
    return judge(replace(claims, kind=LIVE)), scope


def errors(found):
    return [f for f in found.findings if f.severity == "error"]


def test_inputs_after_a_training_step_are_a_note():
    found, scope = verdict({"w": 2 - 0.01 * 33, "b": 0.5 - 0.01 * 11})
    assert found.ok
    (note,) = found.findings
    assert (note.fault, note.severity) == ("value_changed_after_forward", "note")
    assert note.expected == pytest.approx(2)
    assert note.message.startswith(
        "w, b were changed after the forward pass, as a training step does: w was 2"
    )
    assert found.adjoints[scope["w"]] == pytest.approx(33)


def test_one_parameter_and_one_sample():
    # Nothing but the plain size of the step tells that w was 2.
    claims, _ = of_text(
        "u = w*3; y = u**2", {"w": 2 - 0.05 * 36}, {"u": 6, "y": 36}, grad={"w": 36, "u": 12, "y": 1}
    )
    assert judge(replace(claims, kind=LIVE)).ok
    assert not judge(replace(claims, kind=LIVE, at={"w": 1.7512})).ok


def test_rules_read_the_inputs_as_they_are_now():
    # y = w*v at (2, 3): both were moved, each rule reads the other one.
    text, step = "a = w*v; y = sin(a)", 0.1 * math.cos(6)
    w, v = 2 - 3 * step, 3 - 2 * step
    claims, _ = of_text(
        text, {"w": w, "v": v}, {"a": 6, "y": math.sin(6)},
        grad={"w": 3 * math.cos(6), "v": 2 * math.cos(6), "a": math.cos(6), "y": 1},
        probes={"a.0": rule(v), "a.1": rule(w), "y.0": rule(math.cos(6))},
    )  # fmt: skip
    found = judge(replace(claims, kind=LIVE))
    assert found.ok
    assert found.findings[0].fault == "value_changed_after_forward"


def test_a_fault_beside_the_step_is_found_at_the_old_values():
    probes = PROBES | {"u.0": rule(-3.0)}
    found, scope = verdict({"w": 2 + 0.01 * 33, "b": 0.5 - 0.01 * 11}, grad=GRAD | {"w": -33}, probes=probes)
    assert [f.fault for f in errors(found) if f.edge] == ["wrong_local_sign"]
    assert errors(found)[0].node == f"n{scope['u']}"


def test_an_input_written_before_the_backward_pass_stays_an_error():
    # y = sin(w)*w: w was 2 forward and 1 backward, where the rules used it.
    now, s = 1.0, math.sin(2)
    claims, _ = of_text(
        "s = sin(w); y = s*w", {"w": now}, {"s": s, "y": 2 * s},
        grad={"w": s + now * math.cos(now), "s": now, "y": 1},
    )  # fmt: skip
    found = judge(replace(claims, kind=LIVE))
    assert errors(found)[0].fault == "value_changed_after_forward"


def test_an_inner_value_written_over_stays_an_error():
    found, _ = verdict(AT, values=VALUES | {"v": 7.25})
    assert errors(found)


@pytest.mark.parametrize("partials", [False, True])
def test_right_engines_of_all_kinds_may_take_a_step(partials):
    for number in range(80):
        rng = seeded("step", number)
        engine = Engine(*random_graph(rng, rng.randint(3, 14)))
        claims = replace(engine.claims(inner=True, partials=partials), kind=LIVE)
        moved = {k: claims.values[k] - 0.01 * claims.adjoints[k] for k in claims.graph.inputs}
        at = {claims.graph.names[k]: value for k, value in moved.items()}
        after = judge(replace(claims, at=at, values={**claims.values, **moved}))
        assert not errors(after), number
        assert "value_changed_after_forward" in {f.fault for f in after.findings}


def test_gradients_cleared_after_backward():
    found, _ = verdict(AT, grad=GRAD | {"w": 0, "b": 0})
    assert [(f.fault, f.message) for f in found.findings] == [
        ("cleared_after_backward", "gradients of all inputs are 0: cleared after backward")]  # fmt: skip
    # Where a rule was seen to give nothing, it is that.
    found, scope = verdict(AT, grad=GRAD | {"w": 0, "b": 0}, probes=PROBES | {"u.0": rule(0.0)})
    assert errors(found)[0].node == f"n{scope['u']}"
    # One of two inputs without a gradient is one that the sweep leaves out.
    found, _ = verdict(AT, grad=GRAD | {"w": 0})
    assert errors(found)


def test_gradients_of_an_earlier_pass():
    found, scope = verdict(AT, grad=GRAD | {"w": 33.7113, "b": 9.2})
    first, second = found.findings
    assert (first.fault, first.severity, first.node) == ("nonzero_start", "warning", f"n{scope['w']}")
    assert "0.7113 more than this pass gives, that of b −1.8" in first.message
    assert (second.severity, found.roots) == ("warning", (None, 0))


def test_gradients_twice_as_large_are_two_passes():
    found, _ = verdict(AT, grad=GRAD | {"w": 66, "b": 22})
    assert errors(found)[0].fault == "backward_called_k_times_leaves_not_cleared"


def test_operations_that_the_table_lacks_have_the_slopes_of_their_rules():
    graph = read_text("u = x*2; exp(u)")
    ops = ["myfunc" if op == "exp" else op for op in graph.ops]
    node = ops.index("myfunc")
    claims = Claims(
        replace(graph, ops=ops), {"x": 0.7}, {node: 2.744, node - 1: 1.4},
        adjoints={graph.ops.index(INPUT): 11.76, node - 1: 5.88, node: 1.0},
        probes={graph.starts[node]: rule(5.88), graph.starts[node - 1]: rule(2.0)}, kind=LIVE,
    )  # fmt: skip
    assert [f.fault for f in judge(claims).findings] == ["unknown_operation"]
    wrong = replace(claims, adjoints=claims.adjoints | {graph.ops.index(INPUT): 5.88})
    assert not judge(wrong).ok
    forgetful = replace(claims, probes=claims.probes | {graph.starts[node]: Probe(5.88, 1.47, 5.88)})
    assert judge(forgetful).findings[0].fault == "upstream_not_multiplied"


def test_an_unknown_operation_without_slopes_leaves_its_operands_open():
    graph = read_text("u = sin(x); exp(u)*x")
    ops = ["myfunc" if op == "exp" else op for op in graph.ops]
    claims = Claims(replace(graph, ops=ops), {"x": 2.0}, {2: 5.0}, adjoints={0: 7.0, 1: 12.0})
    # dx is 5 + 12*cos(2), whatever the 12 is.
    assert [f.node for f in errors(judge(claims))] == ["n0"]
    right = replace(claims, adjoints={0: 5 + 12 * math.cos(2), 1: 12.0})
    assert judge(right).ok


def test_gradients_of_what_is_computed_from_constants_alone_are_not_judged():
    graph = read_text("exp(2)*x")
    claims = Claims(graph, {"x": 3}, adjoints={0: math.exp(2), 1: 3.0, 2: 1.0})
    assert judge(
        replace(claims, adjoints={graph.ops.index(INPUT): math.exp(2), graph.ops.index("exp"): 3.0})
    ).ok
