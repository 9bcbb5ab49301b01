"""Somebody's code may do what it likes: what it raises is told, and all is as it was afterwards."""

import copy
import sys
from typing import ClassVar

import numpy as np
import pytest
from foreign import STYLES, claims_of, engine

from graphviz_ad.read.objects import read_object


class Node:
    """A scalar with a rule that tests replace."""

    made = 0
    log: ClassVar = []

    def __init__(self, data, parents=(), op="", rule=None):
        self.data, self.grad, self.parents, self.op = data, 0.0, parents, op
        self.backward_fn = rule

    def __mul__(self, other):
        def rule():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad

        out = Node(self.data * other.data, (self, other), "*")
        out.backward_fn = rule
        return out

    def __add__(self, other):
        def rule():
            self.grad += out.grad
            other.grad += out.grad

        out = Node(self.data + other.data, (self, other), "+")
        out.backward_fn = rule
        return out


def state(root):
    """Return every attribute of every node, arrays and lists copied, and which objects they are."""
    things, found = [root], []
    for thing in things:
        own = dict(vars(thing)) if hasattr(thing, "__dict__") else {}
        own |= {
            name: getattr(thing, name) for name in getattr(type(thing), "__slots__", ()) if name[:2] != "__"
        }
        shown = {}
        for name, value in own.items():
            if isinstance(value, (list, tuple, set)):
                nodes = [node for node in value if hasattr(node, "grad") or hasattr(node, "g")]
                things += [node for node in nodes if not any(node is other for other in things)]
                shown[name] = sorted(map(id, value))
            elif isinstance(value, np.ndarray):
                shown[name] = (id(value), value.tolist())
            else:
                shown[name] = (id(value), copy.copy(value) if isinstance(value, (dict, bytearray)) else None)
        found.append((id(thing), shown))
    return found


@pytest.mark.parametrize("style", STYLES)
def test_every_attribute_is_afterwards_what_it_was(style):
    module = engine(style)
    output, names = (module.loss(), {}) if style == "tensor" else module.example()
    before, rows = state(output), list(getattr(module, "tape", ()))
    read_object(output, names=names)
    assert state(output) == before
    assert list(getattr(module, "tape", ())) == rows


class Stop(Exception):
    pass


def raising(kind):
    def rule():
        raise kind("no slope here")

    return rule


@pytest.mark.parametrize("kind", [Stop, ZeroDivisionError, SystemExit, RecursionError])
def test_a_rule_that_raises_is_a_finding_and_the_others_are_still_asked(kind):
    x, y = Node(2.0), Node(3.0)
    u = x * y
    u.backward_fn = raising(kind)
    z = u * x
    claims = read_object(z, names={"x": x, "y": y})
    raised = [note for note in claims.notes if note.fault == "rule_raised"]
    assert [(note.node, note.severity) for note in raised] == [("n2", "error")]
    assert kind.__name__ in raised[0].message
    assert 'raise kind("no slope here")' in raised[0].source.text
    assert [probe.once for probe in claims.probes.values()] == [2.0, 6.0]
    assert (x.grad, y.grad, u.grad, z.grad) == (0.0, 0.0, 0.0, 0.0)


def test_a_rule_that_raises_half_way_leaves_nothing_behind():
    x, y = Node(2.0), Node(3.0)
    z = x * y
    x.grad, y.grad, z.grad = 3.0, 2.0, 1.0

    def rule():
        x.grad += 5.0
        z.more = "new"
        z.parents = ()
        Node.made += 1
        Node.log.append("ran")
        raise Stop

    z.backward_fn = rule
    read_object(z, names={"x": x, "y": y})
    assert (x.grad, y.grad, z.grad, z.parents, hasattr(z, "more")) == (3.0, 2.0, 1.0, (x, y), False)
    assert (Node.made, Node.log) == (0, [])


def test_a_rule_of_many_nodes_raises_once():
    x = Node(1.0)
    rule = raising(Stop)
    z = x
    for _ in range(50):
        z = z + x
        z.backward_fn = rule
    raised = [note for note in read_object(z, names={"x": x}).notes if note.fault == "rule_raised"]
    assert len(raised) == 1
    assert "49 more nodes" in raised[0].message


def test_what_rules_print_does_not_reach_the_terminal(capsys):
    x, y = Node(2.0), Node(3.0)
    z = x * y

    def rule():
        print("hello")
        print("again", file=sys.stderr)
        x.grad += 3.0 * z.grad

    z.backward_fn = rule
    notes = read_object(z, names={"x": x, "y": y}).notes
    assert capsys.readouterr() == ("", "")
    assert [note.message for note in notes if note.fault == "printed"] == [
        "running the rules printed 6 lines, which are not shown"
    ]


def test_a_rule_that_calls_itself_for_ever_is_a_finding():
    x, y = Node(2.0), Node(3.0)
    z = x * y

    def rule():
        rule()

    z.backward_fn = rule
    notes = read_object(z, names={"x": x, "y": y}).notes
    assert any("calls itself too often" in note.message for note in notes)


def test_a_rule_that_changes_a_value_is_found_and_spoils_no_other_probe():
    x, y = Node(2.0), Node(3.0)
    z = x * y

    def rule():
        x.grad += y.data * z.grad
        y.grad += x.data * z.grad
        x.data -= 0.1 * x.grad

    z.backward_fn = rule
    w = z * x
    claims = read_object(w, names={"x": x, "y": y})
    found = [note for note in claims.notes if note.fault == "rule_changes_value"]
    assert [(note.node, note.severity) for note in found] == [("n2", "error")]
    assert x.data == 2.0
    assert claims.values[0] == 2.0
    last = claims.graph.starts[3]
    assert (claims.probes[last].once, claims.probes[last + 1].once) == (2.0, 6.0)


class Rude(Node):
    """Equal to everything, without a hash, neither true nor false."""

    def __eq__(self, other):
        raise Stop

    def __bool__(self):
        raise Stop

    def __len__(self):
        raise Stop

    __hash__ = None


class Same(Node):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 7


@pytest.mark.parametrize("kind", [Rude, Same])
def test_nodes_are_told_apart_by_what_they_are(kind):
    x, y = kind(3.0), kind(3.0)
    z = kind(9.0, (x, y), "*")
    z.backward_fn = lambda: None
    claims = read_object(z, names={"x": x, "y": y})
    assert claims.graph.ops == ["input", "input", "mul", "output"]
    assert claims.at == {"x": 3.0, "y": 3.0}
    assert claims.missing_rules == {2}


def test_a_property_that_raises_is_a_value_that_cannot_be_read():
    class Broken(Node):
        @property
        def data(self):
            raise Stop

        @data.setter
        def data(self, value):
            pass

    x, y = Node(2.0), Node(3.0)
    z = Broken(6.0, (x, y), "*")
    claims = read_object(z, names={"x": x, "y": y})
    assert [(told.fault, told.node) for told in claims.structure] == [("not_a_number", "n2")]


def test_its_own_backward_is_run_where_no_gradient_is_there_and_put_back():
    module = engine("tiny_value")
    z, names = module.example()
    claims = read_object(z, names=names)
    # dz/dx = y + 1 - tanh(x)**2 - 4*x*(x*x + 1)/y at x = 2, y = 3
    assert claims.adjoints[0] == pytest.approx(3 + 0.070650824853164 - 40 / 3, rel=1e-12)
    assert [note.fault for note in claims.notes] == ["ran_backward"]
    assert (z.grad, names["x"].grad) == (0.0, 0.0)


def test_a_backward_that_raises_is_a_finding():
    module = engine("tiny_value", ("topo, visited = [], set()", "topo, visited = [], self.nothing"))
    claims = claims_of(module)
    assert [(told.fault, told.severity) for told in claims.notes] == [("backward_raised", "error")]
    assert "no attribute 'nothing'" in claims.notes[0].message
    assert claims.adjoints == {}
    assert len(claims.probes) == 15


def test_without_a_backward_gradients_are_left_out():
    x, y = Node(2.0), Node(3.0)
    claims = read_object(x * y, names={"x": x, "y": y})
    assert claims.adjoints == {}
    assert [note.fault for note in claims.notes] == ["no_backward"]


@pytest.mark.parametrize("style", ["tiny_value", "micrograd_style", "microgpt"])
def test_a_graph_that_is_too_deep_for_its_own_backward_is_read(style):
    module = engine(style)
    x = module.Value(1.0)
    z = x
    for _ in range(5000):
        z = z + x
    claims = read_object(z, names={"x": x})
    assert len(claims.graph) == 5002
    assert len(claims.probes) + len(claims.partials) == 10000
    told = [note for note in claims.notes if note.fault == "backward_too_deep"]
    assert [note.severity for note in told] == ["warning"]


def test_a_rule_that_is_called_in_another_way_is_not_blamed():
    x, y = Node(2.0), Node(3.0)
    z = x * y
    z.backward_fn = lambda gradients: [gradients["out"] * 3.0, gradients["out"] * 2.0]
    told = {note.fault: note.severity for note in read_object(z, names={"x": x, "y": y}).notes}
    assert told["rule_not_asked"] == "note"
    assert "rule_raised" not in told


def test_gradients_that_cannot_be_set_are_not_probed():
    class Fixed(Node):
        @property
        def grad(self):
            return 0.0

        @grad.setter
        def grad(self, value):
            pass

    x, y = Fixed(2.0), Fixed(3.0)
    z = x * y
    claims = read_object(z, names={"x": x, "y": y})
    assert claims.probes == {}
    assert "rule_not_asked" in {note.fault for note in claims.notes}


def test_a_rule_that_is_given_its_context():
    class Function:
        def __init__(self, *parents):
            self.parents = parents

        @staticmethod
        def backward(ctx, grad):
            x, y = ctx.parents
            return grad * y.data, grad * x.data

    class Leaf:
        def __init__(self, data, ctx=None):
            self.data, self.grad, self._ctx = data, None, ctx

    x, y = Leaf(2.0), Leaf(3.0)
    claims = read_object(Leaf(6.0, Function(x, y)), names={"x": x, "y": y})
    assert [probe.once for probe in claims.probes.values()] == [3.0, 2.0]
    assert claims.graph.ops[2] == "mul"


def test_an_operand_that_the_node_does_not_record():
    x, y = Node(2.0), Node(3.0)
    z = x * y
    z.parents = (x,)
    found = [note for note in read_object(z, names={"x": x, "y": y}).notes if note.severity == "error"]
    assert [(note.fault, note.node) for note in found] == [("input_not_recorded", "n1")]
    assert found[0].message.startswith("the rule uses y,")
    assert "other.grad += self.data" in found[0].source.text
    assert y.grad == 0.0
    # A number that the engine wrapped needs no gradient.
    w = x * Node(5.0)
    w.parents = (x,)
    assert [n for n in read_object(w, names={"x": x}).notes if n.severity == "error"] == []
