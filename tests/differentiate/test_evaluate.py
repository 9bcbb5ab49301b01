"""Tapes: values, local derivatives, states of edges, and what is remarkable."""

from __future__ import annotations

import math
from array import array

import pytest
from derivatives import faults, gradient, tape_of, told

from graphviz_ad.differentiate import evaluate, reverse
from graphviz_ad.differentiate.activity import active
from graphviz_ad.differentiate.ring import REAL
from graphviz_ad.errors import UnknownName
from graphviz_ad.read import read_text
from graphviz_ad.tape import LIVE, NOT_DIFFERENTIATED, UNSELECTED


def test_values_and_local_derivatives():
    tape = tape_of("(y-(m*x+c))**2", {"y": 1, "m": 2, "x": 3, "c": 4})
    assert dict(zip(tape.graph.labels(), tape.primals, strict=True)) == {
        "y": 1, "m": 2, "x": 3, "v1": 6, "c": 4, "v2": 10, "v3": -9, "v4": 81, "f": 81,
    }  # fmt: skip
    assert list(tape.partials) == [3, 2, 1, 1, 1, -1, -18, 0, 1]
    assert tape.complete
    assert isinstance(tape.primals, array)
    assert isinstance(tape.partials, array)


def test_a_constant_exponent_has_no_edge_and_evaluates_no_logarithm():
    tape = tape_of("x**3", {"x": -2})
    assert list(tape.partials[:2]) == [12.0, 0.0]
    assert list(tape.states[:2]) == [LIVE, NOT_DIFFERENTIATED]
    assert tape.notes == ()
    assert gradient("x**3", {"x": 0}) == (0.0, {"x": 0.0})
    assert tape_of("x**3", {"x": 0}).notes == ()


def test_a_negative_base_with_a_variable_exponent():
    tape = tape_of("a**b", {"a": -2, "b": 3})
    assert tape.primals[2] == -8
    assert tape.partials[0] == 12
    assert math.isnan(tape.partials[1])
    (note,) = tape.notes
    assert (note.fault, note.edge) == ("not_real", "n2_1")
    assert "not real" in note.message
    assert gradient("a**k", {"a": -2, "k": 3})[1]["a"] == 12


def test_missing_values_leave_what_can_be_known():
    tape = tape_of("x*y + 2*x", {"y": 3})
    labels = tape.graph.labels()
    assert dict(zip(labels, tape.primals, strict=True)) == {
        "x": None,
        "y": 3,
        "v1": None,
        "v2": None,
        "v3": None,
        "f": None,
    }
    assert list(tape.partials) == [3, None, 0, 2, 1, 1, 1]
    assert not tape.complete
    assert evaluate(read_text("x*y")).partials == [None, None, 1]


def test_names_that_are_no_inputs():
    with pytest.raises(UnknownName, match="yy is no input") as caught:
        evaluate(read_text("x*y"), {"yy": 1})
    assert "y" in caught.value.hint


def test_names_are_normalised():
    assert evaluate(read_text("2*\u03bc"), {"\u00b5": 4}).primals[-1] == 8


def test_what_depends_on_no_variable_is_not_differentiated():
    graph = read_text("k = 3; x*k + exp(k)")
    assert list(active(graph)) == [0, 1, 1, 0, 1, 1]
    tape = evaluate(graph, {"x": 1.0})
    assert list(tape.states) == [2, 0, 2, 2, 0, 2, 0]


@pytest.mark.parametrize(
    ("text", "at", "states", "slopes"),
    [
        ("relu(x)", {"x": -1}, [UNSELECTED], {"x": 0}),
        ("max(x, y)", {"x": 1, "y": 2}, [UNSELECTED, LIVE], {"x": 0, "y": 1}),
        ("max(x, y)", {"x": 2, "y": 2}, [LIVE, LIVE], {"x": 0.5, "y": 0.5}),
        ("min(x, y)", {"x": 1, "y": 2}, [LIVE, UNSELECTED], {"x": 1, "y": 0}),
        (
            "where(c, x, y)",
            {"c": 1, "x": 5, "y": 6},
            [UNSELECTED, LIVE, UNSELECTED],
            {"c": 0, "x": 1, "y": 0},
        ),
        (
            "clip(x, lo, hi)",
            {"x": 9, "lo": 0, "hi": 1},
            [UNSELECTED, UNSELECTED, LIVE],
            {"x": 0, "lo": 0, "hi": 1},
        ),
    ],
)
def test_operands_that_were_not_selected(text, at, states, slopes):
    tape = tape_of(text, at)
    assert list(tape.states[:-1]) == states
    assert gradient(text, at)[1] == slopes


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("max(x, 1/z)", {"x": 2.0, "z": -1e-320}),
        ("where(z > 1, 1/z, x)", {"x": 2.0, "z": 0.0}),
        ("min(x, y, exp(w))", {"x": 2.0, "y": 3.0, "w": 1000.0}),
        ("relu(log(z)) + x", {"x": 2.0, "z": 0.0}),
    ],
)
def test_nothing_arises_from_what_was_not_selected(text, at):
    _, slopes = gradient(text, at)
    assert slopes["x"] == 1.0
    assert all(math.isfinite(slope) for slope in slopes.values())


def test_a_zero_adjoint_elsewhere_is_not_skipped():
    _, slopes = gradient("0*sqrt(x)", {"x": 0})
    assert math.isnan(slopes["x"])


# Notes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "at", "fault", "pieces"),
    [
        ("relu(x)", {"x": 0}, "kink", ["slope 0 on the left, 1 on the right", "0 was chosen"]),
        ("abs(x)", {"x": 0}, "kink", ["slope −1 on the left, 1 on the right", "0 was chosen"]),
        ("max(x, 2)", {"x": 2}, "kink", ["slope 0 on the left, 1 on the right", "0.5 was chosen"]),
        ("leaky_relu(x)", {"x": 0}, "kink", ["slope 0.01 on the left, 1 on the right"]),
        ("clip(x, 0, 1)", {"x": 1}, "kink", ["slope 1 on the left, 0 on the right"]),
        ("x % 3", {"x": 6}, "kink", ["jumps from 3 to 0"]),
        ("atan2(y, x)", {"y": 0, "x": -1}, "kink", ["jumps from −3.142 to 3.142"]),
        ("log(x)", {"x": 0}, "domain_edge", ["value −∞", "slope ∞ in x"]),
        ("sqrt(x)", {"x": 0}, "domain_edge", ["value 0", "slope ∞ in x"]),
        ("1/x", {"x": 0}, "domain_edge", ["value ∞", "slope −∞ in x"]),
        ("log(x)", {"x": -1}, "not_real", ["log(x) at x = −1 is not real"]),
        ("sqrt(x)", {"x": -1}, "not_real", ["not real"]),
        ("(-2)**0.5*x", {"x": 1}, "not_real", ["(−2)^0.5", "not real"]),
        ("asin(x)", {"x": 2}, "not_real", ["not real"]),
        ("exp(x)", {"x": 1000}, "non_finite", ["exp(x) at x = 1000 is too large for a 64-bit float"]),
        ("x*x", {"x": 1e200}, "non_finite", ["too large"]),
        ("x/x", {"x": 0}, "non_finite", ["is not a number"]),
        ("cosh(x)", {"x": 1000}, "non_finite", ["too large"]),
        ("cbrt(x)", {"x": 0}, "domain_edge", ["slope ∞"]),
        ("asin(x)", {"x": 1}, "domain_edge", ["slope ∞"]),
        ("floor(x)", {"x": 2.5}, "flat", ["floor(x) is flat in x"]),
        ("sign(x)", {"x": 2.5}, "flat", ["flat in x"]),
        ("x > 1", {"x": 2.5}, "flat", ["x > 1 is flat in x"]),
    ],
)
def test_what_is_remarkable(text, at, fault, pieces):
    tape = tape_of(text, at)
    (note,) = [note for note in tape.notes if note.fault == fault]
    assert all(piece in note.message for piece in pieces), note.message
    assert tape.graph.ops[int(note.node[1:])] in tape.graph.ops
    assert note.node


def test_too_large_and_pole_are_two_things():
    for text, at in (("exp(x)", {"x": 1000}), ("1e200*x", {"x": 1e200}), ("x/1e-200", {"x": 1e200})):
        (note,) = tape_of(text, at).notes
        assert "too large" in note.message
        assert "pole" not in note.message
    (note,) = tape_of("1/x", {"x": 0}).notes
    assert "edge of its domain" in note.message
    assert "too large" not in note.message


@pytest.mark.parametrize(
    ("text", "at"),
    [("relu(x)", {"x": 1}), ("abs(x)", {"x": -3}), ("log(x)", {"x": 1e-300}), ("elu(x)", {"x": 0}),
    ("x**2", {"x": 0}),
     ("max(x, 1)", {"x": 0}), ("clip(x, 0, 1)", {"x": 0.5}), ("tanh(x)", {"x": 400})],
)  # fmt: skip
def test_nothing_is_said_where_nothing_is_remarkable(text, at):
    assert faults(tape_of(text, at)) == []


def test_a_kink_that_no_variable_moves_is_no_note():
    assert faults(tape_of("x + relu(0)", {"x": 1})) == []


def test_a_mistake_far_up_is_told_once_where_it_begins():
    assert faults(tape_of("u = log(x); v = u*2; v + 1", {"x": -1})) == ["not_real"]


def test_notes_of_a_choice_are_not_repeated():
    assert faults(tape_of("where(x > 0, x, 2*x)", {"x": 1})) == ["flat"]


# Size ----------------------------------------------------------------------------------------------


def test_a_hundred_thousand_nodes():
    text = "y0 = x*a\n" + "\n".join(f"y{k} = y{k - 1}*a + x" for k in range(1, 50_000))
    tape = tape_of(text, {"x": 1.0, "a": 0.5})
    adjoints = reverse(tape, {tape.graph.outputs[0]: 1.0}, REAL)
    assert adjoints[tape.graph.scope["x"]] == pytest.approx(2.0)
    assert tape.primals[-1] == pytest.approx(2.0)


def test_the_difference_is_told_of_a_huge_sum():
    (found,) = told("+".join(f"{k}*x" for k in range(2000)), {"x": 0.5}).values()
    assert found.total == 1999 * 2000 / 2
    assert found.checks.difference.verdict == "agrees"


def test_where_there_is_no_value_there_is_no_slope():
    value, slopes = gradient("log(x)", {"x": -1})
    assert math.isnan(value)
    assert math.isnan(slopes["x"])


def test_equality_jumps_where_it_holds():
    assert "kink" in faults(tape_of("x == y", {"x": 1, "y": 1}))
    assert "kink" not in faults(tape_of("x == y", {"x": 1, "y": 2}))


def test_a_product_that_is_not_a_number_keeps_its_slopes():
    tape = tape_of("log(x)*x", {"x": 0})
    assert list(tape.partials)[:3] == [math.inf, 0.0, -math.inf]
