"""Every fault that can be named: once planted, once only nearly there."""

from __future__ import annotations

import math

import pytest
from check.stated import of_text

from graphviz_ad.check import judge
from graphviz_ad.claims import Probe
from graphviz_ad.finding import Source

LOG2 = math.log(2)
TANH = math.tanh(0.5)
TANH_SLOPE = 1 - TANH**2


def found(text, at, **stated):
    """Return the findings that are more than notes, with names in place of structural ids."""
    claims, scope = of_text(text, at, **stated)
    names = {f"n{node}": name for name, node in scope.items()}
    findings = [f for f in judge(claims).findings if f.severity != "note"]
    return [(f.fault, names.get(f.node, f.node), f.edge and f.edge.partition("_")[2]) for f in findings]


def notes(text, at, **stated):
    claims, _ = of_text(text, at, **stated)
    verdict = judge(claims)
    assert verdict.ok
    return [f.fault for f in verdict.findings]


PLANTED = {
    # local derivatives as stated: (fault, node, slot), program, values of inputs, what is stated
    "sign": (("wrong_local_sign", "c", "0"), "c = cos(x)", {"x": 0.5}, {"local": {"c.0": math.sin(0.5)}}),
    "factor": (("wrong_local_constant_factor", "s", "0"), "s = x**2 + x", {"x": 3}, {"local": {"s.0": 2}}),
    "ln10": (
        ("wrong_local_constant_factor", "l", "0"), "l = log10(x)", {"x": 4}, {"local": {"l.0": 0.25}}),
    "extra": (
        ("wrong_local_extra_factor", "t", "0"), "t = tanh(x)", {"x": 0.5},
        {"local": {"t.0": TANH_SLOPE * TANH}}),
    "input": (("wrong_local", "e", "0"), "e = exp(x)", {"x": 0.7}, {"local": {"e.0": 0.7}}),
    "output": (("wrong_local", "t", "0"), "t = tanh(x)", {"x": 0.5}, {"local": {"t.0": TANH}}),
    "reciprocal": (("wrong_local", "t", "0"), "t = tanh(x)", {"x": 0.5}, {"local": {"t.0": 1 / TANH}}),
    "no likeness": (("wrong_local", "s", "0"), "s = sin(x)", {"x": 0.7}, {"local": {"s.0": 0.123456789}}),
    "exchanged rules": (
        ("rule_of_other_op", "m", "0"), "m = x*z", {"x": 4, "z": 7}, {"local": {"m.0": 1, "m.1": 1}}),
    "swapped": (
        ("operands_swapped", "m", "0"), "m = x*z", {"x": 4, "z": 7}, {"local": {"m.0": 4, "m.1": 7}}),
    "swapped minus": (
        ("operands_swapped", "m", "0"), "m = x - z", {"x": 4, "z": 7}, {"local": {"m.0": -1, "m.1": 1}}),
    "whole": (
        ("integer_truncation", "l", "0"), "l = exp(x)", {"x": 1.3}, {"local": {"l.0": 3}}),
    "zero": (("edge_gets_nothing", "m", "1"), "m = x*z", {"x": 4, "z": 7}, {"local": {"m.0": 7, "m.1": 0}}),
    "kink": (("not_a_subgradient", "a", "0"), "a = abs(x)", {"x": 0}, {"local": {"a.0": 2}}),
    "tie": (
        ("tie_not_a_subgradient", "m", "0"), "m = max(x, z)", {"x": 2, "z": 2},
        {"local": {"m.0": 1, "m.1": 1}}),
    "tie by gradients": (
        ("tie_not_a_subgradient", "m", "0"), "m = max(x, z); y = 3*m", {"x": 2, "z": 2},
        {"grad": {"x": 3, "z": 3, "m": 3}}),
    # values
    "value": (
        ("value_disagrees_with_op", "u", None), "u = sin(x)*x", {"x": 2}, {"values": {"u": 1.9}}),
    "order of operands": (
        ("value_disagrees_with_op", "u", None), "u = x - z", {"x": 2, "z": 5}, {"values": {"u": 3}}),
    "label": (
        ("op_label_disagrees_with_value", "u", None), "u = x + z", {"x": 2, "z": 5},
        {"values": {"u": 10}, "local": {"u.0": 5, "u.1": 2}}),
    "division": (("integer_truncation", "u", None), "u = x/2", {"x": 7.3}, {"values": {"u": 3}}),
    "changed input": (
        ("value_changed_after_forward", "x", None), "u = x*z; v = sin(x); y = u + v", {"x": 0.9, "z": 2.5},
        {"values": {"u": 1.25, "v": math.sin(0.5)}}),
    "changed node": (
        ("value_changed_after_forward", "u", None), "u = x*x; v = 3*u; y = v + u", {"x": 3},
        {"values": {"u": 8, "v": 27, "y": 36}}),
    # sums, all gradients stated
    "overwritten": (
        ("assign_instead_of_accumulate", "x", None), "u = sin(x); y = u + x", {"x": 0.5},
        {"grad": {"x": math.cos(0.5), "u": 1, "y": 1}}),
    "overwritten by itself": (
        ("assign_instead_of_accumulate", "x", None), "u = x*x; y = 3*u", {"x": 5},
        {"grad": {"x": 15, "u": 3}}),
    "upstream": (
        ("upstream_not_multiplied", "u", "0"), "u = sin(x); y = 3*u", {"x": 0.5},
        {"grad": {"x": math.cos(0.5), "u": 3, "y": 1}}),
    "no rule": (
        ("rule_missing", "u", None), "u = x*z; y = sin(u) + x + z", {"x": 0.5, "z": 0.25},
        {"grad": {"x": 1, "z": 1, "u": math.cos(0.125), "y": 1}}),
    "cut off": (
        ("unreachable_from_output", "x", None), "u = x*z; y = 3*u", {"x": 2, "z": 5},
        {"grad": {"x": 0, "z": 6, "u": 3, "y": 1}}),
    "an edge is lost": (
        ("edge_gets_nothing", "u", "0"), "u = x*z; y = u + x*5", {"x": 2, "z": 3},
        {"grad": {"x": 5, "z": 2, "u": 1, "y": 1}}),
    "too early": (
        ("pushed_before_complete", "u", None), "u = x*x; y = u + u*x", {"x": 3},
        {"grad": {"x": 15, "u": 4, "y": 1}}),
    "twice": (
        ("visited_twice", "u", None), "u = x*x; y = u*x + u", {"x": 3}, {"grad": {"x": 57, "u": 4, "y": 1}}),
    "second not forwarded": (
        ("second_contribution_not_forwarded", "u", None), "u = 3*x; a = 2*u; b = 5*u; y = a + b", {"x": 2},
        {"grad": {"x": 15, "u": 7, "a": 1, "b": 1, "y": 1}}),
    "last consumer": (
        ("only_last_consumer", "x", None), "a = 2*x; b = 5*x; c = 11*x; y = a + b + c", {"x": 2},
        {"grad": {"x": 11, "a": 1, "b": 1, "c": 1, "y": 1}}),
    "forwards": (
        ("order_reversed", "y", None), "u = sin(x); v = cos(z); y = u*v", {"x": 2, "z": 1},
        {"grad": {"x": 0, "z": 0, "u": math.cos(1), "v": math.sin(2), "y": 1}}),
    "no seed": (
        ("output_not_seeded", "y", None), "u = x*x; y = 3*u", {"x": 2}, {"grad": {"x": 0, "u": 0, "y": 0}}),
    "everything is the seed": (
        ("reseeded", "x", None), "y = x*z", {"x": 2, "z": 5}, {"grad": {"x": 1, "z": 1, "y": 1}}),
    "begun at 1": (
        ("nonzero_start", "x", None), "y = x*z", {"x": 2, "z": 5}, {"grad": {"x": 6, "z": 3, "y": 1}}),
    "nothing cleared": (
        ("backward_called_k_times_nothing_cleared", "x", None), "u = x*x; y = u*x", {"x": 3},
        {"grad": {"x": 135, "u": 9, "y": 1}}),
    "leaves not cleared": (
        ("backward_called_k_times_leaves_not_cleared", "x", None), "u = x*x; y = u*x + z", {"x": 3, "z": 1},
        {"grad": {"x": 54, "z": 2, "u": 3, "y": 1}}),
    "inner not cleared": (
        ("backward_called_k_times_inner_not_cleared", "u", None), "u = x*x; y = u*x", {"x": 3},
        {"grad": {"x": 45, "u": 6, "y": 1}}),
    "a constant's share": (
        ("constant_gets_gradient", "u", "0"), "u = x**3; y = 2*u", {"x": 2},
        {"grad": {"x": 24 + 16 * LOG2, "u": 2, "y": 1}}),
    # what live objects show
    "probe, upstream": (
        ("upstream_not_multiplied", "u", "0"), "u = sin(x); y = 3*u", {"x": 0.5},
        {"probes": {"u.0": Probe(math.cos(0.5), math.cos(0.5) / 3, math.cos(0.5))}, "grad": {"u": 3}}),
    "probe, assigns": (
        ("assign_instead_of_accumulate", "x", "0"), "u = sin(x); y = 3*u", {"x": 0.5},
        {"probes": {"u.0": Probe(math.cos(0.5), math.cos(0.5), -6.1)}}),
    "no rule at all": (
        ("rule_missing", "u", None), "u = sin(x); y = 3*u", {"x": 0.5}, {"missing_rules": frozenset({1})}),
    "ran twice": (
        ("visited_twice", "u", None), "u = x*x; y = u*x", {"x": 3}, {"order": (2, 1, 1)}),
    "ran too early": (
        ("pushed_before_complete", "u", None), "u = x*x; y = u + u*x", {"x": 3}, {"order": (3, 1, 2)}),
    "never ran": (
        ("rule_never_ran", "u", None), "u = x*x; y = u + x", {"x": 3}, {"order": (2,)}),
    "ran forwards": (
        ("order_reversed", "u", None), "u = x*x; v = sin(u); y = v*u", {"x": 3}, {"order": (1, 2, 3)}),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_planted(name):
    expected, text, at, stated = PLANTED[name]
    first = found(text, at, **stated)[0]
    assert first == expected


NEARLY = {
    "exp is its own slope": ("e = exp(x)", {"x": 0.7}, {"local": {"e.0": math.exp(0.7)}}),
    "the last bit": ("s = sin(x)", {"x": 0.5}, {"local": {"s.0": math.cos(0.5) * (1 + 2.3e-16)}}),
    "exchange of equal slopes": ("m = x*z", {"x": 4, "z": 4}, {"local": {"m.0": 4, "m.1": 4}}),
    "a slope that is whole": ("s = x**2", {"x": 1.5}, {"local": {"s.0": 3}}),
    "a slope that is 0": (
        "r = round(x); y = r*x", {"x": 1.3}, {"local": {"r.0": 0}, "grad": {"x": 1, "r": 1.3}}),
    "a slope between": ("a = abs(x)", {"x": 0}, {"local": {"a.0": 0.3}}),
    "relu at 0 lets pass": ("r = relu(x); y = 3*r", {"x": 0}, {"grad": {"x": 3, "r": 3, "y": 1}}),
    "tie to one": ("m = max(x, z)", {"x": 2, "z": 2}, {"local": {"m.0": 1, "m.1": 0}}),
    "tie in halves": ("m = max(x, z)", {"x": 2, "z": 2}, {"local": {"m.0": 0.5, "m.1": 0.5}}),
    "equal operands": ("u = x - z", {"x": 2, "z": 2}, {"values": {"u": 0}}),
    "a whole quotient": ("u = x/2", {"x": 6}, {"values": {"u": 3}}),
    "a contribution of 0": (
        "u = x*z; y = u + x", {"x": 2, "z": 0}, {"grad": {"x": 1, "z": 2, "u": 1, "y": 1}}),
    "upstream of 1": ("u = sin(x); y = u + 3", {"x": 0.5}, {"grad": {"x": math.cos(0.5), "u": 1, "y": 1}}),
    "no gradient is due": ("u = x*z; y = 0*u", {"x": 2, "z": 5}, {"grad": {"x": 0, "z": 0, "u": 0, "y": 1}}),
    "an input that is not used": ("y = 2*x; z", {"x": 2, "z": 5}, {"grad": {"x": 2}}),
    "gradients of 1": ("y = x + z", {"x": 2, "z": 5}, {"grad": {"x": 1, "z": 1, "y": 1}}),
    "no contradiction in 0": ("y = x*x", {"x": 0}, {"grad": {"x": 0, "y": 1}}),
    "underflow": ("u = exp(x); y = u*u", {"x": -700}, {"grad": {"x": 0.0, "y": 1}}),
    "inf - inf": ("u = exp(x); v = u - u; y = v*x", {"x": 1000}, {"grad": {"x": math.nan, "y": 1}}),
    "a constant's local": ("c = x**3", {"x": 2}, {"local": {"c.0": 12}}),
    "a right order": ("u = x*x; y = u + u*x", {"x": 3}, {"order": (3, 2, 1), "grad": {"x": 33}}),
    "a probe that is right": (
        "u = sin(x); y = 3*u", {"x": 0.5}, {"probes": {"u.0": Probe(*[math.cos(0.5)] * 3)}}),
    "a probe with noise": (
        "u = sin(x); y = 3*u", {"x": 0.5},
        {"probes": {"u.0": Probe(math.cos(0.5), math.cos(0.5) * (1 + 1e-12), math.cos(0.5) + 2e-11)}}),
    "no rule where nothing flows": (
        "u = floor(x); y = 3*u + x", {"x": 0.5}, {"missing_rules": frozenset({1})}),
}  # fmt: skip


@pytest.mark.parametrize("name", NEARLY)
def test_nearly(name):
    text, at, stated = NEARLY[name]
    assert found(text, at, **stated) == []


def test_notes():
    assert "kink" in notes("r = relu(x)", {"x": 0})
    assert "flat" in notes("r = floor(x)", {"x": 0.5})
    assert "domain_edge" in notes("r = sqrt(x)", {"x": 0})
    assert "rounded" in notes("t = tanh(x)", {"x": 0.5}, values={"t": 0.4621}, local={"t.0": 0.7864})
    assert "vanishing" in notes("y = exp(-x)", {"x": 40})
    assert "exploding" in notes("y = exp(x)", {"x": 40})


def test_the_first_edge_that_is_not_finite_and_the_rewrite():
    claims, _ = of_text("s = sqrt(x); y = s**2", {"x": 0}, grad={"x": math.nan, "s": 0, "y": 1})
    verdict = judge(claims)
    assert verdict.ok
    (note,) = [f for f in verdict.findings if f.fault == "non_finite"]
    assert (note.edge, note.message) == (
        "n1_0", "s → x: the upstream gradient 0 times the local derivative ∞ is nan")  # fmt: skip
    assert "write x for sqrt(x)**2" in note.hint


def test_the_source_of_the_rule_is_told():
    source = Source("engine.py", 12, "x.grad = out.data * out.grad")
    claims, _ = of_text("e = exp(x); y = 3*e", {"x": 0.7}, local={"e.0": 0.7}, sources={"e": source})
    assert judge(claims).findings[0].source == source
