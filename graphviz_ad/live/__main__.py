"""The other process of `loading`: reads a request, runs somebody's code, answers with a graph.

``python -m graphviz_ad.live`` is started by `loading.load` alone.  What the code prints goes to standard
error, since standard output belongs to the answer.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
import traceback
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from graphviz_ad.errors import AdvizError, GraphProblem, UnknownName, close_matches, shorten
from graphviz_ad.graph import Graph
from graphviz_ad.live.record import record, tape_of
from graphviz_ad.live.trace import Trace, trace
from graphviz_ad.live.value import Value, names
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


def _answer(request: Mapping[str, Any]) -> dict[str, object]:
    path = request["path"]
    try:
        if "claims" in request:
            return {"document": _claims(request)}
        module = _module(path)
        graph, at = _graph(module, request["name"], {k: float(v) for k, v in request["at"].items()})
    except AdvizError as error:
        return {"problem": _told(error, os.path.basename(path) or str(request.get("module", "")))}
    except BaseException as error:  # noqa: BLE001 - whatever somebody's code raises is told
        return {"problem": _failure(error, path)}
    return {
        "graph": graph_document(graph, at),
        "at": {name: json_number(value) for name, value in at.items()},
    }


def _claims(request: Mapping[str, Any]) -> dict[str, object]:
    """Return what an object of a file or a module states, as a document."""
    from graphviz_ad.write.claims_document import claims_document
    from graphviz_ad.write.suspects import claims_of_anything

    if request["module"]:
        # As for python -m: modules are looked for where the command was given.
        sys.path[0] = os.getcwd()
        module = importlib.import_module(request["module"])
    else:
        module = _module(request["path"])
    thing: Any = module
    for name in request["name"].split("."):
        thing = _find(thing, name, _is_suspect) if thing is module else _attribute(thing, name)
    at = {name: float(value) for name, value in request["at"].items()}
    claims = claims_of_anything(thing, at=at, edges=request["claims"], names=vars(module))
    return claims_document(claims)


def _is_suspect(thing: object, module: str) -> bool:
    """Whether it is something of the module's own that could be debugged."""
    from graphviz_ad.read.claims import is_claims_source
    from graphviz_ad.read.objects import is_object_graph

    graph = is_object_graph(thing) or (
        is_claims_source(thing) and not isinstance(thing, (str, bytes, Mapping))
    )
    return graph or _is_offered(thing, module)


def _attribute(thing: Any, name: str) -> Any:  # noqa: ANN401 - anything somebody has
    if not hasattr(thing, name):
        raise UnknownName(f"{type(thing).__name__} has no {name}", legal=[], hint="is the name right?")
    return getattr(thing, name)


def _module(path: str) -> ModuleType:
    """Return the module of a file; its folder comes first where it imports others, as for a script."""
    sys.path[0] = os.path.dirname(path)
    name = os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise GraphProblem("this is no Python file", where=path)
    module = importlib.util.module_from_spec(spec)
    # A module of the standard library keeps its name, whatever the file is called.
    sys.modules.setdefault(name, module)
    spec.loader.exec_module(module)
    return module


def _graph(module: ModuleType, name: str, at: dict[str, float]) -> tuple[Graph, Mapping[str, float]]:
    thing = _find(module, name)
    if isinstance(thing, Graph):
        return thing, at
    if isinstance(thing, Value):
        names(vars(module))
        tape = tape_of(record([thing]))
        return tape.graph, {**tape.at, **at}
    if not isinstance(thing, Trace):
        if not callable(thing):
            kind = type(thing).__name__
            raise GraphProblem(f"{name} is {kind}, which is no function and no Value", where=name)
        thing = _called(thing, name, at)
    return thing.graph, thing.at


def _find(module: ModuleType, name: str, offered: Callable[[object, str], bool] | None = None) -> Any:  # noqa: ANN401 - anything somebody has
    offered = offered or _is_offered
    if not hasattr(module, name):
        own = [key for key, value in vars(module).items() if offered(value, module.__name__)]
        file = os.path.basename(module.__file__ or "")
        raise UnknownName(f"there is no {name} in {file}", legal=own, hint=close_matches(name, own))
    return getattr(module, name)


def _is_offered(thing: object, module: str) -> bool:
    """Whether it is something of the module's own that could be drawn."""
    own = callable(thing) and getattr(thing, "__module__", None) == module and not isinstance(thing, type)
    return own or isinstance(thing, (Value, Trace, Graph))


def _called(function: Callable[..., Any], name: str, at: dict[str, float]) -> Trace:
    import inspect

    function = getattr(function, "__wrapped__", function)  # a @traced one
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:
        return trace(function, *at.values())
    named = [p.name for p in parameters if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
    if not any(p.kind is p.VAR_KEYWORD for p in parameters):
        for given in at:
            if given not in named:
                hint = close_matches(given, named)
                raise UnknownName(
                    f"{given} has a value, but is no parameter of {name}", legal=named, hint=hint
                )
    missing = [p.name for p in parameters if p.name in named and p.default is p.empty and p.name not in at]
    if missing:
        given = " ".join(f"{parameter}=1" for parameter in missing)
        message = f"{name} needs a value for {', '.join(missing)}"
        raise GraphProblem(message, hint=f'for example --at "{given}"')
    return trace(function, **at)


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
