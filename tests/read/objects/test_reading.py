"""Ten engines of different families, read as they are: what they claim is what is so."""

import pytest
from foreign import STYLES, claims_of, engine, truth

from graphviz_ad.check import judge
from graphviz_ad.errors import GraphProblem
from graphviz_ad.live.value import Value
from graphviz_ad.read.objects import read_object

# Operation by operation as the example of each engine is written, and what is stated of it.
WRITTEN = {
    "tensor": ["mul", "add", "sub", "mul", "add", "sub", "mul"],
    "tiny_value": ["mul", "tanh", "add", "mul", "add", "pow", "pow", "mul", "mul", "add"],
    "tape": ["mul", "add", "mul"],
    "micrograd_style": ["mul", "pow", "add", "sub", "relu", "mul", "mul", "sub"],
    "microgpt": ["exp", "exp", "add", "add", "exp", "add", "pow", "mul", "log", "mul"],
    "function_objects": ["square", "mul", "exp", "pow", "mul", "add"],
    "returning": ["mul", "div", "sub", "sin", "add", "mul"],
    "class_per_op": ["mul", "sub", "mul", "add", "mul"],
    "pairs": ["mul", "sin", "add", "mul", "sub"],
    "arrays": ["mul", "add", "tanh", "mul"],
}
PROBED = {"tiny_value", "micrograd_style", "function_objects", "returning", "class_per_op", "arrays"}


@pytest.mark.parametrize("style", STYLES)
def test_the_operations_are_those_that_were_written(style):
    graph = claims_of(engine(style)).graph
    assert [op for op in graph.ops if op not in ("input", "output")] == WRITTEN[style]


@pytest.mark.parametrize("style", STYLES)
def test_everything_that_a_right_engine_claims_is_so(style):
    claims = claims_of(engine(style))
    tape, adjoints = truth(claims)
    assert set(claims.values) == set(range(len(claims.graph) - 1))
    for node, value in claims.values.items():
        assert value == pytest.approx(tape.primals[node], rel=1e-12)
    for node, adjoint in claims.adjoints.items():
        assert adjoint == pytest.approx(adjoints[node], rel=1e-12)
    for edge, partial in claims.partials.items():
        assert partial == pytest.approx(tape.partials[edge], rel=1e-12)
    for edge, probe in claims.probes.items():
        exact = pytest.approx(tape.partials[edge], rel=1e-12)
        assert (probe.once, probe.scaled, probe.onto) == (exact, exact, exact)


@pytest.mark.parametrize("style", STYLES)
def test_every_edge_and_every_gradient_is_claimed(style):
    claims = claims_of(engine(style))
    edges = {edge.position for edge in claims.graph.edges if claims.graph.ops[edge.head] != "output"}
    assert set(claims.probes if style in PROBED else claims.partials) == edges
    leaves_only = style == "tensor"
    assert set(claims.adjoints) == set(claims.graph.inputs if leaves_only else range(len(claims.graph) - 1))
    operations = {k for k in range(len(claims.graph)) if claims.graph.is_operation(k)}
    assert set(claims.sources) == operations


@pytest.mark.parametrize("style", STYLES)
def test_a_right_engine_is_found_right(style):
    findings = judge(claims_of(engine(style))).findings
    assert [finding for finding in findings if finding.severity != "note"] == []


UPSTREAM = "upstream_not_multiplied"
ASSIGNED = "assign_instead_of_accumulate"
# One change of one line, and what the first finding has to say: fault, and the text of the rule.
BROKEN = (
    ("tensor", "(Tensor(1), Tensor(-1))", "(Tensor(1), Tensor(1))", "wrong_local_sign", "def _sub"),
    ("tensor", "local_derivatives = (b, a)", "local_derivatives = (a, b)", "operands_swapped", "def _mul"),
    ("tiny_value", "self.grad += other.data * out.grad", "self.grad += other.data", UPSTREAM, "other.data\n"),
    ("tiny_value", "self.grad += k * self.data", "self.grad = k * self.data", ASSIGNED, "self.grad = k"),
    ("tiny_value", "(1 - t * t)", "(1 - t)", "wrong_local", "(1 - t)"),
    ("tiny_value", "        self.grad = 1.0\n", "", "output_not_seeded", ""),
    ("tiny_value", "for v in reversed(topo):", "for v in topo:", "order_reversed", ""),
    ("tape", "(b.v, a.v)", "(a.v, b.v)", "operands_swapped", "def mul"),
    ("tape", "x.g += out.g * d", "x.g = out.g * d", ASSIGNED, ""),
    ("micrograd_style", "other.grad -= out", "other.grad += out", "wrong_local_sign", "def _backward"),
    ("microgpt", "(1/self.data,)", "(self.data,)", "wrong_local", "def log"),
    ("function_objects", "return 2 * x * gy", "return x * gy", "wrong_local", "return x * gy"),
    ("function_objects", "x.grad = x.grad + gx", "x.grad = gx", ASSIGNED, ""),
    ("returning", "(grad, -grad)", "(grad, grad)", "wrong_local_sign", "(grad, grad)"),
    ("returning", "grad * math.cos(self.data)", "math.cos(self.data)", UPSTREAM, "math.cos"),
    ("class_per_op", "self.right.grad -=", "self.right.grad +=", "wrong_local_sign", "def propagate"),
    ("pairs", "math.cos(self.value)", "-math.cos(self.value)", "wrong_local_sign", "def sin"),
    ("arrays", "(1 - t**2) * out.grad", "(1 - t**2)", UPSTREAM, "(1 - t**2)"),
)  # fmt: skip


@pytest.mark.parametrize(("style", "right", "wrong", "fault", "text"), BROKEN)
def test_a_broken_engine_is_blamed_for_what_is_broken(style, right, wrong, fault, text):
    first = judge(claims_of(engine(style, (right, wrong)))).findings[0]
    assert first.fault == fault
    assert first.severity != "note"
    assert text in (first.source.text if first.source else "")


def test_values_of_this_library_are_a_family_too():
    x, y = Value(2.0, name="x"), Value(-0.5)
    z = (x * y).tanh() / (1 + x)
    z.backward()
    claims = read_object(z, names={"y": y})
    assert claims.at == {"x": 2.0, "y": -0.5}
    assert [op for op in claims.graph.ops if op not in ("input", "output")] == ["mul", "tanh", "add", "div"]
    assert judge(claims).findings == ()


@pytest.mark.parametrize("thing", [3, "x*y", None, [1.0], object(), Value])
def test_what_is_no_node_is_refused(thing):
    with pytest.raises(GraphProblem, match="is no node of a graph"):
        read_object(thing)


def test_an_output_whose_inputs_are_out_of_sight_is_refused():
    class Hidden:
        data, grad = 3.0, 0.0

    with pytest.raises(GraphProblem, match="shows no inputs") as problem:
        read_object(Hidden())
    assert "_prev" in problem.value.legal
