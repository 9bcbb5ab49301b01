"""Where results go: standard output, files, and what is said about them on standard error."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable

import click

from graphviz_ad.errors import AdvizError

__all__ = ["colored", "print_bytes", "print_text", "say", "wants_terminal"]


def wants_terminal() -> bool:
    """Whether standard output is a terminal, where a table is worth more than a picture."""
    return sys.stdout.isatty()


def colored(when: str) -> bool:
    """Whether to print colours: NO_COLOR and FORCE_COLOR count where ``when`` is ``auto``."""
    if when != "auto":
        return when == "always"
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()


def print_text(text: str) -> None:
    """Write text to standard output, ending with a newline."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")


def print_bytes(data: bytes, *, binary: bool) -> None:
    """Write a file to standard output; pixels are refused by a terminal."""
    if binary and sys.stdout.isatty():
        raise AdvizError("a PNG is nothing for a terminal", hint="write it to a file with -o x.png, or into a pipe")
    sys.stdout.flush()
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def say(lines: Iterable[str], *, quiet: bool = False) -> None:
    """Write remarks to standard error."""
    if not quiet:
        for line in lines:
            click.echo(line, err=True)
