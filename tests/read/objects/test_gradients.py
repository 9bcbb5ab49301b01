"""Backward passes that end otherwise than with gradients."""

from foreign import engine

from graphviz_ad.read.objects import read_object


def notes(claims):
    return {note.fault: note for note in claims.notes}


def test_a_pass_that_leaves_all_gradients_0_is_told_as_that():
    module = engine("micrograd_style", ("self.grad = 1", "self.grad = 0"))
    x, y = module.Value(2.0), module.Value(3.0)
    output = x * y
    output.backward()
    claims = read_object(output, names={"x": x, "y": y})
    assert "no backward pass had run" not in notes(claims)["ran_backward"].message
    assert set(claims.adjoints.values()) == {0.0}


def test_a_rule_that_calls_itself_is_not_a_deep_graph():
    module = engine("micrograd_style")
    x, y = module.Value(2.0), module.Value(3.0)
    product = x * y

    def rule():
        rule()

    product._backward = rule
    found = notes(read_object(product + x, names={"x": x, "y": y}))
    assert "backward_too_deep" not in found
    assert found["rule_recurses"].node == "n2"
    assert found["rule_raised"].severity == "error"


def test_a_deep_graph_is_told_as_one():
    module = engine("micrograd_style")
    x = module.Value(2.0)
    node = x
    for _ in range(1500):
        node = node + x
    found = notes(read_object(node, names={"x": x}))
    assert "rule_recurses" not in found
