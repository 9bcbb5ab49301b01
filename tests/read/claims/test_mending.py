"""Graphs that are no computation: what is wrong is said, and enough is left to be drawn."""

import pytest

from graphviz_ad.read.claims import read_claims


def faults(nodes, inputs=("x",), output="y", **more):
    content = {"adviz": 1, "inputs": list(inputs), "nodes": nodes, **more}
    if output:
        content["output"] = output
    claims = read_claims(content)
    return claims, [(f.fault, f.node, f.edge) for f in claims.structure]


def node(id_, op, *args, **more):
    return {"id": id_, "op": op, "args": list(args), **more}


def test_a_right_graph_has_none():
    claims, found = faults([node("y", "mul", "x", 2)])
    assert (found, claims.notes) == ([], ())


def test_of_an_id_twice_the_first_counts():
    claims, found = faults([node("y", "mul", "x", 2), node("y", "add", "x", 1)])
    assert found == [("duplicate_id", "n1", None)]
    assert claims.structure[0].message == "two nodes have the id y (at nodes[0] and nodes[1])"
    assert claims.graph.ops == ["input", "mul", "output"]


def test_an_input_that_is_also_computed():
    claims, found = faults([node("x", "mul", "z", 2), node("y", "square", "x")], inputs=("x", "z"))
    assert [fault for fault, *_ in found] == ["duplicate_id"]
    assert claims.graph.ops == ["input", "mul", "square", "output"]


def test_a_missing_node_becomes_an_input_once():
    claims, found = faults([node("u", "mul", "x", "q"), node("y", "add", "q", "u")])
    assert found == [("missing_node", f"n{claims.graph.scope['u']}", f"n{claims.graph.scope['u']}_1")]
    assert claims.structure[0].message == "there is no node q (at nodes[0].args[1])"
    assert [claims.graph.names[k] for k in claims.graph.inputs] == ["x", "q"]


@pytest.mark.parametrize("op", ["mul", "neg", "log", "output", "constant"])
def test_a_wrong_number_of_operands_stays(op):
    count = {"mul": 3, "neg": 2, "log": 3, "output": 2, "constant": 2}[op]
    claims, found = faults([node("u", op, *["x"] * count), node("y", "square", "u")])
    u = claims.graph.scope["u"]
    assert found == [("wrong_arity", f"n{u}", None)]
    assert list(claims.graph.node(u).args) == [0] * count


def test_an_operation_without_operands_becomes_an_input():
    claims, found = faults([node("u", "mul"), node("y", "square", "u")])
    assert found == [("wrong_arity", f"n{claims.graph.scope['u']}", None)]
    assert claims.graph.ops[claims.graph.scope["u"]] == "input"


def test_unknown_operations_with_locals_are_taken_and_others_are_not():
    claims, found = faults([node("u", "sine", "x", local=[0.5]), node("y", "cosine", "u")])
    assert found == [("unknown_operation", f"n{claims.graph.scope['y']}", None)]
    assert claims.structure[0].hint.startswith("did you mean")
    assert claims.graph.ops[1:3] == ["sine", "cosine"]
    assert claims.partials == {0: 0.5}
    (note,) = claims.notes
    assert (note.fault, note.severity) == ("unknown_operation", "note")
    assert note.message == (
        "sine is no operation of the table: the local derivatives of u are taken as they are"
    )


def test_many_of_one_unknown_operation_are_one_note():
    nodes = [node(f"u{k}", "warp", "x", local=[1]) for k in range(5)]
    claims, found = faults([*nodes, node("y", "add", "u0", "u1")])
    assert found == []
    assert [n.message for n in claims.notes] == [
        "warp is no operation of the table: the local derivatives of u0 and 4 more are taken as they are"
    ]


def test_every_cycle_is_cut_and_the_first_is_named():
    nodes = [
        node("a", "add", "b", 1),
        node("b", "neg", "a"),
        node("c", "mul", "c", "a"),
        node("y", "add", "c", "a"),
    ]
    claims, found = faults(nodes)
    assert [fault for fault, *_ in found] == ["cycle"]
    assert claims.structure[0].message == "a cycle: b -> a -> b"
    assert sorted(claims.graph.ops) == sorted(["input", "add", "neg", "mul", "add", "output"])


def test_a_node_that_is_its_own_operand():
    claims, found = faults([node("y", "add", "y", "x")])
    assert found == [("cycle", f"n{claims.graph.scope['y']}", None)]
    assert claims.structure[0].message == "y is its own operand"


def test_an_output_that_nobody_names_is_assumed_where_there_is_only_one():
    claims, found = faults([node("u", "neg", "x"), node("v", "exp", "u")], output=None)
    assert found == []
    assert claims.notes[0].message == "no output is named: v, which nothing uses, is taken for it"
    claims, found = faults([node("u", "neg", "x"), node("v", "exp", "x")], output=None)
    assert found == [("no_output", None, None)]
    assert claims.structure[0].hint == "name the node that is to be differentiated; nothing uses u, v"
    assert len(claims.graph.outputs) == 2


def test_no_node_at_all():
    assert faults([], output=None)[1] == [("no_output", None, None)]


def test_an_output_that_is_no_node():
    claims, found = faults([node("u", "neg", "x")], output="yy")
    assert found == [("missing_node", None, None)]
    assert [claims.graph.names[k] for k in claims.graph.outputs] == ["u"]


def test_several_faults_are_all_told():
    nodes = [
        node("a", "add", "b", 1),
        node("b", "neg", "a", "q"),
        node("b", "neg", "x"),
        node("y", "ad", "a"),
    ]
    assert {fault for fault, *_ in faults(nodes)[1]} == {
        "duplicate_id", "wrong_arity", "unknown_operation", "missing_node", "cycle",
    }  # fmt: skip


def test_a_cycle_through_a_hundred_thousand_nodes():
    nodes = [node("v0", "neg", "v99999")] + [node(f"v{k}", "neg", f"v{k - 1}") for k in range(1, 100_000)]
    claims, found = faults(nodes, output="v99999")
    assert [fault for fault, *_ in found] == ["cycle"]
    assert len(claims.graph) == 100_002
    assert len(claims.structure[0].message) < 200
