"""Graphs in JSON, as people write them and as adviz does."""

import json
import math

import pytest
from conftest import ROOT
from graphs import graphs
from hypothesis import given
from hypothesis import strategies as st

from graphviz_ad.differentiate import evaluate
from graphviz_ad.errors import AdvizError, GraphProblem, SyntaxProblem
from graphviz_ad.explain import explain
from graphviz_ad.read import read_text
from graphviz_ad.read.formats.document import listing_of_document, read_document
from graphviz_ad.read.formats.dot import from_graphviz
from graphviz_ad.read.listing.meaning import values_of
from graphviz_ad.write.document import document, dumps

CASES = json.loads((ROOT / "tests/data/cases.json").read_text(encoding="utf-8"))
GRAPHS = [case for case in CASES if case.get("data", {}).get("form") == "graph"]

HAND = {
    "adviz": 1,
    "inputs": {"p": 1.3},
    "nodes": [
        {"id": "c", "op": "pow", "args": ["p", 3], "value": 2.197, "local": [5.07, None], "grad": 1.0},
        {"id": "y", "op": "add", "args": ["c", "p"], "value": 3.497, "local": [1.0, 1.0], "grad": 1.0},
    ],
    "output": "y",
    "grads": {"p": 5.07},
}


def with_nodes(*nodes, **more):
    return {"adviz": 1, "inputs": {"x": 2, "c": None}, "nodes": list(nodes), "output": "y", **more}


def test_a_graph_written_by_hand_is_the_programs():
    graph, right = read_document(json.dumps(HAND)), read_text("c = p**3; y = c + p")
    for column in ("ops", "starts", "operands", "constants", "names", "inputs", "outputs", "scope"):
        assert getattr(graph, column) == getattr(right, column)
    assert graph.source == ""


def test_what_is_claimed_is_kept_for_whoever_checks_it():
    listing = listing_of_document(HAND)
    first, second = listing.records
    assert first.attributes == {"value": 2.197, "local": [5.07, None], "grad": 1.0}
    assert (first.where, second.where) == ("nodes[0]", "nodes[1]")
    assert listing.attributes == {"grads": {"p": 5.07}}
    assert values_of(listing) == {"p": 1.3}


@pytest.mark.parametrize("case", GRAPHS, ids=[case["id"] for case in GRAPHS])
def test_graphs_in_which_somebodys_engine_went_wrong(case):
    data = case["data"]
    content = {"adviz": 1, **{key: data[key] for key in ("inputs", "output")}}
    content["nodes"] = [{key: node[key] for key in ("id", "op", "args")} for node in data["nodes"]]
    if data.get("expect_error") == "cycle":
        with pytest.raises(GraphProblem, match="a cycle: ") as caught:
            read_document(content)
        assert all(name in caught.value.what for name in data["cycle"])
        return
    listing = listing_of_document(content)
    tape = evaluate(read_document(content), values_of(listing))
    for node in data["nodes"]:
        value = node.get("value_true", node.get("value"))
        if value is not None and "blame_value" not in node and not isinstance(value, str):
            index = tape.graph.scope[node["id"]]
            assert tape.primals[index] == pytest.approx(value, rel=1e-6)


def test_a09_a_cycle_is_named():
    nodes = [{"id": "u", "op": "add", "args": ["v", 1]}, {"id": "v", "op": "mul", "args": ["u", 2]}]
    with pytest.raises(GraphProblem, match="a cycle: u -> v -> u") as caught:
        read_document({"adviz": 1, "nodes": nodes, "output": "v"})
    assert caught.value.where == "nodes[0]"


@given(graphs())
def test_the_document_of_a_derivation_is_a_graph(graph):
    at = {graph.names[node]: 0.7 for node in graph.inputs}
    derivation = explain(evaluate(graph, at), max_paths=0)
    data = dumps(document(derivation))
    again = read_document(data)
    assert [node.args for node in again] == [node.args for node in graph]
    assert again.ops == graph.ops
    assert (again.names, again.inputs, again.outputs) == (graph.names, graph.inputs, graph.outputs)
    assert again.source == graph.source
    assert values_of(listing_of_document(data)) == at


def test_the_example_of_the_documentation():
    page = (ROOT / "gallery" / "json.md").read_text(encoding="utf-8")
    texts = [read_document(page.split("```json\n")[1].split("```")[0])]
    texts.append(from_graphviz(page.split("```dot\n")[1].split("```")[0]))
    right = read_text("t = x + c; y = t*x")
    for graph in texts:
        assert (graph.ops, graph.operands, graph.names) == (right.ops, right.operands, right.names)


def test_symbols_and_numbers_that_have_no_digits():
    nodes = [
        {"id": "a", "op": "*", "args": ["x", "pi"]},
        {"id": "b", "op": "+", "args": ["a", "-inf"]},
        {"id": "y", "op": "max", "args": ["b", {"value": "nan", "symbol": "none"}]},
    ]
    graph = read_document(with_nodes(*nodes))
    assert list(graph.constants)[:2] == [math.pi, -math.inf]
    assert graph.symbols == {0: "pi", 2: "none"}


def test_several_outputs_and_inputs_without_values():
    content = with_nodes({"id": "a", "op": "sin", "args": ["x"]}, {"id": "b", "op": "cos", "args": ["c"]})
    del content["output"]
    graph = read_document({**content, "outputs": ["a", "b"], "inputs": ["x", "c"]})
    assert [graph.names[node] for node in (*graph.inputs, *graph.outputs)] == ["x", "c", "a", "b"]


def test_a_byte_order_mark():
    assert len(read_document("\ufeff" + json.dumps(HAND))) == 4
    assert len(read_document(b"\xef\xbb\xbf" + json.dumps(HAND).encode())) == 4


NODE = {"id": "y", "op": "add", "args": ["x", 1]}
WRONG = [
    ({**NODE, "args": ["x", True]}, "nodes[0].args[1]", "true or false"),
    ({**NODE, "args": ["x", None]}, "nodes[0].args[1]", "null"),
    ({**NODE, "args": ["x", ["x"]]}, "nodes[0].args[1]", "a list"),
    ({**NODE, "args": ["x", {}]}, "nodes[0].args[1]", "an object"),
    ({**NODE, "args": ["x", {"symbol": "k"}]}, "nodes[0].args[1].value", "null"),
    ({**NODE, "args": "x"}, "nodes[0].args", "a text"),
    ({**NODE, "id": 3}, "nodes[0].id", "a number"),
    ({**NODE, "op": ["add"]}, "nodes[0].op", "a list"),
    ({**NODE, "op": 0}, "nodes[0].op", "a number"),
    ({**NODE, "name": 1.5}, "nodes[0].name", "a number"),
    ({**NODE, "place": [0, 10**30]}, "nodes[0].place", "a list"),
    ({**NODE, "place": "here"}, "nodes[0].place", "a text"),
    ("y", "nodes[0]", "a text"),
    ({"op": "add"}, "nodes[0]", "no id"),
]


@pytest.mark.parametrize(("node", "where", "told"), WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_with_a_node_is_told_with_its_path(node, where, told):
    with pytest.raises(GraphProblem) as caught:
        read_document(with_nodes(node))
    assert (caught.value.where, told in caught.value.what) == (where, True)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("changed", "where", "told"),
    [
        ({"adviz": 2}, "adviz", "is not 1"),
        ({"adviz": None}, "adviz", "has no"),
        ({"adviz": True}, "adviz", "is not 1"),
        ({"nodes": {}}, "nodes", "an object"),
        ({"inputs": "x"}, "inputs", "a text"),
        ({"inputs": {"x": "two"}}, "inputs.x", "a text"),
        ({"inputs": [1]}, "inputs[0]", "a number"),
        ({"output": 1}, "output", "a number"),
        ({"outputs": ["y"]}, "output", "both there"),
        ({"output": "z"}, "outputs", "no node z"),
        ({"source": 1}, "source", "a number"),
        ({"scope": []}, "scope", "a list"),
        ({"scope": {"q": "z"}}, "scope.q", "no node z"),
        ({"notes": [{}]}, "notes[0]", "an object"),
        ({"notes": [{"fault": "kink", "severity": 3}]}, "notes[0].severity", "a number"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_document_is_told_with_its_path(changed, where, told):
    with pytest.raises(GraphProblem) as caught:
        read_document(with_nodes(NODE, **changed))
    assert (caught.value.where, told in caught.value.what) == (where, True)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "this is not JSON"),
        ("{", "this is not JSON"),
        ('{"adviz": 1,}', "this is not JSON"),
        ("[" * 200_000, "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        (b"\xff\xfe", "not UTF-8"),
    ],
    ids=range(6),
)
def test_what_is_no_json(text, told):
    with pytest.raises(SyntaxProblem, match=told) as caught:
        read_document(text)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("text", ["[]", "3", '"x"', "null"])
def test_what_is_no_object(text):
    with pytest.raises(GraphProblem, match="the document is "):
        read_document(text)


def test_a_key_that_stands_twice_is_refused():
    with pytest.raises(GraphProblem, match="the key op stands twice"):
        read_document('{"adviz": 1, "nodes": [{"id": "y", "op": "add", "op": "mul"}]}')


@pytest.mark.parametrize("number", ["1e400", "-1e400", "1" * 400, "1" * 5000])
def test_numbers_that_are_too_large(number):
    with pytest.raises(GraphProblem, match="is too large") as caught:
        read_document(f'{{"adviz": 1, "inputs": {{"x": {number}}}}}')
    assert len(str(caught.value)) < 200


def test_nan_as_python_writes_it():
    content = json.dumps(with_nodes(NODE, inputs={"x": math.nan}))
    assert math.isnan(values_of(listing_of_document(content))["x"])


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["x", "y", "add", "pi", "nan", ""]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "op", "args", "name", "value", "symbol", "fault"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)
KEYS = ["adviz", "schema", "inputs", "at", "nodes", "output", "outputs", "scope", "source", "notes", "edges"]


@given(st.dictionaries(st.sampled_from(KEYS), JSON), st.lists(JSON, max_size=3), st.booleans())
def test_anything_is_a_graph_or_an_error_that_says_why(content, nodes, form):
    content = {"adviz": 1, **content, **({"nodes": nodes} if form else {})}
    told = "it is a graph"
    try:
        evaluate(read_document(json.dumps(content)))
    except AdvizError as error:
        told = str(error)
    assert 0 < len(told) < 1000
