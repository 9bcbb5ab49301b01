"""Numbers that an engine made nodes of, what is computed from them, and rules that are wrong for them."""

import pytest
from foreign import engine

from graphviz_ad.check import judge
from graphviz_ad.read.objects import read_object

SUB = """
def sub(a, b):
    out = Value(a.data - b.data, (a, b), "-")
    def _backward():
        a.grad += out.grad
        b.grad -= out.grad
    out._backward = _backward
    return out
"""


def errors(claims):
    return [finding for finding in judge(claims).findings if finding.severity != "note"]


def read(output, **names):
    output.backward()
    return read_object(output, names=names)


def subtracting(rule):
    """Return an engine with a subtraction of its own, whose rule for the second operand is given."""
    module = engine("micrograd_style")
    exec(SUB.replace("b.grad -= out.grad", rule), vars(module))
    return module.Value, module.sub


def test_what_is_computed_from_constants_alone_has_its_gradient():
    value = engine("micrograd_style").Value
    x = value(0.7)
    claims = read(x * value(2.0) ** 3, x=x)
    assert [(n.op, n.args) for n in claims.graph][:4] == [
        ("input", ()),
        ("input", ()),
        ("pow", (1, 3.0)),
        ("mul", (0, 2)),
    ]
    # d(x*2**3)/d(2**3) = 0.7, and 0.7*3*2**2 = 8.4 by the 2.
    assert claims.adjoints == {0: 8.0, 1: pytest.approx(8.4), 2: 0.7, 3: 1.0}
    assert not errors(claims)


def test_a_constant_beside_something_that_lives_is_none_of_the_inputs():
    value = engine("micrograd_style").Value
    x = value(0.7)
    claims = read(x * 2 + (value(1.0) + value(0.3)), x=x)
    assert list(claims.at.values()) == [0.7, 1.0, 0.3]
    assert not errors(claims)


def test_what_asks_for_no_gradient_gets_none():
    value = engine("micrograd_style").Value
    x, a, b = value(0.7), value(2.0), value(3.0)
    a.requires_grad = b.requires_grad = False
    product = a * b
    output = x * product
    output.backward()
    product.grad = 0.0
    assert not errors(read_object(output, names={"x": x}))


def test_a_rule_that_is_wrong_for_a_constant_is_a_warning():
    value, sub = subtracting("b.grad += out.grad")
    x = value(0.4)
    [found] = errors(read(sub(x, value(3.0)) ** 2, x=x))
    assert (found.fault, found.severity, found.given, found.expected) == ("wrong_local", "warning", 1.0, -1.0)
    assert "second operand" in found.message


@pytest.mark.parametrize("rule", ["b.grad -= out.grad", "pass"])
def test_a_rule_that_is_right_for_a_constant_or_leaves_it_out_is_not(rule):
    value, sub = subtracting(rule)
    x = value(0.4)
    assert not errors(read(sub(x, value(3.0)) ** 2, x=x))


def test_a_rule_that_is_wrong_for_others_too_is_found_there():
    value, sub = subtracting("b.grad += out.grad")
    x, y = value(0.4), value(0.9)
    found = errors(read(sub(sub(x, y), value(3.0)) ** 2, x=x, y=y))
    assert found[0].severity == "error"
    assert all("constant here" not in finding.message for finding in found)
