"""Characters to tokens: numbers, names, and what people paste from documents."""

from __future__ import annotations

import pytest

from graphviz_ad.errors import SyntaxProblem
from graphviz_ad.expression import CONSTANTS, normal, parse_expression
from graphviz_ad.expression.tokens import tokens


def kinds(text):
    return [(token.kind, token.text) for token in tokens(text)[:-1]]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3),
        ("3.", 3),
        (".5", 0.5),
        ("1e-7", 1e-7),
        ("1E3", 1e3),
        ("4.0e-9", 4e-9),
        ("1_000.5", 1000.5),
        ("1e308", 1e308),
        ("1e-400", 0.0),
    ],
)
def test_numbers(text, value):
    (token, _) = tokens(text)
    assert (token.kind, token.value, token.start, token.end) == ("number", value, 0, len(text))


def test_a_number_ends_where_a_name_begins():
    assert kinds("1e") == [("number", "1"), ("name", "e")]
    assert kinds("1e5x") == [("number", "1e5"), ("name", "x")]
    assert kinds("0x10") == [("number", "0"), ("name", "x10")]
    assert kinds("a1e1") == [("name", "a1e1")]
    assert kinds("2j") == [("number", "2"), ("name", "j")]


@pytest.mark.parametrize(
    ("pasted", "meant"),
    [
        ("^", "**"),
        ("−", "-"),
        ("–", "-"),
        ("×", "*"),
        ("·", "*"),
        ("⋅", "*"),
        ("÷", "/"),
        ("≤", "<="),
        ("≥", ">="),
        ("≠", "!="),
    ],
)
def test_operators_from_documents(pasted, meant):
    assert kinds(f"x{pasted}y") == [("name", "x"), ("op", meant), ("name", "y")]


def test_superscripts_are_powers_and_no_part_of_a_name():
    assert kinds("x²") == [("name", "x"), ("op", "**"), ("number", "2")]
    assert kinds("x₁⁻¹²") == [("name", "x1"), ("op", "**"), ("number", "-12")]
    assert parse_expression("-x²").op == "neg"
    assert parse_expression("2·x²").args[1].op == "pow"
    assert parse_expression("x**y²").args[1].op == "pow"


def test_names_are_compared_in_one_form():
    assert normal("\u00b5") == normal("\u03bc") == "\u03bc"
    assert normal("ﬁ") == "fi"
    assert kinds("\u00b5+\u03bc") == [("name", "μ"), ("op", "+"), ("name", "μ")]
    assert kinds("e\u0301 + é") == [("name", "é"), ("op", "+"), ("name", "é")]
    assert kinds("名前 * α_1") == [("name", "名前"), ("op", "*"), ("name", "α_1")]


def test_places_count_characters_of_the_text_as_typed():
    found = tokens("ﬁ + x₁²")
    assert [(token.start, token.end) for token in found] == [(0, 1), (2, 3), (4, 6), (6, 6), (6, 7), (7, 7)]


def test_blanks_comments_and_lines():
    assert kinds("x # y + z\n+ 1") == [("name", "x"), ("line", "\n"), ("op", "+"), ("number", "1")]
    assert kinds("x \\\n + 1") == [("name", "x"), ("op", "+"), ("number", "1")]
    assert kinds("\tx\u00a0+\u20091") == [("name", "x"), ("op", "+"), ("number", "1")]


def test_reserved_words_are_no_names():
    assert kinds("if lambda lambda_") == [("word", "if"), ("word", "lambda"), ("name", "lambda_")]


@pytest.mark.parametrize("text", ["1e400", "9" * 400, "x**1e999"])
def test_numbers_that_are_too_large(text):
    with pytest.raises(SyntaxProblem, match="too large"):
        tokens(text)


def test_constants():
    assert {"pi", "e", "tau", "π", "τ"} == set(CONSTANTS)
