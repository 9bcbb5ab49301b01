"""Claims as JSON, and back as the same claims."""

import json
import math
from collections.abc import Mapping

import pytest
from graphs import HOSTILE, graphs, hostile, operands
from hypothesis import given
from hypothesis import strategies as st

from graphviz_ad.check import judge
from graphviz_ad.claims import Claims, Line, Probe
from graphviz_ad.differentiate import evaluate
from graphviz_ad.finding import Finding, Source
from graphviz_ad.noun import replace
from graphviz_ad.read import read_text
from graphviz_ad.read.claims import read_claims
from graphviz_ad.read.claims.typed_pass import read_backward_pass
from graphviz_ad.write.claims_document import claims_document
from graphviz_ad.write.document import dumps


def back(claims, right=None):
    return read_claims(dumps(claims_document(claims, right)))


def same(left, right):
    """Whether two claims say the same; nan is the same as nan, and constants may be kept elsewhere."""
    columns = ("at", "values", "partials", "adjoints", "stated_ops", "probes", "missing_rules", "order",
               "sources", "kind", "notes", "structure", "lines")  # fmt: skip
    for name in columns:
        told, read = getattr(left, name), getattr(right, name)
        if isinstance(told, Mapping):
            told, read = dict(sorted(told.items())), dict(sorted(read.items()))
        elif isinstance(told, frozenset):
            told, read = sorted(told), sorted(read)
        assert repr(told) == repr(read), name
    assert operands(left.graph) == operands(right.graph)
    for column in ("ops", "starts", "names", "inputs", "outputs", "scope", "source", "places"):
        assert getattr(left.graph, column) == getattr(right.graph, column), column


numbers = st.floats() | st.sampled_from([0.0, -0.0, 1.0, math.inf, math.nan, 1e300, 2.0**60])


@st.composite
def claims(draw):
    """Make claims of anything about a random graph."""
    graph = draw(graphs())
    nodes, edges = range(len(graph)), [e.position for e in graph.edges if e.head not in graph.outputs]
    inputs = [graph.names[node] for node in graph.inputs]
    operations = [node for node in nodes if graph.is_operation(node)]
    at = draw(st.dictionaries(st.sampled_from(inputs), st.floats(allow_nan=False))) if inputs else {}
    words = st.text(max_size=6)
    source = st.builds(Source, words, st.integers(0, 10**6), words)
    kinds, given_ = (
        st.sampled_from(["kink", "cycle"]),
        st.none() | st.floats(allow_nan=False) | st.sampled_from(["dx = 2", "12"]),
    )
    finding = st.builds(Finding, kinds, given=given_, message=words, hint=words, source=st.none() | source)
    findings = st.lists(finding, max_size=2)
    some = st.sampled_from(operations) if operations else st.nothing()
    used = st.sampled_from(edges) if edges else st.nothing()
    # What an input is worth stands in one place.
    values = draw(st.dictionaries(some, numbers))
    values |= {graph.scope[name]: float(at[name]) for name in at}
    return Claims(
        graph, at, values,
        draw(st.dictionaries(used, numbers)),
        draw(st.dictionaries(some, numbers)),
        draw(st.dictionaries(some, st.text(min_size=1, max_size=4))),
        draw(st.dictionaries(used, st.builds(Probe, numbers, numbers, numbers))),
        frozenset(draw(st.sets(some))),
        tuple(draw(st.lists(some))),
        draw(st.dictionaries(some, source)),
        draw(words), tuple(draw(findings)), tuple(draw(findings)),
    )  # fmt: skip


@given(claims())
def test_what_is_written_reads_back_as_the_same_claims(made):
    same(made, back(made))


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names(name):
    graph = hostile(name)
    made = Claims(graph, {"x": 1.5, "y": 2.0}, {0: 1.5, 1: 2.0}, {0: 2.0}, {0: 3.0}, kind="live objects")
    same(made, back(made))


def test_operations_that_nobody_knows_are_taken_over_without_a_word():
    graph = replace(read_text("y = sin(x)*x"), ops=["input", "warp", "mul", "output"])
    made = Claims(graph, {"x": 1.0}, {0: 1.0}, kind="live objects of class Value")
    same(made, back(made))


def test_a_structure_that_is_no_computation_is_handed_over_with_its_faults():
    nodes = [{"id": "y", "op": "neg", "args": ["x", "x"]}, {"id": "y", "op": "add", "args": ["y", "q"]}]
    made = read_claims({"adviz": 1, "inputs": {"x": 1}, "output": "y", "nodes": nodes})
    assert [f.fault for f in made.structure] == ["duplicate_id", "wrong_arity"]
    same(made, back(made))


def test_a_backward_pass_in_text_is_handed_over_with_its_lines():
    made = read_backward_pass("x = 3; y = x*x\n---\ndy = 1\nt = 2\ndx = t*x*dy\ndx += 0")
    assert Line(4, "t = 2", "t", None, adds=False, formula="2") in made.lines
    same(made, back(made))


def test_the_form():
    graph = read_text("y = 2*x - pi*c")
    made = Claims(graph, {"x": 3.0}, {0: 3.0, 1: 6.5}, {1: 2.5}, {0: 2.0, 1: math.nan}, {1: "+"}, kind="JSON")
    content = claims_document(made)
    assert content["inputs"] == {"x": 3, "c": None}
    assert content["grads"] == {"x": 2}
    assert content["nodes"][:2] == [
        {"id": "n0", "op": "input", "args": [], "name": "x", "place": [6, 7], "value": 3},
        {"id": "n1", "op": "mul", "args": [2, "n0"], "name": None, "place": [4, 7], "value": 6.5,
         "local": [None, 2.5], "grad": "nan"},
    ]  # fmt: skip
    assert content["claims"] == {"kind": "JSON", "stated_ops": {"n1": "+"}}


def test_the_corrected_graph_states_what_is_right():
    # y = p**3 + p at 1.3: 2.197, 3.497; slopes 5.07, 1, 1; dy/dp = 6.07.
    nodes = [
        {"id": "c", "op": "pow", "args": ["p", 3], "value": 2.0, "local": [5.0, None], "grad": 2.0},
        {"id": "y", "op": "add", "args": ["c", "p"], "value": 3.0, "local": [1.0, 7.0], "grad": 1.0},
    ]
    wrong = read_claims(
        {"adviz": 1, "inputs": {"p": 1.3}, "nodes": nodes, "output": "y", "grads": {"p": 5.07}}
    )
    content = claims_document(wrong, evaluate(wrong.graph, {"p": 1.3}))
    assert "claims" in content
    fixed = read_claims(json.loads(dumps(content)))
    names = {name: fixed.graph.scope[name] for name in "pcy"}
    assert [fixed.values[names[n]] for n in "pcy"] == pytest.approx([1.3, 2.197, 3.497], rel=1e-15)
    assert [fixed.adjoints[names[n]] for n in "pcy"] == pytest.approx([6.07, 1.0, 1.0], rel=1e-15)
    assert [fixed.partials[k] for k in sorted(fixed.partials)] == pytest.approx([5.07, 1.0, 1.0], rel=1e-15)


def test_where_a_value_is_missing_the_corrected_graph_states_what_is_known():
    graph = read_text("y = x*c")
    content = claims_document(Claims(graph), evaluate(graph, {"x": 2}))
    assert content["nodes"][2] == {
        "id": "n2", "op": "mul", "args": ["n0", "n1"], "name": None, "place": [4, 7], "local": [None, 2],
    }  # fmt: skip
    assert "grads" not in content


def test_an_operation_that_was_called_by_a_wrong_name_is_corrected_too():
    nodes = [{"id": "y", "op": "add", "args": ["p", "q"], "value": 12.0, "local": [4.0, 3.0], "grad": 1.0}]
    content = {
        "adviz": 1,
        "inputs": {"p": 3, "q": 4},
        "nodes": nodes,
        "output": "y",
        "grads": {"p": 4, "q": 3},
    }
    wrong = read_claims(content)
    verdict = judge(wrong)
    assert not verdict.ok
    fixed = read_claims(claims_document(wrong, verdict.tape))
    assert judge(fixed).ok
