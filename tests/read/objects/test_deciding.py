"""Which operation a node is, which operand stands where, and what is a constant."""

import math
from types import SimpleNamespace

import numpy as np
import pytest
from foreign import claims_of, engine, truth

from graphviz_ad.check import judge
from graphviz_ad.read.objects import read_object
from graphviz_ad.read.objects.fitting import Seen, best
from graphviz_ad.read.objects.inferring import shaped


def node(data, parents=(), op="", /, **more):
    """Return a node that keeps what it is given, gradients included."""
    return SimpleNamespace(**{"data": data, "grad": 0.0, "parents": parents, "op": op} | more)


def read(output, **names):
    return read_object(output, names=names)


def inner(claims):
    """Return the operations with their operands, without inputs and output."""
    return [(n.op, n.args) for n in claims.graph if n.op not in ("input", "output")]


@pytest.mark.parametrize(
    ("word", "numbers", "result", "op", "args"),
    [
        ("+", (2.0, 3.0), 5.0, "add", (0, 1)),
        ("MulBackward0", (2.0, 3.0), 6.0, "mul", (0, 1)),
        ("__truediv__", (2.0, 4.0), 0.5, "div", (0, 1)),
        ("ReLU", (-1.0,), 0.0, "relu", (0,)),
        ("_sub", (2.0, 3.0), -1.0, "sub", (0, 1)),
        ("-", (2.0,), -2.0, "neg", (0,)),
        ("**3", (2.0,), 8.0, "pow", (0, 3.0)),
        ("2.0**3", (2.0,), 8.0, "pow", (0, 3.0)),
        ("pow(-1)", (4.0,), 0.25, "pow", (0, -1.0)),
        ("^2", (3.0,), 9.0, "pow", (0, 2.0)),
        ("EWiseAdd", (2.0, 3.0), 5.0, "add", (0, 1)),
        ("lrelu", (-2.0,), -0.02, "leaky_relu", (0, 0.01)),
    ],
)
def test_words_for_operations(word, numbers, result, op, args):
    fit = best([word], Seen(numbers, result, (None,) * len(numbers), ordered=True, spare=()))
    assert (fit.op, fit.args) == (op, args)
    assert fit.value


def test_an_exponent_is_taken_from_where_it_is_kept_else_from_the_value():
    def seen(spare):
        return Seen((2.0,), 8.0, (None,), ordered=True, spare=spare)

    assert best(["pow"], seen((7.0, 3.0)))[:2] == ("pow", (0, 3.0))
    inferred = best(["pow"], seen(()))
    assert (inferred.args, inferred.guessed) == ((0, 3.0), True)


def test_without_a_word_the_numbers_tell():
    def found(numbers, result, partials):
        return [fit.op for fit in shaped(Seen(numbers, result, partials, ordered=True, spare=()))]

    assert found((2.0, 3.0), -1.0, (1.0, -1.0)) == ["sub"]
    assert found((0.5,), math.tanh(0.5), (1 - math.tanh(0.5) ** 2,)) == ["tanh"]
    # 2 + 2 and 2*2: the slopes part them, and without slopes nothing does.
    assert found((2.0, 2.0), 4.0, (1.0, 1.0)) == ["add"]
    assert found((2.0, 2.0), 4.0, (2.0, 2.0)) == ["mul"]
    assert found((2.0, 2.0), 4.0, (None, None)) == ["add", "mul", "pow"]
    # A planted slope does not make it another operation: the value is that of mul alone.
    assert found((2.0, 3.0), 6.0, (1.0, 1.0)) == ["mul"]


def test_values_that_are_not_finite_tell_as_much_as_they_can():
    inf = math.inf
    assert [f.op for f in shaped(Seen((inf, 1.0), inf, (1.0, 1.0), ordered=True, spare=()))] == ["add"]
    assert [f.op for f in shaped(Seen((2.0, 3.0), inf, (1.0, 1.0), ordered=True, spare=()))] == []


def test_at_one_the_slope_tells_the_exponent():
    (fit,) = shaped(Seen((1.0,), 1.0, (-1.0,), ordered=True, spare=()))
    assert (fit.op, fit.args, fit.guessed) == ("pow", (0, -1.0), True)


def test_where_a_dozen_operations_have_the_value_none_is_blamed():
    x = node(0.0)
    claims = read(node(0.0, (x,), local_grads=(7.5,)), x=x)
    assert claims.graph.ops[1] in ("mul", "unknown")
    assert judge(claims).ok


def test_an_ambiguous_operation_is_said_to_be_ambiguous():
    x, y = node(2.0), node(2.0)
    claims = read(node(4.0, (x, y)), x=x, y=y)
    told = {note.fault: note for note in claims.notes}
    assert "add or mul or pow" in told["operation_ambiguous"].message
    assert told["operation_ambiguous"].node == "n2"


def test_an_unknown_operation_keeps_its_name():
    x = node(2.0)
    claims = read(node(5.5, (x,), "frobnicate"), x=x)
    assert inner(claims) == [("frobnicate", (0,))]


@pytest.mark.parametrize(
    ("word", "count", "op"), [("+", 3, "sum"), ("max", 3, "maximum of several"), ("neg", 2, "neg")]
)
def test_an_operation_of_another_number_of_operands(word, count, op):
    xs = [node(float(k)) for k in range(count)]
    claims = read(node(3.0, tuple(xs), word), xs=xs)
    assert inner(claims) == [(op, tuple(range(count)))]


def test_an_operation_that_is_recorded_nowhere_and_fits_nothing():
    x, y = node(2.0), node(3.0)
    claims = read(node(17.25, (x, y)), x=x, y=y)
    assert inner(claims) == [("unknown", (0, 1))]
    assert [note.fault for note in claims.notes if note.node == "n2"] == ["operation_unknown"]


def test_functions_and_classes_are_words_too():
    x, y = node(2.0), node(3.0)
    assert inner(read(node(6.0, (x, y), np.multiply), x=x, y=y)) == [("mul", (0, 1))]
    assert inner(read(node(math.exp(2.0), (x,), math.exp), x=x)) == [("exp", (0,))]
    assert inner(read(node(5.0, (x, y), type("AddOp", (), {})()), x=x, y=y)) == [("add", (0, 1))]


@pytest.mark.parametrize(("first", "second"), [(3.0, 2.0), (2.0, 3.0)])
def test_a_set_loses_the_order_and_the_numbers_give_it_back(first, second):
    module = engine("micrograd_style")
    a, b = module.Value(first), module.Value(second)
    claims = read_object(a - b, names={"a": a, "b": b})
    graph = claims.graph
    assert [graph.names[arg] for arg in graph.node(2).args] == ["a", "b"]
    start = graph.starts[2]
    assert (claims.probes[start].once, claims.probes[start + 1].once) == (1.0, -1.0)


TWICE = {"mul": lambda x: x * x, "add": lambda x: x + x, "sub": lambda x: x - x}


@pytest.mark.parametrize(
    ("style", "op"),
    [
        ("micrograd_style", "sub"),
        *((s, o) for s in ("micrograd_style", "tiny_value", "arrays") for o in ("mul", "add")),
    ],
)
def test_an_operand_that_stands_twice_is_two_edges(style, op):
    module = engine(style)
    kind = getattr(module, "Value", None) or module.Tensor
    x = kind(3.0)
    claims = read_object(TWICE[op](x), names={"x": x})
    assert inner(claims) == [(op, (0, 0))]
    tape, _ = truth(claims)
    assert [claims.probes[k].once for k in (0, 1)] == [tape.partials[0], tape.partials[1]]
    told = [note.fault for note in claims.notes if note.fault == "inputs_in_a_set"]
    assert told == (["inputs_in_a_set"] if style == "micrograd_style" else [])


def test_a_fault_at_an_operand_that_stands_twice_is_on_its_own_edge():
    change = ("            self.grad += other.data * out.grad\n", "            self.grad += 5 * out.grad\n")
    module = engine("micrograd_style", change)
    x = module.Value(3.0)
    claims = read_object(x * x, names={"x": x})
    assert [claims.probes[k].once for k in (0, 1)] == [5.0, 3.0]


def test_a_rule_that_assigns_to_an_operand_that_stands_twice():
    change = (
        "            self.grad += other.data * out.grad\n            other.grad += self.data * out.grad",
        "            self.grad = other.data * out.grad\n            other.grad = self.data * out.grad",
    )
    module = engine("tiny_value", change)
    x = module.Value(3.0)
    claims = read_object(x * x, names={"x": x})
    assert [(claims.probes[k].once, claims.probes[k].onto) for k in (0, 1)] == [(3.0, 2.0), (3.0, 2.0)]


def test_inputs_recorded_the_other_way_round_are_no_fault():
    x, y = node(2.0), node(3.0)
    z = node(1.0, (x, y), "__rsub__", backward_fn=lambda g: (-g, g))
    claims = read(z, x=x, y=y)
    assert inner(claims) == [("sub", (1, 0))]
    assert [claims.probes[k].once for k in (0, 1)] == [1.0, -1.0]


def test_numbers_that_an_engine_wraps_are_constants():
    module = engine("tiny_value")
    x = module.Value(3.0)
    claims = read_object(2 * x - 1, names={"x": x})
    assert claims.graph.ops == ["input", "mul", "add", "output"]
    assert inner(claims) == [("mul", (0, 2.0)), ("add", (1, -1.0))]
    assert claims.at == {"x": 3.0}


def test_leaves_that_something_holds_are_inputs():
    module = engine("tiny_value")
    net = SimpleNamespace(layers=[{"w": module.Value(0.5)}], bias=module.Value(1.0))
    x = module.Value(3.0)
    claims = read_object(net.layers[0]["w"] * x + net.bias, names={"net": net, "x": x})
    assert claims.at == {"net_layers_0_w": 0.5, "x": 3.0, "net_bias": 1.0}


def test_without_any_name_all_leaves_are_inputs():
    module = engine("tiny_value")
    assert read_object(module.Value(2.0) * module.Value(3.0)).at == {"x1": 2.0, "x2": 3.0}


def test_two_nodes_of_one_name():
    x, y = node(2.0, label="w"), node(3.0, label="w")
    claims = read(node(6.0, (x, y), "*"))
    assert claims.at == {"w": 2.0, "w_2": 3.0}
    assert [note.fault for note in claims.notes if note.fault == "name_twice"] == ["name_twice"]


@pytest.mark.parametrize("rule", [None, lambda: None])
def test_an_operation_without_a_rule(rule):
    x, y = node(2.0), node(3.0)
    u = node(6.0, (x, y), "*", backward_fn=rule)
    z = node(36.0, (u, u), "*", backward_fn=lambda g: (6.0 * g, 6.0 * g))
    claims = read(z, x=x, y=y)
    assert claims.missing_rules == {2}


def test_a_cycle_is_structure():
    x = node(2.0)
    z = node(4.0, (x,), "+")
    x.parents = (z,)
    claims = read(z)
    assert [(told.fault, told.severity) for told in claims.structure] == [("cycle", "error")]


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ({"grad": "abc"}, "a gradient is the text 'abc'"),
        ({"grad": np.zeros((2, 3))}, "a gradient is an array of 2 x 3 numbers"),
        ({"data": [1.0, 2.0]}, "a value is a list of 2"),
        ({"data": None}, "a value is None"),
    ],
)
def test_what_is_no_number_is_structure(what, told):
    x, y = node(2.0), node(3.0, **what)
    x.grad = 1.0
    claims = read(node(5.0, (x, y), "+"), x=x, y=y)
    assert [finding.node for finding in claims.structure] == ["n1"]
    assert told in claims.structure[0].message


@pytest.mark.parametrize(
    "number", [np.float32(2.0), np.array(2.0), np.array([[2.0]]), [2.0], node(2.0), True]
)
def test_numbers_in_any_form_are_unwrapped(number):
    x = node(number)
    assert read(node(-float(read_number(number)), (x,), "neg"), x=x).at == {"x": read_number(number)}


def read_number(number):
    return 1.0 if number is True else 2.0


def test_stored_local_derivatives_that_do_not_match_the_inputs():
    x, y = node(2.0), node(3.0)
    claims = read(node(6.0, (x, y), "*", local_grads=(3.0,)), x=x, y=y)
    assert [(told.fault, told.node) for told in claims.structure] == [("wrong_arity", "n2")]
    assert "1 local derivatives for 2 inputs" in claims.structure[0].message


def test_stored_functions_of_the_upstream_gradient():
    x, y = node(2.0), node(3.0)
    z = SimpleNamespace(value=6.0, grad=0.0, parents=[(x, lambda g: g * 3.0), (y, lambda _: 2.0)])
    x.value, y.value, x.parents, y.parents = 2.0, 3.0, [], []
    del x.data, y.data
    claims = read(z, x=x, y=y)
    assert [(p.once, p.scaled) for p in claims.probes.values()] == [(3.0, 3.0), (2.0, 0.5)]


def test_gradients_on_leaves_alone():
    claims = claims_of(engine("tensor"))
    assert claims.adjoints == {0: -18.0, 1: 54.0, 2: 36.0, 4: 18.0}
    assert claims.notes[0].fault == "leaves_only"


def test_the_order_of_a_set_does_not_show():
    def texts():
        module = engine("micrograd_style")
        xs = [module.Value(k / 7) for k in range(30)]
        z = xs[0]
        for x in xs[1:]:
            z = (z + x) * x
        claims = read_object(z, names={"xs": xs})
        return repr((claims.graph, sorted(claims.probes.items())))

    first = texts()
    kept = [object() for _ in range(1000)]
    assert texts() == first
    assert kept


def test_slopes_of_a_row_with_a_parameter_of_its_own_fit_nothing_and_break_nothing():
    # x**3 + 2*x at 0.7 is no row; rows like leaky_relu are called with their parameter.
    x = node(0.7)
    y = node(0.7**3 + 1.4, (x,))
    assert shaped(Seen((0.7,), y.data, (3 * 0.49 + 2,), ordered=True, spare=())) == []


def test_a_wrong_slope_is_not_explained_away_by_a_number_that_nobody_kept():
    # sqrt(6.76) = 2.6, whose slope is 1/5.2, not 1/2.6.
    x = SimpleNamespace(value=6.76, grad=1 / 2.6, parents=())
    claims = read(SimpleNamespace(value=2.6, grad=1.0, parents=[(x, 1 / 2.6)]), x=x)
    assert inner(claims) == [("sqrt", (0,))]
    assert "operation_from_value" in [note.fault for note in claims.notes]
    assert judge(claims).findings[0].node == "n1"


def test_a_number_that_somebody_typed_is_believed():
    # 0.25 * 2 = 0.5 is sqrt(0.25) too, but its slope is 2.
    [fit] = shaped(Seen((0.25,), 0.5, (2.0,), ordered=True, spare=()))
    assert (fit.op, fit.args, fit.guessed) == ("mul", (0, 2.0), True)


def test_operands_in_a_tuple_stay_in_their_order():
    # b - a where the node says a - b, with the rule of a - b: the value is wrong, not the rule.
    a, b = node(0.4), node(0.9)
    wrong = node(0.5, (a, b), "-", backward_fn=lambda g: (g, -g))
    assert inner(read(wrong, a=a, b=b)) == [("sub", (0, 1))]
    right = node(0.5, (a, b), "-", backward_fn=lambda g: (-g, g))
    assert inner(read(right, a=a, b=b)) == [("sub", (1, 0))]


def test_an_operand_that_a_set_holds_once_is_used_twice_rather_than_with_a_number():
    # x*x = 9 with a rule that overwrites, so that its slope looks like that of 3*x.
    assert best(["*"], Seen((3.0,), 9.0, (3.0,), ordered=False, spare=())).args == (0, 0)
