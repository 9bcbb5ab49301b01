"""The columns of a graph, its views and its labels."""

from __future__ import annotations

import pickle
from array import array

import pytest

import graphviz_ad
from graphviz_ad.graph import Edge, Graph, Node
from graphviz_ad.read import read_text


def test_parallel_edges_are_two():
    graph = read_text("x*x")
    assert [(edge.tail, edge.head, edge.slot) for edge in graph.edges] == [(0, 1, 0), (0, 1, 1), (1, 2, 0)]
    assert [edge.id for edge in graph.edges] == ["n1_0", "n1_1", "n2_0"]


def test_views():
    graph = read_text("y = 2*x + 3")
    assert len(graph) == 4
    assert graph.node(1) == Node(1, "mul", (2.0, 0), None, (4, 7))
    assert [node.id for node in graph] == ["n0", "n1", "n2", "n3"]
    assert [node.args for node in graph] == [(), (2.0, 0), (1, 3.0), (2,)]
    assert [graph.is_operation(k) for k in range(4)] == [False, True, True, False]


def test_an_edge_is_found_by_its_position():
    graph = read_text("a*b + c*(a - b)")
    assert [graph.edge(edge.position) for edge in graph.edges] == list(graph.edges)
    assert graph.edge(0) == Edge(0, 0, 2, 0)


def test_operands_stand_before_operations():
    graph = read_text("u = a*b; s(x) = x*u; s(s(c)) + max(a, b, u, 2)")
    assert all(edge.tail < edge.head for edge in graph.edges)


def test_columns_are_arrays():
    graph = read_text("a*b + 2")
    for column in (graph.starts, graph.operands, graph.constants, graph.places):
        assert isinstance(column, array)
    assert len(graph.starts) == len(graph) + 1
    assert len(graph.places) == 2 * len(graph)


def test_a_graph_is_frozen():
    graph = read_text("x")
    with pytest.raises(AttributeError):
        graph.source = "y"
    assert not hasattr(graph, "__dict__")


def test_a_graph_can_be_pickled():
    graph = read_text("s(x) = x**2; u = s(a) + pi; u*u")
    again = pickle.loads(pickle.dumps(graph))
    assert list(again) == list(graph)
    assert again.labels() == graph.labels()


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("(y-(m*x+c))**2", ["y", "m", "x", "v1", "c", "v2", "v3", "v4", "f"]),
        ("u = a*b; u + 1", ["a", "b", "u", "v1", "f"]),
        ("v1*b*c", ["v1", "b", "w1", "c", "w2", "f"]),
        ("v1*w2*u3*t4", ["v1", "w2", "v_1", "u3", "v_2", "t4", "v_3", "f"]),
        ("v*w + vx", ["v", "w", "v1", "vx", "v2", "f"]),
    ],
)
def test_labels(text, labels):
    assert read_text(text).labels() == labels


def test_typeset_labels_change_only_ours():
    assert read_text("x1*y*z").typeset_labels() == ["x1", "y", "v₁", "z", "v₂", "f"]


def test_constants_are_written_as_the_user_wrote_them():
    graph = read_text("pi*x + 0.5")
    texts = [graph.constant_text(operand) for operand in graph.operands if operand < 0]
    assert texts == ["pi", "0.5"]


@pytest.mark.parametrize("form", ["json", "networkx", "graphviz"])
def test_a_graph_goes_into_other_forms_and_comes_back(form):
    graph = read_text("u = sin(x); y = 2*u + pi*u")
    made = getattr(graph, f"to_{form}")()
    assert getattr(Graph, f"from_{form}")(made) == graph
    # The same by the names of the library.
    assert getattr(graphviz_ad, f"from_{form}")(getattr(graphviz_ad, f"to_{form}")(graph)) == graph


def test_a_graph_in_sympy():
    made = read_text("y = 2*x + pi").to_sympy()
    assert list(made) == ["y"]
    assert Graph.from_sympy(made).ops == ["input", "mul", "add", "output"]
    assert graphviz_ad.from_sympy(graphviz_ad.to_sympy(read_text("x*y"))).ops == read_text("x*y").ops


def test_values_go_into_json():
    assert '"inputs": {"x": 2, "c": null}' in read_text("x + c").to_json({"x": 2})
