"""Runs other programs, the layout program above all: the one file that starts them, and sees to their end.

Whatever happens - success, failure, time limit, Ctrl-C - the program and what it
started are gone when `run` returns or raises.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import IO, Literal

from graphviz_ad.errors import AdvizError

__all__ = ["About", "Refuse", "ending", "excerpt", "run"]

About = Literal["start", "output", "time"]
Refuse = Callable[[str, About], AdvizError]
"""From what went wrong, and what it is about, to the error that the caller raises."""

LARGEST_OUTPUT = 256 * 2**20
LARGEST_COMPLAINT = 2**16
CHUNK = 2**16
GLANCE = 0.05
PATIENCE = 2.0
"""Seconds that a killed program has to go away before it is left to the system."""

_WINDOWS = os.name == "nt"


def run(
    command: Sequence[str], text: bytes, timeout: float, refuse: Refuse, env: Mapping[str, str] | None = None
) -> tuple[bytes, bytes, int]:
    """Feed ``text`` to a program; return its output, its error output and its exit status.

    Parameters
    ----------
    command
        The program's file and its arguments.
    text
        Its standard input.
    timeout
        Seconds after which it and what it started are killed.
    refuse
        Makes the error where it cannot be started, prints more than `LARGEST_OUTPUT`, or is too slow.
    env
        Variables of its environment beside those of this process.
    """
    process: subprocess.Popen[bytes] | None = None
    try:
        with _interrupts_held():
            process = _start(command, refuse, env or {})
        output, complaint = _talk(process, text, timeout, refuse)
    finally:
        if process is not None:
            _end(process)
    return output, complaint, process.returncode


def ending(status: int) -> str:
    """Return in words how a program ended.

    Examples
    --------
    >>> ending(1), ending(-11)
    ('failed with exit code 1', 'was ended by SIGSEGV')
    """
    if status > 0:
        return f"failed with exit code {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"was ended by signal {-status}"


def excerpt(printed: bytes) -> str:
    r"""Return the beginning of what a program printed, fit for a message on a terminal.

    Examples
    --------
    >>> excerpt(b"Error: syntax error\x1b[0m\n  near line 1\n")
    'Error: syntax error?[0m near line 1'
    """
    text = " ".join(printed[:400].decode(errors="replace").split())
    return "".join(char if char.isprintable() else "?" for char in text)[:200]


def _start(command: Sequence[str], refuse: Refuse, env: Mapping[str, str]) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # A comma for a decimal point would make another picture of the same text.
            env={**os.environ, "LC_ALL": "C", **env},
            bufsize=0,
            # A process group of its own: what the program starts is found again, and ended with it.
            start_new_session=not _WINDOWS,
        )
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise refuse(f"cannot be run: {reason}", "start") from error


def _talk(
    process: subprocess.Popen[bytes], text: bytes, timeout: float, refuse: Refuse
) -> tuple[bytes, bytes]:
    """Feed the program and read both its outputs at once, until it ends or its time is up."""
    deadline = time.monotonic() + timeout
    output = _Reader(process.stdout, LARGEST_OUTPUT)
    complaint = _Reader(process.stderr, LARGEST_COMPLAINT)
    feeder = threading.Thread(target=_feed, args=(process.stdin, text), daemon=True)
    watcher = threading.Thread(target=_await_end, args=(process,), daemon=True)
    threads = (feeder, output.thread, complaint.thread, watcher)
    for thread in threads:
        thread.start()
    ended: float | None = None
    for thread in (watcher, feeder, output.thread, complaint.thread):
        while thread.is_alive() and not output.overfull and (left := deadline - time.monotonic()) > 0:
            thread.join(min(GLANCE, left))
            if ended is not None and time.monotonic() - ended > PATIENCE:
                # It has ended and left its pipes to a program that it started: what it said is there.
                return output.content(), complaint.content()
        ended = ended or time.monotonic()
    if output.overfull:
        raise refuse(f"printed more than {LARGEST_OUTPUT / 2**20:.3g} MiB", "output")
    if any(thread.is_alive() for thread in threads):
        raise refuse(f"was stopped: it was not done after {timeout:g} s", "time")
    return output.content(), complaint.content()


class _Reader:
    """Reads a pipe to its end in a thread of its own, and keeps at most ``limit`` bytes."""

    def __init__(self, pipe: IO[bytes] | None, limit: int) -> None:
        self._pipe = pipe
        self._room = limit
        self._chunks: list[bytes] = []
        self.overfull = False
        self.thread = threading.Thread(target=self._read, daemon=True)

    def _read(self) -> None:
        if self._pipe is None:
            return
        with contextlib.suppress(OSError), self._pipe as pipe:
            while chunk := pipe.read(CHUNK):
                self.overfull = self.overfull or len(chunk) > self._room
                if self._room:
                    self._chunks.append(chunk[: self._room])
                    self._room -= len(self._chunks[-1])

    def content(self) -> bytes:
        return b"".join(self._chunks)


def _feed(pipe: IO[bytes] | None, text: bytes) -> None:
    if pipe is None:
        return
    # A program may answer, or die, before it has read everything: its status tells.
    with contextlib.suppress(OSError), pipe:
        view = memoryview(text)
        while view:
            view = view[pipe.write(view) :]


def _await_end(process: subprocess.Popen[bytes]) -> None:
    """Wait for the program's end and leave its number taken, so that `_end` kills no other."""
    if hasattr(os, "waitid"):
        with contextlib.suppress(ChildProcessError):
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    else:
        process.wait()


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Keep Ctrl-C back while a program is being started.

    Between its start and the moment its number is known, nobody could end it.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the program, if it still runs, and everything that it started."""
    if not _WINDOWS:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    elif process.poll() is None:
        # A part of Windows; it ends the children too.
        command = ["taskkill", "/T", "/F", "/PID", str(process.pid)]
        subprocess.run(command, capture_output=True, check=False)
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(PATIENCE)
