import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from graphviz_ad.graph import INPUT, Graph
from graphviz_ad.read import read_text
from graphviz_ad.write.program import program

SAME = [
    "f = (y - (m*x + c))**2",
    "L = (y - (m*x + c))*(y - (m*x + c))",
    "z = -x**2*(a - (b - c))",
    "z = (-x)**2 + 2**-x + (2**x)**y + 2**x**y",
    "z = a/(b*c)/d - (a - b) - c",
    "z = a//b % c",
    "u = x*y\nz = u*u + 1",
    "y1 = x1*x2\ny2 = sin(x1) + x2",
    "z = max(max(a, b), c) + log(x, 2) + atan2(y, x)",
    "z = x*-2 - -3 + 0.1 + 1e-7*x",
    "z = 2*pi*r",
    "k = 3\nz = x*k + k",
    "z = (a < x) + (0 < x*y <= 1) + (a < b < c < d) + ((a < b) < c)",
    "z = where(x > 0, x, -x)",
    "u = x + 1\nv = u\nz = u*2",
    "z = x",
    "z = 3",
    "z = -(-x) + -(-2)*x",
    "v1 = x + 1\nz = v1*(y + 1)*v1",
    "z = leaky_relu(x, 0.1)",
    "b = x*y\na = b*b\nz = a + b",
]


def same(left: Graph, right: Graph) -> bool:
    columns = ("ops", "starts", "operands", "constants", "symbols", "inputs", "outputs")
    return all(getattr(left, column) == getattr(right, column) for column in columns)


@pytest.mark.parametrize("source", SAME)
def test_text_is_written_as_it_was_read(source):
    graph = read_text(source)
    text = program(graph)
    assert text == source
    again = read_text(text)
    assert same(graph, again)
    assert again.names == graph.names


@pytest.mark.parametrize(
    ("source", "written"),
    [
        ("s(x) = 1/(1 + exp(-x)); s(a)*s(b)", "f = 1/(1 + exp(-a))*(1/(1 + exp(-b)))"),
        ("t(x) = x*x; z = t(a + b)", "v1 = a + b\nz = v1*v1"),
        ("x^2", "f = x**2"),
        ("max(a, b, c)", "f = max(a, b, c)"),
        ("max(min(a, 2, b), min(a, b), c, 1)", "f = max(min(a, 2, b), min(a, b), c, 1)"),
        ("+x", "f = x"),
        ("√x", "f = sqrt(x)"),
        ("u = x; u*u", "f = x*x"),
    ],
)
def test_what_has_several_spellings_gets_one(source, written):
    text = program(read_text(source))
    assert text == written
    assert same(read_text(source), read_text(text))
    assert program(read_text(text)) == text


def test_of_a_choice_the_branch_that_was_taken_is_written():
    text = program(read_text("a if x > 0 else b", {"x": 1, "a": 2, "b": 3}, wrt=["a"]))
    assert text == "f = a if x > 0 else a"
    text = program(read_text("z = (a*b if x > 0 else 0) + 1", {"x": 1, "a": 2, "b": 3}))
    assert text == "v2 = a*b\nz = (v2 if x > 0 else v2) + 1"


def test_shared_subexpressions_get_a_name():
    graph = read_text("z = sin(x*y) + x*y", share=True)
    assert program(graph) == "v1 = x*y\nz = sin(v1) + v1"


def test_an_intermediate_that_is_an_output_is_written_once():
    graph = read_text("u = x*y; z = u + 1", of=["u"])
    assert program(graph) == "u = x*y"


def test_names_that_the_language_lacks_are_made_to_fit():
    from explain.tapes import graph_of

    nodes = [(INPUT, ()), (INPUT, ()), (INPUT, ()), ("mul", (0, 1)), ("add", (3, 2))]
    graph = graph_of(nodes, [("L 1", 4)], {0: "x-1", 1: "x.1", 2: "lambda"})
    assert program(graph) == "L_1 = x_1*x_1_2 + _lambda"
    assert sorted(read_text(program(graph)).ops) == sorted(graph.ops)


def test_long_programs_are_written_without_recursion():
    source = "+".join(["x*y"] * 50_000)
    graph = read_text(source)
    text = program(graph)
    assert text.replace(" ", "") == f"f={source}"
    deep = "sin(" * 5000 + "x" + ")" * 5000
    assert program(read_text(deep)) == f"f = {deep}"


NAMES = st.sampled_from(["x", "y", "z1", "w"])


def _grown(inner):
    binary = st.sampled_from([" + ", " - ", "*", "/", "**", "//", " % ", " < ", " <= ", " == "])
    called = st.sampled_from(["sin", "exp", "relu", "abs"])
    return st.one_of(
        st.builds(lambda a, op, b: f"({a}){op}({b})", inner, binary, inner),
        st.builds(lambda a, op, b: f"{a}{op}{b}", inner, binary, inner),
        st.builds(lambda f, a: f"{f}({a})", called, inner),
        st.builds(lambda a, b: f"max({a}, {b})", inner, inner),
        st.builds(lambda a, b, c: f"min({a}, {b}, {c})", inner, inner, inner),
        st.builds(lambda a, b, c: f"({a} < {b} <= {c})", inner, inner, inner),
        st.builds(lambda a: f"-({a})", inner),
        st.builds(lambda a: f"-{a}", inner),
    )


TERMS = st.recursive(NAMES | st.sampled_from(["2", "0.5", "pi", "1e-7"]), _grown, max_leaves=12)


@given(st.lists(TERMS, min_size=1, max_size=4), st.booleans())
def test_text_to_graph_to_text_to_graph_is_the_identity(terms, uses):
    lines = [f"r{k} = {term}" + (f" + r{k - 1}" if uses and k else "") for k, term in enumerate(terms)]
    graph = read_text("\n".join(lines))
    # A second name of an input is not written; it may be what named that input first.
    assume(all(graph.names.get(node) == name for name, node in graph.scope.items() if node in graph.inputs))
    text = program(graph)
    again = read_text(text)
    assert same(graph, again)
    assert graph.names == again.names
    assert program(again) == text
