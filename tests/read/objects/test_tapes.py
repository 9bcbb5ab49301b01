"""Tapes: rows of tuples, of dicts, of objects, with local derivatives or with functions."""

from types import SimpleNamespace

import pytest
from foreign import engine

from graphviz_ad.check import judge
from graphviz_ad.errors import GraphProblem
from graphviz_ad.read.objects import read_object


def variable(v):
    return SimpleNamespace(v=v, g=0.0)


def square_plus_one():
    """Return the nodes of x*x + 1 at 3, and its rows as plain tuples."""
    x, u, one, y = variable(3.0), variable(9.0), variable(1.0), variable(10.0)
    x.g, u.g, one.g, y.g = 6.0, 1.0, 1.0, 1.0
    return x, one, y, [(u, (x, x), (3.0, 3.0)), (y, (u, one), (1.0, 1.0))]


ROWS = {
    "out, ins, locals": lambda out, ins, loc: (out, ins, loc),
    "ins, out, locals": lambda out, ins, loc: (ins, out, loc),
    "with a name": lambda out, ins, loc: ("*" if len({id(i) for i in ins}) == 1 else "+", out, ins, loc),
    "dicts": lambda out, ins, loc: {"out": out, "inputs": ins, "locals": loc},
    "objects": lambda out, ins, loc: SimpleNamespace(out=out, args=list(ins), partials=loc),
}


@pytest.mark.parametrize("form", ROWS)
def test_rows_in_every_form(form):
    x, one, y, rows = square_plus_one()
    tape = [ROWS[form](*row) for row in rows]
    claims = read_object(y, names={"x": x, "one": one, "tape": tape})
    assert claims.graph.ops == ["input", "mul", "input", "add", "output"]
    assert list(claims.partials.values()) == [3.0, 3.0, 1.0, 1.0]
    assert claims.adjoints == {0: 6.0, 1: 1.0, 2: 1.0, 3: 1.0}
    assert claims.order == (3, 1)


def test_rows_with_functions_of_the_upstream_gradient():
    x, one, y, rows = square_plus_one()
    functions = [lambda g: (3.0 * g, 3.0 * g), lambda g: (g, g)]
    tape = [(out, ins, function) for (out, ins, _), function in zip(rows, functions, strict=True)]
    claims = read_object(y, names={"x": x, "one": one, "tape": tape})
    assert [(probe.once, probe.scaled) for probe in claims.probes.values()] == [(3.0, 3.0)] * 2 + [
        (1.0, 1.0)
    ] * 2
    assert claims.sources[1].text.startswith("functions = [lambda g")


def test_the_tape_is_found_in_the_module_of_the_class():
    module = engine("tape")
    y, names = module.example()
    assert read_object(y, names=names).order == (4, 3, 1)


def test_rows_of_other_computations_are_left_out():
    x, one, y, rows = square_plus_one()
    other = variable(2.0)
    rows.append((variable(4.0), (other, other), (2.0, 2.0)))
    claims = read_object(y, names={"x": x, "one": one, "tape": rows})
    assert claims.order == (3, 1)
    assert set(claims.at) == {"x", "one"}


NUMBERED = [(2, (0, 1), (3.0, 2.0)), (3, (2, 0), (1.0, 1.0))]


def numbered(**changes):
    """Return an object with a tape of x*y + x whose rows have numbers for nodes."""
    kept = {"tape": NUMBERED, "vals": [2.0, 3.0, 6.0, 8.0], "grad": [4.0, 2.0, 1.0, 1.0]}
    return SimpleNamespace(**kept | changes)


def test_rows_of_numbers():
    claims = read_object(numbered(), names={"x": 0, "y": 1, "i": 0})
    assert claims.graph.ops == ["input", "input", "mul", "add", "output"]
    assert claims.at == {"x": 2.0, "y": 3.0}
    assert list(claims.partials.values()) == [3.0, 2.0, 1.0, 1.0]
    assert claims.adjoints == {0: 4.0, 1: 2.0, 2: 1.0, 3: 1.0}
    assert not [found for found in judge(claims).findings if found.severity != "note"]


def test_a_number_on_a_tape_among_the_variables_is_an_output():
    claims = read_object(2, names=vars(numbered()) | {"x": 0, "y": 1})
    assert claims.graph.ops == ["input", "input", "mul", "output"]


def test_an_overwritten_gradient_on_a_tape_of_numbers():
    claims = read_object(numbered(grad=[3.0, 2.0, 1.0, 1.0]), names={"x": 0, "y": 1})
    found = [f for f in judge(claims).findings if f.severity == "error"]
    assert found[0].node == "n0"


@pytest.mark.parametrize("tape", [[(2, (0, 5), (3.0, 2.0))], [(2, (), ())], [(0.5, (0, 1), (3.0, 2.0))], []])
def test_other_lists_of_numbers_are_no_tape(tape):
    with pytest.raises(GraphProblem) as told:
        read_object(numbered(tape=tape))
    assert any("tape" in one for one in told.value.legal)


def test_the_object_that_holds_the_rows():
    x, one, _, rows = square_plus_one()
    claims = read_object(SimpleNamespace(records=rows), names={"x": x, "one": one})
    assert claims.graph.ops == ["input", "mul", "input", "add", "output"]
    assert claims.adjoints == {0: 6.0, 1: 1.0, 2: 1.0, 3: 1.0}


def test_a_tape_of_rules_that_hold_their_nodes():
    tape = []

    def mul(a, b):
        o = variable(a.v * b.v)

        def back():
            a.g += b.v * o.g
            b.g += a.v * o.g

        tape.append(back)
        return o

    x, y = variable(2.0), variable(3.0)
    z = mul(mul(x, y), x)
    claims = read_object(z, names={"x": x, "y": y, "tape": tape})
    assert [(n.op, n.args) for n in claims.graph][2:4] == [("mul", (0, 1)), ("mul", (2, 0))]
    assert [probe.once for probe in claims.probes.values()] == [3.0, 2.0, 2.0, 6.0]
    assert (x.g, y.g, z.g) == (0.0, 0.0, 0.0)
