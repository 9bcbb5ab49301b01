"""Graphs that somebody wrote, as files on the command line."""

from __future__ import annotations

import json

import networkx as nx
import pytest

from graphviz_ad.read import read_text

JSON = """{"adviz": 1, "inputs": {"x": 3, "c": 4},
 "nodes": [{"id": "t", "op": "add", "args": ["x", "c"]}, {"id": "f", "op": "*", "args": ["t", "x"]}],
 "output": "f"}"""
DOT = 'digraph { x [value=3]; c [value=4]; t [op=add]; f [op="*"]; x -> t; c -> t; t -> f; x -> f }'
COMMANDS = {
    "paths": "∂f/∂x = 3 + 7 = 10",
    "eval": "∂f/∂x   10        10        10",
    "tape": "t·x",
    "jacobian": "f   10     3",
}


@pytest.fixture(params=["graph.json", "graph.dot", "graph.gv", "@graph.json", "GRAPH.DOT"])
def graph(request, tmp_path):
    """Return the name of a file with (x + c)*x in it."""
    text = JSON if request.param.endswith("json") else DOT
    (tmp_path / request.param.removeprefix("@")).write_text(text)
    return request.param


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_a_graph(run, graph, command):
    done = run(command, graph)
    assert (done.code, done.err) == (0, "")
    assert COMMANDS[command] in done.out


def test_it_is_drawn(run, graph, tmp_path):
    done = run(graph, "-o", "g.svg", "-o", "out.json")
    assert done.code == 0, done.err
    assert "t = x + c; f = t·x" in (tmp_path / "g.svg").read_text(encoding="utf-8")
    content = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert content["at"] == {"x": 3, "c": 4}
    assert [total["value"] for total in content["totals"]] == [10, 3]


def test_what_is_drawn_can_be_read_again(run, graph):
    assert run(graph, "-o", "a.json", "-o", "a.dot").code == 0
    for name in ("a.json", "a.dot"):
        done = run("paths", name)
        assert (done.code, COMMANDS["paths"] in done.out) == (0, True), done.err


def test_values_of_the_command_win(run, graph):
    done = run("eval", graph, "--at", "c=1", "--json")
    assert json.loads(done.out)["at"] == {"x": 3, "c": 1}


def test_what_is_differentiated_by(run, graph):
    done = run("jacobian", graph, "--wrt", "t", "--json")
    assert json.loads(done.out)["inputs"] == ["t"]


def test_without_values_there_are_formulas(run, tmp_path):
    (tmp_path / "g.json").write_text(JSON.replace('{"x": 3, "c": 4}', '["x", "c"]'))
    done = run("paths", "g.json")
    assert (done.code, "∂f/∂x = x + t" in done.out or "= 2·x + c" in done.out) == (0, True), done.out


def test_a_graph_in_networkx_own_json(run, tmp_path):
    data = nx.node_link_data(read_text("f = (x + c)*x").to_networkx(), edges="edges")
    (tmp_path / "n.json").write_text(json.dumps(data))
    assert COMMANDS["paths"] in run("paths", "n.json", "--at", "x=3 c=4").out


def test_bytes_are_the_same_every_time(run, graph):
    first, second = run(graph, "-T", "svg", "-o", "-"), run(graph, "-T", "svg", "-o", "-")
    assert first.bytes == second.bytes
    assert first.bytes.startswith(b"<svg")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--at", "q=1"), "q is no input of the graph"),
        (("--wrt", "q"), "nothing is called 'q'"),
        (("--of", "t"), "--of and --share are for programs"),
        (("--share",), "--of and --share are for programs"),
    ],
)
def test_options_that_do_not_fit(run, graph, options, told):
    done = run("paths", graph, *options)
    assert (done.code, done.out) == (1, "")
    assert told in done.err


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("g.json", "", "this is not JSON"),
        ("g.json", "{}", 'the document has no "adviz"'),
        ("g.json", JSON.replace('"c"]', '"q"]'), "at nodes[0].args[1]"),
        ("g.json", JSON.replace("add", "adds"), "did you mean add"),
        ("g.json", JSON.replace('["x", "c"]', '["f", "c"]'), "a cycle: t -> f -> t"),
        ("g.json", JSON.replace('"output": "f"', '"outputs": []'), "the graph has no output"),
        ("g.dot", "", "there is no graph in the text"),
        ("g.dot", DOT + DOT, "there is a second graph"),
        ("g.gv", "digraph { x -> }", "this is not DOT"),
        ("g.gv", DOT.replace("add", "sub3"), "unknown operation sub3"),
        ("g.gv", "graph { x -- y }", "not directed"),
    ],
)
def test_what_is_wrong_with_a_graph(run, tmp_path, name, text, told):
    (tmp_path / name).write_text(text)
    done = run("paths", name)
    assert (done.code, done.out) == (1, "")
    assert told in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("name", ["none.json", "none.dot", "none.gv"])
def test_a_file_that_is_not_there(run, name):
    done = run("paths", name)
    assert (done.code, f"cannot read {name}: No such file" in done.err) == (1, True)


def test_a_graph_is_never_written_over_itself(run, graph):
    done = run(graph, "-o", graph.removeprefix("@"))
    assert (done.code, "is the program itself" in done.err) == (1, True)
