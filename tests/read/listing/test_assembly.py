"""From records to graphs."""

import pytest

from graphviz_ad.errors import GraphProblem, UnknownName
from graphviz_ad.read import read_text
from graphviz_ad.read.listing.assembly import assemble, graph_of
from graphviz_ad.read.listing.meaning import values_of
from graphviz_ad.read.listing.records import Listing, Named, Record, stated


def listing(*nodes, inputs=(), outputs=("y",)):
    """Return a listing of nodes, each (id, op, operands) and perhaps a name and attributes."""
    records = []
    for k, (id_, op, args, *more) in enumerate(nodes):
        name = more[0] if more else id_
        attributes = more[1] if len(more) > 1 else {}
        operands = tuple(float(arg) if isinstance(arg, int) else arg for arg in args)
        records.append(Record(id_, op, operands, name, f"nodes[{k}]", attributes))
    given = inputs if isinstance(inputs, dict) else dict.fromkeys(inputs)
    return Listing(tuple(records), given, outputs, {})


def same(left, right):
    columns = ("ops", "starts", "operands", "constants", "symbols", "names", "inputs", "outputs", "scope")
    return [column for column in columns if getattr(left, column) != getattr(right, column)] == []


PROGRAMS = [
    ("y = x*3", [("y", "*", ("x", 3))], ["x"]),
    ("t = x + c; y = t*x", [("t", "Add", ("x", "c")), ("y", "mul", ("t", "x"))], ["x", "c"]),
    ("y = x**2 + pi", [("p", "**2", ("x",), None), ("y", "+", ("p", "pi"))], ["x"]),
    ("y = leaky_relu(x)", [("y", "lrelu", ("x",))], ["x"]),
    ("k = 3; y = k*x", [("k", "constant", (3,)), ("x", "input", ()), ("y", "mul", ("k", "x"))], []),
    ("y = -x", [("x", "", ()), ("y", "-", ("x",))], []),
    ("y = x", [("y", "output", ("x",))], ["x"]),
]


@pytest.mark.parametrize(("program", "nodes", "inputs"), PROGRAMS)
def test_it_is_the_graph_of_the_same_program(program, nodes, inputs):
    assert same(graph_of(listing(*nodes, inputs=inputs)), read_text(program))


def test_an_input_can_be_an_output():
    graph = graph_of(listing(inputs=["x"], outputs=("x",)))
    assert (graph.ops, graph.names, graph.scope) == (["input", "output"], {0: "x", 1: "x"}, {"x": 0})


def test_an_output_that_something_uses_has_its_name_twice():
    nodes = [("u", "add", ("x", 1)), ("y", "mul", ("u", 2))]
    found = graph_of(listing(*nodes, inputs=["x"], outputs=("u", "y")))
    assert found.names == {0: "x", 1: "u", 3: "u", 4: "y"}
    assert found.scope == {"x": 0, "u": 1, "y": 2}


def test_records_in_any_order_are_sorted_and_stay_where_they_can():
    nodes = [("y", "add", ("b", "a")), ("a", "sin", ("x",)), ("c", "cos", ("x",)), ("b", "exp", ("a",))]
    graph, places = assemble(listing(*nodes, inputs=["x"]))
    assert graph.ops == ["input", "sin", "exp", "add", "cos", "output"]
    assert places == {"x": 0, "y": 3, "a": 1, "c": 4, "b": 2}


def test_a_number_may_have_a_name_of_its_own():
    graph = graph_of(listing(("y", "mul", ("x", Named(0.5, "half"))), inputs=["x"]))
    assert (list(graph.constants), graph.symbols) == ([0.5], {0: "half"})


def test_an_id_goes_before_a_number_of_that_name():
    graph = graph_of(listing(("y", "mul", ("pi", "nan")), inputs=["pi", "nan"]))
    assert (list(graph.operands), list(graph.constants)) == ([0, 1, 2], [])


def test_outputs_in_the_order_in_which_they_are_named():
    nodes = [("a", "sin", ("x",)), ("b", "cos", ("x",))]
    graph = graph_of(listing(*nodes, inputs=["x"], outputs=("b", "a", "b")))
    assert [graph.names[node] for node in graph.outputs] == ["b", "a"]


@pytest.mark.parametrize(
    ("nodes", "told", "where"),
    [
        ([("y", "add", ("y", 1))], "y is its own operand", "nodes[0]"),
        ([("y", "add", ("v", 1)), ("v", "mul", ("y", 2))], "a cycle: y -> v -> y", "nodes[0]"),
        ([("y", "sin", ("x",)), ("y", "cos", ("x",))], "two nodes have the id y", "nodes[0] and nodes[1]"),
        ([("y", "sin", ("x",)), ("x", "cos", (1,))], "two nodes have the id x", "inputs and nodes[1]"),
        ([("y", "add", ("x", "z"))], "there is no node z", "nodes[0].args[1]"),
        ([("y", "add", ("x", "2"))], "there is no node 2", "nodes[0].args[1]"),
        ([("y", "add", ("x",))], "add has 1 operand", "nodes[0]"),
        ([("y", "", ("x",))], "1 operand has no operation", "nodes[0]"),
        ([("y", "constant", ("x",))], "the constant y has a node as operand", "nodes[0].args[0]"),
        ([("o", "output", ("x",)), ("y", "sin", ("o",))], "y uses the output o", "nodes[1].args[0]"),
        ([("y", "sin", ("x",)), ("o", "output", ("y",))], "o is not among the outputs", "nodes[1]"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place(nodes, told, where):
    with pytest.raises(GraphProblem) as caught:
        graph_of(listing(*nodes, inputs=["x"]))
    assert told in caught.value.what
    assert caught.value.where == where
    assert caught.value.hint


@pytest.mark.parametrize(("op", "args"), [("input", ()), ("output", (1,))])
def test_inputs_and_outputs_need_names_of_their_own(op, args):
    with pytest.raises(GraphProblem, match=f"two {op}s are called x") as caught:
        graph_of(listing(("a", op, args, "x"), ("b", op, args, "x"), ("y", "output", (1,)), outputs=()))
    assert caught.value.where == "nodes[0] and nodes[1]"


def test_no_output():
    with pytest.raises(GraphProblem, match="no output") as caught:
        graph_of(listing(("u", "sin", ("x",)), inputs=["x"], outputs=()))
    assert "nothing uses u" in caught.value.hint
    with pytest.raises(GraphProblem, match="no output"):
        graph_of(listing(outputs=()))


def test_an_operation_that_nobody_knows():
    with pytest.raises(UnknownName, match="unknown operation sine") as caught:
        graph_of(listing(("y", "sine", ("x",)), inputs=["x"]))
    assert (caught.value.where, "did you mean sin" in caught.value.hint) == ("nodes[0]", True)


def test_a_long_cycle_is_told_short():
    nodes = [(f"u{k}", "sin", (f"u{(k + 1) % 100_000}",)) for k in range(100_000)]
    with pytest.raises(GraphProblem, match="a cycle: ") as caught:
        graph_of(listing(*nodes, outputs=("u0",)))
    assert "(99989 more)" in caught.value.what
    assert len(caught.value.what) < 200


def test_long_chains():
    nodes = [(f"u{k}", "sin", (f"u{k - 1}",)) for k in range(1, 100_000)][::-1]
    graph = graph_of(listing(*nodes, inputs=["u0"], outputs=("u99999",)))
    assert len(graph) == 100_001


def test_values_by_name_by_id_and_by_the_input_itself():
    inputs = {"x": 1.0, "n1": 2.0, "free": None}
    nodes = [("n0", "input", (), "x"), ("n1", "input", (), "y"), ("z", "", (), "z", {"value": "3.5"})]
    found = listing(*nodes, ("y", "add", ("n0", "n1"), None), inputs=inputs)
    assert values_of(found) == {"x": 1.0, "y": 2.0, "z": 3.5}


def test_a_name_goes_before_an_id():
    nodes = [("n0", "input", (), "n1"), ("n1", "input", (), "n0"), ("y", "sub", ("n0", "n1"))]
    found = listing(*nodes, inputs={"n0": 5.0, "n1": 7.0})
    assert values_of(found) == {"n0": 5.0, "n1": 7.0}
    graph = graph_of(found)
    assert [graph.names[node] for node in graph.inputs] == ["n1", "n0"]


def test_look_alikes_of_inputs_are_one_name():
    graph = graph_of(listing(("y", "sin", ("\u00b5",)), inputs=["\u00b5"]))
    assert graph.names[0] == "\u03bc"


@pytest.mark.parametrize("name", ["a\nb", "\u202ex", "<b>", 'say "hi"', "", "x" * 10_000, "\x1b[31m"])
def test_hostile_names_do_no_harm_to_messages(name):
    with pytest.raises(GraphProblem) as caught:
        graph_of(listing((name, "add", (name, 1)), outputs=(name,)))
    told = str(caught.value)
    assert len(told) < 400
    assert all(c.isprintable() or c == "\n" for c in told)
    assert graph_of(listing((name, "sin", (1,)), outputs=(name,))).names == {1: name}


@pytest.mark.parametrize(
    ("value", "number"),
    [(3, 3.0), ("2.5", 2.5), ("-1e-3", -1e-3), ("inf", float("inf")), ("x", None), (True, None), (None, None),
     ("Infinity", None), ("", None), (10**400, None), ([1], None)],
)  # fmt: skip
def test_stated_numbers(value, number):
    assert stated(value) == number
