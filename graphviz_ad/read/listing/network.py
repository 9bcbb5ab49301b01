"""Nodes and edges with attributes, as networkx and DOT have them; edges run from operand to operation."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from graphviz_ad.errors import GraphProblem
from graphviz_ad.noun import noun
from graphviz_ad.read.listing.json_fields import notes_of, scope_of_names
from graphviz_ad.read.listing.operations import fits
from graphviz_ad.read.listing.problems import missing, shown
from graphviz_ad.read.listing.records import Arg, Listing, Named, Record, stated

__all__ = ["Network", "listing_of_network"]

_OF_NODE = frozenset(("op", "name", "label", "args", "place"))
_OF_GRAPH = frozenset(("adviz", "outputs", "source", "scope", "notes"))

Attributes = Mapping[str, object]


@noun
class Network:
    """Nodes and edges with their attributes.

    Attributes
    ----------
    nodes
        Id and attributes of every node.
    edges
        Operand, operation and attributes of every edge, in the order in which they were written.
    attributes
        Of the graph.
    parallel
        What can hold two edges between the same nodes, '' if this can.
    """

    nodes: Sequence[tuple[str, Attributes]]
    edges: Sequence[tuple[str, str, Attributes]]
    attributes: Attributes
    parallel: str


def listing_of_network(network: Network) -> Listing:
    """Return the records of a graph that has its operations, operands and names as attributes.

    ``op`` is the operation (also of an edge, where its head has none), ``args`` the operands where
    numbers are among them (``"2 x"``), ``slot`` the place of an edge among the operands.  Edges
    without a slot count in their order.  Without outputs, what nothing uses is one.

    Examples
    --------
    >>> nodes = [("x", {}), ("y", {"op": "mul", "args": "2 x"})]
    >>> network = Network(nodes, [("x", "y", {})], {}, "")
    >>> [(record.id, record.op, record.args) for record in listing_of_network(network).records]
    [('x', '', ()), ('y', 'mul', (2.0, 'x'))]
    """
    arriving: dict[str, list[tuple[str, Attributes]]] = {}
    for tail, head, attributes in network.edges:
        arriving.setdefault(head, []).append((tail, attributes))
    ours = _is_ours(network)
    records = tuple(
        _record(network, id_, attributes, arriving.get(id_, []), ours=ours)
        for id_, attributes in network.nodes
    )
    graph = network.attributes
    outputs = tuple(_text(graph, "outputs", "").split())
    if not outputs and not any(record.op.strip().casefold() == "output" for record in records):
        used = {tail for tail, _, _ in network.edges}
        outputs = tuple(record.id for record in records if record.id not in used and record.args)
    return Listing(
        records,
        {},
        outputs,
        {key: value for key, value in graph.items() if key not in _OF_GRAPH},
        scope_of_names(_parsed(graph, "scope")) if "scope" in graph else None,
        _text(graph, "source", ""),
        notes_of(_parsed(graph, "notes")) if "notes" in graph else (),
    )


def _is_ours(network: Network) -> bool:
    """Whether nodes have a name where there is one; of other people's nodes the id is the name.

    GEXF keeps no attributes of the graph: there the ids tell who has written it.
    """
    if "adviz" in network.attributes:
        return True
    ids = all(id_ == f"n{k}" for k, (id_, _) in enumerate(network.nodes))
    return ids and any("name" in attributes for _, attributes in network.nodes)


def _record(
    network: Network, id_: str, attributes: Attributes, edges: list[tuple[str, Attributes]], *, ours: bool
) -> Record:
    where = f"node {shown(id_)}"
    op = str(attributes.get("op") or next((edge["op"] for _, edge in edges if edge.get("op")), ""))
    ordered = _in_order(edges, where)
    args: tuple[Arg, ...] = tuple(tail for tail, _ in ordered)
    if attributes.get("args") is not None:
        args = _args(attributes["args"], args, where, parallel=not network.parallel)
    elif network.parallel and len(args) == 1 and fits(op, 2) and not fits(op, 1):
        what = (
            f"{shown(op)} has one operand, {shown(str(args[0]))}: where it is used twice there are two edges"
        )
        raise GraphProblem(what, where=where, hint=f"use {network.parallel}, which can hold both")
    name = attributes.get("name", None if ours else id_)
    kept = {key: value for key, value in attributes.items() if key not in _OF_NODE}
    if any(edge for _, edge in ordered):
        kept["edges"] = [dict(edge) for _, edge in ordered]
    place = str(attributes.get("place", "0 0")).split()
    start, end = (int(k) if k.isdecimal() and len(k) < 16 else 0 for k in [*place, "", ""][:2])
    return Record(id_, op, args, None if name is None else str(name), where, kept, (start, end))


def _in_order(edges: list[tuple[str, Attributes]], where: str) -> list[tuple[str, Attributes]]:
    """Return the operands by their slots, where those are told."""
    slots = [stated(edge.get("slot")) for _, edge in edges]
    told = [slot for slot in slots if slot is not None]
    if not told:
        return edges
    if len(told) < len(slots):
        raise GraphProblem(
            "some edges have a slot and some have none", where=where, hint="give all of them one"
        )
    if len(set(told)) < len(told):
        raise GraphProblem("two edges have the same slot", where=where, hint="slots are 0, 1, 2, ...")
    order = sorted(range(len(edges)), key=told.__getitem__)
    return [edges[k] for k in order]


def _args(value: object, tails: tuple[Arg, ...], where: str, *, parallel: bool) -> tuple[Arg, ...]:
    """Return the operands that are told, numbers among them; the edges have to be the same ones."""
    items: Sequence[object]
    if isinstance(value, str):
        items = _json(value, where) if value.lstrip().startswith("[") else value.split()
    else:
        items = value if isinstance(value, list | tuple) else [value]
    args = tuple(_arg(item, tails, where) for item in items)
    there = [arg for arg in args if isinstance(arg, str) and arg in tails]
    if sorted(there) != sorted(map(str, tails)) and (parallel or set(there) != set(tails)):
        told, drawn = ", ".join(map(shown, there)), ", ".join(shown(str(tail)) for tail in tails)
        what = f"args has the operands {told or 'none'}, and the edges come from {drawn or 'none'}"
        raise GraphProblem(what, where=where, hint="every operand that is a node needs its edge")
    return args


def _arg(item: object, tails: tuple[Arg, ...], where: str) -> Arg:
    if isinstance(item, Mapping):
        value, symbol = stated(item.get("value")), item.get("symbol")
        if value is not None and isinstance(symbol, str):
            return Named(value, symbol)
    if str(item) in tails:
        return str(item)
    number = stated(item)
    if number is not None:
        return number
    if isinstance(item, str):
        return item
    raise missing(str(item), where, map(str, tails))


def _json(text: str, where: str) -> list[object]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list):
        raise GraphProblem("args is no list", where=where, hint='for example args="2 x"')
    return found


def _parsed(attributes: Attributes, key: str) -> object:
    """Return what the text of an attribute says in JSON."""
    try:
        return json.loads(str(attributes[key]))
    except (ValueError, RecursionError) as error:
        raise GraphProblem(f"{key} is not JSON", where=f"the graph's {key}", hint="take it away") from error


def _text(attributes: Attributes, key: str, otherwise: str) -> str:
    value = attributes.get(key, otherwise)
    return (
        value
        if isinstance(value, str)
        else " ".join(map(str, value if isinstance(value, list | tuple) else [value]))
    )
