"""Defaults from [tool.adviz]: checked as options are, beaten by options."""

from __future__ import annotations

import json

import pytest


@pytest.fixture
def configure(tmp_path):
    def write(text, folder=tmp_path):
        (folder / "pyproject.toml").write_text(text, encoding="utf-8")

    return write


def chosen(done):
    """Return how many digits the third line of a table of sin(1) has."""
    assert done.code == 0, done.err
    return done.out


def test_a_project_sets_defaults_and_options_win(run, configure):
    plain = run("paths", "sin(x)", "--at", "x=1")
    configure("[tool.adviz]\ndigits = 6\n")
    assert "0.841471" in run("paths", "sin(x)", "--at", "x=1").out
    assert run("paths", "sin(x)", "--at", "x=1", "--digits", "4").out == plain.out


def test_the_nearest_file_counts_also_from_below(run, configure, tmp_path, monkeypatch):
    configure('[tool.adviz]\nformat = "txt"\n')
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    assert run("x*y").out.startswith("f = ")
    configure("[project]\n", below)
    assert run("x*y").out.startswith("<svg")


def test_several_files_are_set_as_a_list_or_alone(run, configure, tmp_path):
    configure('[tool.adviz]\noutput = ["a.svg", "b.md"]\nquiet = true\n')
    assert (run("x*y").code, run("x*y").err) == (0, "")
    assert (tmp_path / "a.svg").exists()
    assert (tmp_path / "b.md").exists()
    configure('[tool.adviz]\noutput = "c.txt"\n')
    assert run("x*y").err.startswith("c.txt written")
    run("x*y", "-o", "d.txt")
    assert (tmp_path / "d.txt").exists()


@pytest.mark.parametrize("key", ["max-paths", "max_paths"])
def test_names_are_written_with_either_dash(run, configure, key):
    configure(f"[tool.adviz]\n{key} = 1\n")
    totals = json.loads(run("a*x + b*x + c*x", "-w", "x", "--at", "a=1 b=5 c=3 x=1", "--json").out)["totals"]
    assert totals[0]["shown"] == 5


def test_what_a_command_does_not_have_is_none_of_its_business(run, configure):
    configure('[tool.adviz]\nlabels = "letters"\ntheme = "dark"\n')
    assert run("eval", "x*y", "--at", "x=1 y=2").code == 0


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('label = "both"', "[tool.adviz] sets label, which a project cannot set"),
        ('at = "x=3"', "[tool.adviz] sets at, which a project cannot set"),
        ('labels = "bth"', "[tool.adviz] labels: 'bth' is not possible"),
        ("labels = 3", "[tool.adviz] labels: 3 is a number, and a text is expected"),
        ("labels = ['both']", "[tool.adviz] labels: ['both'] is neither a text nor a number"),
        ("labels = true", "[tool.adviz] labels: True is neither a text nor a number"),
        ('digits = "many"', "[tool.adviz] digits: 'many' is not a whole number from 1 to 17"),
        ("digits = 2.5", "[tool.adviz] digits: '2.5' is not a whole number from 1 to 17"),
        ("digits = true", "[tool.adviz] digits: True is neither a text nor a number"),
        ("digits = 0", "[tool.adviz] digits: '0' is not a whole number from 1 to 17"),
        ("timeout = nan", "[tool.adviz] timeout: 'nan' is not a number above 0"),
        ('full = "yes"', "[tool.adviz] full: 'yes' is neither true nor false"),
        ("quiet = 1", "[tool.adviz] quiet: 1 is neither true nor false"),
        ('format = "jpeg"', "[tool.adviz] format: 'jpeg' is not possible"),
        ('output = ["a.svg", 3]', "[tool.adviz] output: 3 is a number, and a text is expected"),
        ("output = {}", "[tool.adviz] output: {} is neither a text nor a number"),
        ("labels = ", "pyproject.toml is not TOML"),
    ],
)
def test_a_wrong_setting_is_told_with_its_file(run, configure, tmp_path, line, told):
    configure(f"[tool.adviz]\n{line}\n")
    done = run("x*y", "-o", "x.svg")
    assert (done.code, done.out) == (1, "")
    assert told in done.err
    assert str(tmp_path / "pyproject.toml") in done.err
    assert "internal error" not in done.err
    assert not (tmp_path / "x.svg").exists()


def test_a_table_that_is_none_is_told(run, configure):
    configure("[tool]\nadviz = 3\n")
    assert "[tool.adviz] is not a table" in run("x*y").err
    configure("tool = 'adviz'\n")
    assert run("x*y").code == 0


def test_bytes_that_are_no_text_are_told(run, tmp_path):
    (tmp_path / "pyproject.toml").write_bytes(b"[tool.adviz]\nids = '\xff'\n")
    assert "pyproject.toml is not TOML" in run("x*y").err


def test_the_file_of_a_project_that_does_not_know_us_is_not_judged(run, tmp_path):
    (tmp_path / "pyproject.toml").write_bytes(b"this is \xff no TOML\n")
    assert run("x*y").code == 0


def test_help_and_version_come_whatever_is_set(run, configure):
    configure("[tool.adviz]\nnonsense = 1\n")
    assert run("--help").code == 0
    assert run("-V").code == 0
