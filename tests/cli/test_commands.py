"""The commands that print tables: tape, jacobian, eval, ops, doctor."""

from __future__ import annotations

import json
import re
import sys
import time
from importlib import metadata

import pytest

from graphviz_ad import ops

# The numbers of these programs are worked out by hand: see tests/test_worked_examples.py.
PRIMER, LOSS = "(2*x+3)**2", "(y-(m*x+c))**2"
AT = "y=1 m=2 x=3 c=4"


def test_tape(run):
    lines = run("tape", PRIMER, "--at", "x=2").out.splitlines()
    assert len(lines) == 4
    assert re.search(r"14\b", lines[3])


def test_tape_backward(run):
    found = json.loads(run("tape", PRIMER, "--at", "x=2", "--backward", "--json").out)["rows"]
    assert [row["adjoints"]["f"] for row in found] == [28, 14, 14, 1]
    assert run("tape", PRIMER, "--at", "x=2", "--backward").out.splitlines()[1].split()[-1] == "28"


def test_tape_without_values(run):
    assert "?" in run("tape", PRIMER).out


def test_tape_digits(run):
    assert "0.841471" in run("tape", "sin(x)", "--at", "x=1", "--digits", "6").out


def test_jacobian(run):
    found = json.loads(run("jacobian", "a = x*y; b = x", "--at", "x=3 y=4", "--json").out)
    assert (found["values"], found["reached"]) == ([[4, 3], [1, 0]], [[True, True], [True, False]])
    assert "0 (y is not used in b)" in run("jacobian", "a = x*y; b = x", "--at", "x=3 y=4").out
    assert run("jacobian", "a = x*y; b = x", "--of", "b", "-w", "x").out.splitlines()[1].split() == ["b", "1"]


def test_eval(run):
    found = json.loads(run("eval", LOSS, "--at", AT, "--json").out)
    assert found["values"] == {"f": 81}
    assert {each["input"]: each["value"] for each in found["gradient"]} == {
        "y": -18,
        "m": 54,
        "x": 36,
        "c": 18,
    }
    assert "f = 81" in run("eval", LOSS, "--at", AT).out


@pytest.mark.parametrize("command", ["paths", "eval", "jacobian"])
def test_an_input_that_is_not_used_is_never_a_bare_zero(run, command):
    assert "0 (y is not used in a)" in run(command, "a = x; b = y", "--at", "x=1 y=2").out


def test_eval_of_overflow_answers_at_once(run):
    started = time.monotonic()
    assert run("eval", "9**9**9").out.startswith("f = ∞")
    assert time.monotonic() - started < 5


def test_eval_of_a_long_sum_reads_well(run, monkeypatch):
    count = 20_000
    names = [f"x{k}" for k in range(50)]
    text = " + ".join(f"{names[k % 50]}*{names[(k + 1) % 50]}" for k in range(count))
    monkeypatch.setattr("adviz_cli.sources._standard_input", text.encode)
    done = run("eval", "-", "--at", " ".join(f"{name}=1" for name in names))
    assert done.code == 0
    assert done.out.startswith(f"f = {count}\n")
    assert len(done.out.splitlines()) < 60
    assert max(map(len, done.out.splitlines())) < 300
    assert "800" in done.out  # each name occurs in 2 * 400 of the products


def test_ops(run):
    assert len(run("ops").out.splitlines()) == 1 + len(ops.TABLE)
    assert [row["name"] for row in json.loads(run("ops", "tanh", "swish", "--json").out)["operations"]] == [
        "tanh",
        "silu",
    ]
    assert len(run("ops", "tanh", "tanh").out.splitlines()) == 2


def test_doctor_is_well_here(run):
    done = run("doctor")
    assert (done.code, done.err) == (0, "")
    assert "FAIL" not in done.out
    assert "derivative 36" in done.out
    assert sys.version.split()[0] in done.out


def test_doctor_without_a_layout_program(run, monkeypatch):
    monkeypatch.setenv("ADVIZ_DOT", "/no/such/dot")
    done = run("doctor")
    assert done.code == 3
    assert "FAIL  layout program: there is no layout program '/no/such/dot'" in done.out
    assert "ok    click" in done.out


def test_doctor_without_a_package(run, monkeypatch):
    def version(name):
        if name == "symengine":
            raise metadata.PackageNotFoundError(name)
        return "1"

    monkeypatch.setattr(metadata, "version", version)
    done = run("doctor")
    assert done.code == 1
    assert "FAIL  symengine: is not installed" in done.out


def test_doctor_survives_what_nobody_thought_of(run, monkeypatch):
    import graphviz_ad.write.drawing as module

    def fail(*_args, **_more):
        raise ZeroDivisionError("no picture")

    monkeypatch.setattr(module, "draw", fail)
    done = run("doctor")
    assert done.code == 1
    assert "FAIL  one SVG: ZeroDivisionError: no picture" in done.out
