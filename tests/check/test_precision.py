"""Numbers that were typed with a few digits: no alarm for what rounds, none missed for what does not."""

from __future__ import annotations

import math
import random

import pytest
from check.planting import Engine, random_graph
from check.stated import of_text

from graphviz_ad.check import judge
from graphviz_ad.noun import replace


def with_digits(numbers, form):
    return {key: float(form % number) for key, number in numbers.items()}


def faults(claims):
    return [(f.fault, f.message) for f in judge(claims).findings if f.severity == "error"]


@pytest.mark.parametrize("form", ["%.2g", "%.3g", "%.4g", "%.2f", "%.3f"])
def test_right_numbers_with_few_digits_are_no_errors(form):
    for number in range(60):
        rng = random.Random(f"{form} {number}")
        engine = Engine(*random_graph(rng, rng.randint(3, 12)))
        claims = engine.claims(inner=number % 2 == 0, partials=number % 3 != 0)
        inputs = set(claims.graph.inputs)
        values = with_digits({k: v for k, v in claims.values.items() if k not in inputs}, form)
        typed = replace(
            claims, values=values if number % 5 else {}, partials=with_digits(claims.partials, form),
            adjoints=with_digits(claims.adjoints, form),
        )  # fmt: skip
        if all(value.is_integer() for value in (*values.values(), *typed.adjoints.values())):
            # Whole numbers alone show no digits.
            continue
        assert not faults(typed), number


@pytest.mark.parametrize("given", [0.48, 0.44, 0.41, 0.4051])
def test_a_whole_seed_leaves_no_room_for_a_wrong_factor(given):
    # c = 1.3*0.4: 0.4 has two digits, the seed is 1 and the local derivative is the 0.4 itself.
    claims, scope = of_text(
        "c = x*q", {"x": 1.3, "q": 0.4}, values={"c": 0.52}, grad={"c": 1, "x": given, "q": 1.3}
    )
    first = judge(claims).findings[0]
    assert first.severity == "error"
    assert f"n{scope['c']}" in (first.node, first.by)


def test_one_number_with_all_its_digits_does_not_make_the_others_exact():
    # log(3) is 1.0986, 1/3 is 0.333...
    claims, _ = of_text("y = log(x)", {"x": 3}, values={"y": 1.1}, grad={"x": 1 / 3})
    findings = judge(claims).findings
    assert [f.fault for f in findings] == ["rounded"]
    assert findings[0].message.startswith("numbers are given with 2 digits: y = 1.1 is 1.098612")
    wrong, _ = of_text("y = log(x)", {"x": 3}, values={"y": 1.2}, grad={"x": 1 / 3})
    assert faults(wrong)


def test_among_numbers_with_few_digits_a_long_one_is_held_to_all_of_them():
    # Two digits everywhere, but 0.68 would do for 2/3 only if it were short as well.
    grad = {"x": 0.6700000000001, "y": 1}
    claims, _ = of_text("u = x*x; y = log(u)", {"x": 3}, values={"u": 9, "y": 2.2}, grad=grad)
    assert faults(claims)
    short, _ = of_text("u = x*x; y = log(u)", {"x": 3}, values={"u": 9, "y": 2.2}, grad=grad | {"x": 0.67})
    assert not faults(short)


def test_a_number_computed_from_a_rounded_one_is_right_as_well():
    # u is 2.89; who goes on with 2.9 has 8.41 for its square, who does not 8.35.
    for square in (8.41, 8.35, 8.4):
        claims, _ = of_text("u = x*x; y = u*u", {"x": 1.7}, values={"u": 2.9, "y": square})
        assert not faults(claims)
    claims, _ = of_text("u = x*x; y = u*u", {"x": 1.7}, values={"u": 2.9, "y": 8.71})
    assert faults(claims)


def test_what_passes_by_more_than_a_hundredth_is_noted():
    # exp(0.52)*1.3 is 2.1866.
    claims, _ = of_text(
        "c = x*q; d = exp(c)", {"x": 1.3, "q": 0.4}, values={"d": 1.7}, grad={"x": 0.67, "q": 2.2}
    )
    notes = [f for f in judge(claims).findings if f.fault == "rounded"]
    assert notes[0].given in (1.7, 0.67, 2.2)
    assert abs(notes[0].given / notes[0].expected - 1) > 0.005


def test_a_drawing_rounds_the_inputs_too():
    # x was 0.69304 and is drawn as 0.69: x*x was 0.4803, not 0.4761.
    claims, _ = of_text("u = x*x", {"x": 0.69}, values={"u": 0.48}, grad={"u": 1, "x": 1.39})
    assert not faults(replace(claims, kind="DOT"))
    steep, _ = of_text("u = x*100.5", {"x": 0.69}, values={"u": 69.65})
    assert faults(replace(steep, kind="JSON"))
    assert not faults(replace(steep, kind="DOT"))


def test_a_rounded_denominator_may_be_far_off():
    # 1/0.013 is 76.9; with two digits behind the point it is 1/0.01.
    claims, _ = of_text(
        "u = x*0.1; y = 1/u", {"x": 0.13}, values={"u": 0.01, "y": 76.92}, grad={"y": 1, "u": -5917.16}
    )
    assert not faults(claims)


def test_numbers_that_are_alike_are_shown_with_the_digits_that_differ():
    claims, _ = of_text("y = tanh(x)", {"x": 0.8}, values={"y": math.tanh(0.8) + 1e-8})
    assert "0.66403678, but tanh(0.8) = 0.66403677" in judge(claims).findings[0].message
