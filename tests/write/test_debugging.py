from __future__ import annotations

import json

import graphviz
import networkx as nx
import pytest
from suspected import BROKEN, MICROGRAD, clean, engine, power, sigmoid

import graphviz_ad
from graphviz_ad.errors import AdvizError, NotSupported, UnknownName
from graphviz_ad.noun import replace
from graphviz_ad.write.debugging import debug, reported
from graphviz_ad.write.report import FORMATS, Report

# t = tanh(0.8), y = 3*t: dy/dx = 3*(1 - tanh(0.8)**2) = 1.6771655 by hand.  The rule forgets the 3.
TANH, SLOPE = 0.6640367702678489, 0.5590551677322091
FORGETS = {
    "adviz": 1,
    "inputs": {"x": 0.8},
    "nodes": [
        {"id": "t", "op": "tanh", "args": ["x"], "value": TANH, "local": [SLOPE], "grad": 3},
        {"id": "y", "op": "mul", "args": ["t", 3], "value": 3 * TANH, "local": [3, None], "grad": 1},
    ],
    "output": "y",
    "grads": {"x": SLOPE},
}


def as_dot(grad):
    drawn = graphviz.Digraph()
    drawn.node("x", value="0.8", grad=repr(grad))
    drawn.node("t", op="tanh", value=repr(TANH), grad="3")
    drawn.node("y", op="mul", args="t 3", value=repr(3 * TANH), grad="1")
    drawn.edge("x", "t", local=repr(SLOPE))
    drawn.edge("t", "y", local="3")
    return drawn


def as_network(grad):
    network = nx.MultiDiGraph()
    network.add_node("x", value=0.8, grad=grad)
    network.add_node("t", op="tanh", value=TANH, grad=3.0)
    network.add_node("y", op="mul", args=["t", 3], value=3 * TANH, grad=1.0)
    network.add_edge("x", "t", local=SLOPE)
    network.add_edge("t", "y", local=3.0)
    return network


def forms(grad):
    document = {**FORGETS, "grads": {"x": grad}}
    return [document, json.dumps(document), as_dot(grad), as_dot(grad).source, as_network(grad)]


@pytest.mark.parametrize("form", range(5))
def test_every_form_of_one_graph_has_the_same_finding(form):
    report = debug(forms(SLOPE)[form])
    root = report.findings[0]
    assert not report.ok
    assert root.fault == "upstream_not_multiplied"
    edge = report.document()["findings"][0]["edge"]
    labels = report.document()["labels"]
    assert [labels[edge[0]], labels[edge[1]], edge[2]] == ["x", "t", 0]
    assert debug(forms(3 * SLOPE)[form]).ok


def test_live_objects_have_the_names_of_the_caller_s_variables():
    space = engine(BROKEN)
    p, q = space["Value"](3.0), space["Value"](2.0)
    out = p * q * q + p
    out.backward()
    before = p.grad, q.grad, out.grad
    report = debug(out)
    assert not report.ok
    assert report.claims.at == {"p": 3, "q": 2}
    assert "p" in report.document()["labels"].values()
    assert (p.grad, q.grad, out.grad) == before


def test_a_function_without_parameters_is_called_and_its_variables_are_names():
    report = debug(engine(MICROGRAD)["make"])
    assert report.ok
    assert set(report.claims.at) == {"p", "q"}


def test_a_function_with_parameters_is_refused():
    with pytest.raises(graphviz_ad.AdvizError, match="needs a, b"):
        debug(lambda a, b: a + b)


def test_live_objects_take_no_values():
    with pytest.raises(NotSupported):
        debug(engine(MICROGRAD)["loss"], at={"x": 2})


def test_claims_and_graphs_are_taken_as_they_are():
    claims, _ = power()
    assert debug(claims).claims is claims
    graph = graphviz_ad.read_text("x*x")
    assert debug(graph, at={"x": 3}).ok


def test_a_report_in_every_format(tmp_path):
    report = Report(*power())
    for name in FORMATS:
        assert report.save(tmp_path / f"x.{name}")
        assert not report.save(tmp_path / f"x.{name}")
    assert (tmp_path / "x.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "x.txt").read_text(encoding="utf-8") == report.text()
    assert (tmp_path / "x.md").read_text(encoding="utf-8") == report.markdown()
    assert json.loads((tmp_path / "x.json").read_bytes()) == report.document()
    with pytest.raises(NotSupported, match="cannot be written as dot"):
        report.save(tmp_path / "x.dot")


def test_a_notebook_gets_the_picture_and_a_terminal_the_text():
    report = Report(*sigmoid())
    shown, _ = report._repr_mimebundle_()
    assert shown["image/svg+xml"].startswith("<svg")
    assert f"{report!r}\n" == shown["text/plain"] == report.text()


def test_the_same_report_has_the_same_bytes():
    assert Report(*power()).svg() == Report(*power()).svg()


def test_options_of_pictures():
    svg = debug(FORGETS, title="A heading", rankdir="TB", theme="dark").svg()
    assert "A heading" in svg
    assert 'class="adviz adviz-dark"' in svg
    with pytest.raises(UnknownName, match="no option 'focs'"):
        debug(FORGETS, focs="x")


def test_the_corrected_graph_is_clean():
    fixed = debug(FORGETS).fixed()
    assert fixed["grads"]["x"] == pytest.approx(3 * SLOPE, rel=1e-14)
    report = debug(fixed)
    assert report.ok
    assert not [finding for finding in report.findings if finding.severity != "note"]


def test_a_cycle_has_no_correction():
    nodes = [{"id": "u", "op": "neg", "args": ["v"]}, {"id": "v", "op": "neg", "args": ["u"]}]
    report = debug({"adviz": 1, "inputs": {"x": 1}, "nodes": nodes, "output": "v"})
    assert report.findings[0].fault == "cycle"
    assert report.svg().startswith("<svg")
    with pytest.raises(NotSupported, match="cannot be corrected"):
        report.fixed()


def test_a_tolerance_can_be_given():
    claims, _ = clean()
    off = replace(claims, adjoints={**claims.adjoints, 0: 6.0701234567890123})
    assert not debug(off).ok
    assert debug(off, tolerance=1e-3).ok


def test_points_are_tried_where_formulas_can_be_computed_again():
    wrong = "y = m*x\n---\ndy = 1\ndm = m*dy\ndx = m*dy"
    # Where m = x the swapped rule gives the right number.
    assert debug(wrong, at={"m": 2, "x": 2}).ok
    report = debug(wrong, at={"m": 2, "x": 2}, points=3)
    assert not report.ok
    assert "seen at m = " in report.findings[-1].message
    assert "tried at 3 other points too" in report.text()
    assert debug(wrong.replace("dm = m", "dm = x"), at={"m": 2, "x": 2}, points=3).ok


def test_points_of_stated_numbers_are_refused_in_words():
    assert "no other points were tried" in debug(FORGETS, points=3).text()
    assert "no other points" not in reported(power()[0]).text()


class Anything:
    """Says yes to every attribute."""

    def __getattr__(self, name):
        return Anything()


@pytest.mark.parametrize("thing", [Anything(), None, 3.0, [], {}, "", object, lambda: 3])
def test_what_is_no_graph_is_said(thing):
    with pytest.raises(AdvizError):
        debug(thing)


def test_lines_may_end_as_on_windows():
    assert debug("y = x*x\r\n---\r\ndy = 1\r\ndx = 2*x\r\n", at={"x": 3}).ok


def test_a_notebook_gets_text_where_there_can_be_no_picture():
    report = debug(FORGETS, engine="/no/such/dot")
    found, _ = report._repr_mimebundle_()
    assert list(found) == ["text/plain"]
    assert "no picture: there is no layout program" in found["text/plain"]
    assert list(debug(FORGETS)._repr_mimebundle_(include=["text/plain"])[0]) == ["text/plain"]


def test_an_operation_of_very_many_operands_is_told_shortly():
    nodes = [{"id": "y", "op": "many", "args": ["x"] * 5000, "grad": 1}]
    report = debug({"adviz": 1, "inputs": {"x": 3}, "nodes": nodes, "output": "y"})
    assert "and 4989 more" in report.text()
    assert max(map(len, report.text().splitlines())) < 300
