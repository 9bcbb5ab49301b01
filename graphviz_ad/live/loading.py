"""``FILE.py:NAME`` to a graph: somebody's code runs in a process of its own, with a time limit."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from typing import Any

from graphviz_ad import errors
from graphviz_ad.engine.process import About, ending, excerpt, run
from graphviz_ad.errors import AdvizError
from graphviz_ad.graph import Graph
from graphviz_ad.noun import noun
from graphviz_ad.number import json_number
from graphviz_ad.read.document import read_document

__all__ = ["TIMEOUT", "Loaded", "load"]

TIMEOUT = 20.0
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
    request = {
        "path": os.path.abspath(path),
        "name": name,
        "at": {k: json_number(float(v)) for k, v in at.items()},
    }
    where = f"{path}:{name}"

    def refuse(what: str, about: About) -> AdvizError:
        return AdvizError(f"the code {what}", where=where, hint=_HINTS[about])

    # The same library is found there, also from a checkout and in another directory.
    home = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    paths = os.pathsep.join(filter(None, (home, os.environ.get("PYTHONPATH", ""))))
    command = [sys.executable, "-m", "graphviz_ad.live"]
    text = json.dumps(request).encode()
    output, complaint, status = run(command, text, timeout, refuse, {"PYTHONPATH": paths})
    try:
        answer = json.loads(output)
    except ValueError:
        said = f"it said: {excerpt(complaint)}" if complaint.strip() else ""
        raise AdvizError(f"the code {ending(status)}", where=where, hint=said) from None
    if "problem" in answer:
        raise _problem(answer["problem"])
    given = {key: float(value) for key, value in answer["at"].items()}
    return Loaded(read_document(answer["graph"]), given, complaint.decode(errors="replace"))


def _problem(told: dict[str, Any]) -> AdvizError:
    """Return the error that the other process met."""
    kind = getattr(errors, told.pop("kind"), AdvizError)
    found: AdvizError = kind(told.pop("what"), **told)
    return found
