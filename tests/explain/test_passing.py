"""A program with its backward passes, in words."""

from __future__ import annotations

import pytest
from derivatives import tape_of

from graphviz_ad import draw_gradient
from graphviz_ad.differentiate.passes import Result, passes
from graphviz_ad.errors import DomainProblem
from graphviz_ad.explain import explain
from graphviz_ad.explain.passing import check, heads, pass_words, result_text, symbol, told, with_formulas
from graphviz_ad.noun import replace


def words_of(text, at=None, order=1, **options):
    tape = tape_of(text, at, **options)
    derivation = explain(tape, max_paths=0, formulas=not tape.complete)
    made = with_formulas(passes(tape.graph, order=order), derivation)
    return made, pass_words(made, told(made, derivation))


def results(*args, **options):
    made, words = words_of(*args, **options)
    return [result_text(words, result) for result in made.results]


def test_derivatives_with_values():
    assert results("(2*x+3)**2", {"x": 2}) == ["x̄ = ∂f/∂x = 28"]
    assert results("sin(x)", {"x": 1}) == ["x̄ = ∂f/∂x ≈ 0.5403"]
    assert results("x*y", {"x": 2, "y": 3}, order=2)[2:4] == ["x̿_x̄ = ∂²f/∂x² = 0", "y̿_x̄ = ∂²f/∂y∂x = 1"]


def test_derivatives_without_values_are_formulas():
    assert results("(2*x+3)**2") == ["x̄ = ∂f/∂x = v̄₂·2 = 8·x + 12"]
    assert results("x*y") == ["x̄ = ∂f/∂x = y", "ȳ = ∂f/∂y = x"]
    assert results("2*x") == ["x̄ = ∂f/∂x = 2"]


def test_labels_of_ours_keep_their_subscripts_under_a_bar():
    _, words = words_of("w1*x + sin(w1*w1)")
    assert [label for label in words.labels if "̄" in label] == ["v̄₂", "w̄1", "w̄1", "x̄"]


def test_an_operation_is_called_as_the_derivative_that_it_computes():
    made, words = words_of("(2*x+3)**2")
    box = made.graph.operands[made.graph.starts[made.results[0].node]]
    assert made.graph.ops[box] == "mul"
    assert words.labels[box] == "x̄"
    assert words.formula(box) == "v̄₂·2"


@pytest.mark.parametrize(
    ("of", "by", "text"),
    [
        ("f", ("x",), "∂f/∂x"),
        ("f", ("x", "x"), "∂²f/∂x²"),
        ("f", ("x", "y"), "∂²f/∂y∂x"),
        ("f", ("x", "x", "x"), "∂³f/∂x³"),
        ("f", ("x", "y", "x"), "∂³f/∂x∂y∂x"),
    ],
)
def test_symbols(of, by, text):
    assert symbol(Result(0, "", of, by)) == text


def test_passes_have_names():
    assert heads(1) == ["forward", "backward"]
    assert heads(4) == ["forward", "backward", "backward again", "backward, order 3", "backward, order 4"]
    assert heads(0) == ["forward"]


def test_notes_of_the_program_are_told_and_none_of_its_gradient():
    _, words = words_of("relu(x)*x", {"x": 0})
    assert [note.fault for note in words.derivation.notes] == ["kink"]
    assert words.derivation.notes[0].node == "n1"


def test_derivatives_that_part_from_the_sweep_are_refused():
    made, words = words_of("x*x", {"x": 3})
    tape = words.derivation.tape
    check(made, tape)
    values = list(tape.primals)
    values[made.results[0].node] = 7.0
    with pytest.raises(DomainProblem, match=r"∂f/∂x part: 7.0 .* 6.0"):
        check(made, replace(tape, primals=values))


def test_second_derivatives_are_checked_too():
    made, words = words_of("x**3*y", {"x": 2, "y": 5}, order=2)
    tape = words.derivation.tape
    check(made, tape)
    values = list(tape.primals)
    values[made.results[-1].node] += 1e-3
    with pytest.raises(DomainProblem, match="∂²f/∂y²"):
        check(made, replace(tape, primals=values))


def test_a_formula_that_has_a_number_where_there_is_no_slope_is_told():
    drawing = draw_gradient("log(x)", {"x": -1})
    assert "the formula of ∂f/∂x gives −1 here, but there is no slope" in drawing.text()
    assert "there is no slope" not in draw_gradient("log(x)", {"x": 1}).text()
