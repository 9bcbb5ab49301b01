"""Help that teaches, version, completion, `python -m graphviz_ad`."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import graphviz_ad
from adviz_cli.arguments import COMMANDS
from adviz_cli.commands import draw, eval, jacobian, ops, paths, tape  # noqa: A004


@pytest.mark.parametrize("args", [["-h"], ["--help"], []])
def test_the_help_lists_every_command(run, args):
    done = run(*args)
    assert done.code == 0
    assert all(f"\n  {name} " in done.out for name in COMMANDS)


@pytest.mark.parametrize("name", ["", *COMMANDS])
@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_fits_into_80_columns(run, name, option):
    done = run(*[name] * bool(name), option)
    assert done.code == 0
    assert max(map(len, done.out.splitlines())) <= 80


@pytest.mark.parametrize("option", ["-V", "--version"])
def test_version(run, option):
    assert run(option).out == f"adviz {graphviz_ad.__version__}\n"


def test_options_are_grouped(run):
    out = run("draw", "--help").out
    places = [
        out.index(f"\n{heading}:\n") for heading in ("Examples", "Program", "Picture", "Output", "Other")
    ]
    assert places == sorted(places)
    assert (
        places[1]
        < out.index("  -w, --wrt NAME")
        < places[2]
        < out.index("  --labels STAGE")
        < places[3]
        < out.index("  -o, --output")
    )


def words(example):
    """Return the words of an example as the shell would hand them over."""
    import shlex

    command = re.split(r"\s{3,}| [<>] ", example)[0]
    return shlex.split(command)[1:]


@pytest.mark.parametrize(
    "example", [line for module in (draw, eval, jacobian, ops, paths, tape) for line in module.EXAMPLES]
)
def test_every_example_works(run, monkeypatch, tmp_path, example):
    (tmp_path / "model.adviz").write_text("f = x*y")
    monkeypatch.setattr("adviz_cli.sources._standard_input", lambda: b"x*y")
    args = [word for word in words(example) if word != "--watch"]
    assert run(*args).code == 0


def test_python_m_is_the_command(python_environment, tmp_path):
    for module in ("graphviz_ad", "adviz_cli"):
        done = subprocess.run(
            [sys.executable, "-m", module, "eval", "x*y", "--at", "x=3 y=4"],
            cwd=tmp_path,
            env=python_environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert "f = 12" in done.stdout


def complete(python_environment, cwd, *typed):
    """Return what bash would offer for the last word."""
    line = ["adviz", *typed]
    done = subprocess.run(
        [sys.executable, "-m", "adviz_cli"],
        cwd=cwd,
        env={
            **python_environment,
            "_ADVIZ_COMPLETE": "zsh_complete",
            "COMP_WORDS": " ".join(line),
            "COMP_CWORD": str(len(line) - 1),
        },
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stderr == ""
    return done.stdout.splitlines()[1::3]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["ta"], {"tape"}),
        (["draw", "--lab"], {"--labels"}),
        (["x*y", "--lab"], {"--labels"}),
        (["draw", "--labels", "b"], {"both"}),
        (["x*y", "--rankdir", "L"], {"LR"}),
        (["eval", "x", "--dig"], {"--digits"}),
        (["-x*y", "--wr"], {"--wrt"}),
    ],
    ids=" ".join,
)
def test_the_shell_completes(python_environment, tmp_path, typed, offered):
    typed, offered = (typed, offered) if isinstance(typed, list) else (offered, typed)
    assert set(complete(python_environment, tmp_path, *typed)) == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_told_in_the_help_and_comes(run, python_environment, tmp_path, shell):
    assert f"_ADVIZ_COMPLETE={shell}_source adviz" in run("--help").out
    done = subprocess.run(
        [sys.executable, "-m", "adviz_cli"],
        cwd=tmp_path,
        env={**python_environment, "_ADVIZ_COMPLETE": f"{shell}_source"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0
    assert "_ADVIZ_COMPLETE" in done.stdout
