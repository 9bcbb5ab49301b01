"""What a hand-written graph states, from its records: values, local derivatives, gradients."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from graphviz_ad import ops
from graphviz_ad.claims import Claims
from graphviz_ad.columns import Columns
from graphviz_ad.errors import close_matches
from graphviz_ad.finding import Finding
from graphviz_ad.graph import Graph
from graphviz_ad.noun import replace
from graphviz_ad.read.claims.handed_over import handed_over, is_handed_over
from graphviz_ad.read.claims.mending import Fault, Mended, mend
from graphviz_ad.read.claims.stated_numbers import Statements
from graphviz_ad.read.listing.assembly import assemble
from graphviz_ad.read.listing.meaning import meaning, values_of
from graphviz_ad.read.listing.problems import shown
from graphviz_ad.read.listing.records import Listing

__all__ = ["claims_of", "mended_graph"]


def claims_of(listing: Listing, kind: str = "JSON", notes: Sequence[Finding] = ()) -> Claims:
    """Return the graph of a listing with everything that it states.

    ``value``, ``grad`` and ``local`` are attributes of nodes, ``local`` (else ``label``) one of
    edges; ``grads`` of the graph has gradients by name.  What makes it no computation is among
    ``structure``, and the graph is mended so far that it can be drawn.

    Parameters
    ----------
    listing
        The records, as `graphviz_ad.read.formats.document` and its neighbours read them.
    kind
        What was read, in words.
    notes
        What was assumed while it was read.

    Raises
    ------
    GraphProblem
        Where even mended it is no graph: two inputs of one name, an output that is used.

    Examples
    --------
    >>> from graphviz_ad.read.listing.records import Record
    >>> attributes = {"value": 6.0, "local": [3.0, None], "grad": 1.0}
    >>> record = Record("y", "mul", ("x", 3.0), "y", "nodes[0]", attributes)
    >>> claims = claims_of(Listing((record,), {"x": 2.0}, ("y",), {"grads": {"x": 9.0}}))
    >>> claims.values, claims.partials, claims.adjoints
    ({1: 6.0, 0: 2.0}, {0: 3.0}, {1: 1.0, 0: 9.0})
    """
    trusted = is_handed_over(listing)
    if trusted and not listing.records:
        # Of objects that are their own inputs there is no graph, only that.
        return handed_over(Claims(Columns().graph((), {}, "", ()), kind=kind), listing, {})
    mended, graph, nodes = mended_graph(listing)
    reading = Statements(mended.listing, graph, nodes)
    reading.read()
    structure = [_placed(fault, nodes) for fault in (*mended.faults, *reading.faults)]
    found = [*notes, *mended.notes, *_unknown(mended), *reading.notes]
    claims = Claims(
        graph,
        values_of(mended.listing),
        reading.values,
        reading.partials,
        reading.adjoints,
        reading.stated_ops,
        kind=kind,
        notes=tuple(found),
        structure=tuple(structure),
    )
    return handed_over(claims, listing, nodes) if trusted else claims


def mended_graph(listing: Listing) -> tuple[Mended, Graph, dict[str, int]]:
    """Return a listing mended, the graph that it then is, and the node of every id."""
    mended = mend(listing)
    graph, nodes = assemble(mended.listing, lambda record: mended.meant.get(record.id) or meaning(record))
    return mended, graph, nodes


def _placed(fault: Fault, nodes: Mapping[str, int]) -> Finding:
    """Return a fault with its place in the graph."""
    node = nodes.get(fault.id) if fault.id is not None else None
    if node is None:
        return fault.finding
    edge = None if fault.slot is None else f"n{node}_{fault.slot}"
    return replace(fault.finding, node=f"n{node}", edge=edge)


def _unknown(mended: Mended) -> Iterator[Finding]:
    """Yield a note for every operation that is taken as it is stated."""
    blamed = {fault.id for fault in mended.faults if fault.finding.fault == "unknown_operation"}
    for op, ids in mended.unknown.items():
        taken = [id_ for id_ in ids if id_ not in blamed]
        if taken:
            told = f"{shown(op)} is no operation of the table: the local derivatives of {shown(taken[0])}"
            more = f" and {len(taken) - 1} more" if len(taken) > 1 else ""
            hint = close_matches(op, ops.TABLE) or "adviz ops lists the operations that are checked"
            yield Finding("unknown_operation", message=f"{told}{more} are taken as they are", hint=hint)
