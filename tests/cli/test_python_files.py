"""FILE.py:NAME: a function of somebody's is drawn like a program."""

from __future__ import annotations

import json

import pytest

MODEL = """
def loss(m, x, c, y=1.0):
    e = y - (m*x + c)
    print("e is", e.value)
    return e**2
"""
AT = "m=2 x=3 c=4 y=1"


@pytest.fixture(autouse=True)
def _model(tmp_path):
    (tmp_path / "model.py").write_text(MODEL)


def test_the_picture_and_what_it_prints(run, tmp_path):
    done = run("model.py:loss", "--at", AT, "--wrt", "x", "-o", "loss.svg")
    assert done.code == 0, done.err
    assert "e is -9.0" in done.err
    assert "loss.svg written" in done.err
    assert "36" in (tmp_path / "loss.svg").read_text()


@pytest.mark.parametrize("command", ["paths", "eval", "tape", "jacobian", "sweep", "grad"])
def test_every_command_takes_it(run, command):
    done = run(command, "model.py:loss", "--at", AT)
    assert done.code == 0, done.err
    assert "loss" in done.out or "e" in done.out.split()


def test_json_says_what_the_text_says(run):
    ours = json.loads(run("paths", "model.py:loss", "--at", AT, "--json").out)
    text = json.loads(run("paths", "e = y - (m*x + c); loss = e**2", "--at", AT, "--json").out)
    totals = {total["input"]: total["value"] for total in ours["totals"]}
    assert totals == {total["input"]: total["value"] for total in text["totals"]}
    assert totals == {"m": 54, "x": 36, "c": 18, "y": -18}


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["model.py:los", "--at", AT], "did you mean loss?"),
        (["model.py:loss"], 'for example --at "m=1 x=1 c=1"'),
        (["model.py"], "model.py alone does not say what to draw"),
        (["model.py:"], "model.py alone does not say what to draw"),
        (["model.py:loss:u"], "loss:u is no name"),
        (["nothing.py:loss"], "there is no file nothing.py"),
        (["model.py:loss", "--at", AT, "--share"], "--of and --share are for programs"),
        (["model.py:loss", "--at", AT, "-o", "model.py"], "unknown suffix"),
    ],
)
def test_what_is_wrong_is_told(run, args, told):
    done = run("paths", *args)
    assert done.code == 1
    assert told in done.err
