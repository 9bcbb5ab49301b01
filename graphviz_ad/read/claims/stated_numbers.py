"""The numbers that a hand-written graph states: values, gradients, local derivatives, formulas for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphviz_ad.errors import AdvizError, close_matches
from graphviz_ad.finding import Finding
from graphviz_ad.graph import CONSTANT, INPUT, OUTPUT, Graph
from graphviz_ad.read.claims.formulas import number_in
from graphviz_ad.read.claims.mending import Fault, edges_of
from graphviz_ad.read.claims.stated_names import Names
from graphviz_ad.read.listing.json_fields import kind_of
from graphviz_ad.read.listing.operations import operation
from graphviz_ad.read.listing.problems import shown
from graphviz_ad.read.listing.records import Listing, Record, stated

__all__ = ["Statements"]

_SHOWN = 3


class Statements:
    """Reads the statements of one listing into columns of claims."""

    def __init__(self, listing: Listing, graph: Graph, nodes: Mapping[str, int]) -> None:
        self.listing = listing
        self.graph = graph
        self.nodes = nodes
        self.values: dict[int, float] = {}
        self.partials: dict[int, float] = {}
        self.adjoints: dict[int, float] = {}
        self.stated_ops: dict[int, str] = {}
        self.faults: list[Fault] = []
        self.notes: list[Finding] = []
        self._later: list[tuple[Record, int, str, bool]] = []

    def read(self) -> None:
        """Read all statements: numbers first, formulas when every value is known."""
        for record in self.listing.records:
            node = self.nodes[record.id]
            self._number(record, node, "value", self.values)
            self._number(record, node, "grad", self.adjoints)
            self._locals(record, node)
            self._label(record, node)
        for name, value in self.listing.inputs.items():
            if value is not None and name in self.nodes:
                self.values.setdefault(self.nodes[name], value)
        self._gradients_by_name()
        self._edges_of_a_document()
        self._formulas()

    # Nodes --------------------------------------------------------------------------------

    def _number(self, record: Record, node: int, key: str, column: dict[int, float]) -> None:
        told = record.attributes.get(key)
        if told is None or (key == "value" and self.graph.ops[node] == CONSTANT):
            return
        value = _plain(told)
        if value is None:
            where = f"{record.where}.{key}" if record.where.startswith("nodes[") else record.where
            self._unreadable(f"the {_WORDS[key]} of {shown(record.id)}", told, f" (at {where})", record.id)
        else:
            column[node] = value

    def _locals(self, record: Record, node: int) -> None:
        """Read local derivatives: of the node, one an operand, else of its edges."""
        told, count = record.attributes.get("local"), self._count(node)
        if told is not None:
            told = told.split() if isinstance(told, str) and count > 1 else told
            items = list(told) if isinstance(told, list | tuple) else [told]
            if len(items) not in (count, len(record.args)):
                what = f"{shown(record.id)} has {count} operands and {len(items)} local derivatives"
                hint = "local has an entry for every operand, null where nothing is stated"
                finding = Finding("wrong_arity", "error", message=f"{what} (at {record.where})", hint=hint)
                self.faults.append(Fault(finding, record.id))
                return
            for slot, item in enumerate(items):
                self._local(record, node, slot, item, told=True)
        edges = edges_of(record)
        if edges:
            for slot, edge in zip(_slots(record, edges), edges, strict=True):
                key = next((key for key in ("local", "label") if edge.get(key) is not None), None)
                if key is not None and slot < count:
                    self._local(record, node, slot, edge[key], told=key == "local")

    def _count(self, node: int) -> int:
        return self.graph.starts[node + 1] - self.graph.starts[node]

    def _local(self, record: Record, node: int, slot: int, item: object, *, told: bool) -> None:
        if item is None or item == "null":
            return
        position = self.graph.starts[node] + slot
        if self.graph.operands[position] < 0:
            # A number that is written into an operation is no edge.
            return
        value = _plain(item)
        if value is not None:
            self.partials[position] = value
        elif isinstance(item, str) and item.strip():
            self._later.append((record, position, item, told))
        elif told:
            what = f"the local derivative {slot} of {shown(record.id)}"
            self._unreadable(what, item, f" (at {record.where})", record.id, slot)

    def _label(self, record: Record, node: int) -> None:
        """Note an operation that the label tells otherwise than ``op`` does."""
        label = record.attributes.get("stated_op", record.attributes.get("label"))
        if not isinstance(label, str) or not self.graph.is_operation(node):
            return
        word = label.strip()
        try:
            op, _ = operation(word, len(record.args), record.where)
        except AdvizError:
            return
        if op not in (INPUT, OUTPUT, CONSTANT, self.graph.ops[node]):
            self.stated_ops[node] = word

    # The graph ----------------------------------------------------------------------------

    def _gradients_by_name(self) -> None:
        grads = self.listing.attributes.get("grads")
        if grads is None:
            return
        if not isinstance(grads, Mapping):
            self._unreadable("grads", grads, "", None)
            return
        for name, told in grads.items():
            node = self.nodes.get(name, self.graph.scope.get(name))
            if node is None:
                what = f"grads has {shown(name)}, which is no node"
                hint = close_matches(name, [*self.nodes, *self.graph.scope])
                finding = Finding("missing_node", "error", message=what, hint=hint)
                self.faults.append(Fault(finding))
            elif told is not None and (value := _plain(told)) is not None:
                self.adjoints[node] = value
            elif told is not None:
                self._unreadable(f"the gradient of {shown(name)}", told, f" (at grads.{shown(name)})", None)

    def _edges_of_a_document(self) -> None:
        """Read the edges of the document that adviz writes, which are a list of their own."""
        edges = self.listing.attributes.get("edges")
        for edge in edges if isinstance(edges, list) else ():
            if not isinstance(edge, Mapping):
                continue
            node, slot = self.nodes.get(str(edge.get("head"))), edge.get("slot")
            value = _plain(edge.get("value"))
            if node is None or value is None or not isinstance(slot, int):
                continue
            if 0 <= slot < self._count(node) and self.graph.operands[self.graph.starts[node] + slot] >= 0:
                self.partials[self.graph.starts[node] + slot] = value

    # Formulas -----------------------------------------------------------------------------

    def _formulas(self) -> None:
        if not self._later:
            return
        names = Names(self.graph, self.nodes, self.values)
        unread, unvalued = list[str](), list[tuple[str, str]]()
        for record, position, text, told in self._later:
            try:
                self.partials[position] = number_in(text, names)
            except AdvizError as error:
                if (name := names.missing(text)) is not None:
                    unvalued.append((text, name))
                elif told:
                    slot = position - self.graph.starts[self.nodes[record.id]]
                    what = f"the local derivative {slot} of {shown(record.id)}"
                    self._unreadable(what, text, f": {error.what}", record.id, slot)
                else:
                    unread.append(text)
        self._note_formulas(unread, unvalued)

    def _note_formulas(self, unread: Sequence[str], unvalued: Sequence[tuple[str, str]]) -> None:
        if unread:
            told = f"labels of edges that state no number: {_some(unread)}"
            hint = "a local derivative is a number or a formula in the names of nodes"
            self.notes.append(Finding("unread_label", message=told, hint=hint))
        if unvalued:
            names = _some(list(dict.fromkeys(name for _, name in unvalued)))
            told = f"formulas that are not checked: {_some([text for text, _ in unvalued])}"
            told = f"{told}; {names} {'have' if ', ' in names else 'has'} no value"
            self.notes.append(Finding("no_value", message=told, hint="give the inputs values"))

    def _unreadable(
        self, what: str, told: object, why: str, id_: str | None, slot: int | None = None
    ) -> None:
        words = shown(told) if isinstance(told, str) else kind_of(told)
        message = f"{what} is {words}, which is no number{why}"
        hint = 'numbers are 2.5 or "nan", "inf", "-inf"; leave out what is not stated'
        finding = Finding("unreadable_number", "error", message=message, hint=hint)
        self.faults.append(Fault(finding, id_, slot))


def _some(texts: Sequence[str]) -> str:
    more = len(texts) - _SHOWN
    return ", ".join(map(shown, texts[:_SHOWN])) + (f" and {more} more" if more > 0 else "")


_WORDS = {"value": "value", "grad": "gradient"}


def _plain(told: object) -> float | None:
    """Return the number that an attribute is, also with the minus sign of typography."""
    return stated(told.strip().replace("−", "-")) if isinstance(told, str) else stated(told)


def _slots(record: Record, edges: Sequence[Mapping[str, object]]) -> list[int]:
    """Return the position among the operands that each edge leads to."""
    by_tail: dict[str, list[int]] = {}
    for slot, arg in enumerate(record.args):
        if isinstance(arg, str):
            by_tail.setdefault(arg, []).append(slot)
    taken: dict[str, int] = {}
    found: list[int] = []
    for position, edge in enumerate(edges):
        tail, place = edge.get("tail"), stated(edge.get("slot"))
        if place is not None and 0 <= place < len(record.args) and place.is_integer():
            found.append(int(place))
        elif isinstance(tail, str) and tail in by_tail:
            places = by_tail[tail]
            taken[tail] = taken.get(tail, -1) + 1
            found.append(places[min(taken[tail], len(places) - 1)])
        else:
            found.append(position)
    return found
