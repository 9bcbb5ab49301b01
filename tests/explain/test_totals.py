import math

import pytest
from explain.tapes import ladder, tapes
from hypothesis import given
from hypothesis import strategies as st

from graphviz_ad.differentiate import evaluate, forward
from graphviz_ad.differentiate.ring import REAL
from graphviz_ad.errors import DomainProblem, UnknownName
from graphviz_ad.explain import explain, totals
from graphviz_ad.read import read_text

LOSS = "L = (y-(m*x+c))*(y-(m*x+c))"
POINT = {"y": 1, "m": 2, "x": 3, "c": 4}


def derive(source, at=None, *, of=(), **options):
    at = at or {}
    graph = read_text(source, at, wrt=options.get("wrt", ()), of=of)
    return explain(evaluate(graph, at), **options)


def of_pair(derivation, output, name):
    return next(e for e in derivation.explanations if (e.output, e.input) == (output, name))


@pytest.fixture(autouse=True)
def without_symbols(monkeypatch):
    """Tapes made by hand have operations that no table knows."""
    known = totals.Maker.__init__.__globals__["edge_symbols"]

    def symbols(graph, edges=None):
        return {} if "f" in graph.ops else known(graph, edges)

    monkeypatch.setitem(totals.Maker.__init__.__globals__, "edge_symbols", symbols)


def test_the_two_paths_of_the_squared_loss():
    derivation = derive(LOSS, POINT, wrt=["x"])
    (found,) = derivation.explanations
    assert [chain.factors for chain in found.chains] == [(1, -9, -1, 1, 2)] * 2
    assert [chain.product for chain in found.chains] == [18, 18]
    assert [chain.symbols for chain in found.chains] == [
        ("1", "v6", "-1", "1", "m"),
        ("1", "v3", "-1", "1", "m"),
    ]
    assert (found.total, found.count, found.shown, found.rest) == (36, 2, 36, 0)
    assert (found.checks.paths, found.checks.reverse, found.checks.forward) == (36, 36, 36)
    assert (found.checks.verdict, found.checks.difference.verdict) == ("agrees", "agrees")


@pytest.mark.parametrize(
    ("source", "at", "name", "total", "products"),
    [
        ("(y-(m*x+c))**2", POINT, "x", 36, [36]),
        ("(y-(m*x+c))**2", POINT, "y", -18, [-18]),
        ("z = a + a*b", {"a": 3, "b": 4}, "a", 5, [1, 4]),
        ("z = a + a*b", {"a": 3, "b": 4}, "b", 3, [3]),
        ("y = (2*x + 3)**2", {"x": 2}, "x", 28, [28]),
        ("y = x**2*(x + 1)", {"x": 2}, "x", 16, [12, 4]),
        ("y = relu(x)", {"x": 0}, "x", 0, [0]),
        ("y = 1 if x > 0 else 0", {"x": 2}, "x", 0, [0]),
        ("y = x**3", {"x": -2}, "x", 12, [12]),
    ],
)
def test_numbers_worked_out_by_hand(source, at, name, total, products):
    derivation = derive(source, at)
    found = next(e for e in derivation.explanations if e.input == name)
    assert (found.total, found.reached, found.count) == (total, True, len(products))
    assert [chain.product for chain in found.chains] == products
    assert found.checks.verdict == "agrees"
    assert found.checks.difference.verdict != "disagrees"


def test_tanh():
    derivation = derive("z = x*y + tanh(x)", {"x": 2, "y": 3})
    assert of_pair(derivation, "z", "x").total == pytest.approx(3.070650824853165, abs=1e-12)
    assert of_pair(derivation, "z", "y").total == 2


@pytest.mark.parametrize(("name", "total"), [("x", 36), ("m", 54), ("c", 18), ("y", -18)])
def test_every_derivative_of_the_loss(name, total):
    derivation = derive(LOSS, POINT)
    assert derivation.inputs == ("y", "m", "x", "c")
    assert of_pair(derivation, "L", name).total == total


def test_the_totals_of_the_loss_as_formulas():
    found = of_pair(derive(LOSS, wrt=["x"], formulas=True), "L", "x")
    assert (found.total, found.checks, found.shown) == (None, None, None)
    for values in (POINT, {"y": -1.5, "m": 0.25, "x": 2, "c": 7}):
        m, x, c, y = (values[name] for name in "mxcy")
        assert eval(found.symbol, {}, values) == pytest.approx(2 * m * (c + m * x - y))
        assert sum(eval(chain.symbol, {}, values) for chain in found.chains) == pytest.approx(
            2 * m * (c + m * x - y)
        )


def test_green_and_red():
    found = of_pair(derive("z = (x + c)*x", formulas=True), "z", "x")
    values = {"x": 1.25, "c": -7.0}
    assert [eval(chain.symbol, {}, values) for chain in found.chains] == [1.25, 1.25 - 7]
    assert eval(found.symbol, {}, values) == 2 * 1.25 - 7


def test_an_input_that_is_not_used():
    derivation = derive("y = x*x; z = sin(t)", {"x": 3, "t": 0})
    found = of_pair(derivation, "y", "t")
    assert (found.count, found.total, found.reached, found.chains) == (0, 0, False, ())
    assert (found.shown, found.rest) == (0, 0)
    notes = [note for note in derivation.notes if note.fault == "unused_input"]
    assert [note.message for note in notes] == ["t is not used in y", "x is not used in z"]
    assert notes[0].node == f"n{derivation.tape.graph.scope['t']}"


def test_an_unselected_operand_gives_exactly_zero():
    found = of_pair(derive("max(x, y)*(1/z)", {"x": 1, "y": 2, "z": 0}), "f", "x")
    assert (found.count, found.reached, found.total) == (1, True, 0)
    assert found.chains[0].product == 0


def test_an_intermediate_may_be_differentiated_by():
    derivation = derive("u = x*y; exp(u)*u", {"x": 0.5, "y": 2}, wrt=["u", "x"])
    assert derivation.inputs == ("u", "x")
    by_u, by_x = (of_pair(derivation, "f", name) for name in "ux")
    assert by_u.total == pytest.approx(2 * math.e)
    assert by_x.total == pytest.approx(4 * math.e)
    assert (by_u.count, by_x.count) == (2, 2)
    # A difference quotient by an intermediate has no meaning.
    assert by_u.checks.difference is None


def test_unknown_names_are_refused_with_a_near_one():
    tape = evaluate(read_text("loss = weight*x"))
    with pytest.raises(UnknownName, match="wieght") as caught:
        explain(tape, wrt=["wieght"])
    assert "weight" in caught.value.hint


@pytest.mark.parametrize(("most", "shown"), [(7, 8), (8, 8), (6, 6), (1, 1), (0, 0), (100, 8)])
def test_one_more_path_is_shown_if_it_is_the_only_one_left(most, shown):
    derivation = explain(ladder(3), max_paths=most)
    (found,) = derivation.explanations
    assert len(found.chains) == shown
    assert found.count == 8
    assert found.shown + found.rest == found.total == 8


def test_the_bound_is_for_all_pairs_together_and_the_largest_win():
    derivation = derive("a = 2*x + 3*y; b = 5*x + 7*y + x*x", {"x": 1, "y": 1}, max_paths=3)
    shown = [c.product for e in derivation.explanations for c in e.chains]
    assert sorted(shown) == [3, 5, 7]
    for e in derivation.explanations:
        assert e.shown + e.rest == e.total


def test_order_is_by_size_only_when_a_cut_is_needed():
    source, at = "z = 2*x + 3*x + 5*x", {"x": 1}
    assert [c.product for c in derive(source, at).explanations[0].chains] == [2, 3, 5]
    assert [c.product for c in derive(source, at, max_paths=1).explanations[0].chains] == [5]
    at_most_two = derive("z = 2*x + 3*x + 5*x + x*1", at, max_paths=2)
    assert [c.product for c in at_most_two.explanations[0].chains] == [5, 3]


def test_without_values_the_first_paths_in_operand_order_are_shown():
    found = derive("z = a*x + b*x + c*x", max_paths=3, wrt=["x", "a"]).explanations[0]
    assert [chain.symbols[-1] for chain in found.chains] == ["a", "b", "c"]
    found = derive("z = a*x + b*x + c*x", max_paths=1, wrt=["x"]).explanations[0]
    assert [chain.symbols[-1] for chain in found.chains] == ["a"]
    assert (found.count, found.rest) == (3, None)


def test_what_can_be_computed_of_missing_values_is_a_number():
    derivation = derive("z = x*x + sin(y)", {"x": 3})
    by_x, by_y = derivation.explanations
    assert (by_x.total, by_x.checks.verdict, by_x.checks.difference) == (6, "agrees", None)
    assert (by_y.total, by_y.checks, by_y.rest) == (None, None, None)


def test_a_ladder_counts_exactly():
    (found,) = explain(ladder(1000)).explanations
    assert found.count == 2**1000
    assert found.total == float(2**1000)
    assert found.checks.paths is None
    assert len(found.chains) == 7


def test_seventeen_inputs_are_checked_along_one_direction():
    source = "+".join(f"x{k}**2" for k in range(17))
    at = {f"x{k}": k for k in range(17)}
    derivation = derive(source, at)
    assert {e.checks.forward for e in derivation.explanations} == {None}
    assert {e.checks.difference for e in derivation.explanations} == {None}
    assert [e.checks.paths for e in derivation.explanations] == [2 * k for k in range(17)]
    (note,) = [note for note in derivation.notes if note.fault == "directional"]
    assert note.given == pytest.approx(note.expected, rel=1e-6)


def test_sixteen_inputs_are_checked_one_by_one():
    derivation = derive("+".join(f"x{k}**2" for k in range(16)), {f"x{k}": k + 1 for k in range(16)})
    assert [e.checks.forward for e in derivation.explanations] == [2 * k + 2 for k in range(16)]
    assert all(e.checks.difference.verdict == "agrees" for e in derivation.explanations)


def test_products_that_are_not_finite_are_inconclusive():
    derivation = derive("z = x/y*y", {"x": 1, "y": 0})
    found = of_pair(derivation, "z", "x")
    assert math.isnan(found.total)
    assert found.checks.verdict == "inconclusive"
    assert any(note.fault == "non_finite" and "∂z/∂x" in note.message for note in derivation.notes)


def test_where_the_ways_part_nothing_comes_out(monkeypatch):
    import graphviz_ad.explain.crosscheck as module

    def wrong(tape, seed, ring):
        found = forward(tape, seed, ring)
        return [value + 0.5 if ring is REAL and value else value for value in found]

    monkeypatch.setattr(module, "forward", wrong)
    with pytest.raises(DomainProblem, match=r"∂L/∂y part: paths -18, reverse -18, forward"):
        derive(LOSS, POINT)


def test_large_graphs_have_one_difference_quotient_in_all(monkeypatch):
    import graphviz_ad.differentiate.difference as module

    calls = []
    real = module.difference
    monkeypatch.setattr(module, "difference", lambda *args: calls.append(args) or real(*args))
    derivation = derive("+".join(["x*y"] * 12_000), {"x": 2, "y": 3})
    assert len(calls) == 1
    assert [e.total for e in derivation.explanations] == [36_000, 24_000]
    assert [e.checks.forward for e in derivation.explanations] == [36_000, 24_000]


def test_a_program_without_variables():
    assert derive("2 + 3").explanations == ()


@given(tapes(weights=st.floats(-3, 3)), st.integers(0, 9))
def test_forward_is_reverse_is_the_sum_over_paths(tape, most):
    # Tapes made by hand cannot be evaluated: no difference quotient for them.
    derivation = explain(
        type(tape)(tape.graph, {}, tape.primals, tape.partials, tape.states, (), False), max_paths=most
    )
    count = sum(e.count for e in derivation.explanations)
    listed = sum(len(e.chains) for e in derivation.explanations)
    assert listed == (count if most > 0 and count <= most + 1 else most)
    for e in derivation.explanations:
        assert e.checks.verdict == "agrees"
        assert e.shown + e.rest == pytest.approx(e.total, abs=1e-9)
        assert e.checks.paths == pytest.approx(e.checks.forward, rel=1e-9, abs=1e-9)
        assert e.reached == (e.count > 0)
        if len(e.chains) == e.count:
            assert e.rest == 0
            assert e.shown == pytest.approx(e.total, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(("inputs", "told"), [(3, 3), (4, 1), (20, 1)])
def test_of_many_inputs_that_are_not_used_one_note_tells(inputs, told):
    names = [f"x{k}" for k in range(inputs)]
    derivation = derive("f = 2*z; g = " + "*".join(names), of=["f"], wrt=names)
    notes = [note for note in derivation.notes if note.fault == "unused_input"]
    assert len(notes) == told
    if told == 1:
        assert notes[0].message.startswith(f"{inputs} of {inputs} derivatives are 0")
        assert "∂f/∂x0, ∂f/∂x1, ∂f/∂x2 and" in notes[0].message
