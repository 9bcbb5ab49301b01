"""Terms: the loop over them, and the tidying of texts of rules."""

from __future__ import annotations

import pytest
from derivatives import value_of
from hypothesis import given, settings
from programs import expressions

from graphviz_ad.errors import AdvizError
from graphviz_ad.expression import fold, name, number, parse_expression, simplify, substitute, walk, write


@pytest.mark.parametrize(
    ("text", "tidy"),
    [
        ("1*x", "x"), ("x*1", "x"), ("0*x", "0"), ("x + 0", "x"), ("0 + x", "x"), ("x - 0", "x"),
        ("0 - x", "-x"),
        ("-1*x", "-x"), ("x*-1", "-x"), ("x/1", "x"), ("x**1", "x"), ("x**0", "1"), ("--x", "x"),
        ("2*3", "6"),
        ("2*x**(2 - 1)", "2*x"), ("3*x**(3 - 1)", "3*x**2"), ("a + -b", "a - b"), ("1/0", "inf"),
        ("1/2", "0.5"), ("1/3", "1/3"),
        ("1 if 2 > 1 else x", "1"), ("x if 0 else y", "y"), ("x*y", "x*y"), ("y + x", "y + x"),
    ],
)  # fmt: skip
def test_simplify(text, tidy):
    assert write(simplify(parse_expression(text))) == tidy


@given(expressions(leaves=10))
@settings(max_examples=200)
def test_tidying_changes_no_number(text):
    values = {"x": 0.75, "y": -1.5, "z": 2.0, "a1": 3.0, "λ": 0.5}

    def value(text):
        used = {part.text for part in walk(parse_expression(text)) if part.op == "name"}
        return value_of(text, {name: values[name] for name in used})

    try:
        before = value(text)
    except AdvizError:
        return
    tidied = write(simplify(parse_expression(text)))
    if before - before != 0 or "inf" in tidied or "nan" in tidied:
        return  # only rewritings that hold for finite numbers are made
    assert value(tidied) == pytest.approx(before, rel=1e-12, abs=1e-12)


def test_substitute_replaces_names_and_no_calls():
    term = substitute(parse_expression("x + f(x)*y"), {"x": number(2), "f": name("g")})
    assert write(term) == "2 + f(2)*y"


def test_walk_goes_in_order_of_writing():
    assert [part.text or part.op for part in walk(parse_expression("a*b + c"))] == [
        "add",
        "mul",
        "a",
        "b",
        "c",
    ]


def test_fold_sees_operands_first_and_in_order():
    seen = []
    fold(parse_expression("a*b + sin(c)"), lambda part, _: seen.append(part.text or part.op))
    assert seen == ["a", "b", "mul", "c", "sin", "add"]
