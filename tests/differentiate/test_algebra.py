"""What is left without symengine: everything but formulas."""

from __future__ import annotations

import sys

import pytest
from derivatives import gradient, tape_of, told

from graphviz_ad.differentiate.algebra import NO_ALGEBRA, formulas_of

FORMULA = "graphviz_ad.differentiate.formula"


@pytest.fixture
def no_symengine(monkeypatch):
    monkeypatch.setitem(sys.modules, "symengine", None)
    monkeypatch.delitem(sys.modules, FORMULA, raising=False)


@pytest.mark.usefixtures("no_symengine")
def test_numbers_need_no_symengine():
    assert gradient("(x + c)*x", {"x": 3, "c": 4}) == (21.0, {"x": 10.0, "c": 3.0})
    (found, _) = told("(x + c)*x", {"x": 3, "c": 4}).values()
    assert (found.total, found.symbol) == (10.0, None)


@pytest.mark.usefixtures("no_symengine")
def test_there_are_no_formulas_and_a_note_says_how_to_get_them():
    assert formulas_of(tape_of("x*x")) is None
    assert NO_ALGEBRA.fault == "no_algebra"
    assert "pip install symengine" in NO_ALGEBRA.hint


def test_another_missing_module_is_no_missing_algebra(monkeypatch):
    monkeypatch.delitem(sys.modules, FORMULA, raising=False)
    monkeypatch.setitem(sys.modules, "graphviz_ad.differentiate.ordering", None)
    with pytest.raises(ModuleNotFoundError):
        formulas_of(tape_of("x*x"))


def test_with_symengine_there_are_formulas():
    assert formulas_of(tape_of("x*x")).total(2, 0) == "2*x"
