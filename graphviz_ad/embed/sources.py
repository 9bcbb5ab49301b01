"""What to draw: a text, or a file; a program, a graph, a function in Python."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence

from graphviz_ad.errors import AdvizError, NotSupported, SyntaxProblem, close_matches, shorten
from graphviz_ad.graph import Graph
from graphviz_ad.noun import noun

__all__ = ["DOT", "JSON", "PROGRAM", "PYTHON", "Source", "decoded", "file_of", "graph_of", "read"]

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


def file_of(expression: str, folder: str = "") -> str | None:
    """Return the file that ``expression`` names: @FILE, FILE.py:NAME, or a word with a suffix that we read.

    Parameters
    ----------
    expression
        A word of a command line.
    folder
        Where the file lies, if its name is no whole path.

    Examples
    --------
    >>> file_of("@model"), file_of("model.adviz"), file_of("model.py:loss"), file_of("x*y")
    ('model', 'model.adviz', 'model.py', None)
    """
    is_file = expression.startswith("@")
    expression = expression.removeprefix("@")
    if "\n" in expression and not is_file:
        return None
    in_python = _IN_PYTHON.fullmatch(expression)
    if in_python and (in_python[2] is not None or os.path.exists(_within(folder, expression))):
        return _within(folder, in_python[1])
    return _within(folder, expression) if is_file or _suffix(expression) in _FORMS else None


def read(expression: str, folder: str = "") -> Source:
    """Return the program or graph that ``expression`` is or names; the parameters are those of `file_of`.

    Raises
    ------
    AdvizError
        The file cannot be read.

    Examples
    --------
    >>> read("x*y")
    Source(text='x*y', form='program', name='')
    """
    path = file_of(expression, folder)
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
        return Source(path, PYTHON, in_python[2])
    suffix = _suffix(path)
    if not path:
        raise AdvizError("@ stands alone", hint="@FILE reads the program from a file, - from standard input")
    try:
        with open(path, "rb") as file:
            data = file.read()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise AdvizError(f"cannot read {shown}: {reason}", hint=_near(path)) from error
    return Source(decoded(data, shown), _FORMS.get(suffix, PROGRAM))


def graph_of(
    source: Source,
    values: Mapping[str, float],
    *,
    wrt: Sequence[str] = (),
    of: Sequence[str] = (),
    share: bool = False,
) -> tuple[Graph, dict[str, float], str]:
    """Return the graph of a source, the values of its inputs, and what its code printed.

    A graph that somebody wrote may have values of its own, where none are given.

    Raises
    ------
    AdvizError
        It is no program or graph, or its code fails.

    Examples
    --------
    >>> graph, values, _ = graph_of(read("x*y"), {"x": 2.0})
    >>> len(graph), values
    (4, {'x': 2.0})
    """
    if source.form == PROGRAM:
        from graphviz_ad.read import read_text

        return read_text(source.text, values, wrt=wrt, of=of, share=share), dict(values), ""
    if of or share:
        raise NotSupported(
            "--of and --share are for programs", hint="a graph is drawn as it is, every output"
        )
    if source.form == PYTHON:
        from graphviz_ad.live.loading import load

        loaded = load(source.text, source.name, values)
        return loaded.graph, dict(loaded.at), loaded.printed
    from graphviz_ad.read.formats.document import listing_of_document
    from graphviz_ad.read.formats.dot import listing_of_dot
    from graphviz_ad.read.listing.assembly import graph_of as assembled
    from graphviz_ad.read.listing.meaning import values_of

    listing = (listing_of_document if source.form == JSON else listing_of_dot)(source.text)
    return assembled(listing), values_of(listing) | dict(values), ""


def decoded(data: bytes, where: str) -> str:
    """Return the text that bytes are.

    Raises
    ------
    SyntaxProblem
        They are not UTF-8; ``where`` says whose bytes.
    """
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SyntaxProblem(
            f"the text is not UTF-8 (line {line}, byte {error.start})",
            where=where,
            hint="save the text as UTF-8",
        ) from error


def _near(path: str) -> str:
    """Return a hint that offers the files of nearly this name."""
    folder, name = os.path.split(path)
    try:
        near = close_matches(name, sorted(os.listdir(folder or ".")))
    except (OSError, ValueError):
        return f"is there a folder {shorten(folder, 60)}?"
    return near or "@FILE reads the program from a file"


def _within(folder: str, path: str) -> str:
    return os.path.join(folder, path) if path else path


def _suffix(path: str) -> str:
    return os.path.splitext(path)[1].lower()
