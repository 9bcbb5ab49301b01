"""Graphs that say everything in labels."""

import pytest

from graphviz_ad.read.claims.labelled import with_labels_read
from graphviz_ad.read.claims.orientation import is_backward, reverted, unordered
from graphviz_ad.read.listing.network import Network

X, XX = [("x", "y", {})], [("x", "y", {}), ("x", "y", {})]


def read(label, edges=(), **more):
    network = with_labels_read(Network([("y", {"label": label, **more})], edges, {}, ""))
    return network.nodes[0][1]


@pytest.mark.parametrize(
    ("label", "edges", "said"),
    [
        ("x = 3", (), {"name": "x", "value": 3.0}),
        ("x: −3", (), {"name": "x", "value": -3.0}),
        ("x|3", (), {"name": "x", "value": 3.0}),
        (r"x\n3.5", (), {"name": "x", "value": 3.5}),
        ("+", XX, {"op": "+"}),
        ("+", (), {"name": "+"}),
        ("tanh", X, {"op": "tanh"}),
        ("tanh", XX, {"name": "tanh"}),
        ("{t|×|= 9}", XX, {"name": "t", "op": "×", "value": 9.0}),
        ("two words", X, {"name": "two words"}),
        ("a|b", X, {}),
        ("", X, {}),
    ],
)
def test_what_a_label_tells(label, edges, said):
    assert read(label, edges) == said


def test_attributes_count_more_than_labels():
    assert read("x = 3", value=4, name="z") == {"value": 4, "name": "z"}
    assert read("+", XX, op="sub") == {"op": "sub", "stated_op": "+"}
    assert read("×", XX, op="Mul") == {"op": "Mul"}


def test_names_that_do_not_tell_nodes_apart_are_none():
    nodes = [("a", {"label": "w"}), ("b", {"label": "w"}), ("c", {"label": "a"})]
    assert with_labels_read(Network(nodes, (), {}, "")).nodes == [("a", {}), ("b", {}), ("c", {"name": "a"})]


def test_what_adviz_writes_is_left_as_it_is():
    network = Network([("n0", {"label": "x\n3"})], (), {"adviz": "1"}, "")
    assert with_labels_read(network) is network


def test_the_direction_that_labels_tell():
    nodes = [("y", {"label": "+"}), ("a", {}), ("b", {})]
    network = Network(nodes, [("y", "a", {}), ("y", "b", {})], {}, "")
    assert is_backward(network, "auto")[0]
    assert not is_backward(reverted(network), "auto")[0]


def test_the_direction_that_values_of_leaves_tell():
    nodes = [("y", {}), ("a", {"value": 1}), ("b", {"value": 2})]
    network = Network(nodes, [("y", "a", {"local": 1}), ("y", "b", {"local": 1})], {}, "")
    assert is_backward(network, "auto")[0]
    assert not is_backward(reverted(network), "auto")[0]


@pytest.mark.parametrize(
    ("op", "told"), [("sub", True), ("+", False), ("max", False), ("**", True), ("foo", False)]
)
def test_the_order_of_operands_matters_for_some(op, told):
    network = Network([("y", {"op": op})], [("a", "y", {}), ("b", "y", {})], {}, "")
    assert bool(unordered(network)) is told
