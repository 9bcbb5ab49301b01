"""Graphs in which somebody's engine went wrong: the first finding names the place and the fault."""

from __future__ import annotations

import pytest
from check.stated import of_case
from faulty import CASES

from graphviz_ad.check import judge
from graphviz_ad.claims import Claims
from graphviz_ad.columns import Columns
from graphviz_ad.errors import GraphProblem
from graphviz_ad.finding import Finding

# What no reader lets pass as a computation is judged from its structure alone.
NO_GRAPH = {"A09", "E48"}
BLAMED = [name for name, data in CASES.items() if "blame" in data and name not in NO_GRAPH]
CLEAN = [name for name, data in CASES.items() if "blame" not in data and name not in NO_GRAPH]


def named(blame, graph, index):
    """Return the structural ids of the place that a case blames."""
    if "edge" not in blame:
        return {f"n{index[blame['at']]}"} if "at" in blame else set()
    head, tail = (index[name] for name in blame["edge"])
    first = graph.starts[head]
    slots = [slot for slot, operand in enumerate(graph.node(head).args) if operand == tail]
    assert all(graph.operands[first + slot] == tail for slot in slots)
    return {f"n{head}_{slot}" for slot in slots}


def test_there_are_all_the_graphs():
    assert (len(CASES), len(BLAMED), len(CLEAN)) == (45, 38, 5)


@pytest.mark.parametrize("name", BLAMED)
def test_the_first_finding_names_the_place_and_the_fault(name):
    data = CASES[name]
    claims, index = of_case(data)
    first = judge(claims).findings[0]
    assert first.severity == "error"
    assert first.fault in {blame["fault"] for blame in data["blame"]}
    places = set().union(*(named(blame, claims.graph, index) for blame in data["blame"]))
    assert not places or {first.node, first.edge} & places


@pytest.mark.parametrize("name", CLEAN)
def test_no_error_where_nothing_is_wrong(name):
    claims, _ = of_case(CASES[name])
    verdict = judge(claims)
    assert verdict.ok
    assert all(finding.severity == "note" for finding in verdict.findings)


def test_who_overwrote_what():
    claims, index = of_case(CASES["E01"])
    first = judge(claims).findings[0]
    assert first.by == f"n{index['c']}"
    assert (first.given, first.expected) == (5.07, pytest.approx(6.07))
    assert first.message == "overwritten at p by the ** node c: the path y → p (1) is lost"


def test_the_forgotten_upstream_gradient_is_told():
    claims, _ = of_case(CASES["E19"])
    first = judge(claims).findings[0]
    told = (
        "contribution t → x equals the local derivative alone: the upstream gradient 3 is not multiplied in"
    )
    assert first.message == told
    assert first.hint == "x.grad += (1 - t**2) * t.grad"


def test_the_number_of_runs_is_told():
    claims, _ = of_case(CASES["A01"])
    first = judge(claims).findings[0]
    assert (first.fault, first.given) == ("backward_called_k_times_nothing_cleared", 2.0)
    assert "backward ran 2 times" in first.message


@pytest.mark.parametrize(("name", "other"), [("E24", "mul"), ("E39", "abs")])
def test_whose_rule_it_is(name, other):
    claims, _ = of_case(CASES[name])
    assert other in judge(claims).findings[0].message


def test_the_label_is_told_beside_the_missing_rule():
    claims, index = of_case(CASES["E13"])
    findings = judge(claims).findings
    label = next(f for f in findings if f.fault == "op_label_disagrees_with_value")
    assert (label.node, label.given, label.expected) == (f"n{index['d']}", "+", "sub")
    assert findings.index(label) > 0


def test_a_cycle_is_all_that_is_told():
    with pytest.raises(GraphProblem, match="cycle"):
        of_case(CASES["A09"])
    cycle = Finding("cycle", "error", node="n0", message="a cycle: u -> v -> u")
    claims, _ = of_case(CASES["E01"])
    verdict = judge(Claims(claims.graph, structure=(cycle,)))
    assert (verdict.findings, verdict.tape, verdict.ok) == ((cycle,), None, False)


def test_an_operand_too_many():
    columns = Columns()
    x = columns.node("input", (), 0, 0, "x")
    y = columns.node("neg", (x, x), 0, 0)
    output = columns.node("output", (y,), 0, 0, "y")
    graph = columns.graph([output], {}, "", ())
    first = judge(Claims(graph, {"x": 1.5}, values={y: -1.5}, adjoints={x: -1.0})).findings[0]
    assert (first.fault, first.node, first.given, first.expected) == ("wrong_arity", f"n{y}", 2.0, 1.0)
