"""The text to work on: typed, read from standard input or from a file."""

from __future__ import annotations

import os
import sys

import click

from graphviz_ad.errors import AdvizError, NotSupported, SyntaxProblem

__all__ = ["file_of", "read"]

_PROGRAMS = (".adviz", ".txt")
_LATER = {".py": "Python functions", ".json": "graphs in JSON", ".dot": "graphs in DOT", ".gv": "graphs in DOT"}


def file_of(expression: str) -> str | None:
    """Return the file that ``expression`` names: @FILE, or a word with a suffix that we read."""
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
        The file cannot be read.
    """
    if expression is None:
        raise click.UsageError('an expression is missing, such as "(y-(m*x+c))**2"')
    if expression == "-":
        return _decoded(sys.stdin.buffer.read(), "standard input")
    path = file_of(expression)
    if path is None:
        return expression
    suffix = os.path.splitext(path)[1].lower()
    if suffix in _LATER:
        raise NotSupported(f"{path}: {_LATER[suffix]} cannot be drawn yet", hint="write the program as text")
    try:
        with open(path, "rb") as file:
            return _decoded(file.read(), path)
    except OSError as error:
        raise AdvizError(f"{path} cannot be read: {error.strerror}", hint="@FILE reads a file") from error


def _decoded(data: bytes, where: str) -> str:
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        message = f"byte {error.start} is not UTF-8"
        raise SyntaxProblem(message, where=where, hint="save the text as UTF-8") from error
