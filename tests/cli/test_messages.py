"""Each way to fail is one message with its place and an exit code, and nothing is half-written."""

from __future__ import annotations

import pytest

import adviz_cli.request
from adviz_cli.__main__ import main

USAGE = [
    (["x*y", "--max-paths", "0"], "--max-paths: '0' is not a whole number of at least 1"),
    (["x*y", "--max-paths", "some"], "--max-paths: 'some' is not a whole number of at least 1"),
    (["x*y", "--digits", "18"], "--digits: '18' is not a whole number from 1 to 17"),
    (["x*y", "--timeout", "0"], "--timeout: '0' is not a number above 0"),
    (["x*y", "--timeout", "nan"], "--timeout: 'nan' is not a number above 0"),
    (["x*y", "--scale", "inf"], "--scale: 'inf' is not a number above 0"),
    (["x*y", "--dpi", "-96"], "--dpi: '-96' is not a number above 0"),
    (["x*y", "--labels", "bth"], "did you mean both?"),
    (["x*y", "--rankdir", "up"], "possible: LR, RL, TB, BT"),
    (["x*y", "--theme", "drak"], "did you mean dark?"),
    (["x*y", "-T", "sgv"], "did you mean svg?"),
    (["x*y", "--color", "red"], "possible: auto, always, never"),
    (["x*y", "--wrrt", "x"], "there is no option --wrrt\n  hint: did you mean --wrt"),
    (["--xyz"], 'adviz -- "--xyz"'),
    (["x*y", "--at"], "--at needs a value"),
    (["x*y", "--at", "--json"], "if that is the value, write --at=--json"),
    (["x", "+", "y"], 'quote the expression: adviz draw "x + y"'),
    (["x*y", "--watch"], "--watch needs a program's file and -o"),
    (["ops", "--wrt", "x"], "there is no option --wrt"),
    (["doctor", "x"], "unexpected extra argument"),
]


@pytest.mark.parametrize(
    ("args", "told"), USAGE, ids=lambda each: " ".join(each) if isinstance(each, list) else ""
)
def test_usage(run, tmp_path, args, told):
    done = run(*args)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("adviz: ")
    assert told in done.err
    assert done.err.endswith(" --help\n")
    assert list(tmp_path.iterdir()) == []


BAD_INPUT = [
    (["x*(y", "-o", "x.svg"], "line 1, column 3"),
    (["x*y)", "-o", "x.svg"], "line 1, column 4"),
    (["sine(x)", "-o", "x.svg"], "did you mean sin"),
    (["x*y", "--at", "z=1", "-o", "x.svg"], "z has a value, but does not occur"),
    (["x*y", "--at", "x", "-o", "x.svg"], "NAME=VALUE"),
    (["x*y", "--at", "x=", "-o", "x.svg"], "a value is missing"),
    (["x*y", "--at", "x=1 x=2", "-o", "x.svg"], "x is given two values"),
    (["x*y", "--at", "x=who", "-o", "x.svg"], "who has no value here"),
    (["x*y", "--at", "x=(1", "-o", "x.svg"], "never closed"),
    (["x*y", "--at", "x=open()", "-o", "x.svg"], "open"),
    (["x*y", "-w", "z", "-o", "x.svg"], "z is in --wrt, but does not occur"),
    (["x*y", "--of", "q", "-o", "x.svg"], "q is not a name"),
    (["x*y", "-o", "x.svg", "-o", "x.foo"], "unknown suffix '.foo' of x.foo"),
    (["x*y", "-o", "x.svg", "-o", "x"], "no suffix tells the format of x"),
    (["x*y", "-o", "no/x.svg"], "at no/x.svg"),
    (["x*y", "-o", "."], "no suffix"),
    (["x*y", "-o", "..", "-T", "svg"], "it is a directory"),
    (["x*y", "--highlight", "3", "-o", "x.svg"], "no path 3"),
    (["x*y", "--focus", "z", "-o", "x.svg"], "no node is called 'z'"),
    (["a if x > 0 else b", "-o", "x.svg"], "x"),
    (["eval", "x*y", "--at", "x=1"], "eval needs a value for y"),
    (["ops", "tnh"], "there is no operation 'tnh'\n  hint: did you mean tanh"),
    (["1e400*x", "-o", "x.svg"], "1e400"),
]


@pytest.mark.parametrize(
    ("args", "told"), BAD_INPUT, ids=lambda each: " ".join(each) if isinstance(each, list) else ""
)
def test_bad_input(run, tmp_path, args, told):
    done = run(*args)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("adviz: ")
    assert told in done.err
    assert "Traceback" not in done.err
    assert list(tmp_path.iterdir()) == []


def test_an_error_in_the_last_target_leaves_no_half_of_them(run, tmp_path):
    (tmp_path / "folder.md").mkdir()
    done = run("x*y", "--ids", "not an id", "-o", "a.txt", "-o", "b.svg")
    assert done.code == 1
    assert not (tmp_path / "a.txt").exists()


@pytest.mark.parametrize(
    "args",
    [
        ["--traceback", "x*("],
        ["x*(", "--traceback"],
        ["eval", "--traceback", "x*("],
        ["--traceback", "eval", "x*("],
    ],
)
def test_traceback_shows_where_it_arose_and_changes_nothing_else(run, args):
    done = run(*args)
    assert done.code == 1
    assert done.err.startswith("Traceback (most recent call last)")
    assert "\nadviz: this ( is never closed\n" in done.err


def test_behind_two_dashes_it_is_no_option(run):
    assert "Traceback" not in run("eval", "--", "--traceback").err


@pytest.mark.parametrize(
    "error", [ValueError("nine\nlives"), ZeroDivisionError(), KeyError("x"), OSError(5, "I/O")]
)
def test_what_nobody_thought_of_is_one_line(run, monkeypatch, error):
    def fail(*_args, **_more):
        raise error

    monkeypatch.setattr(adviz_cli.request, "sources", type("S", (), {"read": staticmethod(fail)}))
    done = run("eval", "x")
    assert done.code == 1
    assert done.err.count("\n") == 1
    assert done.err.startswith(f"adviz: internal error: {type(error).__name__}")
    assert "please report" in done.err
    assert "--traceback" in done.err
    assert "Traceback (most recent" in run("eval", "x", "--traceback").err


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (RecursionError(), 1, "nested too deeply"),
        (MemoryError(), 1, "not enough memory"),
        (KeyboardInterrupt(), 130, ""),
        (BrokenPipeError(), 0, ""),
    ],
)
def test_other_ends(run, monkeypatch, error, code, told):
    def fail(*_args, **_more):
        raise error

    monkeypatch.setattr(adviz_cli.request, "sources", type("S", (), {"read": staticmethod(fail)}))
    monkeypatch.setattr("adviz_cli.output.abandon_stdout", lambda: None)
    done = run("eval", "x")
    assert done.code == code
    assert told in done.err
    assert done.err.count("\n") == bool(told)


def test_the_library_can_be_called_with_words(capsys):
    assert main(["eval", "x*y", "--at", "x=3 y=4"]) == 0
    assert "f = 12" in capsys.readouterr().out


@pytest.mark.parametrize(
    "name",
    [
        "</text><script>",
        '"quotes"',
        "{braces}",
        "back\\slash",
        "100 %",
        "損失",
        "🙂",
        "x" * 20_000,
        "\x07bell",
        "a\nb",
        "-->",
    ],
    ids=lambda name: name[:8],
)
def test_hostile_titles_are_only_text(run, tmp_path, name):
    done = run("x*y", "--title", name, "--alt", name, "-o", "x.svg", "-q")
    assert (done.code, done.err) == (0, "")
    svg = (tmp_path / "x.svg").read_text(encoding="utf-8")
    assert "<script" not in svg
    assert "\n\n" not in svg


def test_a_name_of_20_000_characters(run):
    name = "x" * 20_000
    assert run("paths", f"{name}*y", "--at", f"{name}=3 y=4").code == 0
    done = run("eval", f"{name}*y", "--at", "y=4")
    assert done.code == 1
    assert run("eval", f"{name}*y", "--at", f"{name}z=4").code == 1
