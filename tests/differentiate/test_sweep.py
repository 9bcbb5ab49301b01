"""The two loops and their rings."""

from __future__ import annotations

import math
import operator

import pytest
from derivatives import tape_of

from graphviz_ad.differentiate import forward, reverse
from graphviz_ad.differentiate.ring import (
    COUNT,
    KNOWN,
    MAGNITUDE,
    REACH,
    REAL,
    STRONGEST,
    UNKNOWN,
    Ring,
    strength,
)

LADDER = "\n".join(["x1 = x + x", *(f"x{k} = x{k - 1} + x{k - 1}" for k in range(2, 1001))])


def test_forward_and_reverse():
    tape = tape_of("z = x*y + tanh(x)", {"x": 2, "y": 3})
    z = tape.graph.outputs[0]
    back = reverse(tape, {z: 1.0}, REAL)
    assert back[0] == pytest.approx(3.070650824853165, rel=1e-14)
    assert back[1] == 2
    assert forward(tape, {0: 1.0}, REAL)[z] == pytest.approx(3.070650824853165, rel=1e-14)
    assert forward(tape, {0: 2.0, 1: -1.0}, REAL)[z] == pytest.approx(2 * 3.070650824853165 - 2, rel=1e-14)
    assert reverse(tape, {z: 10.0}, REAL)[1] == 20


def test_no_path_is_none_and_no_zero():
    tape = tape_of("y = 2*x; z = 3*w", {"x": 1, "w": 1})
    y, _ = tape.graph.outputs
    assert reverse(tape, {y: 1.0}, REAL)[tape.graph.scope["w"]] is None
    assert forward(tape, {tape.graph.scope["w"]: 1.0}, REAL)[y] is None
    assert reverse(tape, {y: True}, REACH)[tape.graph.scope["w"]] is None


def test_counts_are_exact():
    tape = tape_of(LADDER, {"x": 1.0})
    output = tape.graph.outputs[0]
    assert reverse(tape, {output: 1}, COUNT)[0] == 2**1000
    assert forward(tape, {0: 1}, COUNT)[output] == 2**1000
    assert reverse(tape, {output: 1.0}, REAL)[0] == 2.0**1000
    assert reverse(tape, {output: 1}, COUNT, keep={0})[1:] == [None] * (len(tape.graph) - 1)


def test_unselected_edges_are_counted_and_not_passed():
    tape = tape_of("max(x, 2*x)", {"x": 1})
    output = tape.graph.outputs[0]
    assert reverse(tape, {output: 1}, COUNT)[0] == 2
    assert reverse(tape, {output: 1.0}, REAL)[0] == 2.0
    assert reverse(tape, {output: 1.0}, MAGNITUDE)[0] == 2.0


def test_magnitudes_add_up_what_cancels():
    tape = tape_of("x - x", {"x": 1})
    output = tape.graph.outputs[0]
    assert reverse(tape, {output: 1.0}, REAL)[0] == 0.0
    assert reverse(tape, {output: 1.0}, MAGNITUDE)[0] == 2.0


def test_the_strongest_path():
    tape = tape_of("3*x + 5*(2*x) - 20*x", {"x": 1})
    best = reverse(tape, {tape.graph.outputs[0]: STRONGEST.one}, STRONGEST)[0]
    assert best[:2] == (0, 0)
    assert math.exp(best[2]) == pytest.approx(20)


def test_nan_and_infinities_are_strongest_and_zero_is_weakest():
    assert strength(math.inf) == strength(math.nan) == (1, 0, 0.0)
    assert strength(0.0) < strength(1e-300) < strength(-2.0) < strength(math.inf)


def test_what_is_known_without_all_values():
    tape = tape_of("2*x + 3*y*z", {"z": 4})
    back = reverse(tape, {tape.graph.outputs[0]: 1.0}, KNOWN)
    assert [back[k] for k in tape.graph.inputs] == [2.0, 12.0, UNKNOWN]
    assert repr(UNKNOWN) == "UNKNOWN"


def test_a_new_question_is_a_new_ring():
    longest = Ring(-1, 0, max, operator.add, COUNT.weights)
    tape = tape_of("x + sin(cos(x))", {"x": 1})
    assert reverse(tape, {tape.graph.outputs[0]: 0}, longest)[0] == 4
