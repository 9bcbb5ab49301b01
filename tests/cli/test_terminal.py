"""What a terminal gets: the table and adviz.svg, never pixels, colours as asked for, a word on long work."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

pty = pytest.importorskip("pty", reason="no pseudo-terminals here")

PRODUCT = ["x*y", "--at", "x=3 y=4"]


@pytest.fixture
def at_terminal(python_environment, tmp_path):
    """Return a function that runs the command with standard output (or error) on a terminal."""

    def call(*args, env=None, error=False, cwd=tmp_path, timeout=30):
        control, terminal = pty.openpty()
        streams = {
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
            "stderr" if error else "stdout": terminal,
        }
        process = subprocess.Popen(
            [sys.executable, "-m", "adviz_cli", *args],
            cwd=cwd,
            env={**python_environment, **(env or {})},
            stdin=subprocess.DEVNULL,
            **streams,
        )
        os.close(terminal)
        shown = b""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline:
            try:
                chunk = os.read(control, 65536)
            except OSError:  # the other end is closed
                break
            if not chunk:
                break
            shown += chunk
        os.close(control)
        other = (process.stdout if error else process.stderr).read().decode()
        code = process.wait(timeout)
        process.communicate()
        screen = shown.decode().replace("\r\n", "\n")
        out, err = (other, screen) if error else (screen, other)
        return SimpleNamespace(code=code, out=out, err=err)

    return call


def test_a_terminal_gets_the_table_and_a_file(at_terminal, tmp_path):
    done = at_terminal(*PRODUCT)
    assert done.code == 0
    assert "f = x*y" in done.out
    assert "∂f/∂x = 4" in done.out
    assert done.err == "adviz.svg written\n"
    assert (tmp_path / "adviz.svg").read_text().startswith("<svg")
    assert at_terminal(*PRODUCT).err == "adviz.svg is up to date\n"
    assert at_terminal("x*y", "-q").err == ""


def test_our_own_file_is_overwritten(at_terminal, tmp_path):
    at_terminal(*PRODUCT)
    before = (tmp_path / "adviz.svg").read_bytes()
    at_terminal("x+y")
    assert (tmp_path / "adviz.svg").read_bytes() != before


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<svg></svg>",
        b'<svg class="adviz"><metadata>{}</metadata></svg>',
        b'<svg class="adviz"><metadata>"adviz"</metadata></svg>',
        b"<svg><metadata>&quot;adviz&quot;:1</metadata></svg>",
        b"\xff\xfe",
    ],
)
def test_a_file_of_somebody_else_is_not_overwritten(at_terminal, tmp_path, content):
    (tmp_path / "adviz.svg").write_bytes(content)
    done = at_terminal(*PRODUCT)
    assert (done.code, (tmp_path / "adviz.svg").read_bytes()) == (0, content)
    assert "adviz.svg was not written" in done.err
    assert "∂f/∂x = 4" in done.out


def test_a_directory_of_that_name_is_not_overwritten(at_terminal, tmp_path):
    (tmp_path / "adviz.svg").mkdir()
    assert "adviz.svg was not written" in at_terminal(*PRODUCT).err


def test_pixels_are_refused(at_terminal, tmp_path):
    for words in (["-T", "png"], ["-T", "png", "-o", "-"]):
        done = at_terminal(*PRODUCT, *words)
        assert (done.code, done.out) == (1, "")
        assert "nothing for a terminal" in done.err
    assert list(tmp_path.iterdir()) == []


def test_what_was_asked_for_is_printed_also_to_a_terminal(at_terminal, tmp_path):
    assert at_terminal(*PRODUCT, "-o", "-").out.startswith("<svg")
    assert at_terminal(*PRODUCT, "-T", "svg").out.startswith("<svg")
    assert at_terminal(*PRODUCT, "--json").out.startswith("{")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "env", "colours"),
    [
        ([], {}, True),
        ([], {"NO_COLOR": "1"}, False),
        ([], {"NO_COLOR": ""}, True),
        ([], {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colours_on_a_terminal(at_terminal, words, env, colours):
    assert ("\x1b[" in at_terminal("paths", *PRODUCT, *words, env=env).out) == colours


@pytest.mark.parametrize(
    ("words", "env", "colours"),
    [
        ([], {}, False),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (["--color", "always"], {}, True),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colours_in_a_pipe(adviz, words, env, colours):
    assert ("\x1b[" in adviz("paths", *PRODUCT, *words, env=env).stdout) == colours


def test_a_directory_that_can_only_be_read(at_terminal, tmp_path):
    folder = tmp_path / "sealed"
    folder.mkdir(mode=0o555)
    if os.access(folder, os.W_OK):  # the superuser may write everywhere but where the system forbids it
        folder = "/sys"
    if not os.path.isdir(folder):
        pytest.skip("nothing here cannot be written to")
    done = at_terminal(*PRODUCT, cwd=folder)
    assert (done.code, "∂f/∂x = 4" in done.out) == (1, True)
    assert "adviz.svg" in done.err
    assert "internal error" not in done.err


def test_without_a_layout_program_there_is_still_the_table(at_terminal, tmp_path):
    done = at_terminal(*PRODUCT, env={"ADVIZ_DOT": "/no/such/dot"})
    assert done.code == 3
    assert "∂f/∂x = 4" in done.out
    assert "there is no layout program '/no/such/dot'" in done.err
    assert not (tmp_path / "adviz.svg").exists()


@pytest.fixture
def slow_layout(tmp_path):
    from graphviz_ad.engine import find

    script = tmp_path / "slow"
    script.write_text(f'#!/bin/sh\nsleep 2.5\nexec "{find().path}" "$@"\n')
    script.chmod(0o755)
    return script


def test_long_work_is_told_at_a_terminal(at_terminal, slow_layout):
    done = at_terminal(*PRODUCT, "-o", "x.svg", "--engine", str(slow_layout), error=True)
    assert done.code == 0
    assert done.err == "laying out 4 nodes ...\nx.svg written\n"


def test_short_work_is_not_told(at_terminal):
    assert at_terminal(*PRODUCT, "-o", "x.svg", error=True).err == "x.svg written\n"


@pytest.fixture
def opener(tmp_path):
    """A stand-in for what opens files: it notes their names."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("xdg-open", "open"):
        script = folder / name
        script.write_text(f'#!/bin/sh\necho "$1" >> "{tmp_path}/opened"\n')
        script.chmod(0o755)
    return {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


def opened(folder):
    for _ in range(50):
        if (folder / "opened").exists():
            return (folder / "opened").read_text().split()
        time.sleep(0.1)
    return []


@pytest.mark.skipif(sys.platform == "win32", reason="opens without a program")
def test_open_shows_the_first_file(adviz, opener, tmp_path):
    assert adviz(*PRODUCT, "-o", "a.svg", "-o", "b.svg", "--open", env=opener).returncode == 0
    assert opened(tmp_path) == [str(tmp_path / "a.svg")]


@pytest.mark.skipif(sys.platform == "win32", reason="opens without a program")
def test_nothing_is_opened_unasked(at_terminal, opener, tmp_path):
    at_terminal(*PRODUCT, env=opener)
    time.sleep(0.3)
    assert not (tmp_path / "opened").exists()


def test_open_without_a_file_is_told(adviz):
    assert "nothing to open" in adviz(*PRODUCT, "--open").stderr
