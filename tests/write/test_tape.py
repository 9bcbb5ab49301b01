"""The tape as rows: what each operation gives, needs and keeps."""

from __future__ import annotations

import math

import pytest

from graphviz_ad.differentiate import evaluate
from graphviz_ad.read import read_text
from graphviz_ad.write.tape import keeps, tape_document, tape_text

TWO = "y1 = x1*x2; t = x1+1; y2 = t*2"


def tape_of(source, of=(), **at):
    return evaluate(read_text(source, at, of=of), at)


def rows(source, *, backward=False, of=(), **at):
    """Return the rows of the document by output."""
    found = tape_document(tape_of(source, of, **at), backward=backward)["rows"]
    return {row["output"]: row for row in found}


def test_the_square_of_2x_plus_3_at_2():
    # Forward 4, 7, 49; backward 1, then 2·7 = 14, then 14, then 28.
    found = rows("(2*x+3)**2", backward=True, x=2)
    assert [row["value"] for row in found.values()] == [2, 4, 7, 49]
    assert [row["adjoints"]["f"] for row in found.values()] == [28, 14, 14, 1]


def test_local_derivatives_are_symbols_and_numbers():
    found = rows("x*y + sin(x)", x=2, y=3)
    assert found["v1"]["locals"] == [{"symbol": "y", "value": 3}, {"symbol": "x", "value": 2}]
    assert found["v2"]["locals"] == [{"symbol": "cos(x)", "value": pytest.approx(math.cos(2), rel=1e-15)}]
    assert [each["value"] for each in found["v3"]["locals"]] == [1, 1]


@pytest.mark.parametrize(
    ("source", "kept"),
    [
        ("x + y", []),
        ("x - y", []),
        ("x*y", ["x", "y"]),
        ("2*x", []),
        ("x/y", ["y", "v1"]),
        ("exp(x)", ["v1"]),
        ("tanh(x)", ["v1"]),
        ("sin(x)", ["x"]),
        ("x**3", ["x"]),
        ("relu(x)", ["x"]),
    ],
)
def test_what_the_way_back_needs_is_kept(source, kept):
    tape = tape_of(source, x=2.0, y=3.0) if "y" in source else tape_of(source, x=2.0)
    labels = tape.graph.labels()
    assert {labels[node] for node in keeps(tape, labels.index("v1"))} == set(kept)


def test_several_outputs_have_an_adjoint_each_and_an_unused_part_has_zero():
    found = rows(TWO, backward=True, x1=2, x2=3)
    assert found["x1"]["adjoints"] == {"y1": 3, "y2": 2}
    assert found["x2"]["adjoints"] == {"y1": 2, "y2": 0}
    assert found["t"]["adjoints"] == {"y1": 0, "y2": 2}


def test_what_no_output_uses_is_no_row():
    assert list(rows(TWO, of=["y1"], x1=2, x2=3)) == ["v1"]


def test_without_values_a_number_is_there_where_every_factor_is_one():
    found = rows("2*x + y*y", backward=True)
    assert found["x"]["adjoints"] == {"f": 2}
    assert found["y"]["adjoints"] == {"f": None}
    assert found["v1"]["value"] is None


def test_nan_and_infinities_are_words():
    found = rows("1/x", x=0)
    assert found["v1"]["value"] == "inf"
    assert found["v1"]["locals"][1]["value"] == "-inf"


def test_a_branch_is_a_row_with_its_condition():
    found = rows("x if x > 0 else y", backward=True, x=2, y=1)
    assert found["x"]["adjoints"] == {"f": 1}
    assert found["y"]["adjoints"] == {"f": 0}


def test_the_text_has_a_line_a_row():
    lines = tape_text(tape_of("(2*x+3)**2", x=2), digits=4).splitlines()
    assert lines[0].split() == ["output", "operation", "inputs", "value", "local", "derivatives", "keeps"]
    assert len(lines) == 4
    assert [line.split()[0] for line in lines[1:]] == ["v₁", "v₂", "v₃"]
    assert "nothing" in lines[1]
    assert "49" in lines[3]


def test_the_text_with_adjoints_has_the_inputs_too():
    lines = tape_text(tape_of(TWO, x1=2, x2=3), backward=True, digits=4).splitlines()
    assert lines[0].endswith("∂y1/∂(output)   ∂y2/∂(output)")
    by_name = {line.split()[0]: line.split() for line in lines[1:]}
    assert by_name["x1"][-2:] == ["3", "2"]
    assert by_name["x2"][-2:] == ["2", "0"]


def test_rounded_numbers_are_marked():
    assert "≈ 0.8415" in tape_text(tape_of("sin(x)", x=1), digits=4)
    assert "≈ 0.84 " in tape_text(tape_of("sin(x)", x=1), digits=2)


def test_a_named_constant_is_kept_by_its_name():
    assert rows("k = 3; y = k*x", x=2)["v1"]["keeps"] == ["k"]
