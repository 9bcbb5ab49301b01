"""Terms to text and back, and as they are typeset."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from programs import expressions

from graphviz_ad.errors import SyntaxProblem
from graphviz_ad.expression import TYPESET, Term, fold, name, number, parse_expression, typeset, write


def bare(term):
    """Return a term without places and spellings."""
    return fold(
        term,
        lambda part, args: Term(part.op, tuple(args), part.text if part.op != "number" else "", part.value),
    )


@given(expressions())
@settings(max_examples=300)
def test_text_to_term_to_text_to_term_is_the_identity(text):
    try:
        term = parse_expression(text)
    except SyntaxProblem:
        return
    written = write(term)
    again = parse_expression(written)
    assert bare(again) == bare(term), written
    assert write(again) == written


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_read_back_to_the_last_bit(value):
    again = parse_expression(write(number(value))).value
    assert again == value
    assert math.copysign(1, again) == math.copysign(1, value)


@pytest.mark.parametrize(
    "text",
    ["(-2)**2", "-2**2", "2**-x", "2**(-x)**2", "a - (b - c)", "a/(b*c)", "a*(b/c)", "(a < b) < c",
    "(a if b else c)*2",
     "a if (b if c else d) else e", "-(-x)", "x - -2", "(-x)**2", "f(a, b, c)", "(a + b)**(c + d)",
     "+x", "(x**2)**3"],
)  # fmt: skip
def test_brackets_stay_where_they_are_needed(text):
    assert bare(parse_expression(write(parse_expression(text)))) == bare(parse_expression(text))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("-x**2*(a-(b-c))", "−x²·(a − (b − c))"),
        ("2*v3*m", "2·v3·m"),
        ("x**-1", "x⁻¹"),
        ("x**12", "x¹²"),
        ("x**0.5", "x^0.5"),
        ("x**(n-1)", "x^(n − 1)"),
        ("2**-x", "2^(−x)"),
        ("(-2)**0.5", "(−2)^0.5"),
        ("(-2)**2", "(−2)²"),
        ("sqrt(x)", "√x"),
        ("sqrt(x + 1)", "√(x + 1)"),
        ("sqrt(x)**2", "(√x)²"),
        ("2*sqrt(x)", "2·√x"),
        ("abs(x - 1)", "|x − 1|"),
        ("a*-b", "a·(−b)"),
        ("a + -2", "a + (−2)"),
        ("a <= b", "a ≤ b"),
        ("a != b == c", "a ≠ b == c"),
        ("1 if x > 0 else 0", "1 if x > 0 else 0"),
        ("pi*tau", "π·τ"),
        ("1e-7*x", "1e−7·x"),
        ("x % y // 2", "x % y // 2"),
        ("min(a, -b)", "min(a, −b)"),
    ],
)
def test_typeset(text, shown):
    assert typeset(text) == shown


def test_typeset_with_names():
    assert typeset("2*v3*m", {"v3": "v₃"}) == "2·v₃·m"
    assert write(Term("mul", (number(2), name("x"))), TYPESET, {"x": "x₁"}) == "2·x₁"


@pytest.mark.parametrize("text", ["(a + b)·2", "x²", "−x²·(a − b)", "2·√x", "(√x)²", "a ≤ b"])
def test_what_is_typeset_reads_back(text):
    assert typeset(write(parse_expression(text))) == text


def test_long_and_deep_terms_are_written_in_linear_time():
    for text in ("+".join(["x"] * 100_000), "-" * 20_000 + "x", "(x + " * 10_000 + "x" + ")" * 10_000):
        term = parse_expression(text)
        assert bare(parse_expression(write(term))) is not None
        write(term, TYPESET)
