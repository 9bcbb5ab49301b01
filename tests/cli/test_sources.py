"""Where the program comes from: typed, standard input, a file."""

from __future__ import annotations

import io
import json
import os
import sys
from types import SimpleNamespace

import pytest

PROGRAM = "t = x + c\nf = t*x\n"


def give(monkeypatch, data):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))


def source(done):
    assert done.code == 0, done.err
    return json.loads(done.out)["source"]


def test_a_dash_reads_standard_input(run, monkeypatch):
    give(monkeypatch, PROGRAM.encode())
    assert source(run("-", "--json")) == PROGRAM


def test_a_byte_order_mark_and_crlf_are_read(run, monkeypatch):
    give(monkeypatch, b"\xef\xbb\xbf" + PROGRAM.replace("\n", "\r\n").encode())
    assert source(run("draw", "-", "--json")) == PROGRAM


@pytest.mark.parametrize(
    "name", ["model.adviz", "model.txt", "@model.adviz", "@model", "@model.TXT", "./model.adviz"]
)
def test_a_file_is_read(run, tmp_path, name):
    (tmp_path / name.removeprefix("@")).write_text(PROGRAM)
    assert source(run(name, "--json")) == PROGRAM


def test_a_file_called_x_is_not_read(run, tmp_path):
    (tmp_path / "x").write_text("a*b")
    assert source(run("x", "--json")) == "x"
    assert source(run("@x", "--json")) == "a*b"


def test_a_python_file_alone_does_not_say_what_is_meant(run, tmp_path):
    (tmp_path / "g.py").write_text("")
    done = run("g.py")
    assert (done.code, "alone does not say what to draw" in done.err) == (1, True)
    assert "g.py:NAME" in done.err


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("nothing.adviz", "cannot read nothing.adviz: No such file or directory"),
        ("@nothing", "cannot read nothing: No such file or directory"),
        ("@.", "cannot read .: Is a directory"),
        ("folder.adviz", "cannot read folder.adviz: Is a directory"),
        ("@", "@ stands alone"),
        ("@" + "n" * 20_000, "File name too long"),
    ],
)
def test_a_file_that_cannot_be_read(run, tmp_path, word, told):
    (tmp_path / "folder.adviz").mkdir()
    done = run(word)
    assert (done.code, done.out) == (1, "")
    assert told in done.err
    assert len(done.err) < 300


def test_a_file_that_may_not_be_read(run, tmp_path):
    path = tmp_path / "secret.adviz"
    path.write_text("x")
    path.chmod(0)
    if os.access(path, os.R_OK):  # the superuser may read everything but what the system forbids
        path = "/proc/self/mem"
    if not os.path.exists(path):
        pytest.skip("nothing here cannot be read")
    done = run(f"@{path}")
    assert (done.code, f"cannot read {path}: " in done.err) == (1, True)


def test_what_is_not_utf_8_is_named_with_its_line(run, tmp_path, monkeypatch):
    (tmp_path / "latin.adviz").write_bytes(b"x = 1\n# caf\xe9\n")
    done = run("latin.adviz")
    assert (done.code, "not UTF-8 (line 2, byte 11)" in done.err, "at latin.adviz" in done.err) == (
        1,
        True,
        True,
    )
    give(monkeypatch, b"\xff")
    assert "at standard input" in run("-").err


@pytest.mark.parametrize("text", ["", " \n\t", "# only words\n", ";;"])
def test_an_empty_program_is_told(run, monkeypatch, text):
    give(monkeypatch, text.encode())
    done = run("eval", "-")
    assert (done.code, "there is no expression" in done.err) == (1, True)


@pytest.mark.parametrize("command", ["draw", "paths", "tape", "jacobian", "eval"])
def test_no_expression_at_all_is_a_matter_of_usage(run, command):
    done = run(command)
    assert (done.code, "an expression is missing" in done.err) == (2, True)
    assert f"adviz {command} --help" in done.err


def test_standard_input_that_cannot_be_read(run, monkeypatch):
    def read():
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=SimpleNamespace(read=read)))
    done = run("eval", "-")
    assert (done.code, "cannot read standard input: Input/output error" in done.err) == (1, True)
