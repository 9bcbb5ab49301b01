"""Numbers that remember, explained and drawn by the stages that texts go through."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

from graphviz_ad.errors import UnknownName, close_matches
from graphviz_ad.expression import normal
from graphviz_ad.graph import INPUT, Graph
from graphviz_ad.live.record import Recording, check_overwritten, reached, record, tape_of
from graphviz_ad.live.value import Value
from graphviz_ad.noun import replace
from graphviz_ad.tape import Tape

if TYPE_CHECKING:
    from graphviz_ad.explanation import Derivation
    from graphviz_ad.write.drawing import Drawing

__all__ = ["by_names", "chosen", "drawing", "small", "told"]

MOST_NODES = 60
"""Notebooks show the picture of a value with up to this many nodes."""


def told(root: Value, wrt: object, *, max_paths: int) -> Derivation:
    """Return the derivation of ``root``; see `Value.explain`."""
    from graphviz_ad.explain import explain

    tape, names = _tape(root, wrt)
    return explain(tape, wrt=names, max_paths=max_paths)


def drawing(root: Value, wrt: object, how: dict[str, Any]) -> Drawing:
    """Return the drawing of ``root``; see `Value.draw`."""
    from graphviz_ad.write.drawing import drawn

    tape, names = _tape(root, wrt)
    return drawn(tape, wrt=names, **how)


def small(root: Value) -> bool:
    """Whether notebooks show the picture of a value: there is one, and it can be read."""
    return root.op != INPUT and len(reached([root])) <= MOST_NODES


def chosen(values: Sequence[Value], wrt: object) -> list[Value]:
    """Return what is to be differentiated by: values themselves, or those of a name.

    Raises
    ------
    UnknownName
        No value bears the name.
    """
    return [thing if isinstance(thing, Value) else _named(values, thing) for thing in _listed(wrt)]


def _named(values: Sequence[Value], name: object) -> Value:
    if not isinstance(name, str):
        raise UnknownName(f"wrt takes values and names, not {type(name).__name__}")
    # Of two values of one name the first keeps it.
    known = {value.name: value for value in reversed(values) if value.name is not None}
    if name in known:
        return known[name]
    by_normal = {normal(own): value for own, value in known.items()}
    if normal(name) not in by_normal:
        raise UnknownName(f"no value is called {name}", legal=sorted(known), hint=close_matches(name, known))
    return by_normal[normal(name)]


def _tape(root: Value, wrt: object) -> tuple[Tape, list[str]]:
    """Return the tape of ``root``, and the names of what it is differentiated by."""
    sources = chosen(reached([root]), wrt)
    recording = record([root], sources)
    check_overwritten(recording, any_use=True)
    graph, names = by_names(recording, sources)
    return tape_of(recording._replace(graph=graph)), names


def by_names(recording: Recording, wrt: object) -> tuple[Graph, list[str]]:
    """Return the names of what is differentiated by, and the graph in which it is called so.

    Parameters
    ----------
    recording
        The graph, and the values that it was made of.
    wrt
        Names in the graph, values, names of values; an intermediate without a name gets one.
    """
    graph, asked = recording.graph, _listed(wrt)
    places = {id(value): node for node, value in enumerate(recording.values)}
    names, scope = dict(graph.names), dict(graph.scope)
    free = (f"u{k}" for k in count(1) if f"u{k}" not in scope)
    found = []
    for thing in asked:
        if isinstance(thing, str) and thing in graph.scope:
            found.append(thing)
            continue
        (value,) = chosen(recording.values, [thing])
        node = places[id(value)]
        if node not in names:
            names[node] = next(free)
            scope[names[node]] = node
        found.append(names[node])
    return (graph if scope == graph.scope else replace(graph, names=names, scope=scope)), found


def _listed(wrt: object) -> list[object]:
    if wrt is None:
        return []
    return [wrt] if isinstance(wrt, (str, Value)) or not isinstance(wrt, Iterable) else list(wrt)
