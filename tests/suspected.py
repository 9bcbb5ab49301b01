"""Graphs with what they state, and verdicts made by hand: reports are tested without the checks."""

from __future__ import annotations

from graphviz_ad.check.verdict import Verdict
from graphviz_ad.claims import Claims
from graphviz_ad.differentiate import evaluate
from graphviz_ad.finding import Finding, Source
from graphviz_ad.noun import replace
from graphviz_ad.read import read_text

# y = p**3 + p at p = 1.3: dy/dp = 3*1.69 + 1 = 6.07; the power rule keeps its own 5.07 alone.
POWER = read_text("c = p**3; y = c + p")
OVERWRITTEN = Finding(
    "assign_instead_of_accumulate",
    "error",
    node="n0",
    by="n1",
    given=5.07,
    expected=6.07,
    message="overwritten at p by the ** node c: the path v1 → p (1) is lost",
    hint="p.grad += 3*p**2 * v1.grad",
    source=Source("engine.py", 12, "def rule():\n    self.grad = 3*self.data**2 * out.grad\n"),
)
SPOILT = Finding(
    "wrong_gradient", "error", node="n1", given=2.0, expected=1.0, message="the gradient of c is 2"
)
KINK = Finding("kink", node="n1", edge="n1_0", message="c has a kink at p = 1.3")


def power():
    """Return the power rule that overwrites: an error, one that follows from it, and a note."""
    tape = evaluate(POWER, {"p": 1.3})
    claims = Claims(
        POWER,
        {"p": 1.3},
        {1: 2.197, 2: 3.497},
        {0: 5.07, 2: 1.0, 3: 1.0},
        {0: 5.07, 1: 2.0, 2: 1.0},
        kind="JSON",
    )
    verdict = Verdict((OVERWRITTEN, SPOILT, KINK), (None, 0, None), tape, gradients={0: 6.07, 1: 1.0})
    return claims, verdict


def sigmoid():
    """Return s = sigmoid(x) at 0.8, whose local derivative is stated as the value 0.68997448."""
    graph = read_text("s = sigmoid(x)")
    found = Finding("wrong_local", "error", "n1", "n1_0", None, 0.6899744811, 0.2139096965, "it is the value")
    claims = Claims(graph, {"x": 0.8}, {1: 0.6899744811}, {0: 0.6899744811}, kind="JSON")
    return claims, Verdict((found,), (None,), evaluate(graph, {"x": 0.8}), partials={0: 0.2139096965})


def clean():
    """Return the power rule with nothing wrong."""
    claims, _ = power()
    claims = replace(claims, adjoints={0: 6.07, 1: 1.0, 2: 1.0})
    return claims, Verdict((), (), evaluate(POWER, {"p": 1.3}))


def long_sum(count):
    """Return a chain of additions with a fault in its middle, and nothing else stated."""
    lines = [f"a{k} = {f'a{k - 1}' if k else 'x'} + {'x' if k % 7 == 0 else 'y'}" for k in range(count)]
    graph = read_text("\n".join(lines))
    middle = graph.scope[f"a{count // 2}"]
    found = Finding("wrong_local", "error", f"n{middle}", f"n{middle}_0", None, 2.0, 1.0, "twice as large")
    edge = graph.starts[middle]
    claims = Claims(graph, {"x": 1.0, "y": 2.0}, partials={edge: 2.0}, kind="DOT")
    tape = evaluate(graph, {"x": 1.0, "y": 2.0})
    return claims, Verdict((found,), (None,), tape, partials={edge: 1.0})


MICROGRAD = """
class Value:
    def __init__(self, data, parents=(), op=""):
        self.data, self.grad, self._prev, self._op = data, 0.0, parents, op
        self._backward = lambda: None

    def __add__(self, other):
        out = Value(self.data + other.data, (self, other), "+")

        def _backward():
            self.grad += out.grad
            other.grad += out.grad

        out._backward = _backward
        return out

    def __mul__(self, other):
        out = Value(self.data * other.data, (self, other), "*")

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out._backward = _backward
        return out

    def backward(self):
        order, seen = [], set()

        def build(node):
            if id(node) not in seen:
                seen.add(id(node))
                for parent in node._prev:
                    build(parent)
                order.append(node)

        build(self)
        self.grad = 1.0
        for node in reversed(order):
            node._backward()


x, w = Value(3.0), Value(2.0)
loss = w * x + x
loss.backward()


def make():
    p, q = Value(3.0), Value(2.0)
    out = p * q + p
    out.backward()
    return out


def waits():
    while True:
        pass


def fails():
    raise ValueError("no luck")
"""
BROKEN = MICROGRAD.replace("self.grad += other.data * out.grad", "self.grad += other.data")


def engine(text):
    """Return the variables of an engine's module."""
    space = {"__name__": "engine"}
    exec(compile(text, "engine.py", "exec"), space)
    return space
