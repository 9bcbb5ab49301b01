"""What the other process of `loading` answers: the graph of a thing that somebody's code has."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any

from graphviz_ad.errors import GraphProblem, UnknownName, close_matches
from graphviz_ad.graph import Graph
from graphviz_ad.live.lookup import find, is_drawable
from graphviz_ad.live.record import record, tape_of
from graphviz_ad.live.trace import Trace, trace
from graphviz_ad.live.value import Value
from graphviz_ad.live.variables import names

__all__ = ["claims_of_thing", "graph_of_thing"]


def graph_of_thing(
    module: ModuleType, name: str, at: Mapping[str, float]
) -> tuple[Graph, Mapping[str, float]]:
    """Return the graph of what is called ``name``, and its values.

    Raises
    ------
    UnknownName, GraphProblem
        It is nothing to draw, or ``at`` does not fit it.
    """
    thing = find(module, name, is_drawable)
    if isinstance(thing, Graph):
        return thing, at
    if isinstance(thing, Value):
        names(vars(module))
        tape = tape_of(record([thing]))
        return tape.graph, {**tape.at, **at}
    if isinstance(thing, Trace):
        if at:
            hint = f"name the function itself to run it at other values, not {name}"
            raise GraphProblem(f"{name} has run already: --at comes too late", hint=hint)
        return thing.graph, thing.at
    if not callable(thing) or isinstance(thing, type):
        kind = "a class" if isinstance(thing, type) else type(thing).__name__
        raise GraphProblem(f"{name} is {kind}, which is no function and no Value", where=name)
    ran = _called(thing, name, at)
    return ran.graph, ran.at


def claims_of_thing(
    module: ModuleType, name: str, at: Mapping[str, float], edges: str
) -> Mapping[str, object]:
    """Return what a thing states of its graph, as a document."""
    import gc

    from graphviz_ad.write.claims_document import claims_document
    from graphviz_ad.write.suspects import claims_of_anything

    thing = find(module, name, _is_suspect)
    claims = claims_of_anything(thing, at=at, edges=edges, names=vars(module))
    # This process ends with its answer: nobody needs the garbage of a long document to be looked for.
    gc.disable()
    return claims_document(claims)


def _is_suspect(thing: object, module: str) -> bool:
    """Whether it is something of the module's own that could be debugged."""
    from graphviz_ad.read.claims import is_claims_source
    from graphviz_ad.read.objects import is_object_graph

    stated = is_claims_source(thing) and not isinstance(thing, (str, bytes, Mapping))
    return is_object_graph(thing) or stated or is_drawable(thing, module)


def _called(function: Callable[..., Any], name: str, at: Mapping[str, float]) -> Trace:
    """Run a function with values for its parameters."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except ValueError:
        return trace(function, *at.values())
    named = [p for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    known = [p.name for p in named]
    if not any(p.kind is p.VAR_KEYWORD for p in parameters):
        for given in at:
            if given not in known:
                raise _no_parameter(given, name, known, parameters)
    missing = [p.name for p in named if p.default is p.empty and p.name not in at]
    if missing:
        given = " ".join(f"{parameter}=1" for parameter in missing)
        message = f"{name} needs a value for {', '.join(missing)}"
        raise GraphProblem(message, hint=f'for example --at "{given}"')
    by_place = [at[p.name] for p in named if p.kind is p.POSITIONAL_ONLY and p.name in at]
    positional = {p.name for p in named if p.kind is p.POSITIONAL_ONLY}
    return trace(function, *by_place, **{key: value for key, value in at.items() if key not in positional})


def _no_parameter(
    given: str, name: str, known: list[str], parameters: list[inspect.Parameter]
) -> UnknownName:
    hint = close_matches(given, known)
    for parameter in parameters:
        if parameter.kind is parameter.VAR_POSITIONAL:
            hint = f"--at cannot give *{parameter.name}: write a function that calls {name} with named values"
    message = f"{given} has a value, but is no parameter of {name}"
    return UnknownName(message, legal=known, hint=hint)
