"""Labels that are formulas define their nodes."""

import pytest

from graphviz_ad.check import judge
from graphviz_ad.read.claims import read_claims

RIGHT = """digraph { x [value=2]; y [value=3]; u [label="x*y"]; v [label="u**2"]; z [label="v + y"];
x -> u [label="y"]; y -> u [label="x"]; u -> v [label="2*u"]; v -> z [label="1"]; y -> z [label="1"] }"""


def operations(claims):
    return [(n.op, n.args) for n in claims.graph if n.op not in ("input", "output")]


def test_formulas_are_definitions():
    claims = read_claims(RIGHT)
    assert operations(claims) == [("mul", (0, 1)), ("pow", (2, 2.0)), ("add", (3, 1))]
    assert not [found for found in judge(claims).findings if found.severity == "error"]


def test_a_wrong_slope_at_a_formula_is_found():
    # d(u**2)/du is 2*u = 12, not 2*x = 4.
    [found] = [f for f in judge(read_claims(RIGHT.replace("2*u", "2*x"))).findings if f.severity == "error"]
    assert (found.node, found.given, found.expected) == ("n3", 4.0, 12.0)


@pytest.mark.parametrize(
    ("label", "edges", "op", "args"),
    [
        ("y - x", "x -> u; y -> u", "sub", (1, 0)),
        ("d = y/x", "x -> u; y -> u", "div", (1, 0)),
        ("exp(x)", "x -> u; y -> w", "exp", (0,)),
        ("3*x", "x -> u; y -> w", "mul", (3.0, 0)),
        ("x*x", "x -> u; y -> w", "square", (0,)),
        ("x*x", "x -> u; x -> u; y -> w", "mul", (0, 0)),
    ],
)
def test_operands_in_the_order_of_the_formula(label, edges, op, args):
    claims = read_claims(f'digraph {{ x [value=2]; y [value=3]; w [op=neg]; u [label="{label}"]; {edges} }}')
    found = {(n.op, n.args) for n in claims.graph}
    assert (op, args) in found


def test_the_name_of_a_formula_is_that_of_its_node():
    claims = read_claims('digraph { x [value=2]; n1 [label="u = x**2"]; z [op=exp]; x -> n1 -> z }')
    assert claims.graph.names[1] == "u"


@pytest.mark.parametrize("label", ["x*y + q", "x*y + 1", "what is this?", "x y", "x"])
def test_other_labels_are_names(label):
    claims = read_claims(
        f'digraph {{ x [value=2]; y [value=3]; u [label="{label}"]; x -> u [local=3]; y -> u [local=2] }}'
    )
    assert {"mul", "add"}.isdisjoint(claims.graph.ops)
