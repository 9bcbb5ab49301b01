"""Numbers that remember: arithmetic on either side, gradients that add up, what was overwritten."""

from __future__ import annotations

import gc
import json
import math
import time
import tracemalloc

import pytest
from conftest import ROOT

import graphviz_ad
from graphviz_ad import ops
from graphviz_ad.errors import DomainProblem, GraphProblem
from graphviz_ad.live.record import record
from graphviz_ad.live.value import Value
from graphviz_ad.live.variables import names, zero_grad

EXAMPLES = {
    example["id"]: example
    for example in json.loads((ROOT / "tests/data/worked_examples.json").read_text(encoding="utf-8"))[
        "examples"
    ]
}


def values(**numbers):
    return [Value(number, name=name) for name, number in numbers.items()]


# Numbers of the worked examples --------------------------------------------------------------------


def test_two_nested_operations_give_the_gradients_that_were_worked_out_by_hand():
    example = EXAMPLES["blog-reuse"]
    a, b = values(**example["at"])
    (a + a * b).backward()
    assert {"a": a.grad, "b": b.grad} == example["wrt"]


def test_tanh_of_the_tiny_engine():
    example = EXAMPLES["tiny-tanh"]
    x, y = values(**example["at"])
    z = x * y + x.tanh()
    z.backward()
    assert z.data == pytest.approx(example["value"], rel=example["tolerance"])
    assert x.grad == pytest.approx(example["wrt"]["x"], rel=example["tolerance"])
    assert y.grad == pytest.approx(example["wrt"]["y"], rel=example["tolerance"])


def test_two_backwards_add_up_at_the_leaves_alone():
    example = EXAMPLES["tiny-two-backwards"]
    x, y = values(**example["at"])
    u = x * y
    z = u + 0.0
    first = z.backward()
    assert first.notes == ()
    second = z.backward()
    assert {"x": x.grad, "y": y.grad} == example["leaf_grads_after_two_backwards"]
    assert (u.grad, z.grad) == (1.0, 1.0)
    (note,) = second.notes
    assert note.severity == "note"
    assert note.fault == "backward_called_k_times_leaves_not_cleared"
    assert "x, y" in note.message
    zero_grad([x, y])
    assert z.backward().notes == ()
    assert (x.grad, y.grad) == (3.0, 2.0)


def test_the_chain_of_three_operators():
    example = EXAMPLES["primer-chain"]
    (x,) = values(**example["at"])
    double = 2 * x
    plus = double + 3
    y = plus**2
    y.backward()
    slopes = [slope for value in (double, plus, y) for slope in value.local_derivatives if slope is not None]
    assert slopes == example["local_derivatives_input_first"]
    assert [y.grad, plus.grad, double.grad, x.grad] == example["reverse_sweep"]


def test_four_batches_without_zeroing_make_the_fourth_step_four_times_too_large():
    w = Value(2.0, name="w")
    for _ in range(4):
        (w * w).backward()
    assert w.grad == 4 * 4.0


# Arithmetic ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "value", "slope"),
    [
        (lambda x: 3 - x, 1.0, -1.0),
        (lambda x: x - 3, -1.0, 1.0),
        (lambda x: 2 / x, 1.0, -0.5),
        (lambda x: x / 2, 1.0, 0.5),
        (lambda x: 2**x, 4.0, 4 * math.log(2)),
        (lambda x: x**3, 8.0, 12.0),
        (lambda x: -x, -2.0, -1.0),
        (lambda x: +x, 2.0, 1.0),
        (lambda x: abs(-x), 2.0, 1.0),
        (lambda x: 7 // x, 3.0, 0.0),
        (lambda x: 7 % (x * 1.5), 1.0, -3.0),
        (lambda x: x % 1.5, 0.5, 1.0),
        (lambda x: round(x * 1.3), 3.0, 0.0),
        (lambda x: math.floor(x * 1.3), 2.0, 0.0),
        (lambda x: math.ceil(x * 1.3), 3.0, 0.0),
        (lambda x: x.log(2), 1.0, 1 / (2 * math.log(2))),
        (lambda x: x.max(5, 1), 5.0, 0.0),
        (lambda x: graphviz_ad.max(x, 1, -3), 2.0, 1.0),
        (lambda x: graphviz_ad.where(x > 1, x * x, x), 4.0, 4.0),
        (lambda x: x.leaky_relu(), 2.0, 1.0),
        (lambda x: graphviz_ad.leaky_relu(-x, 0.1), -0.2, -0.1),
        (lambda x: sum([x, x, x]), 6.0, 3.0),
        (lambda x: x * True, 2.0, 1.0),
    ],
)
def test_operators_on_either_side(make, value, slope):
    x = Value(2.0, name="x")
    y = make(x)
    y.backward()
    assert y.value == pytest.approx(value, rel=1e-15)
    assert x.grad == pytest.approx(slope, rel=1e-15)


def test_every_name_of_the_table_is_a_method_and_a_function():
    for name, rows in ops.called().items():
        for row in rows:
            numbers = [0.3, 0.6, 0.7][: len(row.params)]
            wanted = ops.kernel(row.name).value(*numbers)
            made = [
                getattr(Value(numbers[0]), name)(*numbers[1:]),
                getattr(graphviz_ad, name)(*map(Value, numbers)),
            ]
            assert [value.value for value in made] == pytest.approx([wanted, wanted], nan_ok=True), name
            assert {value.op for value in made} == {row.name}
            assert getattr(graphviz_ad, name)(*numbers) == pytest.approx(wanted, nan_ok=True)


def test_numbers_are_total_as_everywhere():
    zero = Value(0.0)
    assert (1 / zero).value == math.inf
    assert math.isnan((0 / zero).value)
    assert math.isnan((Value(-2.0) ** 0.5).value)
    assert (Value(1e200) ** 2).value == math.inf


@pytest.mark.parametrize("thing", ["3", None, [1.0], 1j, object()])
def test_what_is_no_number_is_refused(thing):
    with pytest.raises(TypeError):
        Value(thing)
    with pytest.raises(TypeError):
        Value(1.0) * thing
    with pytest.raises(TypeError):
        graphviz_ad.max(Value(1.0), thing)


def test_a_float_function_is_refused_with_the_function_to_take():
    with pytest.raises(TypeError, match=r"graphviz_ad\.tanh"):
        math.tanh(Value(1.0))
    with pytest.raises(TypeError, match="plain int"):
        list(range(Value(3)))


def test_a_number_beyond_floats_is_refused():
    with pytest.raises(DomainProblem, match="larger than any float"):
        Value(1.0) * 10**400


def test_calls_with_a_wrong_count_say_what_to_write():
    with pytest.raises(TypeError, match=r"write tanh\(x\)"):
        Value(1.0).tanh(2.0)
    with pytest.raises(TypeError, match=r"log\(x\) or log\(x, b\)"):
        Value(1.0).log(2.0, 3.0)
    with pytest.raises(TypeError, match="digits"):
        round(Value(1.0), 2)


def test_a_dual_and_a_value_do_not_mix():
    with pytest.raises(TypeError, match="mixed"):
        Value(1.0) + graphviz_ad.Dual(1.0)


# What a value tells --------------------------------------------------------------------------------


def test_attributes():
    x, y = values(x=2, y=3)
    z = x * y
    assert (z.value, z.data, z.op, z.args, z.name) == (6.0, 6.0, "mul", (x, y), None)
    assert z.local_derivatives == (3.0, 2.0)
    assert (x.op, x.args, x.local_derivatives, x.name, x.grad) == ("input", (), (), "x", 0.0)
    z.backward()
    assert (x.derivative, y.derivative) == (3.0, 2.0)
    x.derivative = 0.0
    assert x.grad == 0.0
    assert (2 * x).local_derivatives == (None, 2.0)


def test_repr():
    x = Value(2, name="x")
    assert repr(x) == "Value(2, name='x', grad=0)"
    assert repr(x / 3) == "Value(0.6666666666666666, grad=0)"
    assert repr(Value(math.nan)) == "Value(nan, grad=0)"


def test_names_from_the_caller():
    m, x, _hidden = Value(2.0), Value(3.0), Value(4.0)
    w = [Value(1.0), Value(2.0)]
    y = m * x
    names(locals())
    assert [v.name for v in (m, x, y, _hidden, *w)] == ["m", "x", "y", None, "w_0", "w_1"]
    m.name = "slope"
    names(locals())
    assert m.name == "slope"


def test_equal_values_are_two_nodes():
    a, b = Value(2.0), Value(2.0)
    assert a == b
    assert a == 2
    assert a != 3
    assert a is not b
    assert a != None  # noqa: E711 - what somebody may write
    assert a != "2"
    assert len({a, b}) == 2
    (a * b + a).backward()
    assert (a.grad, b.grad) == (3.0, 2.0)


def test_comparisons_are_bools_and_decisions_that_are_told():
    x, y = values(x=3, y=5)
    assert (x < y) is True
    assert (x >= 4) is False
    assert bool(x) is True
    z = x * 2 if x > 0 else -x
    notes = [note.message for note in z.explain().notes if note.fault == "decision"]
    asked = "x < y (yes), x >= 4 (no), x != 0 (yes), x > 0 (yes)"
    assert notes == [f"4 comparisons were decided, and no gradient sees them: {asked}"]


# Order of a backward pass, and what may not be overwritten ----------------------------------------


def test_backward_returns_the_order_in_which_it_went():
    x, y = values(x=2, y=3)
    u = x * y
    z = u + x
    order = z.backward()
    assert order[0] is z
    assert {id(value) for value in order} == {id(value) for value in (x, y, u, z)}
    place = {id(value): k for k, value in enumerate(order)}
    for value in order:
        assert all(place[id(arg)] > place[id(value)] for arg in value.args)
    assert str(order).startswith("visited add, mul, y, x")


def test_a_seed_scales_everything():
    x, y = values(x=2, y=3)
    (x * y).backward(10.0)
    assert (x.grad, y.grad) == (30.0, 20.0)


def test_backward_of_a_leaf_is_its_seed():
    x = Value(2.0)
    order = x.backward()
    assert list(order) == [x]
    assert x.grad == 1.0


def test_what_no_gradient_reaches_keeps_its_gradient():
    x, y = values(x=2, y=3)
    y.grad = 7.0
    (x * 2).backward()
    assert y.grad == 7.0


def test_dead_intermediates_are_cleared():
    x = Value(2.0, name="x")
    u = x * 3
    z = graphviz_ad.where(1.0, x, u)
    u.grad = 99.0
    z.backward()
    assert (x.grad, u.grad) == (1.0, 0.0)


def test_an_overwritten_operand_that_was_kept_is_an_error_with_the_operation():
    x, y = values(x=2, y=3)
    z = x * y + 1
    x.data = 5.0
    with pytest.raises(GraphProblem, match=r"x was overwritten after v1 = x·y had kept it"):
        z.backward()
    assert (x.grad, y.grad) == (0.0, 0.0)


def test_an_overwritten_operand_that_nothing_kept_is_none():
    x, y = values(x=2, y=3)
    z = x + y
    x.data = 5.0
    z.backward()
    assert (x.grad, y.grad) == (1.0, 1.0)
    with pytest.raises(GraphProblem, match=r"x was overwritten after .* was computed from it"):
        z.draw()


def test_an_overwritten_result_that_its_own_rule_kept_is_an_error():
    x = Value(0.5, name="x")
    t = x.tanh()
    z = t + 1
    t.value = 7.0
    with pytest.raises(GraphProblem, match="its own result was overwritten"):
        z.backward()


def test_constants_keep_nothing():
    x = Value(2.0, name="x")
    z = 3 * x
    x.data = 5.0
    z.backward()
    assert x.grad == 3.0


def test_a_training_loop_computes_anew_after_each_step():
    w, b = values(w=0.0, b=0.0)
    for _ in range(200):
        loss = sum((w * t + b - (2 * t + 1)) ** 2 for t in (-1.0, 0.0, 2.0))
        zero_grad({"w": w, "more": [b]})
        assert loss.backward().notes == ()
        w.data -= 0.05 * w.grad
        b.data -= 0.05 * b.grad
    assert (w.value, b.value) == (pytest.approx(2.0, abs=1e-4), pytest.approx(1.0, abs=1e-4))


# Size ----------------------------------------------------------------------------------------------


def test_a_chain_of_100_000_goes_forward_and_back_and_away():
    x = Value(1.0, name="x")
    y = x
    for _ in range(100_000):
        y = y * 1.0001
    assert len(y.backward()) == 100_001
    assert x.grad == pytest.approx(1.0001**100_000, rel=1e-9)
    explanation = y.explain(wrt=x).explanations[0]
    assert explanation.count == 1
    assert explanation.total == x.grad
    del y, explanation
    gc.collect()


def test_a_million_nodes_fit():
    tracemalloc.start()
    start = time.perf_counter()
    x = Value(1.0, name="x")
    y = x
    for _ in range(100_000):
        y = y + x
    used = tracemalloc.get_traced_memory()[0] / 100_000
    tracemalloc.stop()
    assert used < 400, "bytes a node"
    assert time.perf_counter() - start < 60
    y.backward()
    assert x.grad == 100_001.0


def test_a_number_can_be_formatted():
    x = Value(2.0 / 3, name="x")
    assert f"{x:.3f}" == "0.667"
    assert f"{x}" == repr(x)


def test_names_that_occur_twice_and_names_that_are_no_names():
    first, second = Value(3.0, name="x"), Value(2.0, name="x")
    found = (first * second).explain()
    assert [e.input for e in found.explanations] == ["x", "x_2"]
    assert [note.fault for note in found.notes] == ["name_twice"]
    assert (first * second).explain(wrt="x").explanations[0].total == 2.0
    for name in (7, "a b<c>", "", "if", "x\u0304", "λ"):
        assert (Value(2.0, name=name) * 3).explain().explanations[0].total == 3.0


def test_a_gradient_that_was_cleared_with_none():
    x = Value(2.0)
    x.grad = None
    (x * 3).backward()
    assert x.grad == 3.0


def test_a_derivation_tells_itself_in_a_line():
    x = Value(2.0, name="x")
    assert repr((x * x).explain()) == "<derivation: ∂f/∂x = 4 by 2 paths>"


def test_notebooks_show_small_graphs_as_pictures():
    x = Value(2.0, name="x")
    y = x * x
    shown, _ = y._repr_mimebundle_()
    assert shown["text/plain"] == repr(y)
    assert shown["image/svg+xml"].startswith("<svg")
    assert list(y._repr_mimebundle_(include=["text/plain"])[0]) == ["text/plain"]
    assert list(x._repr_mimebundle_()[0]) == ["text/plain"]
    for _ in range(100):
        y = y + 1
    assert list(y._repr_mimebundle_()[0]) == ["text/plain"]


def test_arrays_without_a_dimension_are_numbers():
    np = pytest.importorskip("numpy")
    x = Value(np.array(3.0), name="x")
    assert (x * np.array(2.0)).value == 6.0
    assert (np.array(2.0) * x).value == 6.0


def test_names_are_those_of_plain_variables_first():
    np = pytest.importorskip("numpy")
    x, y = Value(2.0), Value(3.0)
    around = [y]
    around.append(around)
    names(
        {
            "Out": {3: x},
            "np": np,
            "array": np.ndarray,
            "ws": around,
            "big": np.zeros((2000, 1000)),
            "x": x,
            "y": y,
        }
    )
    assert (x.name, y.name) == ("x", "y")


def test_zero_grad_of_whatever_holds_values():
    np = pytest.importorskip("numpy")
    values = [Value(2.0) for _ in range(4)]
    for value in values:
        value.grad = 1.0
    box = np.empty((), dtype=object)
    box[()] = values[0]
    zero_grad([box[()], {"a": values[1]}, np.array([values[2]]), (v for v in ())])
    zero_grad(v for v in values[3:])
    assert [value.grad for value in values] == [0.0] * 4


def test_a_seed_is_a_number():
    x = Value(2.0)
    for seed in ("a", None, Value(1.0)):
        with pytest.raises(TypeError, match="seed"):
            (x * x).backward(seed)


def test_the_variance_of_an_array():
    np = pytest.importorskip("numpy")
    x = np.array([Value(1.0), Value(3.0)])
    spread = np.var(x)
    spread.backward()
    assert spread.value == 1.0
    assert [value.grad for value in x] == [-1.0, 1.0]


def test_a_name_that_thousands_have():
    start = time.perf_counter()
    values = [Value(1.0, name="a") for _ in range(5000)]
    total = sum(values)
    total.backward()
    assert time.perf_counter() - start < 10
    (note,) = [note for note in total.explain(wrt=values[0], max_paths=1).notes if note.fault == "name_twice"]
    assert note.message == "5000 values are called a: the others are a_2 to a_5000 here"


def test_outputs_of_one_name_are_told_apart():
    x = Value(2.0, name="x")
    y, z = x * 2, x * 3
    y.name = "y"
    graph = record([y, z, y]).graph
    assert [graph.names[node] for node in graph.outputs] == ["y", "f", "y_2"]
