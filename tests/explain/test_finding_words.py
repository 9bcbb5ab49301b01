from __future__ import annotations

import pytest

from graphviz_ad.explain.finding_words import FindingWords, own_names
from graphviz_ad.finding import Finding
from graphviz_ad.read import read_text


def test_places_are_told_with_what_is_computed_there():
    words = FindingWords(read_text("t = tanh(x); y = t*3 + t*t"))
    place = words.place
    assert place(Finding("a", node="n0")) == "x"
    assert place(Finding("a", node="n1")) == "t = tanh(x)"
    assert place(Finding("a", node="n2", edge="n2_0")) == "operand t of v₁ = t·3"
    assert place(Finding("a", node="n2", edge="n2_1")) == "operand 3 of v₁ = t·3"
    assert place(Finding("a", node="n3", edge="n3_1")) == "operand t (2nd) of v₂ = t·t"
    assert place(Finding("a")) == ""
    assert words.short_place(Finding("a", edge="n3_0")) == "t (1st) of v₂"


@pytest.mark.parametrize("bad", ["n99", "x", "", "n²", "n1_9", "n1_", "n1_x"])
def test_ids_of_no_place_are_no_place(bad):
    words = FindingWords(read_text("tanh(x)"))
    assert words.edge(bad) is None
    assert words.place(Finding("a", edge=bad)) == ""


def test_an_output_gives_its_name_to_the_operation_before_it():
    graph = read_text("y = 2*tanh(x)")
    assert own_names(graph) == {2: "y"}
    words = FindingWords(graph)
    assert words.told(2) == "y = 2·v₁"
    found = Finding("a", message="v2 passes on to v1, v10 is another", hint="v1.grad += 2 * v2.grad")
    assert words.message(found) == "y passes on to v₁, v10 is another"
    assert words.hint(found) == "v1.grad += 2 * y.grad"


def test_the_name_of_a_named_operation_stays():
    assert own_names(read_text("t = tanh(x); y = t; t*2")) == {2: "f"}


def test_numbers_that_part_are_shown_to_part():
    words = FindingWords(read_text("x"), 4)
    assert words.pair(1.0000001, 1.0) == ("1.0000001", "1")
    assert words.pair(2.0, 2.0) == ("2", "2")
    assert words.pair(float("nan"), 1.0) == ("nan", "1")
    assert words.pair("a word", 1.0) == ("a word", "1")
    assert words.numbers(Finding("a", given=-2.0, expected=3.0)) == "given −2, should be 3"
    assert words.numbers(Finding("a", given=2.0)) == "given 2"
    assert words.numbers(Finding("a", expected=0.0)) == "should be 0"
    assert words.numbers(Finding("a")) == ""
