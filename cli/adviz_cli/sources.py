"""The text to work on: typed, read from standard input or from a file."""

from __future__ import annotations

import os
import sys

import click

from graphviz_ad.errors import AdvizError, NotSupported, SyntaxProblem, shorten

__all__ = ["file_of", "read"]

_PROGRAMS = (".adviz", ".txt")
_LATER = {
    ".py": "Python functions",
    ".json": "graphs in JSON",
    ".dot": "graphs in DOT",
    ".gv": "graphs in DOT",
}


def file_of(expression: str) -> str | None:
    """Return the file that ``expression`` names: @FILE, or a word with a suffix that we read.

    Examples
    --------
    >>> file_of("@model"), file_of("model.adviz"), file_of("x*y")
    ('model', 'model.adviz', None)
    """
    if expression.startswith("@"):
        return expression[1:]
    suffix = os.path.splitext(expression)[1].lower()
    named = suffix in _PROGRAMS or (suffix in _LATER and os.path.exists(expression))
    return expression if named and "\n" not in expression else None


def read(expression: str | None) -> str:
    """Return the program that ``expression`` is or names.

    Raises
    ------
    AdvizError
        The file or standard input cannot be read.
    """
    if expression is None:
        raise click.UsageError(
            'an expression is missing, such as "(y-(m*x+c))**2"', click.get_current_context(silent=True)
        )
    if expression == "-":
        return _decoded(_standard_input(), "standard input")
    path = file_of(expression)
    if path is None:
        return expression
    shown = shorten(path, 60)
    suffix = os.path.splitext(path)[1].lower()
    if suffix in _LATER:
        raise NotSupported(f"{shown}: {_LATER[suffix]} cannot be drawn yet", hint="write the program as text")
    if not path:
        raise AdvizError("@ stands alone", hint="@FILE reads the program from a file, - from standard input")
    try:
        with open(path, "rb") as file:
            data = file.read()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise AdvizError(
            f"cannot read {shown}: {reason}", hint="@FILE reads the program from a file"
        ) from error
    return _decoded(data, shown)


def _standard_input() -> bytes:
    if not sys.stdin:
        raise AdvizError("cannot read standard input: it is closed", hint="name a file with @FILE")
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise AdvizError(
            f"cannot read standard input: {error.strerror}", hint="name a file with @FILE"
        ) from error


def _decoded(data: bytes, where: str) -> str:
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SyntaxProblem(
            f"the program is not UTF-8 (line {line}, byte {error.start})",
            where=where,
            hint="save the text as UTF-8",
        ) from error
