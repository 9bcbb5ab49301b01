"""Functions as they ran: parameters are inputs, what is returned is outputs, variables give names."""

from __future__ import annotations

import functools
import sys

import numpy as np
import pytest

import graphviz_ad
from graphviz_ad.errors import GraphProblem
from graphviz_ad.live.trace import trace, traced
from graphviz_ad.live.value import Value
from graphviz_ad.read import read_text
from graphviz_ad.write.program import program


def totals(found, wrt=()):
    return {(e.output, e.input): e.total for e in found.explain(wrt).explanations}


def loss(m, x, c, y):
    u = m * x + c
    e = y - u
    return e**2


def test_parameters_are_inputs_and_variables_names():
    found = trace(loss, m=2, x=3, c=4, y=1)
    assert totals(found) == {
        ("loss", "m"): 54.0, ("loss", "x"): 36.0, ("loss", "c"): 18.0, ("loss", "y"): -18.0,
    }  # fmt: skip
    assert program(found.graph) == "u = m*x + c\ne = y - u\nloss = e**2"
    assert found.values == {"loss": 81.0}
    assert dict(found.at) == {"m": 2.0, "x": 3.0, "c": 4.0, "y": 1.0}


def test_it_is_the_graph_of_the_same_text():
    found = trace(loss, 2, 3, 4, 1)
    text = read_text("u = m*x + c; e = y - u; loss = e**2")
    ours = sorted((node.op, node.name) for node in found.graph)
    assert ours == sorted((node.op, node.name) for node in text)


def test_by_place_by_name_and_by_default():
    def f(x, k=3, *, shift=1.0):
        return x**k + shift

    assert totals(trace(f, 2)) == {("f", "x"): 12.0}
    assert totals(trace(f, 2, shift=5)) == {("f", "x"): 12.0, ("f", "shift"): 1.0}
    assert totals(trace(f, x=2, k=3))["f", "x"] == 12.0
    with pytest.raises(TypeError, match="missing"):
        trace(f)
    with pytest.raises(TypeError, match="unexpected"):
        trace(f, 2, z=1)


def test_any_number_of_parameters():
    def product(*factors, **more):
        result = 1.0
        for factor in (*factors, *more.values()):
            result = result * factor
        return result

    assert totals(trace(product, 2, 3, last=5)) == {
        ("result", "factors_0"): 15.0, ("result", "factors_1"): 10.0, ("result", "last"): 6.0,
    }  # fmt: skip


def test_loops_and_branches_as_they_ran():
    def steps(x):
        count = 0
        while x < 100:
            x = x * 2 if count % 2 == 0 else x + 1
            count += 1
        return x

    found = trace(steps, x=3)
    assert found.values == {"steps": 126.0}
    assert totals(found) == {("steps", "x"): 32.0}
    assert sum(node.op == "mul" for node in found.graph) == 5
    (told,) = [note.message for note in found.tape.notes if note.fault == "decision"]
    asked = (
        "x < 100 (yes), v1 < 100 (yes), v2 < 100 (yes), v3 < 100 (yes), v4 < 100 (yes), ..., v9 < 100 (no)"
    )
    assert told == f"10 comparisons were decided, and no gradient sees them: {asked}"


def test_a_step_is_reported():
    found = trace(lambda x: 1 if x > 0 else 0, x=3)
    assert totals(found) == {("f", "x"): 0.0}
    told = [note.message for note in found.explain().notes]
    assert "x > 0 was asked and holds: no gradient sees that" in told
    assert "x is not used in f" in told


def test_tuples_and_dicts_are_several_outputs():
    assert totals(trace(lambda x, y: (x * y, x + y), 3, 4)) == {
        ("f_0", "x"): 4.0, ("f_0", "y"): 3.0, ("f_1", "x"): 1.0, ("f_1", "y"): 1.0,
    }  # fmt: skip
    assert list(totals(trace(lambda x: {"area": x * x, "edge": 4 * x}, 3))) == [("area", "x"), ("edge", "x")]

    def both(x):
        u = x * 2
        return u, u * u

    assert totals(trace(both, 3)) == {("u", "x"): 2.0, ("both_1", "x"): 24.0}


def test_keys_that_are_no_names_become_names():
    found = trace(lambda x: {"a b": x, "3": 2 * x, "a_b": 3 * x, "": x}, 1.0)
    names = [found.graph.names[node] for node in found.graph.outputs]
    assert len(set(names)) == 4
    again = read_text(program(found.graph))
    assert [again.names[node] for node in again.outputs] == names


def test_lists_and_arrays_of_numbers():
    def layer(w, x, b):
        return np.tanh(w @ x + b)

    w, x, b = np.array([[0.5, -1.0], [2.0, 0.25]]), np.array([1.0, 3.0]), np.array([0.1, 0.2])
    found = trace(layer, w, x, b)
    out = np.tanh(w @ x + b)
    assert list(found.values.values()) == pytest.approx(list(out), rel=1e-15)
    slopes = totals(found)
    assert slopes["layer_0", "w_0_1"] == pytest.approx((1 - out[0] ** 2) * 3.0, rel=1e-14)
    assert slopes["layer_1", "w_0_1"] == 0.0
    assert totals(trace(lambda w: w[0] * w[1][0], [2.0, (5.0,)])) == {("f", "w_0"): 5.0, ("f", "w_1_0"): 2.0}


def test_what_is_no_number_goes_through():
    def f(x, kind, *, scale=None, deep=False):
        assert deep is True
        assert scale is None
        return x * 2 if kind == "double" else x

    assert totals(trace(f, 3, "double", deep=True)) == {("f", "x"): 2.0}


@pytest.mark.parametrize("result", [None, "text", {}, [], (1, None), object()])
def test_what_is_returned_must_be_numbers(result):
    with pytest.raises(GraphProblem):
        trace(lambda x: result, x=1)  # noqa: ARG005


def test_an_output_that_is_an_input():
    assert totals(trace(lambda x, y: (x, y), 1, 2)) == {
        ("f_0", "x"): 1.0, ("f_0", "y"): 0.0, ("f_1", "x"): 0.0, ("f_1", "y"): 1.0,
    }  # fmt: skip


def test_the_same_result_twice():
    def f(x):
        u = x * x
        return u, u

    assert list(totals(trace(f, 3)).values()) == [6.0, 6.0]


def test_a_function_that_calls_itself_is_named_from_outside():
    def power(x, n=3):
        rest = 1.0 if n == 0 else power(x, n - 1)
        return x * rest if n else rest

    assert totals(trace(power, x=2)) == {("power", "x"): 12.0}


def test_a_parameter_that_is_reassigned_keeps_its_name():
    def f(x):
        x = x * 2
        return x + 1

    assert program(trace(f, x=3).graph) == "f = x*2 + 1"


def test_whoever_profiles_goes_on_profiling():
    seen = []

    def watch(_frame, event, _arg):
        seen.append(event)

    sys.setprofile(watch)
    try:
        trace(loss, 1, 2, 3, 4)
        assert sys.getprofile() is watch
    finally:
        sys.setprofile(None)


def test_errors_of_the_function_are_its_own():
    with pytest.raises(ZeroDivisionError):
        trace(lambda x: 1 // 0, x=1)  # noqa: ARG005
    assert sys.getprofile() is None


def test_traced():
    @traced
    def area(w, h=2.0):
        """Return the area."""
        return w * h

    assert totals(area(3)) == {("area", "w"): 2.0}
    assert totals(area(3, h=4)) == {("area", "w"): 4.0, ("area", "h"): 3.0}
    assert area.__doc__ == "Return the area."
    w = Value(3.0)
    assert isinstance(area(w), Value)

    @traced
    def volume(w, h, d):
        return area(w, h) * d

    assert totals(volume(2, 3, 4))["volume", "w"] == 12.0


def test_a_trace_draws():
    drawing = trace(loss, 2, 3, 4, 1).draw(wrt="x")
    assert "L" not in drawing.svg()[:40]
    assert drawing.pictured.tape.graph.source == "u = m*x + c; e = y - u; loss = e**2"
    assert "36" in drawing.text()


def test_builtin_functions():
    assert totals(trace(pow, 2, 3))["pow", "base"] == 12.0
    assert totals(trace(graphviz_ad.tanh, 0.0))["tanh", "args_0"] == 1.0


def test_the_keys_of_a_dict_are_the_names():
    def f(x):
        y = x * x
        return {"loss": y, "y": x}

    assert totals(trace(f, x=3.0)) == {("loss", "x"): 6.0, ("y", "x"): 1.0}


def test_a_function_that_imports_numpy():
    def f(x):
        import numpy as np

        return np.tanh(x) * 2

    assert totals(trace(f, 0.0)) == {("f", "x"): 2.0}


def test_parameters_of_one_name():
    found = trace(lambda w, w_0: w[0] + 100 * w_0, [1.0, 2.0], 5.0)
    assert totals(found) == {("f", "w_0"): 1.0, ("f", "w_1"): 0.0, ("f", "w_0_2"): 100.0}


def test_a_decorator_of_somebody_elses_counts():
    def doubled(function):
        @functools.wraps(function)
        def call(*args, **kwargs):
            return 2 * function(*args, **kwargs)

        return call

    @doubled
    def square(x):
        return x * x

    assert totals(trace(square, x=3)) == {("square", "x"): 12.0}


def test_a_traced_function_keeps_its_names_when_it_is_traced():
    @traced
    def f(x):
        inner = x * x
        return inner + inner

    assert "inner" in trace(f, 3).graph.scope


def test_bools_of_numpy_decide_and_are_no_inputs():
    def f(x, deep, mask):
        return x[mask].sum() if deep else 0.0

    found = trace(f, np.array([1.0, 2.0, 4.0]), np.bool_(True), np.array([True, False, True]))
    assert {source: slope for (_, source), slope in totals(found).items()} == {
        "x_0": 1.0,
        "x_1": 0.0,
        "x_2": 1.0,
    }


def test_by_place_and_by_name_are_two_things():
    assert totals(trace(lambda x, /, **k: x * k["x"], 2, x=3))["f", "x"] == 3.0


def test_wrt_takes_values_too():
    found = trace(loss, 2, 3, 4, 1)
    assert (
        totals(found, found.inputs["x"])
        == totals(found, "x")
        == totals(found, ["x"])
        == {("loss", "x"): 36.0}
    )
    assert "36" in found.draw(wrt=found.inputs["x"]).text()


def test_many_comparisons_are_counted():
    def f(x):
        return x if all(x > -k for k in range(50)) else -x

    (told,) = [note.message for note in trace(f, 3.0).tape.notes if note.fault == "decision"]
    assert told.startswith("50 comparisons were decided")


def test_one_result_under_several_names():
    found = trace(lambda x: {"a": x * x, "b": x, "c": x}, 3.0)
    assert [found.graph.names[node] for node in found.graph.outputs] == ["a", "b", "c"]


def test_a_trace_is_differentiated_by_an_intermediate_as_a_value_is():
    found = trace(lambda x: (x * x) * 3, 2.0)
    square = found.outputs["f"].args[0]
    assert totals(found, square) == {("f", "u1"): 3.0}
    assert {e.total for e in found.outputs["f"].explain(wrt=square).explanations} == {3.0}
