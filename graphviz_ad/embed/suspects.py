"""What is debugged: a text, a file of one of many kinds, an object in somebody's code."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from graphviz_ad.claims import Claims
from graphviz_ad.embed import sources
from graphviz_ad.errors import AdvizError, shorten
from graphviz_ad.noun import noun

__all__ = ["Suspect", "claims_of", "file_of", "reading", "suspect_of"]

_NETWORKS = (".graphml", ".gexf")
_MODULE = re.compile(r"(?P<place>[^\W\d]\w*(?:\.[^\W\d]\w*)*):(?P<name>[^\W\d][\w.]*)")
_FORMS = {
    ".json": ("JSON", r"\s*[{\[]", 'it begins with {"adviz": 1, "nodes": [...'),
    ".dot": ("DOT", r"(?is).*?\b(?:di)?graph\b", "it begins with digraph {"),
    ".gv": ("DOT", r"(?is).*?\b(?:di)?graph\b", "it begins with digraph {"),
    ".graphml": ("XML", r"\s*<", "it begins with <?xml or <graphml"),
    ".gexf": ("XML", r"\s*<", "it begins with <?xml or <gexf"),
}


@noun
class Suspect:
    """A text; or a Python file or module, and the name of an object in it."""

    text: str = ""
    place: str = ""
    name: str = ""


def suspect_of(source: str, folder: str = "") -> Suspect:
    """Return what a word of the command line names; a file lies in ``folder``.

    Raises
    ------
    AdvizError
        It is a file that cannot be read, or Python without a name.

    Examples
    --------
    >>> suspect_of("engine.py:loss"), suspect_of("x*y").text
    (Suspect(text='', place='engine.py', name='loss'), 'x*y')
    >>> suspect_of("lib.engine:loss")
    Suspect(text='', place='lib.engine', name='loss')
    """
    found = _MODULE.fullmatch(source)
    if found and not found["place"].endswith(".py"):
        return Suspect(place=found["place"], name=found["name"])
    if source.endswith(".py") and os.path.exists(os.path.join(folder, source)):
        raise AdvizError(
            f"{shorten(source, 60)} is a file with many objects",
            hint=f"name the one that was computed: adviz debug {shorten(source, 60)}:loss",
        )
    read = sources.read(f"@{source}" if _is_network(source) else source, folder)
    if read.form == sources.PYTHON:
        return Suspect(place=read.text, name=read.name)
    file = file_of(source, folder)
    if file is not None:
        _check(file, read.text)
    return Suspect(read.text)


def file_of(source: str, folder: str = "") -> str | None:
    """Return the file that a word of the command line names, if any.

    Examples
    --------
    >>> file_of("graph.gexf"), file_of("engine.py:loss"), file_of("lib.engine:loss"), file_of("x*y")
    ('graph.gexf', 'engine.py', None, None)
    """
    return os.path.join(folder, source) if _is_network(source) else sources.file_of(source, folder)


def reading(suspect: Suspect, timeout: float) -> str:
    """Return in words what is done before anything is judged.

    Examples
    --------
    >>> reading(Suspect(place="engine.py", name="loss"), 60.0), reading(Suspect("x*y"), 60.0)
    ('running engine.py:loss and asking its objects, at most 60 s', 'reading the graph')
    """
    if not suspect.name:
        return "reading the graph"
    where = shorten(f"{suspect.place}:{suspect.name}", 60)
    return f"running {where} and asking its objects, at most {timeout:g} s"


def claims_of(suspect: Suspect, at: Mapping[str, float], *, edges: str, timeout: float) -> Claims:
    """Return what a suspect states; somebody's code runs in a process of its own."""
    if suspect.name:
        from graphviz_ad.live.loading import load_claims

        return load_claims(suspect.place, suspect.name, at, edges=edges, timeout=timeout)
    from graphviz_ad.read.claims import read_claims

    return read_claims(suspect.text, edges=edges, at=at)


def _check(file: str, text: str) -> None:
    """Say that a file is not what its name promises: as a program, ``null`` would be a variable.

    Raises
    ------
    AdvizError
        It is empty, or something else.
    """
    shown = shorten(file, 60)
    if not text.strip():
        raise AdvizError(f"{shown} is empty", hint="write a graph into it, or a program with a backward pass")
    kind, begins, hint = _FORMS.get(os.path.splitext(file)[1].lower(), ("", "", ""))
    if kind and not re.match(begins, text.removeprefix("\ufeff")):
        raise AdvizError(f"{shown} is no graph in {kind}", hint=hint)


def _is_network(source: str) -> bool:
    return os.path.splitext(source)[1].lower() in _NETWORKS and "\n" not in source
