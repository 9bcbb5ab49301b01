"""Rules that belong to classes: methods for each operation, static functions with a context."""

import math

import pytest

from graphviz_ad.check import judge
from graphviz_ad.read.objects import read_object


class Expression:
    def __init__(self, value, *args):
        self.value, self.args, self.grad = value, args, 0.0


class Leaf(Expression):
    def backward(self):
        pass


class Times(Expression):
    def __init__(self, a, b):
        super().__init__(a.value * b.value, a, b)

    def backward(self):
        a, b = self.args
        a.grad += self.grad * b.value
        b.grad += self.grad * a.value


class Exp(Expression):
    def __init__(self, a):
        super().__init__(math.exp(a.value), a)

    def backward(self):
        self.args[0].grad += self.grad * self.value


class OverwritingTimes(Times):
    def backward(self):
        a, b = self.args
        a.grad += self.grad * b.value
        b.grad = self.grad * a.value


def product(times):
    """Return x*y*exp(x*y) by the classes, after their pass."""
    x, y = Leaf(0.4), Leaf(1.6)
    nodes = [times(x, y)]
    nodes += [Exp(nodes[0]), times(x, y)]
    nodes.append(times(nodes[2], nodes[1]))
    nodes[-1].grad = 1.0
    for node in reversed(nodes):
        node.backward()
    return read_object(nodes[-1], names={"x": x, "y": y})


def test_a_method_for_each_operation_is_asked():
    claims = product(Times)
    assert [probe.once for probe in claims.probes.values()][:2] == [1.6, 0.4]
    assert not judge(claims).findings


def test_a_method_that_overwrites_is_found_with_its_source():
    found = judge(product(OverwritingTimes)).findings[0]
    assert found.fault == "assign_instead_of_accumulate"
    assert "b.grad = self.grad * a.value" in found.source.text


class Context:
    def save(self, *saved):
        self.saved = saved


class Variable:
    def __init__(self, data):
        self.data, self.grad, self.fn, self.ctx, self.parents = data, None, None, None, ()


class Function:
    @classmethod
    def apply(cls, *inputs):
        ctx = Context()
        out = Variable(cls.forward(ctx, *[one.data for one in inputs]))
        out.fn, out.ctx, out.parents = cls, ctx, inputs
        return out


class Mul(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save(a, b)
        return a * b

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved
        return g * b, g * a


class Square(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save(a)
        return a * a

    @staticmethod
    def backward(ctx, g):
        (a,) = ctx.saved
        return (2 * a * g,)


class ForgetfulSquare(Square):
    @staticmethod
    def backward(ctx, _g):
        (a,) = ctx.saved
        return (2 * a,)


@pytest.mark.parametrize("square", [Square, ForgetfulSquare])
def test_a_static_function_is_asked_with_its_context(square):
    x, y = Variable(3.0), Variable(2.0)
    claims = read_object(Mul.apply(square.apply(x), y), names={"x": x, "y": y})
    probes = list(claims.probes.values())
    assert [probe.once for probe in probes] == [6.0, 2.0, 9.0]
    assert probes[0].scaled == (6.0 if square is Square else 1.5)


def test_the_function_that_forgets_the_upstream_gradient_is_shown():
    x, y = Variable(3.0), Variable(2.0)
    found = judge(read_object(Mul.apply(ForgetfulSquare.apply(x), y), names={"x": x, "y": y})).findings[0]
    assert found.fault == "upstream_not_multiplied"
    assert "return (2 * a,)" in found.source.text


class Whole:
    """One class for everything, whose backward() is the whole pass."""

    def __init__(self, value, args=()):
        self.value, self.args, self.grad = value, args, 0.0

    def backward(self):
        self.grad = 1.0
        for one in self.args:
            one.grad += 1.0


def test_the_whole_pass_is_no_rule():
    x, y = Whole(2.0), Whole(3.0)
    claims = read_object(Whole(5.0, (x, y)), names={"x": x, "y": y})
    assert not claims.probes
    assert claims.adjoints == {0: 1.0, 1: 1.0, 2: 1.0}


class Pair:
    def __init__(self, value, local_gradients=()):
        self.value, self.local_gradients = value, local_gradients


def test_pairs_of_an_input_and_its_local_gradient():
    a, b = Pair(4.0), Pair(3.0)
    c = Pair(7.0, ((a, 1.0), (b, 1.0)))
    claims = read_object(Pair(28.0, ((a, 7.0), (c, 4.0))), names={"a": a, "b": b, "c": c})
    assert claims.graph.ops == ["input", "input", "add", "mul", "output"]
    assert list(claims.partials.values()) == [1.0, 1.0, 7.0, 4.0]
