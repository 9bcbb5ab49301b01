"""What small engines draw of themselves."""

import math

import graphviz
import pytest

from graphviz_ad.check import judge
from graphviz_ad.read.claims import read_claims


class Value:
    """A number in the style of the engines that draw such pictures."""

    def __init__(self, data, children=(), op="", label=""):
        self.data, self.grad, self._prev, self._op, self.label = data, 0.0, children, op, label


def draw_dot(root, form="{{ {label} | data {data:.4f} | grad {grad:.4f} }}"):
    """Draw as these engines do: sets of nodes and of edges, a circle before each result."""
    digraph = graphviz.Digraph(format="svg", graph_attr={"rankdir": "LR"})
    nodes, edges, todo = [], [], [root]
    while todo:
        value = todo.pop()
        if value in nodes:
            continue
        nodes.append(value)
        for child in value._prev:
            if (child, value) not in edges:
                edges.append((child, value))
            todo.append(child)
    for value in nodes:
        label = form.format(label=value.label, data=value.data, grad=value.grad)
        digraph.node(name=str(id(value)), label=label, shape="record")
        if value._op:
            digraph.node(name=str(id(value)) + value._op, label=value._op)
            digraph.edge(str(id(value)) + value._op, str(id(value)))
    for child, value in edges:
        digraph.edge(str(id(child)), str(id(value)) + value._op)
    return digraph


def product():
    """d = (a*b + c)*d at 2, -3, 10, with right gradients."""
    a, b, c = Value(2.0, label="a"), Value(-3.0, label="b"), Value(10.0, label="c")
    e = Value(-6.0, (a, b), "*", "e")
    d = Value(4.0, (e, c), "+", "d")
    f = Value(-2.0, label="f")
    y = Value(-8.0, (d, f), "*", "L")
    y.grad, d.grad, f.grad, e.grad, c.grad, a.grad, b.grad = 1.0, -2.0, 4.0, -2.0, -2.0, 6.0, -4.0
    return y


def by_name(claims, column):
    labels = claims.graph.labels()
    return {labels[node]: value for node, value in column.items()}


def test_boxes_are_values_and_circles_operations():
    claims = read_claims(draw_dot(product()))
    assert sorted(claims.graph.ops) == sorted(["input"] * 4 + ["mul", "add", "mul", "output"])
    assert by_name(claims, claims.values) == {
        "a": 2.0, "b": -3.0, "c": 10.0, "e": -6.0, "d": 4.0, "f": -2.0, "L": -8.0,
    }  # fmt: skip
    assert by_name(claims, claims.adjoints)["a"] == 6.0
    assert claims.at == {"a": 2.0, "b": -3.0, "c": 10.0, "f": -2.0}
    assert claims.kind == "graphviz.Digraph"
    assert judge(claims).ok


@pytest.mark.parametrize(
    "form", ["{{ data {data} | grad {grad} }}", "data={data}\\ngrad={grad}", "data: {data}|grad: {grad}"]
)
def test_boxes_without_names(form):
    claims = read_claims(draw_dot(product(), form))
    assert len(claims.values) == 7
    assert sorted(claims.graph.names[k] for k in claims.graph.inputs) == ["x1", "x2", "x3", "x4"]
    assert judge(claims).ok


def test_a_wrong_gradient_in_such_a_picture_is_found():
    root = product()
    root._prev[0]._prev[0]._prev[0].grad = -2.0
    finding = judge(read_claims(draw_dot(root))).findings[0]
    claims = read_claims(draw_dot(root))
    assert finding.severity == "error"
    assert {finding.node, (finding.edge or "")[:2]} & {
        f"n{claims.graph.scope['a']}",
        f"n{claims.graph.scope['e']}",
    }


def test_an_operand_that_is_used_twice_is_drawn_once():
    x = Value(3.0, label="x")
    y = Value(9.0, (x, x), "*", "y")
    x.grad, y.grad = 6.0, 1.0
    claims = read_claims(draw_dot(y))
    (mul,) = [node for node in claims.graph if node.op == "mul"]
    assert mul.args == (claims.graph.scope["x"],) * 2
    assert [n.message for n in claims.notes if "once" in n.message] == [
        "the picture draws an operand once that y uses twice"
    ]
    assert judge(claims).ok


@pytest.mark.parametrize("op", ["**2", "ReLU", "exp", "tanh", "neg"])
def test_operations_of_one_operand(op):
    value, slope = {
        "**2": (4.0, 4.0), "ReLU": (2.0, 1.0), "exp": (math.exp(2), math.exp(2)),
        "tanh": (math.tanh(2), 1 - math.tanh(2) ** 2), "neg": (-2.0, -1.0),
    }[op]  # fmt: skip
    x = Value(2.0, label="x")
    y = Value(value, (x,), op, "y")
    x.grad, y.grad = slope, 1.0
    claims = read_claims(draw_dot(y))
    assert len(claims.graph.inputs) == 1
    assert judge(claims).ok


def test_the_order_of_operands_follows_from_the_value():
    a, b = Value(2.0, label="a"), Value(8.0, label="b")
    y = Value(-6.0, (b, a), "-", "y")
    a.grad, b.grad, y.grad = 1.0, -1.0, 1.0
    claims = read_claims(draw_dot(y))
    (sub,) = [node for node in claims.graph if node.op == "sub"]
    assert [claims.graph.names[k] for k in sub.args] == ["a", "b"]
    assert any("order of the operands of y follows" in n.message for n in claims.notes)
    assert judge(claims).ok


def test_other_graphs_are_left_alone():
    claims = read_claims('digraph { x [label="data"]; y [op=mul label="grad 1"]; x -> y; x -> y }')
    assert not [n for n in claims.notes if n.fault == "drawn"]


def rounded_difference(form):
    """Draw a - b = -0.02 and its square, the operands in the other order than they were used."""
    a, b = Value(0.497, label="a"), Value(0.517, label="b")
    u = Value(-0.02, (b, a), "-")
    a.grad, b.grad, u.grad = 1.0, -1.0, 1.0
    return draw_dot(u, form)


@pytest.mark.parametrize("digits", [2, 3, 4])
def test_the_order_that_comes_nearer_is_taken(digits):
    form = f"{{{{ {{label}} | data {{data:.{digits}f}} | grad {{grad:.{digits}f}} }}}}"
    graph = read_claims(rounded_difference(form)).graph
    sub = graph.ops.index("sub")
    assert [graph.names[arg] for arg in graph.operands[graph.starts[sub] : graph.starts[sub + 1]]] == [
        "a",
        "b",
    ]


def test_an_output_without_a_name_is_not_called_by_its_place_in_memory():
    graph = read_claims(rounded_difference("{{ {label} | data {data:.4f} | grad {grad:.4f} }}")).graph
    assert graph.names[len(graph) - 1] == "out"
