"""From a suffix to a writer: the one table of formats."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from graphviz_ad.errors import UnknownName, close_matches
from graphviz_ad.noun import noun

if TYPE_CHECKING:
    from graphviz_ad.write.drawing import Drawing

__all__ = ["FORMATS", "Format", "format_of", "suffix_of"]


@noun
class Format:
    """One format: its suffixes, what it is, and how a drawing becomes bytes of it (see `Sheet.in_format`)."""

    name: str
    suffixes: tuple[str, ...]
    about: str
    write: Callable[[Any], bytes]
    binary: bool = False


def _svg(drawing: Drawing) -> bytes:
    return drawing.svg().encode()


def _png(drawing: Drawing) -> bytes:
    return drawing.png()


def _dot(drawing: Drawing) -> bytes:
    return drawing.dot().encode()


def _tex(drawing: Drawing) -> bytes:
    return drawing.tex().encode()


def _pdf(drawing: Drawing) -> bytes:
    return drawing.pdf()


def _mermaid(drawing: Drawing) -> bytes:
    return drawing.mermaid().encode()


def _json(drawing: Drawing) -> bytes:
    from graphviz_ad.write.document import document, dumps

    return dumps(document(drawing.with_formulas()))


def _text(drawing: Drawing) -> bytes:
    return drawing.text().encode()


def _markdown(drawing: Drawing) -> bytes:
    from graphviz_ad.write.markdown import markdown

    options = drawing.options
    told = markdown(drawing.derivation, digits=options.digits, table=options.table, lang=options.lang)
    return told.encode()


def _program(drawing: Drawing) -> bytes:
    from graphviz_ad.write.program import program

    return f"{program(drawing.pictured.tape.graph)}\n".encode()


FORMATS: Mapping[str, Format] = {
    entry.name: entry
    for entry in (
        Format("svg", (".svg",), "picture for pages, light and dark", _svg),
        Format("png", (".png",), "picture in pixels", _png, binary=True),
        Format("pdf", (".pdf",), "picture in lines and letters, for print", _pdf, binary=True),
        Format("tex", (".tex",), "picture in TikZ, a LaTeX document", _tex),
        Format("mmd", (".mmd", ".mermaid"), "flowchart that Mermaid lays out", _mermaid),
        Format("dot", (".dot", ".gv"), "Graphviz source with all labels", _dot),
        Format("json", (".json",), "everything, for programs (schema 1)", _json),
        Format("txt", (".txt",), "the path table as plain text", _text),
        Format("md", (".md",), "the path table in Markdown", _markdown),
        Format("adviz", (".adviz",), "the program, in adviz's language", _program),
    )
}
"""Every format by name; adding one is adding a row and a function."""


def suffix_of(path: str | os.PathLike[str]) -> Format | None:
    """Return the format that the suffix of a file tells, or None."""
    suffix = os.path.splitext(os.fspath(path))[1].lower()
    return next((entry for entry in FORMATS.values() if suffix in entry.suffixes), None)


def format_of(path: str | os.PathLike[str], name: str | None = None) -> Format:
    """Return the format of a file: ``name`` if given, else by the suffix.

    Raises
    ------
    UnknownName
        With the formats there are.

    Examples
    --------
    >>> format_of("loss.SVG").name, format_of("x.out", "png").name
    ('svg', 'png')
    """
    if name is not None:
        if name not in FORMATS:
            hint = close_matches(name, FORMATS)
            raise UnknownName(f"unknown format {name!r}", legal=FORMATS, hint=hint)
        return FORMATS[name]
    entry = suffix_of(path)
    if entry is not None:
        return entry
    suffix = os.path.splitext(os.fspath(path))[1]
    legal = [known for entry in FORMATS.values() for known in entry.suffixes]
    said = f"unknown suffix {suffix!r}" if suffix else "no suffix tells the format"
    raise UnknownName(f"{said} of {os.fspath(path)}", legal=legal, hint="or name the format: --format svg")
