"""What makes somebody's graph no computation: found, said, and mended so far that it can be drawn."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterator, Mapping, Sequence

from graphviz_ad.errors import GraphProblem, UnknownName
from graphviz_ad.finding import Finding
from graphviz_ad.graph import CONSTANT, INPUT, OUTPUT
from graphviz_ad.noun import noun, replace
from graphviz_ad.read.listing import problems
from graphviz_ad.read.listing.meaning import args_of, declared, meaning
from graphviz_ad.read.listing.ordering import back_edges, evaluation_order
from graphviz_ad.read.listing.records import Arg, Listing, Named, Record, is_number

__all__ = ["Fault", "Mended", "edges_of", "mend"]

Meaning = tuple[str, tuple[float, ...]]


@noun
class Fault:
    """Something that is wrong, at a record that will be a node; at an operand of it, if there is a slot."""

    finding: Finding
    id: str | None = None
    slot: int | None = None


@noun
class Mended:
    """A listing that is a graph, and what had to be changed for that.

    Attributes
    ----------
    listing
        Every id once, every operand there, no cycle, an output.
    meant
        What the operation of a record is, by its id.
    faults, notes
        What is wrong, and what was taken for granted.
    unknown
        Records, by the name of an operation that nobody knows.
    """

    listing: Listing
    meant: Mapping[str, Meaning]
    faults: tuple[Fault, ...]
    notes: tuple[Finding, ...]
    unknown: Mapping[str, Sequence[str]]


def mend(listing: Listing) -> Mended:
    """Return a listing as one that can be made a graph, with the structural faults that it had.

    Of an id twice the first one counts; a node that is missing becomes an input; an operation
    that nobody knows, or that has a wrong number of operands, stays as it is; operands that close
    a cycle become nan; where no output is named, what nothing uses is one.

    Examples
    --------
    >>> records = (Record("u", "add", ("v", 1.0), "u", "nodes[0]", {}),
    ...            Record("v", "mul", ("u", 2.0), "v", "nodes[1]", {}))
    >>> [fault.finding.message for fault in mend(Listing(records, {}, ("v",), {})).faults]
    ['a cycle: v -> u -> v']
    """
    mending = _Mending(listing)
    mending.drop_duplicates()
    mending.take_in_operations()
    mending.add_missing()
    mending.cut_cycles()
    mending.find_outputs()
    records = tuple(mending.records.values())
    done = replace(mending.listing, records=records, outputs=mending.outputs)
    return Mended(done, mending.meant, tuple(mending.faults), tuple(mending.notes), mending.unknown)


class _Mending:
    """The records of one listing by their ids, while they are being mended."""

    def __init__(self, listing: Listing) -> None:
        self.listing = listing
        self.records: dict[str, Record] = {}
        self.meant: dict[str, Meaning] = {}
        self.outputs: tuple[str, ...] = ()
        self.faults: list[Fault] = []
        self.notes: list[Finding] = []
        self.unknown: dict[str, list[str]] = {}

    def drop_duplicates(self) -> None:
        """Keep the first record of every id."""
        for record in self.listing.records:
            first = self.records.setdefault(record.id, record)
            if first is not record:
                self._blame("duplicate_id", problems.duplicate(first, record), record.id)

    def take_in_operations(self) -> None:
        """Say what every operation is; those that nobody knows keep their names."""
        for record in self.records.values():
            try:
                self.meant[record.id] = meaning(record)
            except UnknownName as error:
                self.unknown.setdefault(record.op.strip(), []).append(record.id)
                self._keep(record)
                if not _has_locals(record):
                    self._blame("unknown_operation", error, record.id)
            except GraphProblem as error:
                self._keep(record)
                if record.op.strip():
                    self._blame("wrong_arity", error, record.id)
                elif _has_locals(record):
                    self.unknown.setdefault("?", []).append(record.id)
                else:
                    self._blame("unknown_operation", error, record.id)

    def _keep(self, record: Record) -> None:
        if record.args:
            word = record.op.strip() or "?"
            # No operation of the table: whatever it is called, it does not fit its operands.
            self.meant[record.id] = (word if word not in (INPUT, CONSTANT, OUTPUT) else f"{word}?", ())
        else:
            self.meant[record.id] = (INPUT, ())
            self.records[record.id] = replace(record, op="")

    def add_missing(self) -> None:
        """Make every operand that no record has an input."""
        twice: set[str] = set()
        for record in declared(self._listing()):
            if record.id in self.records:
                error = problems.duplicate(self.records[record.id], record)
                self._blame("duplicate_id", error, record.id)
                twice.add(record.id)
                continue
            self.meant[record.id] = (INPUT, ())
        if twice:
            inputs = {name: value for name, value in self.listing.inputs.items() if name not in twice}
            self.listing = replace(self.listing, inputs=inputs)
        known = {**self.records, **{record.id: record for record in declared(self._listing())}}
        for record in list(self.records.values()):
            for slot, arg in enumerate(record.args):
                if isinstance(arg, str) and arg not in known and not is_number(arg):
                    error = problems.missing(arg, f"{record.where}.args[{slot}]", known)
                    self._blame("missing_node", error, record.id, slot)
                    known[arg] = self.records[arg] = Record(arg, "", (), arg, "missing", {})
                    self.meant[arg] = (INPUT, ())

    def _listing(self) -> Listing:
        return replace(self.listing, records=tuple(self.records.values()))

    def cut_cycles(self) -> None:
        """Make operands that close a cycle nan."""
        ids = list(self.records)
        index = {id_: position for position, id_ in enumerate(ids)}
        starts, operands, slots = array("q", [0]), array("q"), array("q")
        for record in self.records.values():
            for slot, arg in enumerate(record.args):
                if isinstance(arg, str) and arg in index:
                    operands.append(index[arg])
                    slots.append(slot)
            starts.append(len(operands))
        _, cycle = evaluation_order(starts, operands)
        if not cycle:
            return
        on_it = [self.records[ids[position]] for position in cycle]
        self._blame("cycle", problems.cycle(on_it), on_it[0].id)
        for head, edge in back_edges(starts, operands):
            record, slot = self.records[ids[head]], slots[edge]
            args: list[Arg] = list(record.args)
            args[slot] = Named(math.nan, str(args[slot]))
            self.records[record.id] = replace(record, args=tuple(args))

    def find_outputs(self) -> None:
        """Keep the outputs that are there; without any, what nothing uses is one."""
        known = {**self.records, **{record.id: record for record in declared(self._listing())}}
        for ref in self.listing.outputs:
            if ref not in known:
                self._blame("missing_node", problems.missing(ref, "outputs", known))
        self.outputs = tuple(ref for ref in self.listing.outputs if ref in known)
        if self.outputs or any(op == OUTPUT for op, _ in self.meant.values()):
            return
        ends = list(self._ends())
        self.outputs = tuple(record.id for record in ends)
        if not ends:
            self._blame("no_output", problems.no_output([]))
            # Something has to be shown.
            self.outputs = tuple(known)[-1:]
        elif len(ends) > 1 and not self.listing.outputs:
            self._blame("no_output", problems.no_output(ends))
        elif not self.listing.outputs:
            told = f"no output is named: {problems.shown(ends[0].id)}, which nothing uses, is taken for it"
            self.notes.append(Finding("output_assumed", message=told))

    def _ends(self) -> Iterator[Record]:
        """Yield operations that nothing uses."""
        used = {arg for record in self.records.values() for arg in record.args if isinstance(arg, str)}
        for record in self.records.values():
            if record.id not in used and self.meant[record.id][0] not in (INPUT, CONSTANT):
                yield record

    def _blame(
        self, fault: str, error: GraphProblem | UnknownName, id_: str | None = None, slot: int | None = None
    ) -> None:
        where = f" (at {error.where})" if error.where and fault != "cycle" else ""
        finding = Finding(fault, "error", message=f"{error.what}{where}", hint=error.hint)
        self.faults.append(Fault(finding, id_, slot))


def edges_of(record: Record) -> Sequence[Mapping[str, object]]:
    """Return what is said of the edges that lead to a node; () where nothing is."""
    edges = record.attributes.get("edges")
    return edges if isinstance(edges, list) and all(isinstance(edge, Mapping) for edge in edges) else ()


def _has_locals(record: Record) -> bool:
    """Whether a local derivative is stated for every operand that is a node."""
    told = record.attributes.get("local")
    edges = edges_of(record)
    if edges:
        return all({"local", "label"} & edge.keys() for edge in edges)
    return isinstance(told, list | tuple) and len(told) == len(args_of(record, "")) and bool(told)
