"""Pictures that small engines draw of themselves: boxes with data and grad, a circle an operation.

A box, ``{ x | data 3.0 | grad 1.0 }``, is a value; the circle before it, ``+``, the operation that
made it.  Such pictures draw an operand that is used twice once, and keep no order of operands.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

from graphviz_ad import ops
from graphviz_ad.errors import AdvizError
from graphviz_ad.finding import Finding
from graphviz_ad.noun import replace
from graphviz_ad.read.claims.formulas import plain_text
from graphviz_ad.read.listing.network import Network
from graphviz_ad.read.listing.operations import fits, operation
from graphviz_ad.read.listing.problems import shown
from graphviz_ad.read.listing.records import stated

__all__ = ["undrawn"]

_FIELD = re.compile(r"(?P<key>[a-z]+)\s*[:=]?\s*(?P<number>[-+−]?(?:[\d.]\S*|nan|inf))", re.IGNORECASE)
_KEYS = {
    "data": "value", "value": "value", "val": "value", "v": "value",
    "grad": "grad", "gradient": "grad", "g": "grad", "derivative": "grad",
}  # fmt: skip
_CLEARLY = 2.0
"""Numbers in pictures are rounded: the order that comes nearer is the right one, if it does clearly."""

_RESULTS = ("out", "out1", "out2", "out3")

Edges = Sequence[tuple[str, Mapping[str, object]]]


def undrawn(network: Network) -> tuple[Network, tuple[Finding, ...]]:
    """Return a picture of values and operations as a graph of operations, with notes on what it lost.

    Any other network is returned as it is.

    Examples
    --------
    >>> nodes = [("1", {"label": "{ x | data 3.0 | grad 6.0 }"}), ("2", {"label": "{ data 9.0 | grad 1.0 }"}),
    ...          ("2*", {"label": "*"})]
    >>> found, notes = undrawn(Network(nodes, [("1", "2*", {}), ("2*", "2", {})], {}, ""))
    >>> found.nodes[1], [edge[:2] for edge in found.edges]
    (('2', {'op': '*', 'value': 9.0, 'grad': 1.0, 'name': 'out'}), [('1', '2'), ('1', '2')])
    """
    values = {id_: fields for id_, node in network.nodes if (fields := _fields(node)) is not None}
    circles = _circles(network, values)
    if not values or any(id_ not in values and id_ not in circles for id_, _ in network.nodes):
        return network, ()
    return _Undrawing(network, values, circles).network()


def _fields(node: Mapping[str, object]) -> dict[str, object] | None:
    """Return what the label of a box says, or None."""
    label = node.get("label")
    if not isinstance(label, str) or "op" in node:
        return None
    found: dict[str, object] = {}
    names: list[str] = []
    for field in re.split(r"[|\n]", plain_text(label).replace("{", "").replace("}", "")):
        match = _FIELD.fullmatch(field.strip())
        number = stated(match["number"].replace("−", "-")) if match else None
        key = _KEYS.get(match["key"].lower()) if match else None
        if number is not None and key is not None:
            found.setdefault(key, number)
        elif field.strip():
            names.append(field.strip())
    if "value" not in found:
        return None
    return {**found, "name": " ".join(names) or None}


def _circles(network: Network, values: Mapping[str, object]) -> dict[str, str]:
    """Return the box behind every circle."""
    nodes = dict(network.nodes)
    found: dict[str, str] = {}
    for tail, head, _ in network.edges:
        if tail not in values and head in values and isinstance(nodes[tail].get("label", tail), str):
            if tail in found:
                return {}
            found[tail] = head
    return found


class _Undrawing:
    """One picture, its circles being put into the boxes behind them."""

    def __init__(
        self, network: Network, values: Mapping[str, dict[str, object]], circles: Mapping[str, str]
    ) -> None:
        self.drawn = network
        self.values = values
        self.operations = {box: circle for circle, box in circles.items()}
        self.labels = {id_: str(node.get("label", id_)).strip() for id_, node in network.nodes}
        self.operands: dict[str, list[tuple[str, Mapping[str, object]]]] = {}
        self.twice: list[str] = []
        self.turned: list[str] = []
        for tail, head, attributes in network.edges:
            if tail in values:
                self.operands.setdefault(circles.get(head, head), []).append((tail, attributes))

    def network(self) -> tuple[Network, tuple[Finding, ...]]:
        """Return the graph of the boxes."""
        taken = {str(fields["name"]) for fields in self.values.values() if fields["name"]}
        free = (name for k in range(1, len(self.values) + len(taken) + 2) if (name := f"x{k}") not in taken)
        used = {tail for tails in self.operands.values() for tail, _ in tails}
        results = (name for name in (*_RESULTS, *self.values) if name not in taken)
        nodes: list[tuple[str, Mapping[str, object]]] = []
        edges: list[tuple[str, str, Mapping[str, object]]] = []
        for id_, fields in self.values.items():
            circle = self.operations.get(id_)
            if circle is None:
                nodes.append((id_, {**fields, "name": fields["name"] or next(free)}))
                continue
            # Its id is a place in memory, as a rule: an output is shown by its name.
            shown_as = fields["name"] or (None if id_ in used else next(results))
            nodes.append((id_, {"op": self.labels[circle], **fields, "name": shown_as}))
            edges += [(tail, id_, attributes) for tail, attributes in self._ordered(id_, circle)]
        return replace(self.drawn, nodes=nodes, edges=edges, parallel=""), tuple(self._notes())

    def _ordered(self, id_: str, circle: str) -> Edges:
        """Return the operands of an operation, twice and in the order in which the value comes about."""
        op, found = self.labels[circle], self.operands.get(id_, [])
        if len(found) == 1 and fits(op, 2) and not fits(op, 1):
            self.twice.append(id_)
            return [*found, *found]
        if len(found) == 2 and self._off(op, found[::-1], id_) < self._off(op, found, id_) / _CLEARLY:
            self.turned.append(id_)
            return found[::-1]
        return found

    def _off(self, op: str, operands: Edges, id_: str) -> float:
        """Return how far the value of a box is from what its operands make in this order."""
        try:
            name, _ = operation(op, 2, "")
        except AdvizError:
            return 0.0
        if name not in ops.TABLE or len(ops.TABLE[name].params) != 2:
            return 0.0
        args = [float(str(self.values[tail]["value"])) for tail, _ in operands]
        off = abs(ops.kernel(name).value(*args) - float(str(self.values[id_]["value"])))
        return math.inf if math.isnan(off) else off

    def _notes(self) -> list[Finding]:
        notes = [Finding("drawn", message="boxes with data and grad are values, circles operations")]
        for ids, told in (
            (self.twice, "the picture draws an operand once that {} uses twice"),
            (self.turned, "the order of the operands of {} follows from its value: the picture keeps none"),
        ):
            if ids:
                named = shown(str(self.values[ids[0]]["name"] or ids[0]))
                more = f" (and {len(ids) - 1} more)" if len(ids) > 1 else ""
                notes.append(Finding("drawn", message=told.format(named + more)))
        return notes
