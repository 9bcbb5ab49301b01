"""What to work on: typed, from standard input or a file; a program, a graph, a function in Python."""

from __future__ import annotations

import os
import re
import sys

import click

from graphviz_ad.errors import AdvizError, SyntaxProblem, shorten
from graphviz_ad.noun import noun

__all__ = ["DOT", "JSON", "PROGRAM", "PYTHON", "Source", "file_of", "read"]

PROGRAM, JSON, DOT, PYTHON = "program", "json", "dot", "python"
_FORMS = {".adviz": PROGRAM, ".txt": PROGRAM, ".json": JSON, ".dot": DOT, ".gv": DOT}
_IN_PYTHON = re.compile(r"(.*?\.py)(?::(.*))?", re.IGNORECASE | re.DOTALL)


@noun
class Source:
    """A text, and what it is written in: ``PROGRAM``, ``JSON`` or ``DOT``.

    Of ``PYTHON`` the text is the file's path, and ``name`` says what in it is meant.
    """

    text: str
    form: str
    name: str = ""


def file_of(expression: str) -> str | None:
    """Return the file that ``expression`` names: @FILE, FILE.py:NAME, or a word with a suffix that we read.

    Examples
    --------
    >>> file_of("@model"), file_of("model.adviz"), file_of("model.py:loss"), file_of("x*y")
    ('model', 'model.adviz', 'model.py', None)
    """
    if expression.startswith("@"):
        return expression[1:]
    if "\n" in expression:
        return None
    in_python = _IN_PYTHON.fullmatch(expression)
    if in_python and (in_python[2] is not None or os.path.exists(expression)):
        return in_python[1]
    return expression if _suffix(expression) in _FORMS else None


def read(expression: str | None) -> Source:
    """Return the program or graph that ``expression`` is or names.

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
        return Source(_decoded(_standard_input(), "standard input"), PROGRAM)
    path = file_of(expression)
    if path is None:
        return Source(expression, PROGRAM)
    shown = shorten(path, 60)
    in_python = _IN_PYTHON.fullmatch(expression.removeprefix("@"))
    if in_python:
        hint = f"name a function or a value in it: {shown}:NAME"
        if not in_python[2]:
            raise AdvizError(f"{shown} alone does not say what to draw", hint=hint)
        if not all(part.isidentifier() for part in in_python[2].split(".")):
            where = shorten(expression, 60)
            raise AdvizError(f"{shorten(in_python[2], 40)} is no name", where=where, hint=hint)
        return Source(in_python[1], PYTHON, in_python[2])
    suffix = _suffix(path)
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
    return Source(_decoded(data, shown), _FORMS.get(suffix, PROGRAM))


def _suffix(path: str) -> str:
    return os.path.splitext(path)[1].lower()


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
