"""Derivations for tests of pictures: from a program and its values in one call."""

from __future__ import annotations

from graphviz_ad.differentiate.evaluate import evaluate
from graphviz_ad.draw import DrawOptions, draw
from graphviz_ad.explain import explain
from graphviz_ad.read.program.text import read_text


def derive(source, at=None, *, wrt=(), of=(), max_paths=7, formulas=None, share=False):
    at = at or {}
    tape = evaluate(read_text(source, at=at, wrt=wrt, of=of, share=share), at)
    wanted = not tape.complete if formulas is None else formulas
    return explain(tape, wrt=wrt, max_paths=max_paths, formulas=wanted)


def picture(source, at=None, *, wrt=(), of=(), max_paths=7, share=False, **options):
    return draw(derive(source, at, wrt=wrt, of=of, max_paths=max_paths, share=share), DrawOptions(**options))


def overlap(a, b):
    """Return the area that two rectangles (left, top, width, height) share."""
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return width * height if width > 0 and height > 0 else 0


LOSS = ("L = (y-(m*x+c))**2", {"y": 1, "m": 2, "x": 3, "c": 4})
LOSS_TWICE = ("L = (y-(m*x+c))*(y-(m*x+c))", {"y": 1, "m": 2, "x": 3, "c": 4})
GREEN_RED = ("z = (x+c)*x", {"x": 3, "c": 4})
EIGHT = ("a = x*x; b = a*a; y = b*b", {"x": 2})
LADDER = ("; ".join(["s1 = x + x", *(f"s{k} = s{k - 1} + s{k - 1}" for k in range(2, 21))]), {"x": 1})

# Everything that a picture may have to show: name -> arguments of `picture`.
PICTURES = {
    "loss": (*LOSS, {}),
    "loss twice": (*LOSS_TWICE, {"wrt": ("x",)}),
    "loss symbolic": (LOSS[0], {}, {"wrt": ("x",)}),
    "loss mixed": (LOSS[0], {"m": 2, "c": 4}, {"wrt": ("x", "m")}),
    "loss downwards": (*LOSS, {"rankdir": "TB"}),
    "loss highlighted": (*LOSS, {"highlight": 3}),
    "green and red": (*GREEN_RED, {"wrt": ("x",)}),
    "green and red symbolic": (GREEN_RED[0], {}, {}),
    "letters": (*GREEN_RED, {"labels": "letters"}),
    "partials": (*GREEN_RED, {"labels": "partials"}),
    "symbols": (*GREEN_RED, {"labels": "symbols"}),
    "values": (*GREEN_RED, {"labels": "values"}),
    "no labels": (*GREEN_RED, {"labels": "none"}),
    "right to left": (*GREEN_RED, {"rankdir": "RL"}),
    "neuron": (
        "f = tanh(w1*x1 + w2*x2 + b)", {"w1": 0.5, "x1": 2, "w2": -1.5, "x2": 1, "b": 0.25}, {},
    ),
    "jacobian": ("y1 = x1*x2; y2 = sin(x1) + x2; y3 = x1*x2*x2", {"x1": 2, "x2": 3}, {}),
    "jacobian alone": ("y1 = x1*x2; y2 = sin(x1) + x2", {"x1": 2, "x2": 3}, {"table": "jacobian"}),
    "unused": ("y = a*3; z = x*a", {"a": 2, "x": 1}, {}),
    "diamond": ("y = x**2*(x + 1)", {"x": 2}, {}),
    "diamond upwards": ("y = x**2*(x + 1)", {"x": 2}, {"rankdir": "BT"}),
    "chain": ("y = (2*x + 3)**2", {"x": 2}, {}),
    "constants as nodes": ("y = (2*x + 3)**2", {"x": 2}, {"constants": "nodes"}),
    "constants": ("k = 3; y = (k*x - 1)**3/2**x + 1/x + leaky_relu(x, 0.1)", {"x": 2}, {}),
    "eight paths": (*EIGHT, {}),
    "five factors": ("y = x*x*x*x*x", {"x": 2}, {}),
    "ladder": (*LADDER, {}),
    "relu at its corner": ("y = relu(x) + x", {"x": 0}, {}),
    "branch": ("y = x**2 if x > 0 else -x", {"x": 3}, {}),
    "log at 0": ("y = log(x)*x", {"x": 0}, {}),
    "overflow": ("y = exp(x*x)*x", {"x": 1000}, {}),
    "not selected": ("y = where(a > 0, b*b, c) + clip(a, 0, 1)", {"a": 2, "b": 3, "c": 4}, {}),
    "intermediate": ("u = x*x; y = u*sin(u)", {"x": 2}, {"wrt": ("u", "x")}),
    "softmax": (
        "e1 = exp(a); e2 = exp(b); e3 = exp(c); s = e1 + e2 + e3; p1 = e1/s; p2 = e2/s; p3 = e3/s",
        {"a": 1, "b": 2, "c": 3}, {},
    ),
    "long names": (
        "the_long_result_name = leaky_relu(a_very_long_variable_name_indeed*other_very_long_name, 0.1) + k",
        {"a_very_long_variable_name_indeed": 1.23456789, "other_very_long_name": 2.5, "k": 3}, {},
    ),
    "many digits": ("y = x/3 + 1e-9*x + 123456789*x", {"x": 0.1}, {}),
    "Greek and Chinese": ("σ = α*β + 变量*α", {"α": 1.5, "β": -2, "变量": 3}, {}),
    "two layers": (
        "h1 = tanh(w11*x1+w12*x2+b1); h2 = tanh(w21*x1+w22*x2+b2); o = sigmoid(u1*h1+u2*h2+b3); L = (o-t)**2",
        {"w11": 0.1, "w12": 0.2, "w21": 0.3, "w22": -0.4, "x1": 1, "x2": 2, "b1": 0.1, "b2": -0.1,
         "u1": 1, "u2": -1, "b3": 0, "t": 1},
        {"wrt": ("x1", "x2")},
    ),
}  # fmt: skip


def pictured(name):
    source, at, rest = PICTURES[name]
    return picture(source, at, **rest)
