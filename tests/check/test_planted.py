"""Random graphs with one planted fault, and random graphs with none."""

from __future__ import annotations

import struct

import pytest
from bench_debug import SETTINGS, false_alarms, measure
from check.planting import Engine, random_graph, seeded
from hypothesis import given, settings
from hypothesis import strategies as st
from programs import programs

from graphviz_ad.check import judge
from graphviz_ad.claims import Claims
from graphviz_ad.differentiate import evaluate, reverse
from graphviz_ad.graph import OUTPUT
from graphviz_ad.noun import replace
from graphviz_ad.read import read_text


@pytest.fixture(scope="module")
def tally():
    return measure(280)


def test_most_faults_are_located(tally):
    share = {key: row["located"] / row["planted"] for key, row in tally.items()}
    assert share["= inner+locals"] > 0.96
    assert share["= inner+probes"] > 0.96
    assert share["= inner"] > 0.93
    assert share["all"] > 0.9


def test_where_numbers_leave_a_choice_the_place_is_among_those_named(tally):
    assert tally["all"]["named"] / tally["all"]["planted"] > 0.97


def test_right_graphs_come_back_clean():
    assert false_alarms(150) == []


def single(number):
    return struct.unpack("f", struct.pack("f", number))[0]


ROUNDINGS = {
    "4 decimals": lambda number: float(f"{number:.4f}"),
    "4 digits": lambda number: float(f"{number:.4g}"),
    "2 decimals": lambda number: float(f"{number:.2f}"),
    "10 digits": lambda number: float(f"{number:.10g}"),
    "the last bit": lambda number: number * (1 + 2.3e-16),
    "32 bits": single,
}


@pytest.mark.parametrize("rounding", ROUNDINGS)
def test_rounded_numbers_are_no_errors(rounding):
    round_ = ROUNDINGS[rounding]
    for number in range(60):
        graph, at = random_graph(seeded("clean", number))
        if rounding == "32 bits":
            at = {name: round_(value) for name, value in at.items()}
        claims = Engine(graph, at).claims(**SETTINGS[number % 4])
        kept = {k: v for k, v in claims.values.items() if k in graph.inputs}
        rounded = replace(
            claims,
            values={k: round_(v) for k, v in claims.values.items()} | kept,
            partials={k: round_(v) for k, v in claims.partials.items()},
            adjoints={k: round_(v) for k, v in claims.adjoints.items()},
        )
        assert all(finding.severity == "note" for finding in judge(rounded).findings), number


@settings(max_examples=60, deadline=None)
@given(programs(), st.booleans(), st.booleans())
def test_every_row_of_the_table_comes_back_clean(program, inner, local):
    text, at = program
    graph = read_text(text, at)
    tape = evaluate(graph, at)
    adjoints = reverse(tape, dict.fromkeys(graph.outputs, 1.0))
    stated = {
        k: adjoints[k] or 0.0
        for k in (range(len(graph)) if inner else graph.inputs)
        if graph.ops[k] != OUTPUT
    }
    values = {k: v for k, v in enumerate(tape.primals) if graph.ops[k] != OUTPUT}
    partials = {e.position: tape.partials[e.position] for e in graph.edges} if local else {}
    findings = judge(Claims(graph, at, values, partials, stated)).findings
    assert all(finding.severity == "note" for finding in findings), text
