"""Graphs of real engines that went wrong, as live objects: read and judged as when they are JSON."""

import pytest
from faulty import CASES, as_document

from graphviz_ad.check import judge
from graphviz_ad.read.claims import read_claims
from graphviz_ad.read.objects import read_object

CYCLE = "A09"


class Cell:
    """A node that keeps its local derivatives."""

    def __init__(self, data, name):
        self.data, self.name, self.grad = data, name, None
        self.inputs, self.op, self.local_grads = (), "", ()


class Swept(Cell):
    """The same after a backward pass, whatever it left."""

    def backward(self):
        """Do nothing more."""


def live(data):
    """Return the output of a case as an object."""
    grads = data.get("grad_given", {})
    kind = Swept if "grad_given" in data else Cell
    cells = {name: kind(value, name) for name, value in data["inputs"].items()}
    cells |= {node["id"]: kind(node.get("value", 0.0), node["id"]) for node in data["nodes"]}
    for name in data["inputs"]:
        cells[name].grad = grads.get(name)
    for node in data["nodes"]:
        cell = cells[node["id"]]
        cell.op, cell.grad = node["op"], node.get("grad_given")
        cell.inputs = tuple(cells.get(arg, arg) if isinstance(arg, str) else arg for arg in node["args"])
        cell.local_grads = tuple(node["local_given"]) if "local_given" in node else None
    return cells[data["output"]]


def told(claims):
    """Return what is found, by the names of nodes, without notes of the readers."""
    graph = claims.graph
    names = {f"n{node}": name for name, node in graph.scope.items()}
    found = []
    for finding in judge(claims).findings:
        if finding.severity != "note":
            edge = finding.edge and (names[finding.edge.split("_")[0]], finding.edge.split("_")[1])
            found.append((finding.fault, names.get(finding.node), edge, names.get(finding.by)))
    return found


@pytest.mark.parametrize(
    "data", [pytest.param(data, id=name) for name, data in CASES.items() if name != CYCLE]
)
def test_objects_are_judged_as_json_is(data):
    assert told(read_object(live(data))) == told(read_claims(as_document(data)))


@pytest.mark.parametrize("data", [pytest.param(CASES[CYCLE], id=CYCLE)])
def test_the_cycle_is_found(data):
    assert [finding.fault for finding in judge(read_object(live(data))).findings] == ["cycle"]
