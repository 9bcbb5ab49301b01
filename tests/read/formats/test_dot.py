"""Graphs in DOT that somebody wrote."""

import graphviz
import pytest

from graphviz_ad.errors import GraphProblem, RenderProblem, SyntaxProblem, UnknownName
from graphviz_ad.read import read_text
from graphviz_ad.read.formats.dot import from_graphviz, listing_of_dot
from graphviz_ad.read.formats.dot_text import check_one_graph
from graphviz_ad.read.listing.meaning import values_of
from graphviz_ad.read.listing.records import stated

HAND = """
digraph {
    rankdir=LR; node [shape=box]
    x [value=3]; c [value="4"]
    t [op=add value=7]; f [op="*" grad=1]
    x -> t [local=1]; c -> t; t -> f; x -> f
}
"""


def test_a_graph_written_by_hand_is_the_programs():
    graph, right = from_graphviz(HAND), read_text("t = x + c; f = t*x")
    for column in ("ops", "starts", "operands", "names", "inputs", "outputs", "scope"):
        assert getattr(graph, column) == getattr(right, column)


def test_objects_of_graphviz():
    digraph = graphviz.Digraph()
    digraph.node("y", op="mul")
    digraph.edge("x", "y")
    digraph.edge("x", "y")
    for source in (digraph, graphviz.Source(digraph.source), digraph.source):
        assert from_graphviz(source).ops == ["input", "mul", "output"]


def test_what_is_claimed_is_kept_and_looks_are_not():
    listing = listing_of_dot(HAND)
    x, _, t, f = listing.records
    assert (x.attributes, f.attributes) == ({"value": "3"}, {"grad": "1"})
    assert t.attributes == {"value": "7", "edges": [{"local": "1"}, {}]}
    assert listing.attributes == {}
    assert values_of(listing) == {"x": 3.0, "c": 4.0}


def test_c09_blank_lines_are_no_nodes():
    assert [record.id for record in listing_of_dot("digraph G {x -> y;\n\n\n}").records] == ["x", "y"]


def test_c10_attributes_have_no_quotes():
    _, y = listing_of_dot('digraph G {"x" -> "y" [local="2.0", op="mul"];}').records
    assert (y.op, y.attributes["edges"]) == ("mul", [{"local": "2.0", "op": "mul"}])
    assert stated(y.attributes["edges"][0]["local"]) == 2.0


def test_edges_count_in_the_order_in_which_they_are_written():
    graph = from_graphviz("digraph { a; b; y [op=sub]; b -> y; a -> y }")
    assert [graph.names[node] for node in graph.operands[:2]] == ["b", "a"]
    graph = from_graphviz("digraph { a; b; y [op=sub]; b -> y [slot=1]; a -> y [slot=0] }")
    assert [graph.names[node] for node in graph.operands[:2]] == ["a", "b"]


def test_defaults_subgraphs_ports_and_comments():
    text = """
    /* a } in a comment */ digraph "G" {
# a line of a preprocessor }
        edge [local=1]; node [op=add]
        subgraph cluster_1 { u; label="}" }  // another }
        a [op=input label=<<b>A</b> } >]; b [op=""]
        {a b} -> u:n
    }
    """
    listing = listing_of_dot(text)
    assert [(record.id, record.op, record.args) for record in listing.records] == [
        ("u", "add", ("a", "b")), ("a", "input", ()), ("b", "", ()),
    ]  # fmt: skip


def test_numbers_among_the_operands():
    graph = from_graphviz('digraph { y [op=mul args="2 x"]; z [op="**2"]; x -> y; y -> z }')
    assert [node.args for node in graph if node.op in ("mul", "pow")] == [(2.0, 0), (1, 2.0)]


def test_ids_that_are_numbers_are_nodes():
    graph = from_graphviz('digraph { 3 [op=mul args="2 1"]; 1 -> 3 }')
    (node,) = [node for node in graph if node.op == "mul"]
    assert node.args == (2.0, graph.scope["1"])


@pytest.mark.parametrize("name", ["", "a b", "x\\ny", "new\nline", "<b>", "\u202ex", "損失", "3"])
def test_ids_are_what_they_are(name):
    digraph = graphviz.Digraph()
    digraph.node("y", op="sin")
    digraph.edge(graphviz.nohtml(name) if name.startswith("<") else name, "y")
    graph = from_graphviz(digraph)
    assert len(graph) == 3
    if "\\" not in name:
        assert graph.names[graph.inputs[0]] == name


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("digraph { x -> y }", "1 operand has no operation"),
        ("digraph { y [op=mul]; x -> y }", "mul has 1 operand"),
        ("digraph { y [op=mull]; x -> y; x -> y }", "unknown operation mull"),
        ("digraph { u [op=sin]; v [op=cos]; u -> v; v -> u; v -> w; w [op=exp] }", "a cycle: "),
        ("digraph { y [op=sin]; y -> y }", "y is its own operand"),
        ("graph { x -- y }", "not directed"),
        ("digraph { }", "no output"),
        ("digraph { x }", "no output"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_graph_is_told(text, told):
    with pytest.raises((GraphProblem, UnknownName)) as caught:
        from_graphviz(text)
    assert told in caught.value.what
    assert caught.value.hint


def test_strict_graphs_lose_an_edge_and_say_so():
    with pytest.raises(GraphProblem, match="used twice there are two edges") as caught:
        from_graphviz("strict digraph { y [op=mul]; x -> y; x -> y }")
    assert "digraph without strict" in caught.value.hint


@pytest.mark.parametrize(
    ("text", "told", "place"),
    [
        ("digraph { a } digraph { b }", "there is a second graph", 15),
        ("digraph { a }\nstrict graph { b }", "there is a second graph", 1),
        ("digraph { a } b", "there is text after the graph", 15),
        ("digraph { a } }", "there is text after the graph", 15),
        ("digraph { a", "a { is never closed", 9),
        ("digraph } {", "a } closes nothing", 9),
        ('digraph { a [x="q] }', 'a " is never closed', 16),
        ("digraph { a /* b }", "a /* is never closed", 13),
        ("digraph { a [label=<b] }", "a < is never closed", 20),
        ("digraph { a \x00 }", "NUL", 13),
    ],
)
def test_what_is_not_one_graph_is_told_with_its_place(text, told, place):
    with pytest.raises(SyntaxProblem) as caught:
        from_graphviz(text)
    assert told in caught.value.what
    assert caught.value.column == place


@pytest.mark.parametrize("text", ["", " \n", "// nothing", "x*y"])
def test_what_is_no_graph(text):
    with pytest.raises(SyntaxProblem, match="there is no graph"):
        from_graphviz(text)


@pytest.mark.parametrize(
    "text", ["digraph { a -> }", "digraph { a [op=] }", "digrap { a }", "digraph { a ; ; -- }"]
)
def test_what_the_layout_program_cannot_read_is_no_dot(text):
    with pytest.raises(SyntaxProblem, match="this is not DOT") as caught:
        from_graphviz(text)
    assert "syntax error" in caught.value.hint
    assert caught.value.exit_code == 1


@pytest.mark.parametrize("source", [None, 3, b"digraph {}", ["digraph {}"]])
def test_what_is_no_text(source):
    with pytest.raises(GraphProblem, match="is no graph in DOT"):
        from_graphviz(source)


def test_no_layout_program(monkeypatch):
    monkeypatch.setattr("graphviz_ad.engine.program._packaged", lambda: None)
    monkeypatch.setattr("graphviz_ad.engine.program._on_path", lambda _: None)
    with pytest.raises(RenderProblem, match="no layout program"):
        from_graphviz(HAND)


@pytest.mark.parametrize(
    "text", ['digraph { a [label="}{\\"}"] }', "digraph{a[l=<<i>}</i>>]}\n\n", "\ufeffdigraph {}"]
)
def test_brackets_in_texts_are_no_brackets(text):
    check_one_graph(text)


def test_long_texts_are_scanned_quickly():
    check_one_graph("digraph {" + "a -> b; " * 200_000 + "}")
    with pytest.raises(SyntaxProblem, match="never closed"):
        check_one_graph("digraph " + "{" * 200_000)
