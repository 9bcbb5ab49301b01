"""By what is differentiated: inputs, and whatever else has a name."""

from __future__ import annotations

from collections.abc import Sequence

from graphviz_ad.errors import UnknownName, close_matches
from graphviz_ad.graph import Graph

__all__ = ["variables"]


def variables(graph: Graph, wrt: Sequence[str] = ()) -> list[tuple[str, int]]:
    """Return the variables to differentiate by: name (somebody's graph may have one twice) and node.

    Parameters
    ----------
    graph
        What is differentiated.
    wrt
        Names of inputs or of intermediates; every input, if empty.

    Raises
    ------
    UnknownName
        Nothing is called so.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> graph = read_text("u = x*y; u + sin(u)")
    >>> variables(graph), variables(graph, ["u"])
    ([('x', 0), ('y', 1)], [('u', 2)])
    """
    if not wrt:
        return [(graph.names[node], node) for node in graph.inputs]
    known = {graph.names[node]: node for node in graph.inputs} | dict(graph.scope)
    for name in wrt:
        if name not in known:
            raise UnknownName(
                f"nothing is called {name!r}: cannot differentiate by it",
                legal=known,
                hint=close_matches(name, known),
            )
    return [(name, known[name]) for name in dict.fromkeys(wrt)]
