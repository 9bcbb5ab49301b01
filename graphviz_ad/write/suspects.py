"""What is to be debugged, in whatever form it comes, as claims."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from types import FrameType
from typing import Any

from graphviz_ad.claims import Claims
from graphviz_ad.errors import GraphProblem, NotSupported
from graphviz_ad.graph import Graph
from graphviz_ad.read.claims import is_claims_source, read_claims

__all__ = ["claims_of_anything"]


def claims_of_anything(
    source: Any,  # noqa: ANN401 - anything somebody has
    *,
    at: Mapping[str, float] | None = None,
    edges: str = "auto",
    names: Mapping[str, object] | None = None,
) -> Claims:
    """Return the claims of a text, a mapping, a graph of graphviz or networkx, or live objects.

    Parameters
    ----------
    source, at, edges, names
        As for `graphviz_ad.write.debugging.debug`.

    Raises
    ------
    AdvizError
        It cannot be read as a graph.

    Examples
    --------
    >>> claims_of_anything("x*x", at={"x": 3}).graph.ops
    ['input', 'mul', 'output']
    """
    if isinstance(source, Claims):
        return source
    if isinstance(source, Graph):
        return Claims(source, dict(at or {}), kind="a graph of adviz")
    if is_claims_source(source):
        return read_claims(source, edges=edges, at=at)
    from graphviz_ad.read.objects import is_object_graph, read_object

    if not is_object_graph(source) and callable(source):
        made, local = _made_by(source)
        if made is not source:
            return claims_of_anything(made, at=at, edges=edges, names={**(names or {}), **local})
    if at:
        raise NotSupported(
            "live objects have their values", hint="leave out at: compute the graph at another point"
        )
    return read_object(source, names=names, edges=edges)


def _made_by(function: Any) -> tuple[object, Mapping[str, object]]:  # noqa: ANN401
    """Return what a function without parameters returns, and its variables, which name the nodes."""
    import inspect

    if isinstance(function, type):
        return function, {}
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return function, {}
    needed = [
        p.name for p in parameters if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
    ]
    if needed:
        raise GraphProblem(
            f"the function {getattr(function, '__name__', '')} needs {', '.join(needed)}",
            hint="give the object that it returns, or a function without parameters",
        )
    code, local = getattr(function, "__code__", None), dict[str, object]()

    def watch(frame: FrameType, event: str, _argument: object) -> None:
        if event == "return" and frame.f_code is code:
            local.update(frame.f_locals)

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        made = function()
    finally:
        sys.setprofile(before)
    return made, local
