"""Which way the edges of somebody's graph run: from operand to operation, or from consumer to operand."""

from __future__ import annotations

from collections.abc import Mapping

from graphviz_ad.errors import GraphProblem, UnknownName
from graphviz_ad.finding import Finding
from graphviz_ad.noun import replace
from graphviz_ad.read.listing.network import Network
from graphviz_ad.read.listing.operations import fits, operation
from graphviz_ad.read.listing.problems import shown

__all__ = ["DIRECTIONS", "is_backward", "reverted", "unordered"]

DIRECTIONS = ("auto", "forward", "backward")

_SYMMETRIC = frozenset(("add", "mul", "max", "min", "hypot", "eq", "ne", "both"))

_SAID = {
    False: "edges run from operand to operation",
    True: "edges run from consumer to operand",
}


def is_backward(network: Network, edges: str) -> tuple[bool, tuple[Finding, ...]]:
    """Return whether edges run from consumer to operand, and what was assumed.

    Parameters
    ----------
    network
        Nodes and edges, as they were written.
    edges
        ``forward`` (operand to operation), ``backward``, or ``auto``: whatever gives more
        operations the operands that they take, and leaves inputs without any.

    Raises
    ------
    UnknownName
        For another word.

    Examples
    --------
    >>> nodes = [("y", {"op": "mul"}), ("a", {}), ("b", {})]
    >>> found, notes = is_backward(Network(nodes, [("y", "a", {}), ("y", "b", {})], {}, ""), "auto")
    >>> found, notes[0].message
    (True, 'edges run from consumer to operand: so 1 of 1 operations have the operands that they take')
    """
    if edges not in DIRECTIONS:
        raise UnknownName(f"edges cannot be {edges}", legal=DIRECTIONS, hint="for example edges='backward'")
    if edges != "auto":
        return edges == "backward", ()
    if "adviz" in network.attributes or not network.edges:
        return False, ()
    forward, backward, operations = _fitting(network)
    found = backward > forward
    if forward == backward:
        told = f"{_SAID[False]}: nothing tells, and so it was assumed"
        hint = "say it otherwise with --edges backward"
        return False, (Finding("edges_assumed", "note", message=told, hint=hint),)
    many = f"{max(forward, backward)} of {operations} operations have the operands that they take"
    told = f"{_SAID[found]}: so {many}"
    hint = f"say it otherwise with --edges {'forward' if found else 'backward'}"
    return found, (Finding("edges_assumed", "note", message=told, hint=hint),)


def _fitting(network: Network) -> tuple[int, int, int]:
    """Return how many operations have their operands: running forward, backward; how many there are.

    Where no node says what it is, labels may.
    """
    arriving: dict[str, int] = {}
    leaving: dict[str, int] = {}
    for tail, head, _ in network.edges:
        leaving[tail] = leaving.get(tail, 0) + 1
        arriving[head] = arriving.get(head, 0) + 1
    forward = backward = operations = 0
    for id_, attributes in network.nodes:
        op, told = str(attributes.get("op") or _label(attributes)), attributes.get("args")
        if not op or _is_leaf(op):
            # An input has no operands: it counts against the direction in which it has some.
            continue
        operations += 1
        least = 0 if told is not None else 1
        forward += _takes(op, arriving.get(id_, 0), least, single=bool(network.parallel))
        backward += _takes(op, leaving.get(id_, 0), least, single=bool(network.parallel))
    if not operations:
        stated = {id_ for id_, attributes in network.nodes if attributes.get("value") is not None}
        leaves = stated or {id_ for id_, attributes in network.nodes if attributes.get("op")}
        forward = sum(1 for id_ in leaves if id_ not in arriving)
        backward = sum(1 for id_ in leaves if id_ not in leaving)
        operations = len(leaves)
    return forward, backward, operations


def _label(attributes: Mapping[str, object]) -> str:
    """Return a label that is the name or the sign of an operation."""
    label = attributes.get("label")
    text = label.strip() if isinstance(label, str) else ""
    return text if fits(text, 1) or fits(text, 2) else ""


def _is_leaf(op: str) -> bool:
    try:
        return operation(op, 0, "") == ("input", ())
    except (GraphProblem, UnknownName):
        return False


def _takes(op: str, count: int, least: int, *, single: bool) -> bool:
    if not least:
        # Numbers among the operands have no edge.
        return count > 0
    return fits(op, count) or (single and count == 1 and fits(op, 2))


def reverted(network: Network) -> Network:
    """Return the network with every edge the other way round.

    Examples
    --------
    >>> reverted(Network([], [("y", "x", {})], {}, "")).edges
    [('x', 'y', {})]
    """
    return replace(network, edges=[(head, tail, attributes) for tail, head, attributes in network.edges])


def unordered(network: Network) -> tuple[Finding, ...]:
    """Return a note where the order of operands matters and a file of networkx does not keep it.

    networkx writes all edges of one operand together, and so the edges of an operation stand in
    the order of its operands among the nodes.

    Examples
    --------
    >>> network = Network([("y", {"op": "-"})], [("a", "y", {}), ("b", "y", {})], {}, "")
    >>> unordered(network)[0].message
    'the operands of y are in the order of the file, which need not be theirs'
    """
    arriving: dict[str, list[Mapping[str, object]]] = {}
    for _, head, attributes in network.edges:
        arriving.setdefault(head, []).append(attributes)
    found: list[str] = []
    for id_, attributes in network.nodes:
        edges = arriving.get(id_, [])
        told = attributes.get("args") is not None or any("slot" in edge for edge in edges)
        if len(edges) > 1 and not told and _tells_operands_apart(str(attributes.get("op") or ""), len(edges)):
            found.append(id_)
    if not found:
        return ()
    more = f" and {len(found) - 1} more" if len(found) > 1 else ""
    message = (
        f"the operands of {shown(found[0])}{more} are in the order of the file, which need not be theirs"
    )
    return (Finding("operand_order", message=message, hint="give every edge a slot: 0, 1, ..."),)


def _tells_operands_apart(op: str, count: int) -> bool:
    return fits(op, count) and operation(op, count, "")[0] not in _SYMMETRIC
