"""Graphs of networkx that somebody made."""

import io
import json

import networkx as nx
import pytest

from graphviz_ad.errors import GraphProblem, SyntaxProblem, UnknownName
from graphviz_ad.read import read_text
from graphviz_ad.read.formats.document import listing_of_document
from graphviz_ad.read.formats.networks import from_networkx, listing_of_networkx


def network(kind=nx.MultiDiGraph, **graph):
    """Return t = x + c, f = t*x as somebody draws it."""
    made = kind(**graph)
    made.add_node("x")
    made.add_node("c")
    made.add_node("t", op="add")
    made.add_node("f", op="*")
    made.add_edges_from([("x", "t"), ("c", "t"), ("t", "f"), ("x", "f")])
    return made


@pytest.mark.parametrize("kind", [nx.MultiDiGraph, nx.DiGraph])
def test_a_graph_made_by_hand_is_the_programs(kind):
    graph, right = from_networkx(network(kind)), read_text("t = x + c; f = t*x")
    for column in ("ops", "starts", "operands", "names", "inputs", "outputs", "scope"):
        assert getattr(graph, column) == getattr(right, column)


def test_edges_count_in_the_order_in_which_they_were_added():
    made = nx.MultiDiGraph()
    made.add_nodes_from(["a", "b"])
    made.add_node("y", op="sub")
    made.add_edges_from([("b", "y"), ("a", "y")])
    assert list(from_networkx(made).operands[:2]) == [1, 0]


def test_slots_go_before_the_order():
    made = nx.MultiDiGraph()
    made.add_nodes_from(["a", "b"])
    made.add_node("y", op="sub")
    made.add_edge("b", "y", slot=1)
    made.add_edge("a", "y", slot="0")
    assert list(from_networkx(made).operands[:2]) == [0, 1]


@pytest.mark.parametrize("args", ["2 x", [2, "x"], (2.0, "x"), '[2, "x"]'])
def test_numbers_are_told_among_the_operands(args):
    made = nx.DiGraph()
    made.add_node("y", op="mul", args=args)
    made.add_edge("x", "y")
    graph = from_networkx(made)
    (node,) = [node for node in graph if node.op == "mul"]
    assert node.args == (2.0, graph.scope["x"])


def test_nodes_may_be_called_by_numbers():
    made = nx.DiGraph()
    made.add_node(2, op="mul", args=[3, 1])
    made.add_edge(1, 2)
    graph = from_networkx(made)
    (node,) = [node for node in graph if node.op == "mul"]
    assert node.args == (3.0, graph.scope["1"])


def test_a_plain_graph_cannot_hold_two_edges_and_says_so():
    made = nx.DiGraph()
    made.add_node("y", op="mul")
    made.add_edge("x", "y")
    with pytest.raises(GraphProblem, match="used twice there are two edges") as caught:
        from_networkx(made)
    assert (caught.value.where, "MultiDiGraph" in caught.value.hint) == ("node y", True)
    made.nodes["y"]["args"] = "x x"
    assert list(from_networkx(made).operands) == [0, 0, 1]
    several = nx.MultiDiGraph()
    several.add_node("y", op="mul")
    several.add_edges_from([("x", "y"), ("x", "y")])
    assert list(from_networkx(several).operands) == [0, 0, 1]


def test_what_nothing_uses_is_an_output():
    made = network()
    made.add_node("z", op="sin")
    made.add_edge("c", "z")
    made.add_node("alone")
    graph = from_networkx(made)
    assert [graph.names[node] for node in graph.outputs] == ["f", "z"]
    assert [graph.names[node] for node in graph.inputs] == ["x", "c", "alone"]
    made.graph["outputs"] = ["z", "t", "f"]
    graph = from_networkx(made)
    assert [graph.names[node] for node in graph.outputs] == ["z", "t", "f"]


def test_what_is_claimed_is_kept():
    made = network(title="mine")
    made.nodes["t"].update(value=7.0, grad=3.0)
    made.edges["x", "t", 0]["local"] = 1.0
    listing = listing_of_networkx(made)
    record = listing.records[2]
    assert record.attributes == {"value": 7.0, "grad": 3.0, "edges": [{"local": 1.0}, {}]}
    assert listing.attributes == {"title": "mine"}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda made: made.add_edge("f", "x", made.nodes["x"].update(op="sin")), "a cycle: "),
        (lambda made: made.add_edge("t", "t"), "add has 3 operands"),
        (lambda made: made.nodes["t"].update(op="ad"), "unknown operation ad"),
        (lambda made: made.nodes["t"].pop("op"), "2 operands has no operation"),
        (lambda made: made.nodes["t"].update(args="x 2"), "the operands x, and the edges come from x, c"),
        (lambda made: made.nodes["t"].update(args="[x"), "args is no list"),
        (lambda made: made.nodes["t"].update(args=["x", "c", {}]), "there is no node {}"),
        (lambda made: made.edges["x", "t", 0].update(slot=0), "some edges have a slot"),
        (lambda made: [made.edges[k, "t", 0].update(slot=0) for k in "xc"], "two edges have the same slot"),
        (lambda made: made.graph.update(outputs="q"), "there is no node q"),
        (lambda made: made.graph.update(scope="{"), "scope is not JSON"),
        (lambda made: made.graph.update(notes="[1]"), "notes[0] is a number"),
    ],
)
def test_what_is_wrong_is_told(change, told):
    made = network()
    change(made)
    with pytest.raises((GraphProblem, UnknownName)) as caught:
        from_networkx(made)
    assert told in caught.value.what
    assert caught.value.where


def test_two_nodes_that_are_written_alike():
    made = nx.MultiDiGraph()
    made.add_nodes_from([1, "1"])
    with pytest.raises(GraphProblem, match="two nodes have the id 1"):
        from_networkx(made)


def test_a_loop_is_a_cycle():
    made = nx.MultiDiGraph()
    made.add_node("y", op="sin")
    made.add_edge("y", "y")
    with pytest.raises(GraphProblem, match="y is its own operand"):
        from_networkx(made)


@pytest.mark.parametrize("made", [nx.Graph(), nx.MultiGraph(), None, {}, "x*y"], ids=range(5))
def test_what_is_no_directed_graph(made):
    with pytest.raises(GraphProblem) as caught:
        from_networkx(made)
    assert "MultiDiGraph" in caught.value.hint


@pytest.mark.parametrize("kind", [nx.MultiDiGraph, nx.DiGraph])
def test_an_empty_graph(kind):
    with pytest.raises(GraphProblem, match="no output"):
        from_networkx(kind())


def test_node_link_data_is_read_as_json():
    made = network()
    for slot, tail in enumerate("tx"):
        made.edges[tail, "f", 0]["slot"] = slot
    data = nx.node_link_data(made, edges="links")
    listing = listing_of_document(json.dumps(data))
    assert [record.args for record in listing.records] == [(), (), ("x", "c"), ("t", "x")]


@pytest.mark.parametrize("nodes", [3, [[1]], {"a": 1}, [{"id": {}}]])
def test_node_link_data_that_networkx_cannot_read(nodes):
    with pytest.raises(SyntaxProblem, match="networkx cannot read it"):
        listing_of_document({"directed": True, "multigraph": True, "nodes": nodes, "edges": []})


def test_gexf_gives_no_names_to_nodes_without_one():
    graph = read_text("u = sin(x*y); u*u + u")
    buffer = io.BytesIO()
    nx.write_gexf(graph.to_networkx(), buffer)
    buffer.seek(0)
    assert from_networkx(nx.read_gexf(buffer)).names == graph.names


def test_ids_of_other_people_are_names():
    assert set(from_networkx(nx.MultiDiGraph([("n0", "n1", {"op": "sin"})])).names.values()) == {"n0", "n1"}
