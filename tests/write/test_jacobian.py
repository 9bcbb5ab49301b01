"""The Jacobian as a grid and as data."""

from __future__ import annotations

import math

import pytest

from graphviz_ad.differentiate import evaluate
from graphviz_ad.explain import explain
from graphviz_ad.read import read_text
from graphviz_ad.write.jacobian import jacobian_document, jacobian_text

THREE = "y1 = x1*x2; y2 = sin(x1) + x2; y3 = x1*x1"


def derivation(source, wrt=(), **at):
    tape = evaluate(read_text(source, at, wrt=wrt), at)
    return explain(tape, wrt=wrt, max_paths=0, formulas=not tape.complete)


def grid(text):
    """Return the cells of the lines up to the first empty one."""
    lines = text.partition("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.split("   ") if cell.strip()] for line in lines]


def test_outputs_stand_down_and_inputs_across():
    text = jacobian_text(derivation(THREE, x1=2, x2=3), digits=4)
    assert grid(text) == [
        ["∂/∂x1", "∂/∂x2"],
        ["y1", "3", "2"],
        ["y2", "≈ −0.4161", "1"],
        ["y3", "4", "0 (x2 is not used in y3)"],
    ]
    assert text.endswith("\n")


def test_the_cheaper_mode_is_said():
    assert "forward is cheaper" in jacobian_text(derivation(THREE, x1=2, x2=3), digits=4)
    assert "reverse is cheaper" in jacobian_text(derivation("x*y*z", x=2, y=3, z=4), digits=4)


def test_without_values_it_is_told_in_symbols():
    assert grid(jacobian_text(derivation("a = x*y; b = x + y"), digits=4))[1:] == [
        ["a", "y", "x"],
        ["b", "1", "1"],
    ]


def test_a_zero_of_a_used_input_is_plain():
    cells = grid(jacobian_text(derivation("a = x*0; b = x", x=1), digits=4))
    assert cells[1] == ["a", "0"]


def test_what_is_not_used_is_said_once():
    text = jacobian_text(derivation(THREE, x1=2, x2=3), digits=4)
    assert text.count("not used") == 1


def test_other_notes_are_told():
    assert "note: " in jacobian_text(derivation("abs(x)", x=0), digits=4)


def test_many_inputs_stand_below_each_other():
    at = {f"x{k}": k for k in range(1, 9)}
    source = "a = " + " + ".join(f"{k}*x{k}" for k in range(1, 9)) + "; b = x1*x2"
    cells = grid(jacobian_text(derivation(source, **at), digits=4))
    assert cells[0] == ["∂a", "∂b"]
    assert cells[1] == ["/∂x1", "1", "2"]
    assert cells[8] == ["/∂x8", "8", "0 (x8 is not used in b)"]


def test_a_program_without_inputs():
    assert "no inputs" in jacobian_text(derivation("2*3"), digits=4)
    assert jacobian_document(derivation("2*3"))["values"] == [[]]


def test_only_what_is_asked_for():
    document = jacobian_document(derivation(THREE, wrt=["x2"], x1=2, x2=3))
    assert (document["inputs"], document["values"]) == (["x2"], [[2], [1], [0]])


def test_the_document():
    document = jacobian_document(derivation(THREE, x1=2, x2=3))
    assert document["schema"] == 1
    assert document["outputs"] == ["y1", "y2", "y3"]
    assert document["values"] == [[3, 2], [pytest.approx(math.cos(2), rel=1e-15), 1], [4, 0]]
    assert document["reached"] == [[True, True], [True, True], [True, False]]


def test_the_document_has_formulas_without_values():
    assert jacobian_document(derivation("a = x*y; b = x"))["symbols"][0] == ["y", "x"]
    assert jacobian_document(derivation("a = x*y; b = x"))["values"] == [[None, None], [1, 0]]
