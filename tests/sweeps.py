"""Sweeps for tests: from a program and its values in one call."""

from __future__ import annotations

from derivations import EIGHT, GREEN_RED, LADDER, LOSS

from graphviz_ad.differentiate import evaluate
from graphviz_ad.explain import explain
from graphviz_ad.explain.sweeping import seeded, sweep, units
from graphviz_ad.read import read_text

CHAIN = ("y = (2*x + 3)**2", {"x": 2})
DIAMOND = ("y = x**2*(x + 1)", {"x": 2})
THREE = ("y1 = x1*x2; y2 = sin(x1) + x2; y3 = x1*x2*x2", {"x1": 2, "x2": 3})


def derive(source, at=None, *, wrt=(), of=()):
    """Return the derivation that a sweep is told with."""
    at = at or {}
    tape = evaluate(read_text(source, at, wrt=wrt, of=of), at)
    return explain(tape, wrt=wrt, max_paths=0, quotients=False)


def swept(source, at=None, mode="reverse", seed=None, **options):
    """Return the derivation and the sweep from ``seed``, or from the first input or output."""
    derivation = derive(source, at, **options)
    if seed is None:
        return derivation, next(units(derivation, mode))
    return derivation, sweep(derivation.tape, mode, seeded(derivation, mode, seed))


# Everything that a picture of a sweep may have to show: name -> program, values, what else.
SWEEPS = {
    "chain": (*CHAIN, {}),
    "chain forward": (*CHAIN, {"mode": "forward"}),
    "chain with constants": (*CHAIN, {"constants": "nodes"}),
    "diamond": (*DIAMOND, {}),
    "diamond forward": (*DIAMOND, {"mode": "forward"}),
    "diamond downwards": (*DIAMOND, {"rankdir": "TB"}),
    "diamond upwards": (*DIAMOND, {"rankdir": "BT", "mode": "forward"}),
    "loss": (*LOSS, {}),
    "loss forward": (*LOSS, {"mode": "forward", "seed": "x"}),
    "loss right to left": (*LOSS, {"rankdir": "RL"}),
    "green and red": (*GREEN_RED, {"labels": "none"}),
    "eight paths": (*EIGHT, {"labels": "values"}),
    "ladder": (*LADDER, {}),
    "second output": (*THREE, {"seed": "y2"}),
    "second input": (*THREE, {"mode": "forward", "seed": "x2"}),
    "two outputs": (*THREE, {"seed": {"y1": 1, "y2": -1}}),
    "two inputs": (*THREE, {"mode": "forward", "seed": {"x1": 1, "x2": 0.5}}),
    "neuron": ("tanh(w1*x1+w2*x2+b)", {"w1": 0.5, "x1": 2, "w2": -1.5, "x2": 1, "b": 0.25}, {}),
    "square": ("x*x", {"x": 3}, {}),
    "seven factors": ("y = x*x*x*x*x*x*x/3", {"x": 1.1}, {}),
    "relu at its corner": ("y = relu(x) + x", {"x": 0}, {}),
    "log at 0": ("y = log(x)*x + exp(x)", {"x": 0}, {}),
    "not selected": ("y = where(a > 0, b*b, c) + clip(a, 0, 1)", {"a": 2, "b": 3, "c": 4}, {}),
    "unused": ("k = 3; y = a*k; z = x*a", {"a": 2, "x": 1}, {"seed": "y"}),
    "long names": (
        "the_long_result_name = a_very_long_variable_name_indeed*a_very_long_variable_name_indeed",
        {"a_very_long_variable_name_indeed": 1.23456789}, {},
    ),
    "Greek and Chinese": ("σ = α*β + 变量*α", {"α": 1.5, "β": -2, "变量": 3}, {}),
    "two layers": (
        "h1 = tanh(w11*x1+w12*x2+b1); h2 = tanh(w21*x1+w22*x2+b2); o = sigmoid(u1*h1+u2*h2+b3); L = (o-t)**2",
        {"w11": 0.1, "w12": 0.2, "w21": 0.3, "w22": -0.4, "x1": 1, "x2": 2, "b1": 0.1, "b2": -0.1,
         "u1": 1, "u2": -1, "b3": 0, "t": 1},
        {},
    ),
}  # fmt: skip
