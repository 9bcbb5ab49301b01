"""Graphs of networkx and back."""

import io
import json

import networkx as nx
import pytest
from graphs import HOSTILE, graphs, hostile, same
from hypothesis import given

from graphviz_ad.read import read_text
from graphviz_ad.read.formats.document import from_json
from graphviz_ad.read.formats.networks import from_networkx
from graphviz_ad.write.networks import to_networkx


@given(graphs())
def test_what_is_made_reads_back_as_the_same_graph(graph):
    network = to_networkx(graph)
    assert same(from_networkx(network), graph)
    data = json.dumps(nx.node_link_data(network, edges="edges"))
    assert same(from_networkx(nx.node_link_graph(json.loads(data), edges="edges")), graph)
    assert same(from_json(data), graph)


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names(name):
    graph = hostile(name)
    assert from_networkx(to_networkx(graph)) == graph


def test_every_format_that_keeps_attributes_of_graphs_keeps_the_graph():
    graph = read_text("u = x; z = where(u > 0, 2*pi, u*u) - 0.5")
    file = io.BytesIO()
    nx.write_graphml(to_networkx(graph), file)
    file.seek(0)
    assert from_networkx(nx.read_graphml(file, force_multigraph=True)) == graph


def test_nodes_and_edges():
    network = to_networkx(read_text("y = 2*x + x*x"))
    assert dict(network.nodes(data=True)) == {
        "n0": {"op": "input", "name": "x", "label": "x", "place": "6 7"},
        "n1": {"op": "mul", "args": "2 n0", "label": "v1", "place": "4 7"},
        "n2": {"op": "mul", "label": "v2", "place": "10 13"},
        "n3": {"op": "add", "label": "v3", "place": "4 13"},
        "n4": {"op": "output", "name": "y", "label": "y", "place": "0 13"},
    }
    assert sorted(network.edges(keys=True, data="slot")) == [
        ("n0", "n1", 1, 1), ("n0", "n2", 0, 0), ("n0", "n2", 1, 1),
        ("n1", "n3", 0, 0), ("n2", "n3", 1, 1), ("n3", "n4", 0, 0),
    ]  # fmt: skip
    assert network.graph == {"adviz": "1", "outputs": "n4", "source": "y = 2*x + x*x"}
    assert nx.is_directed_acyclic_graph(network)


def test_numbers_with_names_of_their_own():
    from graphviz_ad.columns import Columns

    columns = Columns()
    x = columns.node("input", (), 0, 0, "x")
    y = columns.node("mul", (columns.constant(0.5, "one half"), x), 0, 0)
    graph = columns.graph([columns.node("output", (y,), 0, 0, "y")], {"x": x, "y": y}, "", ())
    assert from_networkx(to_networkx(graph)) == graph


def test_large_graphs():
    graph = read_text("+".join(["x*y"] * 50_000))
    assert from_networkx(to_networkx(graph)) == graph
