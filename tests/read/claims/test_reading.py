"""Graphs with claims in every textual form, and what is hostile in them."""

import io
import json
import math

import graphviz
import networkx as nx
import pytest
from conftest import ROOT
from derivations import derive
from hypothesis import given
from hypothesis import strategies as st

from graphviz_ad.errors import AdvizError, GraphProblem, SyntaxProblem, UnknownName
from graphviz_ad.read.claims import is_claims_source, nodes_by_id, read_claims
from graphviz_ad.write.document import document

# f = (x + c)*x at x = 3, c = 4; slopes 10 and 3.
DOT = """digraph {
  x [value=3 grad=10]; c [value="4", grad=3]
  t [op="+" value=7 grad=3]; f [op="*" value=21 grad=1]
  x -> t [label="1"]; c -> t [local=1]
  t -> f [label="x\\n= 3"]; x -> f [label="t"]
}"""
LOCAL = {("t", "x"): 1.0, ("t", "c"): 1.0, ("f", "t"): 3.0, ("f", "x"): 7.0}
VALUES = {"x": 3.0, "c": 4.0, "t": 7.0, "f": 21.0}
GRADS = {"x": 10.0, "c": 3.0, "t": 3.0, "f": 1.0}


def names(claims):
    return {node: name for name, node in claims.graph.scope.items()}


def locals_of(claims):
    called, found = names(claims), claims.partials
    edges = [edge for edge in claims.graph.edges if edge.position in found]
    return {(called[edge.head], called[edge.tail]): found[edge.position] for edge in edges}


def check(claims):
    called = names(claims)
    assert {called[k]: v for k, v in claims.values.items()} == VALUES
    assert {called[k]: v for k, v in claims.adjoints.items()} == GRADS
    assert locals_of(claims) == LOCAL
    assert claims.at == {"x": 3.0, "c": 4.0}
    assert claims.structure == ()


def network(kind=nx.MultiDiGraph, *, backward=False):
    graph = kind()
    for name, value in VALUES.items():
        op = {"t": {"op": "add"}, "f": {"op": "Mul"}}.get(name, {})
        graph.add_node(name, value=value, grad=GRADS[name], **op)
    for tail, head, local in (("x", "t", 1), ("c", "t", "1"), ("t", "f", "x"), ("x", "f", 7.0)):
        graph.add_edge(*((head, tail) if backward else (tail, head)), local=local)
    return graph


def plain(graph):
    """Return the graph with texts as attributes, which all formats can keep."""
    for *_, data in graph.edges(data=True):
        data["local"] = str(data.get("local", 1))
    return graph


def graphml(graph):
    return "\n".join(nx.generate_graphml(plain(graph)))


def gexf(graph):
    buffer = io.BytesIO()
    nx.write_gexf(plain(graph), buffer)
    return buffer.getvalue()


SOURCES = {
    "DOT": lambda: DOT,
    "bytes": DOT.encode,
    "with a mark": lambda: "\ufeff" + DOT,
    "comments": lambda: "// made by hand\n/* a graph */\n# 1\n" + DOT,
    "Source": lambda: graphviz.Source(DOT),
    "MultiDiGraph": network,
    "DiGraph": lambda: network(nx.DiGraph),
    "MultiDiGraph backward": lambda: network(backward=True),
    "DiGraph backward": lambda: network(nx.DiGraph, backward=True),
    "GraphML": lambda: graphml(network()),
    "GraphML backward": lambda: graphml(network(backward=True)),
    "GEXF": lambda: gexf(network()),
    "node-link": lambda: nx.node_link_data(network(), edges="links"),
    "node-link text": lambda: json.dumps(nx.node_link_data(network(backward=True), edges="edges")),
}


@pytest.mark.parametrize("name", SOURCES)
def test_every_source_states_the_same(name):
    source = SOURCES[name]()
    assert is_claims_source(source)
    check(read_claims(source))


def test_what_was_read_is_told():
    kinds = [read_claims(SOURCES[name]()).kind for name in ("DOT", "Source", "DiGraph", "GraphML", "GEXF")]
    assert kinds == ["DOT", "graphviz.Source", "networkx.DiGraph", "GraphML", "GEXF"]


def test_edges_backward_keep_the_order_in_which_they_were_added():
    graph = nx.MultiDiGraph()
    graph.add_node("a", value=2.0)
    graph.add_node("b", value=5.0)
    graph.add_node("y", op="sub", value=3.0)
    graph.add_edges_from([("y", "b"), ("y", "a")])
    claims = read_claims(graph)
    (y,) = [node for node in claims.graph if node.op == "sub"]
    assert [names(claims)[k] for k in y.args] == ["b", "a"]
    assert [note.message for note in claims.notes] == [
        "edges run from consumer to operand: so 1 of 1 operations have the operands that they take"
    ]


def test_the_direction_of_edges_can_be_told():
    graph = network(backward=True)
    check(read_claims(graph, edges="backward"))
    assert read_claims(graph, edges="backward").notes == ()
    assert {f.fault for f in read_claims(graph, edges="forward").structure} >= {"wrong_arity"}
    with pytest.raises(UnknownName, match="edges cannot be sideways"):
        read_claims(graph, edges="sideways")


def test_where_nothing_tells_the_direction_it_is_said_to_be_assumed():
    (note,) = read_claims("digraph { x -> y [local=2]; y -> z [local=3] }").notes[:1]
    assert note.message.endswith("nothing tells, and so it was assumed")
    assert note.hint == "say it otherwise with --edges backward"


def test_a_plain_digraph_cannot_hold_x_times_x():
    graph = nx.DiGraph()
    graph.add_node("y", op="mul")
    graph.add_edge("x", "y")
    with pytest.raises(GraphProblem, match="where it is used twice there are two edges") as caught:
        read_claims(graph)
    assert "networkx.MultiDiGraph" in caught.value.hint


def test_labels_may_say_everything():
    dot = 'digraph { a [label="x = 3"]; b [label="c|4"]; t [label="+"]; f [label="{f|*|= 21}"];'
    claims = read_claims(dot + "a->t; b->t; t->f; a->f }")
    assert claims.graph.ops == ["input", "input", "add", "mul", "output"]
    assert (claims.at, {names(claims)[k]: v for k, v in claims.values.items()}) == (
        {"x": 3.0, "c": 4.0}, {"x": 3.0, "c": 4.0, "f": 21.0},
    )  # fmt: skip


def test_a_label_that_tells_another_operation_is_kept():
    claims = read_claims('digraph { d [op=sub label="+"]; p -> d; q -> d }')
    assert claims.stated_ops == {2: "+"}
    assert read_claims('digraph { d [op=sub label="−"]; p -> d; q -> d }').stated_ops == {}


def test_labels_of_one_name_are_no_names():
    claims = read_claims('digraph { a [label=w]; b [label=w]; t [label="+"]; a->t; b->t }')
    assert [claims.graph.names[k] for k in claims.graph.inputs] == ["a", "b"]


@pytest.mark.parametrize(
    ("label", "value"),
    [
        ('"-18"', -18.0), ('"−18"', -18.0), ('"x = 3"', 3.0), ('"2·x\\n= 6"', 6.0), ('"2*x"', 6.0),
        ('"2x = 6"', 6.0), ("<<b>2</b>*x>", 6.0), ("<x<br/>= 3>", 3.0), ('"x/7 ≈ 0.4286"', 3 / 7),
        ('"≈ 0.43"', 0.43), ('"nan"', math.nan), ('"-inf"', -math.inf), ('"exp(0)*v1"', 9.0),
        ('"pi"', math.pi), ('"x**2"', 9.0), ('"x²"', 9.0),
    ],
)  # fmt: skip
def test_local_derivatives_as_people_write_them(label, value):
    claims = read_claims(f"digraph {{ x [value=3]; y [op=square]; x -> y [label={label}] }}")
    assert claims.partials == pytest.approx({0: value}, nan_ok=True)
    assert claims.structure == ()


@pytest.mark.parametrize("label", ["from x", "2x", "q*2", "", "x = ", "a" * 20_000, "((((", "__import__"])
def test_labels_that_are_no_numbers_are_told_once(label):
    claims = read_claims(f'digraph {{ x [value=3]; y [op=square]; x -> y [label="{label}"] }}')
    assert claims.partials == {}
    assert claims.structure == ()
    assert [n.fault for n in claims.notes if n.fault == "unread_label"] == (["unread_label"] if label else [])


def test_a_local_that_is_no_number_is_a_fault():
    (fault,) = read_claims('digraph { x [value=3]; y [op=square]; x -> y [local="2*("] }').structure
    assert (fault.fault, fault.node, fault.edge) == ("unreadable_number", "n1", "n1_0")
    assert fault.message == ("the local derivative 0 of y is 2*(, which is no number: this ( is never closed")


def test_formulas_without_values_are_told_to_be_unchecked():
    claims = read_claims('digraph { y [op=square]; x -> y [local="2*x"] }')
    assert [(n.fault, n.message) for n in claims.notes if n.fault == "no_value"] == [
        ("no_value", "formulas that are not checked: 2*x; x has no value")
    ]
    assert read_claims('digraph { y [op=square]; x -> y [local="2*x"] }', at={"x": 3}).at == {"x": 3.0}


def test_numbers_that_are_none_are_faults_with_their_place():
    node = {"id": "y", "op": "mul", "args": ["x", "x"], "local": [1, "?", 3], "value": True, "grad": [1]}
    content = {"adviz": 1, "inputs": {"x": 2}, "nodes": [node], "output": "y", "grads": {"q": 1, "x": "a"}}
    told = [(f.fault, f.node, f.message) for f in read_claims(content).structure]
    assert told == [
        (
            "unreadable_number",
            "n1",
            "the value of y is true or false, which is no number (at nodes[0].value)",
        ),
        ("unreadable_number", "n1", "the gradient of y is a list, which is no number (at nodes[0].grad)"),
        ("wrong_arity", "n1", "y has 2 operands and 3 local derivatives (at nodes[0])"),
        ("missing_node", None, "grads has q, which is no node"),
        ("unreadable_number", None, "the gradient of x is a, which is no number (at grads.x)"),
    ]


def test_numbers_that_json_has_no_digits_for():
    node = {"id": "y", "op": "log", "args": ["x"], "local": ["inf"], "value": "-inf", "grad": "nan"}
    claims = read_claims({"adviz": 1, "inputs": {"x": 0}, "nodes": [node], "output": "y"})
    assert (claims.values, claims.partials) == ({1: -math.inf, 0: 0.0}, {0: math.inf})
    assert math.isnan(claims.adjoints[1])


def test_the_document_that_adviz_writes_states_its_numbers():
    claims = read_claims(document(derive("f = (x + c)*x", {"x": 3, "c": 4})))
    assert list(claims.values.values()) == [3.0, 4.0, 7.0, 21.0, 21.0]
    # x + c, its product with x, and the circle of the output.
    assert [claims.partials[k] for k in sorted(claims.partials)] == [1.0, 1.0, 3.0, 7.0, 1.0]
    assert claims.at == {"x": 3.0, "c": 4.0}


def test_files_of_networkx_keep_no_order_of_operands():
    graph = nx.MultiDiGraph()
    graph.add_node("y", op="sub")
    graph.add_edges_from([("b", "y"), ("a", "y")])
    assert [note.fault for note in read_claims(graph).notes] == ["edges_assumed"]
    assert [note.fault for note in read_claims(graphml(graph)).notes] == ["edges_assumed", "operand_order"]
    for tail, slot in (("b", 1), ("a", 0)):
        graph.edges[tail, "y", 0]["slot"] = slot
    claims = read_claims("\n".join(nx.generate_graphml(graph)))
    assert [note.fault for note in claims.notes] == ["edges_assumed"]
    assert [names(claims)[k] for k in claims.graph.node(2).args] == ["a", "b"]


def test_values_that_are_given_count():
    claims = read_claims(DOT, at={"x": 5})
    assert claims.at == {"x": 5.0, "c": 4.0}
    assert claims.notes[-1].message == "x: the value that was given counts, not that of the source"
    with pytest.raises(UnknownName, match="q is no input"):
        read_claims(DOT, at={"q": 5})


def test_what_is_strange_in_dot():
    dot = 'strict digraph "a graph" { node [op=mul]; edge [local=2]; subgraph cluster_0 { "3d" } '
    dot += '"x y":e -> "3d":w:n; "digraph" -> "3d"; "x y" [op=""]; "digraph" [op=input] }'
    claims = read_claims(dot)
    assert (claims.graph.ops, claims.partials) == (["input", "input", "mul", "output"], {0: 2.0, 1: 2.0})
    assert [claims.graph.names[k] for k in claims.graph.inputs] == ["x y", "digraph"]


def test_a_strict_graph_can_tell_its_operands_twice():
    claims = read_claims('strict digraph { x [value=3]; y [op=mul args="x x" local="3 3"]; x -> y; x -> y }')
    assert claims.partials == {0: 3.0, 1: 3.0}


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("digraph { a -> b } digraph { c -> d }", "a second graph"),
        ("digraph { a -> b", "never closed"),
        ("digraph { 3d -> b }", "DOT reads 3d as 3 and d"),
        ("graph { a -- b }", "not directed"),
        ("{}", 'no "adviz"'),
        ("[1, 2]", "the document is a list"),
        ('{"adviz": 1, "nodes": 3}', "nodes is a number"),
        ("<graphml><node></graphml>", "networkx cannot read it"),
        ("<gexf></gexf>", "networkx cannot read it"),
        (b"\xff\xfe", "not UTF-8"),
        (3.5, "float is no graph"),
        (None, "NoneType is no graph"),
        ("", "no expression"),
        (nx.Graph([("a", "b")]), "not directed"),
    ],
)
def test_what_is_refused(source, what):
    with pytest.raises((GraphProblem, SyntaxProblem), match=what):
        read_claims(source)


@pytest.mark.parametrize(
    "name", ["say 'hi'", 'say \\"hi\\"', "<b>", "a|b", "{x}", "\\n", "pi", "3", "digraph", "n1", "é", "x->y"]
)
def test_names_of_all_kinds(name):
    claims = read_claims(f'digraph {{ "{name}" [value=3]; y [op=square]; "{name}" -> y [local=6] }}')
    assert (claims.partials, list(claims.at.values())) == ({0: 6.0}, [3.0])


def test_nodes_by_id_are_those_of_the_claims():
    claims = read_claims(DOT)
    assert nodes_by_id(DOT) == {name: claims.graph.scope[name] for name in ("x", "c", "t", "f")}


@given(st.text(max_size=40) | st.text(alphabet='digraph {}[]"=x;->,\n*0', max_size=60))
def test_any_text_is_read_or_refused(text):
    try:
        read_claims(text)
    except AdvizError:
        return


THINGS = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
)


@given(THINGS)
def test_any_claims_are_read_or_are_faults(value):
    node = {"id": "y", "op": "mul", "args": ["x", "x"], "local": value, "value": value, "grad": value}
    content = {"adviz": 1, "inputs": {"x": 2}, "nodes": [node], "output": "y", "grads": value}
    for more in (
        {},
        {"edges": value},
        {"claims": value},
        {"nodes": [{**node, "edges": value, "label": value}]},
    ):
        try:
            claims = read_claims({**content, **more})
        except AdvizError:
            continue
        assert all(isinstance(number, float) for number in claims.values.values())


def test_the_example_of_the_documentation():
    page = (ROOT / "gallery" / "json.md").read_text(encoding="utf-8")
    claims = read_claims(page.split("# What a graph may state")[1].split("```json\n")[1].split("```")[0])
    assert (claims.at, claims.structure, claims.notes) == ({"p": 1.3}, (), ())
    called = names(claims)
    assert {called[k]: v for k, v in claims.adjoints.items()} == {"c": 1.0, "y": 1.0, "p": 5.07}
    assert locals_of(claims) == {("c", "p"): 5.07, ("y", "c"): 1.0, ("y", "p"): 1.0}
