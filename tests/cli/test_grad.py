"""`adviz grad`: the backward pass as a program."""

from __future__ import annotations

import json
import re
import shlex

import pytest

from adviz_cli.commands import grad

PRIMER, LOSS = "(2*x+3)**2", "(y-(m*x+c))**2"
AT = "y=1 m=2 x=3 c=4"


def test_both_passes_are_printed(run):
    done = run("grad", PRIMER, "--at", "x=2")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines.index("forward") < lines.index("backward")
    assert re.search(r"^  v̄₂ = 2·v₂ += 14$", done.out, re.MULTILINE)
    assert lines[-1] == "x̄ = ∂f/∂x = 28"


def test_without_values_the_lines_are_formulas(run):
    assert run("grad", "x*y").out.splitlines()[-2:] == ["x̄ = ∂f/∂x = y", "ȳ = ∂f/∂y = x"]


def test_order(run):
    assert run("grad", "x**3", "--at", "x=2", "--order", "2").out.splitlines()[-1] == "x̿ = ∂²f/∂x² = 12"
    done = run("grad", "x", "--order", "9")
    assert done.code == 2
    assert "from 1 to 8" in done.err


def test_wrt_and_of(run):
    out = run("grad", "y1=x1*x2; y2=sin(x1)", "--of", "y1", "-w", "x2", "--at", "x1=2 x2=3").out
    assert out.splitlines()[-1] == "x̄2 = ∂y1/∂x2 = 2"


def test_json(run):
    found = json.loads(run("grad", LOSS, "--at", AT, "--json").out)
    assert {each["inputs"][0]: each["value"] for each in found["derivatives"]} == {
        "y": -18, "m": 54, "x": 36, "c": 18,
    }  # fmt: skip


def test_files(run, tmp_path):
    names = [f"g.{suffix}" for suffix in ("svg", "png", "dot", "json", "adviz", "txt", "md")]
    done = run("grad", LOSS, "--at", AT, *(word for name in names for word in ("-o", name)))
    assert done.code == 0
    assert all((tmp_path / name).stat().st_size > 40 for name in names)
    assert (tmp_path / "g.adviz").read_text(encoding="utf-8").startswith("v3 = y - (m*x + c)\nf = v3**2\n")
    # What was written is a program again.
    again = run("eval", "g.adviz", "--at", AT)
    assert again.code == 0
    assert "x̄ = 36" in again.out


def test_standard_output_takes_every_format(run):
    assert run("grad", "x*y", "-T", "svg").out.startswith("<svg")
    assert run("grad", "x*y", "-o", "-", "-T", "adviz").out == "f = x*y\nx̄ = y\nȳ = x\n"


def test_an_unknown_name_is_told_with_the_near_ones(run):
    done = run("grad", "target*x", "-w", "tagret")
    assert done.code == 1
    assert "did you mean target?" in done.err


def test_of_a_constant_there_is_nothing_to_tell(run):
    done = run("grad", "3")
    assert done.code == 0
    assert "nothing to differentiate by" in done.out


@pytest.mark.parametrize("example", grad.EXAMPLES)
def test_every_example_works(run, example):
    command = re.split(r"\s{3,}", example)[0]
    assert run(*shlex.split(command)[1:]).code == 0
