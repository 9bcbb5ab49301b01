"""Tapes: rows of tuples, of dicts, of objects, with local derivatives or with functions."""

from types import SimpleNamespace

import pytest
from foreign import engine

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
