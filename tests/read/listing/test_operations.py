"""What other people call an operation."""

import operator

import pytest

from graphviz_ad import ops
from graphviz_ad.errors import GraphProblem, UnknownName
from graphviz_ad.read.listing.operations import fits, operation


@pytest.mark.parametrize("name", list(ops.TABLE))
def test_every_row_is_called_by_its_name_however_it_is_written(name):
    count = len(ops.TABLE[name].params)
    assert operation(name, count, "") == (name, ())
    assert operation(f" {name.upper()} ", count, "") == (name, ())
    assert operation(name.replace("_", ""), count, "")[0] == name


@pytest.mark.parametrize("name", [name for name, row in ops.TABLE.items() if row.sign])
def test_every_sign_of_the_picture_means_its_row(name):
    row = ops.TABLE[name]
    found = operation(row.sign, len(row.params), "")[0]
    assert found == name


@pytest.mark.parametrize("alias", [alias for row in ops.TABLE.values() for alias in row.aliases])
def test_every_alias_means_its_row(alias):
    assert any(fits(alias, len(row.params)) for row in ops.called()[alias])


@pytest.mark.parametrize(
    ("word", "count", "meant"),
    [
        ("+", 2, ("add", ())), ("-", 2, ("sub", ())), ("-", 1, ("neg", ())), ("*", 2, ("mul", ())),
        ("/", 2, ("div", ())), ("//", 2, ("floordiv", ())), ("%", 2, ("mod", ())), ("**", 2, ("pow", ())),
        ("^", 2, ("pow", ())), ("<", 2, ("lt", ())), ("!=", 2, ("ne", ())), ("≤", 2, ("le", ())),
        ("**2", 1, ("pow", (2.0,))), ("**-1", 1, ("pow", (-1.0,))), ("** 0.5", 1, ("pow", (0.5,))),
        ("Mul", 2, ("mul", ())), ("ReLU", 1, ("relu", ())), ("LeakyReLU", 2, ("leaky_relu", ())),
        ("leaky_relu", 1, ("leaky_relu", (0.01,))), ("log", 1, ("log", ())), ("log", 2, ("log_base", ())),
        ("true_divide", 2, ("div", ())), ("greater_equal", 2, ("ge", ())), ("negative", 1, ("neg", ())),
        ("input", 0, ("input", ())), ("output", 1, ("output", ())), ("constant", 1, ("constant", ())),
    ],
)  # fmt: skip
def test_other_names(word, count, meant):
    assert operation(word, count, "") == meant


def test_the_names_of_pythons_own_functions_mean_what_those_do():
    for name in (
        "add",
        "sub",
        "mul",
        "truediv",
        "floordiv",
        "mod",
        "pow",
        "lt",
        "le",
        "gt",
        "ge",
        "eq",
        "ne",
    ):
        found, _ = operation(name, 2, "")
        assert ops.kernel(found).value(7.0, 2.0) == getattr(operator, name)(7.0, 2.0)


def test_a_wrong_number_of_operands_says_the_right_one():
    with pytest.raises(GraphProblem, match="mul has 1 operand") as caught:
        operation("mul", 1, "nodes[3]")
    assert (caught.value.where, caught.value.hint) == ("nodes[3]", "it takes 2: mul(x, y)")
    with pytest.raises(GraphProblem, match="elu has 3 operands") as caught:
        operation("elu", 3, "")
    assert "1 or 2: elu(x, a=1)" in caught.value.hint
    with pytest.raises(GraphProblem) as caught:
        operation("+", 3, "")
    assert "a chain of nodes" in caught.value.hint
    with pytest.raises(GraphProblem, match="has no operands") as caught:
        operation("output", 0, "")
    assert "it takes 1 operand" in caught.value.hint


def test_unknown_operations_offer_a_near_one():
    with pytest.raises(UnknownName, match="unknown operation sigmoidd") as caught:
        operation("sigmoidd", 1, "node s")
    assert (caught.value.where, caught.value.hint) == ("node s", "did you mean sigmoid?")
    with pytest.raises(UnknownName) as caught:
        operation("qqqqq", 1, "")
    assert "adviz ops" in caught.value.hint


@pytest.mark.parametrize(
    "word", ["", " ", "\u202e", "x" * 10_000, "**1.2.3", "**", "add\n", "\x00", "__class__"]
)
def test_hostile_words(word):
    with pytest.raises((GraphProblem, UnknownName)) as caught:
        operation(word, 1, "")
    assert len(str(caught.value)) < 400
    assert all(c.isprintable() or c == "\n" for c in str(caught.value))
