"""``FILE.py:NAME``: somebody's code in another process, and every way in which it can go wrong."""

from __future__ import annotations

import time

import pytest

from graphviz_ad.differentiate import evaluate, reverse
from graphviz_ad.errors import AdvizError, GraphProblem, UnknownName
from graphviz_ad.live.loading import load

MODEL = """
import helper_of_the_model
import graphviz_ad as ad
print("hello from the model")

def loss(m, x, c, y=1.0):
    e = y - (m*x + c)
    return e**2

def prints(x):
    print("value", x)
    return x*helper_of_the_model.TWO

@ad.traced
def area(w, *, h):
    return w*h

def fails(x):
    return x/undefined

def returns_nothing(x):
    pass

def endless(x):
    while True:
        pass

def leaves(x):
    raise SystemExit(3)

def dies(x):
    import os
    os._exit(7)

def reads(x):
    return x*len(input())

def by_place(x, y, /, z=1.0):
    return x*y**2*z

def any_number(*xs):
    return sum(xs)

def starts_another(x):
    import subprocess
    subprocess.Popen(["sleep", "60"])
    return x*x

class Engine:
    @staticmethod
    def step(x):
        return 3*x

a, b = ad.Value(3.0), ad.Value(2.0)
L = a*b
run = ad.trace(loss, 2, 3, 4)
graph = ad.read_text("x*y")
seven = 7
"""


LINE = MODEL[: MODEL.index("x/undefined")].count("\n") + 1


@pytest.fixture
def model(tmp_path):
    (tmp_path / "helper_of_the_model.py").write_text("TWO = 2\n")
    path = tmp_path / "model.py"
    path.write_text(MODEL)
    return str(path)


def slopes(found):
    tape = evaluate(found.graph, found.at)
    row = reverse(tape, {tape.graph.outputs[0]: 1.0})
    return {tape.graph.names[node]: row[node] for node in tape.graph.inputs}


def test_a_function(model):
    found = load(model, "loss", {"m": 2, "x": 3, "c": 4})
    assert slopes(found) == {"m": 54.0, "x": 36.0, "c": 18.0}
    assert [found.graph.names[node] for node in found.graph.outputs] == ["loss"]
    assert "e" in found.graph.scope
    assert slopes(load(model, "loss", {"m": 2, "x": 3, "c": 4, "y": 1})) == {
        "m": 54.0, "x": 36.0, "c": 18.0, "y": -18.0,
    }  # fmt: skip


def test_what_it_prints_is_handed_over(model):
    found = load(model, "prints", {"x": 3})
    assert found.printed.splitlines() == ["hello from the model", "value Value(3, name='x', grad=0)"]
    assert slopes(found) == {"x": 2.0}


def test_a_traced_function_a_value_a_trace_and_a_graph(model):
    assert slopes(load(model, "area", {"w": 2, "h": 3})) == {"w": 3.0, "h": 2.0}
    assert slopes(load(model, "L", {})) == {"a": 2.0, "b": 3.0}
    assert slopes(load(model, "run", {})) == {"m": 54.0, "x": 36.0, "c": 18.0}
    assert slopes(load(model, "graph", {"x": 2, "y": 5})) == {"x": 5.0, "y": 2.0}


@pytest.mark.parametrize(
    ("name", "at", "kind", "told"),
    [
        ("los", {}, UnknownName, "did you mean loss"),
        ("loss", {"m": 2}, GraphProblem, "loss needs a value for x, c"),
        ("loss", {"m": 2, "z": 1}, UnknownName, "z has a value, but is no parameter of loss"),
        (
            "fails",
            {"x": 1},
            AdvizError,
            f"NameError: name 'undefined' is not defined\n  at model.py, line {LINE}",
        ),
        ("returns_nothing", {"x": 1}, GraphProblem, "returned NoneType, which is no number"),
        ("leaves", {"x": 1}, AdvizError, "SystemExit: 3"),
        ("dies", {"x": 1}, AdvizError, "failed with exit code 7"),
        ("reads", {"x": 1}, AdvizError, "EOFError"),
        ("run", {"m": 1}, GraphProblem, "run has run already: --at comes too late"),
        ("any_number", {"x": 1}, UnknownName, "--at cannot give *xs"),
        ("Engine", {"x": 1}, GraphProblem, "Engine is a class"),
        ("Engine.stop", {"x": 1}, UnknownName, "type has no stop"),
        ("seven", {}, GraphProblem, "seven is int, which is no function and no Value"),
    ],
)
def test_what_can_go_wrong(model, name, at, kind, told):
    with pytest.raises(kind) as caught:
        load(model, name, at)
    assert told in str(caught.value)


def test_code_that_does_not_end_is_stopped(model):
    with pytest.raises(AdvizError, match=r"stopped: it was not done after 1\.5 s"):
        load(model, "endless", {"x": 1}, timeout=1.5)


def test_a_file_with_a_mistake(tmp_path):
    path = tmp_path / "broken.py"
    path.write_text("x = 1\ndef f(:\n")
    with pytest.raises(AdvizError, match=r"SyntaxError.*\n.*broken\.py, line 2: def f\(:"):
        load(str(path), "f", {})
    with pytest.raises(AdvizError, match="there is no file"):
        load(str(tmp_path / "none.py"), "f", {})


def test_parameters_by_place_and_things_in_classes(model):
    assert slopes(load(model, "by_place", {"x": 2, "y": 3})) == {"x": 9.0, "y": 12.0}
    assert slopes(load(model, "by_place", {"x": 2, "y": 3, "z": 1})) == {"x": 9.0, "y": 12.0, "z": 18.0}
    assert slopes(load(model, "Engine.step", {"x": 2})) == {"x": 3.0}


def test_a_program_that_it_leaves_behind_does_not_hold_us_up(model):
    start = time.monotonic()
    assert slopes(load(model, "starts_another", {"x": 3})) == {"x": 6.0}
    assert time.monotonic() - start < 15


@pytest.mark.parametrize("name", ["inspect", "types", "json", "graphviz_ad"])
def test_files_that_lie_about_do_not_take_the_place_of_ours(model, tmp_path, monkeypatch, name):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / f"{name}.py").write_text("raise SystemExit('not this one')\n")
    monkeypatch.chdir(elsewhere)
    assert slopes(load(model, "loss", {"m": 2, "x": 3, "c": 4}))["x"] == 36.0


def test_a_file_called_like_a_module_of_python(tmp_path):
    path = tmp_path / "json.py"
    path.write_text("def f(x):\n    return x*x\n")
    assert slopes(load(str(path), "f", {"x": 3})) == {"x": 6.0}
