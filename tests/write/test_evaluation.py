"""Value and gradient, every mode beside the others."""

from __future__ import annotations

import pytest

from graphviz_ad.differentiate import evaluate
from graphviz_ad.errors import DomainProblem
from graphviz_ad.explain import explain
from graphviz_ad.read import read_text
from graphviz_ad.write.evaluation import demand_values, evaluation_document, evaluation_text

LOSS = "(y-(m*x+c))**2"
AT = {"y": 1, "m": 2, "x": 3, "c": 4}


def derivation(source, **at):
    return explain(evaluate(read_text(source, at), at), max_paths=0)


def test_every_mode_gives_the_gradient_of_the_loss():
    # The reference: value 81, and 36, 54, 18 and -18 by x, m, c and y.
    document = evaluation_document(derivation(LOSS, **AT))
    assert document["values"] == {"f": 81}
    gradient = {each["input"]: each for each in document["gradient"]}
    for name, expected in {"x": 36, "m": 54, "c": 18, "y": -18}.items():
        assert gradient[name]["value"] == expected
        checks = gradient[name]["checks"]
        assert [checks[mode] for mode in ("paths", "reverse", "forward")] == [expected] * 3
        assert checks["difference"]["value"] == pytest.approx(expected, rel=1e-6)
        assert checks["difference"]["verdict"] == "agrees"


def test_the_text_has_a_line_an_input():
    lines = evaluation_text(derivation(LOSS, **AT), digits=6).splitlines()
    assert lines[0] == "f = 81"
    assert lines[2].split() == ["reverse", "forward", "paths", "difference", "quotient"]
    assert lines[3].split()[:4] == ["∂f/∂y", "−18", "−18", "−18"]
    assert "agrees" in lines[3]
    assert any(line.startswith("checked: paths = reverse = forward") for line in lines)


def test_digits():
    assert evaluation_text(derivation("sin(x)", x=1), digits=3).startswith("f ≈ 0.841\n")
    assert evaluation_text(derivation("sin(x)", x=1), digits=10).startswith("f ≈ 0.8414709848\n")


def test_an_input_that_is_not_used_is_no_bare_zero():
    text = evaluation_text(derivation("a = x; b = y", x=1, y=2), digits=4)
    assert "0 (y is not used in a)" in text
    assert "0 (x is not used in b)" in text


def test_overflow_is_told_with_its_place():
    text = evaluation_text(derivation("9**9**9"), digits=4)
    assert text.startswith("f = ∞\n")
    assert "v₂ = 9^v₁" in text


def test_many_inputs_are_cut_and_counted():
    at = {f"x{k}": float(k) for k in range(50)}
    found = derivation(" + ".join(at), **at)
    text = evaluation_text(found, digits=4)
    assert "... and 10 more" in text
    assert len(text.splitlines()) < 60
    assert len(evaluation_document(found)["gradient"]) == 50


def test_values_are_demanded_by_name():
    tape = evaluate(read_text("x*y*z"), {"y": 1})
    with pytest.raises(DomainProblem, match="eval needs a value for x, z") as caught:
        demand_values(tape, "eval")
    assert '--at "x=1 z=1"' in str(caught.value)
    demand_values(evaluate(read_text("x"), {"x": 1}), "eval")


def test_of_many_missing_values_some_are_named():
    tape = evaluate(read_text(" + ".join(f"x{k}" for k in range(100))), {})
    with pytest.raises(DomainProblem) as caught:
        demand_values(tape, "eval")
    assert len(str(caught.value)) < 300


def test_nan_is_a_word_in_the_document():
    document = evaluation_document(derivation("x/x", x=0))
    assert document["values"] == {"f": "nan"}
    assert document["notes"]
