"""Standard output and standard error: what may go wrong with them, and what is said on them."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterable

from graphviz_ad.errors import WriteProblem

__all__ = [
    "abandon_stdout",
    "colored",
    "flush",
    "is_terminal",
    "print_bytes",
    "print_text",
    "say",
    "speak_utf8",
]


def speak_utf8() -> None:
    """Write UTF-8, also to consoles that would rather have another encoding: the signs are − × ∂."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def is_terminal() -> bool:
    """Whether standard output is a terminal, where a table is worth more than a picture."""
    return bool(sys.stdout) and sys.stdout.isatty()


def colored(when: str) -> bool:
    """Whether to print colours: NO_COLOR and FORCE_COLOR count where ``when`` is ``auto``."""
    if when != "auto":
        return when == "always"
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or is_terminal()


def print_text(text: str) -> None:
    """Write text to standard output, ending with a newline."""
    _written(lambda: sys.stdout.write(text if text.endswith("\n") else text + "\n"))


def print_bytes(data: bytes) -> None:
    """Write a file to standard output."""

    def write() -> None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()

    _written(write)


def flush() -> None:
    """Write what is still in memory, so that a full disk is told of while we can."""
    if sys.stdout:
        _written(lambda: None)


def _written(write: Callable[[], object]) -> None:
    """Write to standard output.

    Raises
    ------
    WriteProblem
        It is closed, or the disk behind it is full.
    BrokenPipeError
        Nobody reads it any more.
    """
    if not sys.stdout:
        raise WriteProblem("cannot write to standard output: it is closed", hint="write a file with -o FILE")
    try:
        write()
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        abandon_stdout()
        raise WriteProblem(f"cannot write to standard output: {error.strerror or error}") from error


def abandon_stdout() -> None:
    """Keep Python from trying once more, at exit, to write what nobody takes."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(lines: Iterable[str], *, quiet: bool = False) -> None:
    """Write remarks to standard error; where that is closed or full, nobody is told."""
    if quiet or not sys.stderr:
        return
    with contextlib.suppress(OSError):
        for line in lines:
            sys.stderr.write(f"{line}\n")
        sys.stderr.flush()
