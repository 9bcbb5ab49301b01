"""``adviz sweep``: what is carried, as text, as files, as data."""

from __future__ import annotations

import json
import shlex

import pytest

from adviz_cli.commands.sweep import EXAMPLES

THREE = ("y1 = x1*x2; y2 = sin(x1) + x2; y3 = x1*x2*x2", "--at", "x1=2 x2=3")
CHAIN = ("(2*x+3)**2", "--at", "x=2")


def test_reverse_is_the_default(run):
    done = run("sweep", *CHAIN)
    assert done.code == 0
    assert "reverse sweep from f" in done.out
    assert "x̄ = 14·2 = 28" in done.out
    assert done.out == run("sweep", *CHAIN, "--mode", "reverse").out
    assert done.err == ""


def test_forward(run):
    out = run("sweep", *CHAIN, "--mode", "forward").out
    assert out.index("ẋ = 1") < out.index("v̇₁ = 2·1 = 2") < out.index("v̇₃ = 14·2 = 28")


def test_a_seed_by_name_and_by_value(run):
    assert "→ y2" in run("sweep", *THREE, "--seed", "y2").out
    out = run("sweep", *THREE, "--seed", "y1=1 y2=-1").out
    assert "reverse sweep from ȳ1 = 1, ȳ2 = −1" in out
    assert out == run("sweep", *THREE, "--seed", "y1=1", "--seed", "y2=-1").out


def test_without_a_seed_every_sweep_is_told(run):
    out = run("sweep", *THREE).out
    assert [out.count(f"reverse sweep from y{k}\n") for k in (1, 2, 3)] == [1, 1, 1]
    assert "2 forward sweeps or 3 reverse sweeps: forward is cheaper" in out


def test_files_by_suffix(run, tmp_path):
    done = run(
        "sweep",
        *CHAIN,
        *(word for name in ("svg", "png", "txt", "md", "json") for word in ("-o", f"x.{name}")),
    )
    assert done.code == 0
    assert "x.svg written" in done.err
    assert (tmp_path / "x.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "x.txt").read_text(encoding="utf-8") == run("sweep", *CHAIN).out
    assert "| visit | node | adjoint |" in (tmp_path / "x.md").read_text(encoding="utf-8")
    assert (tmp_path / "x.json").read_text(encoding="utf-8") == run("sweep", *CHAIN, "--json").out


def test_standard_output_takes_any_format(run):
    assert run("sweep", *CHAIN, "-o", "-").out == run("sweep", *CHAIN).out
    assert run("sweep", *CHAIN, "-T", "svg").out.startswith("<svg")
    assert run("sweep", *CHAIN, "-T", "png").bytes.startswith(b"\x89PNG")


@pytest.mark.parametrize("words", [["-o", "x.dot"], ["-o", "x.adviz"], ["-T", "dot"]])
def test_formats_that_make_no_sense_are_refused(run, tmp_path, words):
    done = run("sweep", *CHAIN, "-o", "x.svg", *words) if words[0] == "-o" else run("sweep", *CHAIN, *words)
    assert done.code == 1
    assert "a sweep cannot be written as" in done.err
    assert "possible: svg, png, pdf, tex, txt, md, json" in done.err
    assert not list(tmp_path.iterdir())


def test_the_document(run):
    document = json.loads(run("sweep", *CHAIN, "--mode", "forward", "--json").out)
    assert [visit["carried"] for visit in document["visits"]] == [1, 2, 2, 28, 28]
    assert [wire["carried"] for wire in document["wires"]] == [1, 2, 2, 28]


def test_a_picture_of_one_of_several_sweeps_says_so(run):
    assert (
        "note: the picture shows the reverse sweep from y1, the first of 3"
        in run("sweep", *THREE, "-o", "x.svg").err
    )
    assert "note" not in run("sweep", *THREE, "--seed", "y1", "-o", "x.svg").err
    assert run("sweep", *THREE, "-o", "y.svg", "-q").err == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["x*y", "--at", "x=2"], "a sweep needs a value for y"),
        ([*THREE, "--seed", "y11"], "did you mean y1?"),
        ([*THREE, "--seed", "x1"], "x1 is where a forward sweep begins"),
        ([*THREE, "--mode", "forward", "--seed", "y1"], "y1 is where a reverse sweep begins"),
        ([*THREE, "--seed", "y1="], "a value is missing"),
        ([*THREE, "--seed", ""], "a seed is missing"),
        (["2*3", "--mode", "forward"], "no input that a forward sweep could begin at"),
    ],
)
def test_what_is_wrong_is_said(run, words, said):
    done = run("sweep", *words)
    assert (done.code, done.out) == (1, "")
    assert said in done.err


def test_an_unknown_mode_is_a_matter_of_usage(run):
    done = run("sweep", *CHAIN, "--mode", "revers")
    assert done.code == 2
    assert "did you mean reverse?" in done.err


def test_options_of_pictures(run):
    svg = run("sweep", *CHAIN, "-T", "svg", "--title", "A heading", "--rankdir", "TB", "--theme", "dark").out
    assert "A heading" in svg
    assert "↑ 28" in svg
    assert 'class="adviz adviz-dark"' in svg
    assert "0.71" in run("sweep", "tanh(x)", "--at", "x=0.6", "--digits", "2").out


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_works(run, example):
    assert run(*shlex.split(example.partition("    ")[0])[1:]).code == 0
