"""The difference quotient: right within its error bar, and silent where no step size tells."""

from __future__ import annotations

import math

import mpmath
import pytest
from derivatives import tape_of, told

from graphviz_ad.differentiate import reverse
from graphviz_ad.differentiate.difference import difference
from graphviz_ad.differentiate.ring import REAL


def quotient(text, at, by=None):
    tape = tape_of(text, at)
    source = tape.graph.scope[by] if by else tape.graph.inputs[0]
    return difference(tape, {source: 1.0}, tape.graph.outputs[0])


@pytest.mark.parametrize(
    ("text", "x", "slope"),
    [
        ("exp(x)", 1.0, math.e),
        ("(2*x + 3)**2", 2.0, 28.0),
        ("sin(x)", 0.5, math.cos(0.5)),
        ("1/x", 1e-3, -1e6),
        ("log(x)", 1e-8, 1e8),
        ("x**3", -2.0, 12.0),
        ("x**2", 1e100, 2e100),
        ("x**2", 0.0, 0.0),
        ("tanh(x)", 0.3, 0.9151369618266293),
        ("w + 0.5*5e-6*w*w", 3.0, 1.000015),
        ("1e-9*x", 5.0, 1e-9),
        ("gelu(x)", 0.7, float(mpmath.diff(lambda x: x * mpmath.ncdf(x), 0.7))),
    ],
)
def test_agrees_within_its_error(text, x, slope):
    found = quotient(text, {"w" if "w" in text else "x": x})
    assert abs(found.value - slope) <= found.error + 1e-14 * abs(slope)
    assert found.verdict == "agrees"
    assert found.error <= 1e-4 * max(abs(slope), 1e-6)


@pytest.mark.parametrize(
    ("text", "x"),
    [
        ("x + 1e16", 1.0), ("sin(1e9*x)", 1.0), ("abs(x)", 0.0), ("relu(x)", 0.0), ("sqrt(x)", 0.0),
        ("log(x)", 0.0),
        ("x > 0", 0.0), ("floor(x)", 2.0), ("exp(x)", 1000.0), ("max(x, 2)", 2.0), ("x*1e300*1e300", 1.0),
        ("(exp(2*x) - 1)/(exp(2*x) + 1)", 400.0), ("x**0.5", 0.0),
    ],
)  # fmt: skip
def test_is_inconclusive_where_no_step_size_tells(text, x):
    assert quotient(text, {"x": x}).verdict == "inconclusive"


@pytest.mark.parametrize("text", ["abs(x) + x", "x*max(x, y)", "floor(y)*x", "relu(y) + x"])
def test_kinks_elsewhere_do_not_matter(text):
    at = {k: v for k, v in {"x": 0.7, "y": 0.5}.items() if k in text.replace("max", "")}
    assert quotient(text, at, "x").verdict == "agrees"


def test_a_wrong_rule_is_found():
    tape = tape_of("x**3 + x", {"x": 2.0})
    tape.partials[0] = 13.0  # 12 is right
    found = difference(tape, {0: 1.0}, tape.graph.outputs[0])
    assert found.verdict == "disagrees"
    assert found.value == pytest.approx(13.0, rel=1e-8)
    assert reverse(tape, {tape.graph.outputs[0]: 1.0}, REAL)[0] == 14.0


def test_along_a_direction():
    tape = tape_of("x*y + sin(y)", {"x": 2.0, "y": 0.5})
    found = difference(tape, {0: 1.0, 1: -2.0}, tape.graph.outputs[0])
    assert found.value == pytest.approx(0.5 - 2 * (2 + math.cos(0.5)), rel=1e-9)
    assert found.verdict == "agrees"


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("x*y", {"x": 1e-320, "y": 1}),
        ("x", {"x": 5e-324}),
        ("z*z", {"z": 1e-308}),
        ("y/1e308", {"y": 1e-155}),
    ],
)
def test_values_that_underflow_are_no_disagreement(text, at):
    for explanation in told(text, at).values():
        assert explanation.checks.difference.verdict != "disagrees"
