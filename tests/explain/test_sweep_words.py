"""What is said of a sweep; every equation that is shown with = holds as it is shown."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from programs import programs
from sweeps import CHAIN, DIAMOND, SWEEPS, THREE, derive, swept

from graphviz_ad.explain.sweep_words import accented, beginning, equation, results
from graphviz_ad.explain.sweeping import units
from graphviz_ad.explain.words import Words

NUMBER = re.compile(r"\d+(?:\.\d+)?(?:e[-−]?\d+)?")


def told(source, at=None, mode="reverse", seed=None, *, brief=False, digits=4, **options):
    """Return the equations of all visits, in order."""
    derivation, found = swept(source, at, mode, seed, **options)
    words = Words(derivation, digits)
    return [equation(words, found, node, brief=brief) for node in found.visits]


def value(text):
    """Return what an arithmetic text is, exactly."""
    plain = NUMBER.sub(lambda found: f"Fraction('{found[0].replace('−', '-')}')", text)
    return eval(plain.translate(str.maketrans({"−": "-", "·": "*", "×": "*"})), {"Fraction": Fraction})


def false_equations(text):
    """Return the equations of a line that are written with = and do not hold."""
    pieces = re.split(r" ([=≈]) ", text)
    sides = pieces[::2]
    signs = pieces[1::2]
    found = []
    for left, sign, right in zip(sides[1:], signs[1:], sides[2:], strict=False):
        if (
            sign == "="
            and not re.search("[∞a-z]", re.sub(NUMBER, "", left + right))
            and value(left) != value(right)
        ):
            found.append(f"{left} = {right}")
    return found


def test_names_are_dotted_forward_and_barred_in_reverse():
    assert accented("w1", "forward") == "ẇ1"
    assert accented("v₂", "forward") == "v\N{COMBINING DOT ABOVE}₂"
    assert accented("x", "reverse") == "x\N{COMBINING MACRON}"
    assert accented("y", "reverse") == "ȳ"


def test_the_chain():
    assert told(*CHAIN, "forward") == [
        "ẋ = 1", "v̇₁ = 2·1 = 2", "v̇₂ = 1·2 = 2", "v̇₃ = 14·2 = 28", "ẏ = 1·28 = 28",
    ]  # fmt: skip
    assert told(*CHAIN) == ["ȳ = 1", "v̄₃ = 1·1 = 1", "v̄₂ = 1·14 = 14", "v̄₁ = 14·1 = 14", "x̄ = 14·2 = 28"]


def test_what_meets_is_added():
    assert told(*DIAMOND)[-1] == "x̄ = 3·4 + 4·1 = 12 + 4 = 16"
    assert told(*DIAMOND, "forward")[-2] == "v̇₃ = 3·4 + 4·1 = 12 + 4 = 16"


def test_in_pictures_the_edges_say_the_rest():
    assert told(*DIAMOND, brief=True) == [
        "ȳ = 1",
        "v̄₃ = 1",
        "v̄₂ = 4",
        "v̄₁ = 3",
        "x̄ = 12 + 4 = 16",
    ]
    assert told(*DIAMOND, "forward", brief=True)[1:] == [
        "v̇₁ = 4·1 = 4", "v̇₂ = 1·1 = 1", "v̇₃ = 3·4 + 4·1 = 16", "ẏ = 16",
    ]  # fmt: skip


def test_a_tangent_of_zero_is_added_too():
    assert told("a*b", {"a": 3, "b": 2}, "forward", {"a": 1, "b": 0})[2] == "v̇₁ = 2·1 + 3·0 = 2 + 0 = 2"


def test_a_seed_beside_what_comes():
    shown = told("u = 3*x; y = u*u", {"x": 1}, "forward", {"u": 1, "x": 1}, wrt=("u", "x"))
    assert shown[1] == "u̇ = 1 + 3·1 = 1 + 3 = 4"


def test_negative_numbers_stand_in_brackets():
    assert told("x*x - 5*x", {"x": -2})[-1] == "x̄ = 1·(−2) + 1·(−2) + (−1)·5 = (−2) + (−2) + (−5) = −9"


def test_equal_terms_are_grouped_and_many_are_counted():
    assert told("x + x + x", {"x": 1})[-1] == "x̄ = 3 × (1·1) = 3 × 1 = 3"
    many = " + ".join(f"{k}*x" for k in range(1, 9))
    assert told(many, {"x": 1})[-1] == "x̄ = sum of 8 = 36"
    assert told("x*x*x*x*x*x*x*x/3", {"x": 1.1}, brief=True)[-1] == "x̄ ≈ 8 × 0.6496 ≈ 5.197"


def test_digits_that_were_lost_are_said():
    assert told("sin(x)", {"x": 2})[-1] == "x̄ ≈ 1·(−0.4161) ≈ −0.4161"
    assert told("sin(x)", {"x": 2}, digits=2)[-1] == "x̄ ≈ 1·(−0.42) ≈ −0.42"
    # 0.5403 + 0.5403 as they are shown are 1.0806.
    assert told("sin(x) + sin(x)", {"x": 1})[-1].endswith("0.5403 + 0.5403 ≈ 1.081")


def test_what_is_not_finite_is_shown():
    assert told("exp(x*x)*x", {"x": 1000})[-1].endswith("= ∞")
    assert told("0*log(x)", {"x": 0})[-1] == "x̄ = 0·∞ = nan"
    # The floats overflow; the product of the numbers is 1e310.
    assert told("1e200*(1e110*x)", {"x": 1e-100})[-1] == "x̄ = 1e200·1e110 ≈ ∞"
    # and here they underflow
    assert told("1e-200*(1e-200*x)", {"x": 1})[-1] == "x̄ = 1e−200·1e−200 ≈ 0"


@pytest.mark.parametrize("name", SWEEPS)
@pytest.mark.parametrize("brief", [False, True])
def test_shown_equations_hold(name, brief):
    source, at, how = SWEEPS[name]
    seed = {how["seed"]: 1} if isinstance(how.get("seed"), str) else how.get("seed")
    for line in told(source, at, how.get("mode", "reverse"), seed, brief=brief):
        assert false_equations(line) == []


@given(programs(), st.sampled_from(["forward", "reverse"]), st.integers(1, 5), st.booleans())
@settings(max_examples=80)
def test_shown_equations_of_random_programs_hold(case, mode, digits, brief):
    derivation = derive(*case)
    words = Words(derivation, digits)
    for found in units(derivation, mode) if derivation.inputs else ():
        for node in found.visits:
            assert false_equations(equation(words, found, node, brief=brief)) == []


def test_the_check_of_equations_sees_what_is_false():
    assert false_equations("x̄ = 3·4 + 4·1 = 12 + 4 = 16") == []
    assert false_equations("x̄ = 3·4 + 4·1 = 12 + 4 = 17") == ["12 + 4 = 17"]
    assert false_equations("x̄ = (−2)·1e−3 = −0.02") == ["(−2)·1e−3 = −0.02"]


def test_beginnings_and_results():
    derivation, found = swept(*THREE, "reverse", {"y2": 1})
    words = Words(derivation)
    assert beginning(words, found) == "reverse sweep from y2"
    assert results(words, found) == "x̄1 = ∂y2/∂x1 ≈ −0.4161, x̄2 = ∂y2/∂x2 = 1"
    derivation, found = swept(*THREE, "forward", {"x1": 1, "x2": 0.5})
    assert beginning(words, found) == "forward sweep from ẋ1 = 1, ẋ2 = 0.5"
    assert results(words, found) == "ẏ1 = 4, ẏ2 ≈ 0.08385, ẏ3 = 15"


def test_many_results_are_cut():
    source = " + ".join(f"x{k}" for k in range(15))
    derivation, found = swept(source, {f"x{k}": 1 for k in range(15)})
    assert results(Words(derivation), found).endswith("x̄11 = ∂f/∂x11 = 1, … 3 more")


def test_a_program_without_inputs_comes_to_nothing():
    derivation, found = swept("2*3")
    assert results(Words(derivation), found) == ""
