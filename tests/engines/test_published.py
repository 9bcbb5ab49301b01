"""Engines that are published: their objects are read as they come, and found right.

They are no dependencies of this project: ``.ci/run`` installs them in an environment of their own
(tests/engines/requirements.txt) and runs this file there.
"""

import importlib

import pytest

from graphviz_ad.check import judge
from graphviz_ad.errors import GraphProblem
from graphviz_ad.read.objects import read_object

# The scalar class of every package, and what one of its objects cannot do.
SCALARS = {
    "micrograd.engine:Value": (),
    "micrograd_andrews.engine:Value": (),
    "bitgrad.engine:Value": ("relu", "truediv"),
    "smallgrad.backpropagation:Value": (),
    "backprop.engine:Value": (),
}


def scalar(name):
    """Return the class, or skip the test and say why."""
    module, _, kind = name.partition(":")
    package = module.partition(".")[0]
    pytest.importorskip(package, reason=f"{package} is not installed: see tests/engines/requirements.txt")
    return getattr(importlib.import_module(module), kind)


def gradients(claims):
    """Return the claimed gradients of the inputs by their names."""
    return {claims.graph.names[node]: claims.adjoints[node] for node in claims.graph.inputs}


@pytest.mark.parametrize("name", SCALARS)
def test_a_scalar_engine_is_read_and_found_right(name):
    kind, lacking = scalar(name), SCALARS[name]
    a, b = kind(-4.0), kind(2.0)
    c = a * b + b**3
    d = c + c * a - b
    e = d if "relu" in lacking else d + (b - a).relu()
    f = e * e + a if "truediv" in lacking else e * e / b + a
    claims = read_object(f, names={"a": a, "b": b})
    assert [finding for finding in judge(claims).findings if finding.severity != "note"] == []
    # c = 0 here, whatever the engine; dc/da = b = 2, dc/db = a + 3*b*b = 8, d = -2.
    slope_a, slope_b = 2 + 2 * -4.0 + 0, 8 + 8 * -4.0 - 1
    total, up_a, up_b = -2.0, slope_a, slope_b
    if "relu" not in lacking:
        total, up_a, up_b = 4.0, slope_a - 1, slope_b + 1
    if "truediv" in lacking:
        expected = {"a": 2 * total * up_a + 1, "b": 2 * total * up_b}
    else:
        expected = {"a": 2 * total * up_a / 2 + 1, "b": 2 * total * up_b / 2 - total**2 / 4}
    found = gradients(claims)
    assert {name: found[name] for name in "ab"} == pytest.approx(expected)
    assert len(claims.sources) == sum(map(claims.graph.is_operation, range(len(claims.graph))))
    assert (a.grad, b.grad, f.grad) == (0, 0, 0)


def test_a_network_of_micrograd():
    kind = scalar("micrograd.engine:Value")
    nn = pytest.importorskip("micrograd.nn")
    net = nn.MLP(2, [3, 1])
    loss = (net([kind(0.5), kind(-1.0)]) - 1) ** 2
    claims = read_object(loss, names={"net": net})
    assert [finding for finding in judge(claims).findings if finding.severity != "note"] == []
    assert {f"net_layers_0_neurons_{k}_b" for k in range(3)} < set(claims.at)


def test_tensors_of_mygrad():
    mg = pytest.importorskip("mygrad", reason="mygrad is not installed: see tests/engines/requirements.txt")
    x, y = mg.tensor(2.0), mg.tensor(3.0)
    z = x * y + mg.sin(x) * x**2 / y
    claims = read_object(z, names={"x": x, "y": y})
    assert claims.graph.ops == ["input", "input", "mul", "sin", "square", "mul", "div", "add", "output"]
    assert judge(claims).ok
    assert gradients(claims)["y"] == pytest.approx(2 - 0.9092974268256817 * 4 / 9)
    assert (x.grad, z.creator is None) == (None, False)


def test_tensors_of_atomic():
    core = pytest.importorskip("atomic.core", reason="atomic-autograd is not installed")
    x, y = core.Tensor(2.0, requires_grad=True), core.Tensor(3.0, requires_grad=True)
    claims = read_object(x * y + x * x, names={"x": x, "y": y})
    assert gradients(claims) == {"x": 7.0, "y": 2.0}
    assert judge(claims).ok


def test_an_engine_that_is_compiled_shows_no_inputs():
    core = pytest.importorskip("nanograd_bgriebel", reason="nanograd-bgriebel is not installed")
    with pytest.raises(GraphProblem, match="shows no inputs"):
        read_object(core.Value(2.0) * core.Value(3.0))
