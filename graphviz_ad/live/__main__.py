"""The other process of `loading`: reads a request, runs somebody's code, answers with a graph.

``python -m graphviz_ad.live`` is started by `loading.load` alone.  What the code prints goes to standard
error, since standard output belongs to the answer.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import traceback
from collections.abc import Mapping
from typing import Any

from graphviz_ad.errors import AdvizError, shorten
from graphviz_ad.live.answering import claims_of_thing, graph_of_thing
from graphviz_ad.live.lookup import module_at, module_named
from graphviz_ad.number import json_number
from graphviz_ad.write.graph_document import graph_document

__all__ = ["main"]


def main() -> None:
    """Answer one request."""
    # Standard output is the answer's alone: what the code prints goes to standard error.
    channel = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    request = json.load(sys.stdin)
    with open(os.devnull, encoding="utf-8") as nothing:
        os.dup2(nothing.fileno(), 0)
    with channel:
        channel.write(json.dumps(_answer(request)).encode())
    sys.stdout.flush()
    if threading.active_count() > 1:
        # Threads of theirs that never end would keep the answer waiting until the time is up.
        sys.stderr.flush()
        os._exit(0)


def _answer(request: Mapping[str, Any]) -> dict[str, object]:
    path, name = request["path"], request["name"]
    at = {key: float(value) for key, value in request["at"].items()}
    try:
        module = module_at(path) if path else module_named(request["module"])
        if "claims" in request:
            return {"document": claims_of_thing(module, name, at, request["claims"])}
        graph, values = graph_of_thing(module, name, at)
    except AdvizError as error:
        return {"problem": _told(error, os.path.basename(path) or request["module"])}
    except BaseException as error:  # noqa: BLE001 - whatever somebody's code raises is told
        return {"problem": _failure(error, path)}
    given = {key: json_number(value) for key, value in values.items()}
    return {"graph": graph_document(graph, values), "at": given}


def _told(error: AdvizError, file: str) -> dict[str, object]:
    parts: dict[str, object] = {
        "kind": type(error).__name__,
        "what": error.what,
        "where": error.where or file,
    }
    if error.source:
        parts |= {"source": error.source, "start": error.start, "end": error.end}
    return parts | {"legal": error.legal, "hint": error.hint}


def _failure(error: BaseException, path: str) -> dict[str, object]:
    """Return an error of somebody's code with the last line of the file that it passed."""
    message = shorten(str(error), 300)
    what = f"the code failed: {type(error).__name__}{': ' if message else ''}{message}"
    where = path
    if isinstance(error, SyntaxError) and error.filename == path:
        where = f"{os.path.basename(path)}, line {error.lineno}: {shorten(error.text or '', 60)}"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    if frames:
        where = f"{os.path.basename(path)}, line {frames[-1].lineno}: {shorten(frames[-1].line or '', 60)}"
    return {"kind": "AdvizError", "what": what, "where": where}


if __name__ == "__main__":
    main()
