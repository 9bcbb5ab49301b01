"""How findings speak: of the user's own names, of what the engine chose, of nothing innocent."""

from __future__ import annotations

import math

from check.stated import of_text

from graphviz_ad.check import judge
from graphviz_ad.claims import Probe
from graphviz_ad.finding import Source
from graphviz_ad.noun import replace

RULE = Source("engine.py", 7, "self.grad += other.data * out.grad")


def first(text, at, **stated):
    claims, scope = of_text(text, at, **stated)
    return judge(claims).findings[0], scope


def rule(local):
    return Probe(local, local, local)


def test_hints_name_the_operands():
    found, _ = first("y = w*b", {"w": 2, "b": 5}, local={"y.0": 2, "y.1": 5})
    assert (found.fault, found.hint) == ("operands_swapped", "they are b for w and w for b")
    found, _ = first("y = w + b", {"w": 2, "b": 5}, local={"y.0": 5, "y.1": 2})
    assert (found.fault, found.hint) == ("rule_of_other_op", "the rule of add: 1 for w and 1 for b")
    found, _ = first("y = w/b", {"w": 2.5, "b": 0.7}, local={"y.0": 1 / 0.7**2})
    assert found.message.endswith("should be 1.428571: it is the true one divided by the operand b")


def test_a_rule_that_is_wrong_wherever_it_is_used_is_told_with_names():
    # Each product gives both operands the first one: a = w*b, y = a*c at 2, 5, 3.
    found, _ = first("a = w*b; y = a*c", {"w": 2, "b": 5, "c": 3}, grad={"w": 20, "b": 20, "c": 10})
    assert " x " not in found.message
    assert "nodes" not in found.message or "all 2 of its nodes" in found.message


def test_the_upstream_gradient_twice_is_no_forgotten_one():
    # t = tanh(0.8), y = 3*t: dt is 3, and the rule multiplies by 9.
    slope = 1 - math.tanh(0.8) ** 2
    found, scope = first(
        "t = tanh(x); y = 3*t", {"x": 0.8}, grad={"x": 9 * slope, "t": 3, "y": 1},
        probes={"t.0": Probe(slope, 4 * slope, slope)},
    )  # fmt: skip
    assert found.fault == "wrong_local_extra_factor"
    assert found.message == "in the contribution t → x the upstream gradient 3 is multiplied in twice"
    claims, _ = of_text(
        "t = tanh(x); y = 3*t", {"x": 0.8}, grad={"x": 9 * slope, "t": 3, "y": 1},
        probes={"t.0": Probe(slope, 4 * slope, slope)},
    )  # fmt: skip
    # No second cause for the same number.
    assert judge(claims).roots.count(None) == 1
    assert scope["x"] == 0


def test_an_exchanged_subtraction_is_a_wrong_value_not_a_wrong_rule():
    # v = w - b is computed as b - w; the rule is that of w - b.
    found, scope = first(
        "v = w - b; y = v**3", {"w": 0.4, "b": 0.9}, values={"v": 0.5, "y": 0.125},
        grad={"w": 0.75, "b": -0.75, "v": 0.75, "y": 1}, probes={"v.0": rule(1.0), "v.1": rule(-1.0)},
    )  # fmt: skip
    assert (found.fault, found.node) == ("value_disagrees_with_op", f"n{scope['v']}")
    assert "with its operands in the other order it is 0.5" in found.message
    # Nor have w and b been moved by a training step.
    claims, scope = of_text(
        "v = w - b; y = v**3", {"w": 0.4, "b": 0.9}, values={"v": 0.5, "y": 0.125},
        grad={"w": 0.75, "b": -0.75, "v": 0.75, "y": 1}, probes={"v.0": rule(1.0), "v.1": rule(-1.0)},
    )  # fmt: skip
    assert judge(replace(claims, kind="live objects")).findings[0].fault == "value_disagrees_with_op"


def test_a_right_gradient_beside_a_wrong_local_derivative_stands():
    # z = x*x*x at 3: 27, whether or not the locals of z were used as they are stated, 3 and 9 exchanged.
    claims, scope = of_text("u = x*x; z = u*x", {"x": 3}, local={"z.0": 9, "z.1": 3}, grad={"x": 27})
    found = judge(claims)
    assert [(f.fault, f.node) for f in found.findings if f.severity == "error"] == [
        ("operands_swapped", f"n{scope['z']}")]  # fmt: skip
    # 9*6 + 3 = 57 is what follows from them.
    follows = judge(replace(claims, adjoints={scope["x"]: 57.0})).findings
    assert [(f.fault, f.expected) for f in follows] == [("operands_swapped", 3.0), ("wrong_gradient", 27.0)]


def test_a_recursive_push_of_the_whole_sum():
    # h = x*y, h*h + h*x at 2, 3: h gets 6, then 6 more, then 2 more, and passes on 6, 12 and 14.
    found, scope = first(
        "h = x*y; a = h*h; b = h*x; y_ = a + b", {"x": 2, "y": 3},
        local={"h.0": 3, "h.1": 2, "a.0": 6, "a.1": 6, "b.0": 2, "b.1": 6},
        grad={"x": 102, "y": 64, "h": 14, "a": 1, "b": 1, "y_": 1},
    )  # fmt: skip
    assert (found.fault, found.node) == ("pushed_before_complete", f"n{scope['h']}")


def test_one_wrong_input_does_not_accuse_the_seed():
    found, _ = first("u = sin(x); v = exp(u)", {"x": 0.7}, grad={"x": 0.5371})
    assert found.fault != "output_not_seeded"


def test_a_fault_of_the_sweep_prints_no_rule():
    claims, scope = of_text(
        "u = x*x; y = u*x", {"x": 3}, grad={"x": 9, "u": 3, "y": 1},
        probes={"u.0": rule(3.0), "u.1": rule(3.0), "y.0": rule(3.0), "y.1": rule(9.0)},
    )  # fmt: skip
    claims = replace(claims, sources={scope["u"]: RULE, scope["y"]: RULE})
    found = judge(claims).findings[0]
    assert found.severity == "error"
    assert found.source is None
    # Where no rule was asked, it may be the one that stands there.
    assert any(f.source == RULE for f in judge(replace(claims, probes={}, adjoints={0: 18.0})).findings)


def test_a_kink_tells_what_the_engine_chose():
    found, _ = first("y = relu(x)", {"x": 0}, local={"y.0": 0.5}, grad={"x": 0.5, "y": 1})
    assert found.fault == "kink"
    assert found.message.endswith("slope 0 on the left, 1 on the right, 0.5 was chosen")
    found, _ = first("y = relu(x)", {"x": 0}, grad={"x": 1, "y": 1})
    assert found.message.endswith("1 was chosen")


def test_a_wrong_label_is_told_once():
    claims, scope = of_text(
        "v = w + b", {"w": 0.4, "b": 0.9}, values={"v": -0.5}, local={"v.0": 1, "v.1": -1}
    )
    found = judge(replace(claims, stated_ops={scope["v"]: "+"}))
    assert [f.fault for f in found.findings] == ["op_label_disagrees_with_value"]
