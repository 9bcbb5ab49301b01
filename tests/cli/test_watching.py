"""--watch: a change is drawn, an error is told and survived, Ctrl-C ends it quietly with 130."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from adviz_cli import watching
from graphviz_ad.errors import AdvizError


class Watcher:
    """The command as it watches, and what it has said so far."""

    def __init__(self, folder, environment, *words):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "adviz_cli", *words, "--watch"],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self.said = []
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    def _listen(self):
        for line in self.process.stderr:
            self.said.append(line.rstrip("\n"))

    def wait_for(self, text, since=0):
        for _ in range(400):
            if any(text in line for line in self.said[since:]):
                return len(self.said)
            time.sleep(0.05)
        raise AssertionError(f"{text!r} was not said: {self.said}")

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(20)
        self.thread.join(5)
        self.process.stdout.close()
        self.process.stderr.close()
        return code


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a single process")
def test_changes_errors_and_the_end(python_environment, tmp_path):
    model = tmp_path / "model.adviz"
    model.write_text("x*y")
    watcher = Watcher(tmp_path, python_environment, "@model.adviz", "-o", "m.svg")
    try:
        at = watcher.wait_for("m.svg written")
        first = (tmp_path / "m.svg").read_bytes()
        model.write_text("x*(y")
        at = watcher.wait_for("adviz: this ( is never closed", at)
        assert (tmp_path / "m.svg").read_bytes() == first
        model.write_text("x*(y + z)")
        at = watcher.wait_for("m.svg written", at)
        # As editors do it: a new file takes the place of the old one.
        (tmp_path / "new").write_text("x*(y - z)")
        os.replace(tmp_path / "new", model)
        at = watcher.wait_for("m.svg written", at)
        model.unlink()
        time.sleep(0.3)
        model.write_text("x + z")
        watcher.wait_for("m.svg written", at)
    finally:
        code = watcher.interrupt()
    assert code == 130
    assert "Traceback" not in "\n".join(watcher.said)
    assert "x + z" in (tmp_path / "m.svg").read_text()


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to a single process")
def test_a_file_that_is_not_there_yet_is_awaited(python_environment, tmp_path):
    watcher = Watcher(tmp_path, python_environment, "later.adviz", "-o", "m.svg")
    try:
        at = watcher.wait_for("cannot read later.adviz")
        (tmp_path / "later.adviz").write_text("x*y")
        watcher.wait_for("m.svg written", at)
    finally:
        assert watcher.interrupt() == 130


@pytest.mark.parametrize("words", [["x*y", "-o", "x.svg"], ["-", "-o", "x.svg"], ["@m.adviz"]])
def test_there_must_be_a_file_to_watch_and_one_to_write(run, tmp_path, words):
    (tmp_path / "m.adviz").write_text("x")
    done = run(*words, "--watch")
    assert (done.code, "--watch needs" in done.err) == (2, True)


def test_only_our_errors_are_survived(tmp_path, monkeypatch):
    ends = iter([AdvizError("told"), AdvizError("told too"), ZeroDivisionError()])
    stamps = iter(range(10))

    def work():
        raise next(ends)

    monkeypatch.setattr(watching, "INTERVAL", 0)
    monkeypatch.setattr(watching, "_stamp", lambda _path: (next(stamps),))
    with pytest.raises(ZeroDivisionError):
        watching.repeat(str(tmp_path / "x"), work)
