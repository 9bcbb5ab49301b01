import pytest
from explain.tapes import graph_of, ladder, tapes
from hypothesis import given

from graphviz_ad.differentiate import evaluate
from graphviz_ad.explain import Words, explain, path_words, sweeps
from graphviz_ad.explain import chains as chains_module
from graphviz_ad.explain.legible import holds, printable
from graphviz_ad.explain.signs import formula, sign
from graphviz_ad.explain.sums import checks, count_words, remainder, sum_line, unused
from graphviz_ad.graph import INPUT
from graphviz_ad.noun import replace
from graphviz_ad.read import read_text

LOSS = "L = (y-(m*x+c))*(y-(m*x+c))"
POINT = {"y": 1, "m": 2, "x": 3, "c": 4}


def derive(source, at=None, **options):
    return explain(evaluate(read_text(source, at or {}), at or {}), **options)


def rows(derivation):
    words = Words(derivation)
    return [words.path(chain, e.target) for e in derivation.explanations for chain in e.chains]


def lines(derivation):
    words = Words(derivation)
    return [sum_line(words, e) for e in derivation.explanations]


def test_a_path_is_told_by_sign_and_label_from_the_output():
    derivation = derive(LOSS, POINT, wrt=["x"])
    assert rows(derivation) == [
        "L ← × v₇ ← − v₃ ← + v₂ ← × v₁ ← x",
        "L ← × v₇ ← − v₆ ← + v₅ ← × v₄ ← x",
    ]
    assert path_words(derivation, derivation.explanations[0].chains[1]) == rows(derivation)[1]


def test_factors_are_typeset_and_bracketed_where_they_need_it():
    words, derivation = (Words(d := derive(LOSS, POINT, wrt=["x"])), d)
    chain = derivation.explanations[0].chains[0]
    assert words.local_derivatives(chain) == "1 · v₆ · (−1) · 1 · m"
    assert words.numbers(chain) == "1 · (−9) · (−1) · 1 · 2"
    assert words.product(chain) == ("18", True)
    assert words.factor("2*v3") == "2·v₃"
    assert words.factor("x + c") == "(x + c)"
    assert words.factor("1/x") == "(1/x)"
    assert words.factor("cos(x)") == "cos(x)"


def test_the_operands_place_tells_parallel_edges_apart():
    assert rows(derive("x*x", {"x": 3})) == ["f ← × v₁ ← x (1st)", "f ← × v₁ ← x (2nd)"]
    assert rows(derive("u = x + 1; z = u*u")) == ["z ← × v₁ ← + 1 u (1st) ← x", "z ← × v₁ ← + 1 u (2nd) ← x"]


def test_constants_are_part_of_the_sign():
    (told,) = rows(derive("(2*x+3)**2", {"x": 2}))
    assert told == "f ← ( )² v₃ ← + 3 v₂ ← 2 × v₁ ← x"
    assert sign("pow", ["2", None]) == "2^( )"
    assert formula("div", ["x", "−2"]) == "x/(−2)"
    assert sign("whatever", [None, "3"]) == "whatever(·, 3)"


@given(tapes(most=7))
def test_no_two_rows_read_alike(tape):
    known = chains_module.edge_symbols
    chains_module.edge_symbols = lambda *_: {}
    try:
        told = rows(explain(replace(tape, complete=False), max_paths=30))
    finally:
        chains_module.edge_symbols = known
    assert len(set(told)) == len(told)


def test_equal_names_of_somebodys_graph_are_told_apart():
    graph = graph_of([(INPUT, ()), (INPUT, ()), ("add", (0, 1))], [("y", 2)], {0: "x", 1: "x"})
    told = rows(explain(evaluate(graph), wrt=()))
    assert told == ["y ← + v₁ ← x (n0)", "y ← + v₁ ← x (n1)"]


def test_long_paths_are_cut_where_they_do_not_differ():
    told = rows(explain(ladder(500), max_paths=50))
    assert len(set(told)) == 50
    assert max(map(len, told)) < 400
    assert all(" more …" in row for row in told)


def test_names_cannot_break_a_line_or_speak_to_the_terminal():
    assert printable("a\nb\x1b[31m") == "a\\nb\\x1b[31m"
    assert printable("損失") == "損失"
    assert len(printable("x" * 20_000)) == 60


def test_sums():
    assert lines(derive("z = (x + c)*x", {"x": 3, "c": 4}, wrt=["x"])) == ["∂z/∂x = 3 + 7 = 10"]
    assert lines(derive(LOSS, POINT)) == [
        "∂L/∂y = (−9) + (−9) = −18",
        "∂L/∂m = 27 + 27 = 54",
        "∂L/∂x = 18 + 18 = 36",
        "∂L/∂c = 9 + 9 = 18",
    ]


def test_three_and_more_equal_products_are_grouped():
    assert lines(derive("a = x + x; b = a + a; z = b + b", {"x": 5})) == ["∂z/∂x = 8 × 1 = 8"]
    assert lines(derive("z = x*2 + x*2 + x*3", {"x": 5})) == ["∂z/∂x = 2 + 2 + 3 = 7"]
    assert lines(derive("z = x*-2 + x*-2 + x*-2 + x*3", {"x": 5})) == ["∂z/∂x = 3 × (−2) + 3 = −3"]


def test_rounded_numbers_are_never_equal():
    assert lines(derive("x/3", {"x": 1})) == ["∂f/∂x ≈ 0.3333"]
    assert lines(derive("x/3 + x/3", {"x": 1})) == ["∂f/∂x ≈ 0.3333 + 0.3333 ≈ 0.6667"]
    words = Words(derivation := derive("x/3*3", {"x": 1}))
    assert words.product(derivation.explanations[0].chains[0]) == ("1", False)
    # Each number is exact, but the sum as it stands there is not.
    assert lines(derive("1e16*x + x", {"x": 1})) == ["∂f/∂x = 1e16 + 1 ≈ 1e16"]
    assert holds(["0.1", "0.3"], "0.03", product=True)
    assert not holds(["0.3333", "3"], "1", product=True)
    assert holds(["∞", "1"], "∞")
    # Long equations are reckoned too: 0.5**1100 is no number a float can hold, and not 0.
    assert not holds(["0.5"] * 1100, "0", product=True)
    assert holds(["1"] * 1100, "1", product=True)
    assert not holds(["1e16"] + ["1"] * 50, "1e16")


def test_zero_says_why():
    words = Words(derivation := derive("y = x; z = t", {"x": 1, "t": 2}))
    found = derivation.explanations[1]
    assert unused(words, found) == "0 (t is not used in y)"
    assert sum_line(words, found) == "∂y/∂t = 0 (t is not used in y)"


def test_the_remainder_closes_the_sum():
    words = Words(derivation := explain(ladder(20)))
    (found,) = derivation.explanations
    assert remainder(words, found) == "+ 2**20 - 7 more paths = 1048569"
    assert remainder(words, replace(found, count=8, rest=-3.2)) == "+ 1 more path = −3.2"
    words = Words(derivation := derive("z = 2*x + 3*x + 5*x", {"x": 1}, max_paths=1))
    assert remainder(words, derivation.explanations[0]) == "+ 2 more paths = 5"
    assert lines(derivation) == ["∂z/∂x = 5 + 5 = 10"]


def test_a_rest_that_may_be_rounding_is_not_told_as_a_number():
    words = Words(derivation := derive("f = " + "x + " * 10 + "1e16*x", {"x": 1}))
    assert remainder(words, derivation.explanations[0]) == "+ 4 more paths ≈ 0"
    assert lines(derivation) == ["∂f/∂x ≈ 1e16 + 6 × 1 + 0 ≈ 1e16"]


def test_an_overflow_is_no_equation():
    words = Words(derivation := derive("f = x*1e200*1e200", {"x": 1}))
    assert words.product(derivation.explanations[0].chains[0]) == ("∞", False)


def test_a_summand_with_a_minus_stands_in_brackets():
    (line,) = lines(derive("f = sin(x)**2 + cos(x)**2", formulas=True))
    assert line == "∂f/∂x = 2·sin(x)·cos(x) + (−2·sin(x)·cos(x)) = 0"


@pytest.mark.parametrize(
    ("count", "shown", "told"),
    [
        (12, 7, "5"),
        (2**50, 12, "2**50 - 12"),
        (2**50 + 1, 12, str(2**50 - 11)),
        (2**1000, 0, "2**1000"),
        (2**20_000, 7, "2**20000 - 7"),
    ],
    ids=["small", "power", "no power", "all of a power", "too long to be written"],
)
def test_counts_are_exact(count, shown, told):
    assert count_words(count, shown) == told


def test_symbolic_sums():
    derivation = derive("z = (x + c)*x", formulas=True)
    first = lines(derivation)[0]
    assert first.startswith("∂z/∂x = x + (")
    assert first.endswith(("= c + 2·x", "= 2·x + c"))
    assert lines(derive("z = (x + c)*x"))[0] == "∂z/∂x = 1 · x · 1 + 1 · v₁"


def test_the_cheaper_mode():
    assert (
        sweeps(derive("a = x*y; b = x; c = y")) == "2 forward sweeps or 3 reverse sweeps: forward is cheaper"
    )
    assert sweeps(derive("x*y")) == "2 forward sweeps or 1 reverse sweep: reverse is cheaper"
    assert sweeps(derive("x*x")) == "1 forward sweep or 1 reverse sweep: either costs the same"


def test_checks_in_a_line():
    assert checks(derive(LOSS, POINT)) == (
        "paths = reverse = forward for all 4 derivatives; difference quotient: 4 agree"
    )
    assert checks(derive("x*y")) == ""
    assert checks(derive("x**2", {"x": 1})) == (
        "paths = reverse = forward for the derivative; difference quotient: agrees"
    )


@pytest.mark.parametrize("name", ["pi", "tau"])
def test_a_variable_that_is_called_as_a_number_is_written_as_it_is_called(name):
    words = Words(derive(f"{name}*x", {name: 3, "x": 2}))
    assert words.symbol(name) == name
    assert words.formula(2) == f"{name}·x"
    typeset = {"pi": "π", "tau": "τ"}[name]
    assert Words(derive(f"{name}*x", {"x": 2})).symbol(name) == typeset


def test_numbers_of_many_digits_are_rounded_in_boxes():
    words = Words(derive("x/2.5066282746310002 + 3.14159", {"x": 2}))
    assert [words.sign(1), words.sign(2)] == ["÷ ≈ 2.507", "+ 3.14159"]
    # What is computed is told in full.
    assert words.formula(1) == "x/2.5066282746310002"
    assert Words(words.derivation, 17).sign(1) == "÷ 2.5066282746310002"
