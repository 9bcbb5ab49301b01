"""Backward passes in text: names of gradients, values, order, and what is no such pass."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphviz_ad.errors import AdvizError, SyntaxProblem, UnknownName
from graphviz_ad.read import read_text
from graphviz_ad.read.claims import read_claims
from graphviz_ad.read.claims.typed_pass import read_backward_pass

LOSS = """u = m*x + c ; e = y - u ; L = e**2   # the squared loss
---
dL = 1
de = 2*e*dL          # by the power rule
du = -de
dm = du*x; dx = du*m
dx += 0
"""


def test_the_lines_as_they_were_typed():
    claims = read_backward_pass(LOSS, {"m": 2, "x": 3, "c": 4, "y": 1})
    right = read_text("u = m*x + c ; e = y - u ; L = e**2")
    assert (claims.graph.ops, list(claims.graph.operands)) == (right.ops, list(right.operands))
    names = {node: name for name, node in claims.graph.scope.items()}
    found = [(line.number, line.text, names[line.node], line.adds, line.formula) for line in claims.lines]
    assert found == [
        (3, "dL = 1", "L", False, "1"),
        (4, "de = 2*e*dL", "e", False, "2*e*dL"),
        (5, "du = -de", "u", False, "-de"),
        (6, "dm = du*x", "m", False, "du*x"),
        (6, "dx = du*m", "x", False, "du*m"),
        (7, "dx += 0", "x", True, "0"),
    ]
    assert claims.at == {"m": 2.0, "x": 3.0, "c": 4.0, "y": 1.0}
    assert claims.kind == "backward pass in text"
    assert (claims.adjoints, claims.notes, claims.structure) == ({}, (), ())


def test_one_gradient_has_one_name_however_it_is_written():
    claims = read_backward_pass("u = x*x; y = u*x\n---\nu_bar = x\ndx = 2*x*du\ngrad_x += u")
    assert [(line.name, line.formula) for line in claims.lines] == [
        ("u_bar", "x"), ("dx", "2*x*u_bar"), ("dx", "u"),
    ]  # fmt: skip


def test_quotients_by_the_output_are_gradients_and_others_are_not():
    claims = read_backward_pass("u = x*x; y = u*x\n---\ndy/du = x\ndy/dx = u + dy / du * 2*x")
    assert [(line.name, line.formula) for line in claims.lines] == [("du", "x"), ("dx", "u + du*2*x")]
    with pytest.raises(UnknownName, match="dq is no name"):
        read_backward_pass("u = x*x; y = u*x\n---\ndx = u/dq")


def test_values_stand_in_the_program_or_are_given():
    text = "x = 3; k = pi/2; y = k*x\n---\ndx = k"
    assert read_backward_pass(text).at == {"x": 3.0, "k": 1.5707963267948966}
    assert read_backward_pass(text, {"x": 5}).at == {"x": 5.0, "k": 1.5707963267948966}
    claims = read_backward_pass(text)
    assert claims.graph.ops == ["input", "input", "mul", "output"]
    assert claims.graph.source.endswith("y = k*x\n")
    assert read_backward_pass("y = k*x\n---\ndx = k").at == {}


def test_a_number_that_is_only_an_output_is_no_value_of_an_input():
    claims = read_backward_pass("x = 3; y = x*x; z = 4\n---\ndx = 2*x")
    assert claims.at == {"x": 3.0}
    assert len(claims.graph.outputs) == 2


def test_eulers_number_is_a_variable_where_its_gradient_is_given():
    claims = read_backward_pass("y = e*x\n---\nde = x\ndx = e", {"x": 2, "e": 3})
    assert [claims.graph.names[node] for node in claims.graph.inputs] == ["e", "x"]
    assert read_backward_pass("y = e*x\n---\ndx = e").graph.ops == ["input", "mul", "output"]


def test_functions_of_the_program_may_stand_below():
    claims = read_backward_pass("s(t) = 1/(1 + exp(-t)); p = s(x)\n---\ndx = s(x)*(1 - s(x))")
    assert claims.lines[0].formula == "1/(1 + exp(-x))*(1 - 1/(1 + exp(-x)))"


def test_without_a_rule_it_is_a_program():
    claims = read_claims("(x + c)*x", at={"x": 3})
    assert (claims.kind, claims.at, claims.lines) == ("program", {"x": 3.0}, ())
    assert claims.graph == read_text("(x + c)*x", {"x": 3})


@pytest.mark.parametrize(
    ("below", "line", "column", "what"),
    [
        ("dx = 2*(x", 2, 8, "never closed"),
        ("dx = 2*\ndy = 1", 2, 7, "a value should follow"),
        ("dx", 2, 1, "no line of a backward pass"),
        ("dx =", 2, 1, "no line of a backward pass"),
        ("dx == 2", 2, 1, "no line of a backward pass"),
        ("2*dx = 2", 2, 1, "no line of a backward pass"),
        ("dy = 1\ndx = dq*2", 3, 1, "dq is no name"),
        ("dy = 1\ndx = foo(x)", 3, 6, "foo is not a function"),
        ("dq += 2", 2, 1, "dq is the gradient of no name"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(below, line, column, what):
    with pytest.raises((SyntaxProblem, UnknownName), match=what) as caught:
        read_backward_pass(f"y = x*x\n---\n{below}")
    assert (caught.value.line, caught.value.column) == (line + 1, column)


def test_a_rule_with_nothing_above_is_refused():
    with pytest.raises(SyntaxProblem, match="no program stands above"):
        read_backward_pass("---\ndx = 1")


def test_an_empty_pass_is_no_error():
    assert read_backward_pass("y = x*x\n---\n\n  # later\n").lines == ()


@given(st.text(alphabet="dxy_bar=+-*/()\n ;#0123̄∂", max_size=60))
def test_any_text_is_read_or_refused(below):
    try:
        claims = read_backward_pass(f"y = x*x\n---\n{below}")
    except AdvizError:
        return
    assert all(line.text for line in claims.lines)
