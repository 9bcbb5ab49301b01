"""Graphs of real engines that went wrong, as JSON and as DOT: what they state is read as it stands."""

import json

import pytest
from faulty import CASES, as_document

from graphviz_ad.read.claims import read_claims
from graphviz_ad.write.claims_document import claims_document

CYCLE, ARITY = "A09", "E48"
each = pytest.mark.parametrize("data", [pytest.param(data, id=name) for name, data in CASES.items()])


def as_dot(data):
    """Return a case as DOT: locals on edges, numbers in args."""
    grads = data.get("grad_given", {})
    lines = ["digraph {", f'  outputs="{data["output"]}"']
    for name, value in data["inputs"].items():
        grad = f' grad="{grads[name]}"' if name in grads else ""
        lines.append(f'  {name} [value="{value}"{grad}]')
    for node in data["nodes"]:
        keys = {"value": "value", "grad_given": "grad"}
        said = "".join(f' {keys[key]}="{node[key]}"' for key in keys if key in node)
        args = " ".join(map(str, node["args"]))
        lines.append(f'  {node["id"]} [op="{node["op"]}" args="{args}"{said}]')
        for slot, arg in enumerate(node["args"]):
            local = f' local="{node["local_given"][slot]}"' if "local_given" in node else ""
            if isinstance(arg, str):
                lines.append(f"  {arg} -> {node['id']} [slot={slot}{local}]")
    return "\n".join([*lines, "}"])


def stated(claims):
    """Return everything a graph states by the names of its nodes."""
    graph = claims.graph
    names = {node: name for name, node in graph.scope.items()}
    edges = {edge.position: (names[edge.head], edge.slot) for edge in graph.edges if edge.head in names}
    return (
        dict(claims.at),
        {names[node]: value for node, value in claims.values.items()},
        {edges[edge]: value for edge, value in claims.partials.items()},
        {names[node]: value for node, value in claims.adjoints.items()},
    )


def expected(data):
    """Return the same, straight from the case."""
    values = dict(data["inputs"]) | {n["id"]: n["value"] for n in data["nodes"] if "value" in n}
    partials = {
        (node["id"], slot): local
        for node in data["nodes"]
        for slot, (arg, local) in enumerate(zip(node["args"], node.get("local_given", ()), strict=False))
        if isinstance(arg, str)
    }
    grads = {n["id"]: n["grad_given"] for n in data["nodes"] if "grad_given" in n}
    return data["inputs"], values, partials, grads | data.get("grad_given", {})


@each
@pytest.mark.parametrize("form", [as_document, lambda data: json.dumps(as_document(data)), as_dot])
def test_a_case_states_what_it_states(form, data):
    claims = read_claims(form(data))
    assert stated(claims) == expected(data)
    faults = {"u": "cycle"} if data.get("expect_error") == "cycle" else {}
    faults |= {b["at"]: b["fault"] for b in data.get("blame", ()) if b.get("fault") == "wrong_arity"}
    scope = claims.graph.scope
    assert [f.fault for f in claims.structure] == list(faults.values())
    if "wrong_arity" in faults.values():
        assert [f.node for f in claims.structure] == [f"n{scope[name]}" for name in faults]
    assert [claims.graph.names[node] for node in claims.graph.outputs] == [data["output"]]


@pytest.mark.parametrize("data", [data for name, data in CASES.items() if name != CYCLE])
def test_the_graph_is_that_of_the_case(data):
    claims = read_claims(as_document(data))
    for node in data["nodes"]:
        index = claims.graph.scope[node["id"]]
        assert claims.graph.ops[index] == node["op"]
        args = [float(arg) if not isinstance(arg, str) else claims.graph.scope[arg] for arg in node["args"]]
        assert list(claims.graph.node(index).args) == args


@each
def test_both_forms_are_the_same_claims_and_read_back(data):
    json_claims, dot_claims = read_claims(as_document(data)), read_claims(as_dot(data))
    assert stated(json_claims) == stated(dot_claims)
    for claims in (json_claims, dot_claims):
        again = read_claims(json.dumps(claims_document(claims)))
        for column in ("at", "values", "partials", "adjoints", "kind", "structure", "notes"):
            assert getattr(again, column) == getattr(claims, column), column
        assert again.graph.ops == claims.graph.ops
        assert again.graph.names == claims.graph.names
        assert list(again.graph.starts) == list(claims.graph.starts)


def test_a09_the_cycle_is_named():
    data = CASES[CYCLE]
    for source in (as_document(data), as_dot(data)):
        (finding,) = read_claims(source).structure
        assert (finding.fault, finding.severity) == ("cycle", "error")
        assert finding.message in ("a cycle: u -> v -> u", "a cycle: v -> u -> v")


def test_e48_the_node_with_one_operand_too_many_is_named():
    data = CASES[ARITY]
    for source in (as_document(data), as_dot(data)):
        claims = read_claims(source)
        (finding,) = claims.structure
        assert finding.node == f"n{claims.graph.scope['y']}"
        assert finding.message.startswith("neg has 2 operands")
        assert finding.hint == "it takes 1: neg(x)"


def test_there_are_45():
    assert len(CASES) == 45
