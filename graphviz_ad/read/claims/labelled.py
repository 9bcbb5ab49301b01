"""Graphs that say everything in the labels of their boxes: ``+``, ``x = 3``, ``u = x*y``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from graphviz_ad.errors import AdvizError
from graphviz_ad.noun import replace
from graphviz_ad.read.claims.defining import with_definitions_read
from graphviz_ad.read.claims.formulas import plain_text
from graphviz_ad.read.listing.network import Network
from graphviz_ad.read.listing.operations import operation
from graphviz_ad.read.listing.records import stated

__all__ = ["with_labels_read"]

_EQUALS = re.compile(r"(?P<name>[^=≈]*?)\s*[=≈:]\s*(?P<number>[-+−]?\S+)")
_LEAVES = frozenset(("input", "constant", "output"))


def with_labels_read(network: Network) -> Network:
    """Return a network whose nodes have the operation, name and value that their labels tell.

    What an attribute says counts more than a label; an operation that the label tells otherwise
    than ``op`` is kept as ``stated_op``.

    Examples
    --------
    >>> nodes = [("a", {"label": "x = 3"}), ("b", {"label": "t | * | 9"})]
    >>> edges = [("a", "b", {}), ("a", "b", {})]
    >>> with_labels_read(Network(nodes, edges, {}, "")).nodes
    [('a', {'value': 3.0, 'name': 'x'}), ('b', {'op': '*', 'value': 9.0, 'name': 't'})]
    """
    if "adviz" in network.attributes:
        return network
    arriving = Counter(head for _, head, _ in network.edges)
    nodes = [(id_, _read(node, arriving[id_])) for id_, node in network.nodes]
    # Names have to tell nodes apart; those that do not are no names.
    names = Counter(str(node.get("name", id_)) for id_, node in nodes)
    plain = dict(network.nodes)
    told = {id_: str(node["name"]) for id_, node in nodes if "name" in node and "name" not in plain[id_]}
    named = replace(
        network,
        nodes=[
            (id_, node if names[str(node.get("name", id_))] == 1 or "name" in plain[id_] else _unnamed(node))
            for id_, node in nodes
        ],
    )
    return with_definitions_read(named, told)


def _unnamed(node: Mapping[str, object]) -> dict[str, object]:
    return {key: value for key, value in node.items() if key != "name"}


def _read(node: Mapping[str, object], count: int) -> dict[str, object]:
    """Return the attributes of a node with what its label tells."""
    label = node.get("label")
    found = {key: value for key, value in node.items() if key != "label"}
    if not isinstance(label, str):
        return found
    names: list[str] = []
    told: dict[str, object] = {}
    for piece in re.split(r"[|\n]", plain_text(label).replace("{", "").replace("}", "")):
        text = piece.strip()
        match = _EQUALS.fullmatch(text)
        number = _number(match["number"] if match else text)
        if number is not None:
            told.setdefault("value", number)
            text = match["name"].strip() if match else ""
        if text and _is_operation(text, count):
            told.setdefault("op", text)
        elif text:
            names.append(text)
    if len(names) == 1:
        told["name"] = names[0]
    if "op" in told and _differ(str(node.get("op") or told["op"]), str(told["op"]), count):
        told["stated_op"] = told["op"]
    for key, value in told.items():
        found.setdefault(key, value)
    return found


def _number(text: str) -> float | None:
    return stated(text.replace("−", "-"))


def _is_operation(text: str, count: int) -> bool:
    return count > 0 and _meant(text, count) not in (None, *_LEAVES)


def _meant(text: str, count: int) -> str | None:
    try:
        return operation(text, count, "")[0]
    except AdvizError:
        return None


def _differ(op: str, label: str, count: int) -> bool:
    return _meant(op, count) not in (None, _meant(label, count))
