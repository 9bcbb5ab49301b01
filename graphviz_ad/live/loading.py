"""``FILE.py:NAME`` to a graph or to claims: code runs in a process of its own, with a time limit."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from typing import Any

from graphviz_ad import errors
from graphviz_ad.claims import Claims
from graphviz_ad.engine.process import About, ending, excerpt, run
from graphviz_ad.errors import AdvizError
from graphviz_ad.finding import Finding
from graphviz_ad.graph import Graph
from graphviz_ad.noun import noun, replace
from graphviz_ad.number import json_number
from graphviz_ad.read.formats.document import read_document

__all__ = ["TIMEOUT", "TIMEOUT_OF_CLAIMS", "Loaded", "load", "load_claims"]

TIMEOUT = 20.0
TIMEOUT_OF_CLAIMS = 60.0
"""Asking a hundred thousand objects about their rules takes a while."""
_HINTS: dict[About, str] = {
    "start": "is this Python installed whole?",
    "output": "draw a smaller part of it",
    "time": "does it wait for something, or loop for ever?  Only the function and its module are run",
}


@noun
class Loaded:
    """A graph that somebody's code made, its values, and what the code printed meanwhile."""

    graph: Graph
    at: Mapping[str, float]
    printed: str


def load(path: str, name: str, at: Mapping[str, float], *, timeout: float = TIMEOUT) -> Loaded:
    """Return the graph of a function, or of a value, in a Python file.

    Parameters
    ----------
    path, name
        The file, and the name of a function, a `Value`, a `Trace` or a `Graph` in it.
    at
        Values of the function's parameters.
    timeout
        Seconds after which the code is stopped.

    Raises
    ------
    AdvizError
        The file cannot be read, there is no such name, a parameter has no value, the code failed
        (with its line) or took too long.
    """
    _look_for(path, "a function")
    request = {
        "path": os.path.abspath(path),
        "name": name,
        "at": {k: json_number(float(v)) for k, v in at.items()},
    }
    answer, printed = _asked(request, f"{path}:{name}", timeout)
    given = {key: float(value) for key, value in answer["at"].items()}
    return Loaded(read_document(answer["graph"]), given, printed)


def load_claims(
    place: str,
    name: str,
    at: Mapping[str, float] | None = None,
    *,
    edges: str = "auto",
    timeout: float = TIMEOUT_OF_CLAIMS,
) -> Claims:
    """Return what an object in a Python file or module states of its graph.

    Parameters
    ----------
    place, name
        ``engine.py`` or ``package.module``; the name of an object there, ``model.loss``, or of a
        function without parameters that returns one.
    at
        Values of inputs, for what states none.
    edges
        As for `graphviz_ad.read.claims.read_claims`.
    timeout
        Seconds after which the code is stopped.

    Raises
    ------
    AdvizError
        The file cannot be read, there is no such name, it is no graph, the code failed (with its
        line) or took too long.
    """
    from graphviz_ad.read.claims import read_claims

    file = place.endswith(".py")
    if file:
        _look_for(place, "an object")
    request = {
        "claims": edges,
        "path": os.path.abspath(place) if file else "",
        "module": "" if file else place,
        "name": name,
        "at": {k: json_number(float(v)) for k, v in (at or {}).items()},
    }
    answer, printed = _asked(request, f"{place}:{name}", timeout)
    claims = read_claims(answer["document"])
    if not printed.strip():
        return claims
    note = Finding("printed", message=f"the code printed: {excerpt(printed.encode())}")
    return replace(claims, notes=(*claims.notes, note))


def _look_for(path: str, thing: str) -> None:
    """Say that a file is not there before another process fails to find it.

    Raises
    ------
    AdvizError
        It is not there, or is no file.
    """
    if not os.path.isfile(path):
        raise AdvizError(f"there is no file {path}", hint=f"FILE.py:NAME names {thing} in a Python file")


def _asked(request: Mapping[str, object], where: str, timeout: float) -> tuple[dict[str, Any], str]:
    """Return the answer of the other process, and what was printed there.

    Raises
    ------
    AdvizError
        It is a problem, or there is none.
    """

    def refuse(what: str, about: About) -> AdvizError:
        return AdvizError(f"the code {what}", where=where, hint=_HINTS[about])

    # The same library is found there, also from a checkout and in another directory.
    home = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    paths = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH", ""))))
    # -P: a file called json.py where the command was given must not take the place of Python's.
    command = [sys.executable, "-P", "-m", "graphviz_ad.live"]
    text = json.dumps(request).encode()
    output, complaint, status = run(command, text, timeout, refuse, {"PYTHONPATH": paths})
    try:
        answer = json.loads(output)
    except ValueError:
        said = f"it said: {excerpt(complaint)}" if complaint.strip() else ""
        raise AdvizError(f"the code {ending(status)}", where=where, hint=said) from None
    if "problem" in answer:
        raise _problem(answer["problem"])
    return answer, complaint.decode(errors="replace")


def _problem(told: dict[str, Any]) -> AdvizError:
    """Return the error that the other process met."""
    kind = getattr(errors, told.pop("kind"), AdvizError)
    found: AdvizError = kind(told.pop("what"), **told)
    return found
