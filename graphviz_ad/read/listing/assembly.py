"""From records to a `Graph`: operands found, put into an order of evaluation, checked."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from graphviz_ad.columns import Columns
from graphviz_ad.errors import GraphProblem
from graphviz_ad.expression import CONSTANTS, normal
from graphviz_ad.graph import CONSTANT, INPUT, OUTPUT, Graph
from graphviz_ad.noun import replace
from graphviz_ad.read.listing import problems
from graphviz_ad.read.listing.meaning import args_of, declared, meaning
from graphviz_ad.read.listing.ordering import evaluation_order
from graphviz_ad.read.listing.records import Arg, Listing, Named, Record, is_number

__all__ = ["assemble", "graph_of", "scope_of"]

Means = Callable[[Record], tuple[str, tuple[float, ...]]]

_LEAVES = (INPUT, CONSTANT)


def graph_of(listing: Listing) -> Graph:
    """Return the graph that a listing describes.

    The order of the records is kept wherever it is one of evaluation; declared inputs without a
    record of their own come first.  An output that is told by the id of its operation, and that
    nothing else uses, has its name on the circle alone, as in ``y = x*3``.

    Raises
    ------
    UnknownName
        An operation that nobody knows.
    GraphProblem
        A cycle, an id twice, a missing node, a wrong number of operands, no output.

    Examples
    --------
    >>> record = Record("y", "Mul", ("x", 3.0), "y", "nodes[0]", {})
    >>> graph = graph_of(Listing((record,), {"x": None}, ("y",), {}))
    >>> graph.ops, graph.names
    (['input', 'mul', 'output'], {0: 'x', 2: 'y'})
    """
    return assemble(listing)[0]


def assemble(listing: Listing, means: Means = meaning) -> tuple[Graph, dict[str, int]]:
    """Return the graph that a listing describes, and the node of every id.

    ``means`` says what the operation of a record is: who takes in operations that nobody knows
    has another answer than `graphviz_ad.read.listing.meaning.meaning`.
    """
    assembly = _Assembly(listing, means)
    assembly.add_nodes()
    nodes = {name: assembly.nodes[position] for name, position in assembly.index.items()}
    outputs = [assembly.nodes[position] for position in assembly.outputs]
    graph = assembly.columns.graph(outputs, {}, listing.source, listing.notes)
    if listing.scope is None:
        scope = scope_of(graph)
    else:
        scope = {}
        for name, ref in listing.scope.items():
            scope[name] = assembly.nodes[assembly.find(ref, f"scope.{problems.shown(name)}")]
    return replace(graph, scope=scope), nodes


def scope_of(graph: Graph) -> dict[str, int]:
    """Return the node of every name, as the names of the nodes have it.

    An output's name is that of the operation before it; of equal names the input's counts, then
    the first one.
    """
    names = graph.names
    scope = {names[node]: node for node in graph.inputs}
    for node in sorted(names):
        if graph.ops[node] != OUTPUT:
            scope.setdefault(names[node], node)
    for node in graph.outputs:
        operand = graph.operands[graph.starts[node]]
        scope.setdefault(names[node], operand if operand >= 0 else node)
    return scope


class _Assembly:
    """The records of one listing, spoken of by their positions, and the columns that they become.

    Declared inputs come first, circles of outputs that are only named last.
    """

    def __init__(self, listing: Listing, means: Means) -> None:
        self.records = [*declared(listing), *listing.records]
        self.index: dict[str, int] = {}
        for position, record in enumerate(self.records):
            first = self.index.setdefault(record.id, position)
            if first != position:
                raise problems.duplicate(self.records[first], record)
        # What each operation is, and the numbers that it adds to its operands.
        self.meant = [means(record) for record in self.records]
        self.args = [args_of(record, op) for record, (op, _) in zip(self.records, self.meant, strict=True)]
        self.operands = [self._operands(position) for position in range(len(self.records))]
        self.order = self._order()
        self.outputs = self._outputs(listing.outputs)
        self.columns = Columns()
        self.nodes = array("q", [-1]) * len(self.records)
        self._called: dict[tuple[str, str], Record] = {}

    def find(self, ref: str, where: str) -> int:
        """Return the record that an id names."""
        position = self.index.get(ref)
        if position is None:
            raise problems.missing(ref, where, self.index)
        return position

    def _operands(self, position: int) -> list[int]:
        """Return the records that the operands are, -1 for a number."""
        record, found = self.records[position], []
        for slot, arg in enumerate(self.args[position]):
            if not isinstance(arg, str) or (is_number(arg) and arg not in self.index):
                found.append(-1)
                continue
            where = f"{record.where}.args[{slot}]"
            operand = self.find(arg, where)
            if self.meant[operand][0] == OUTPUT:
                raise problems.uses_output(record, arg, where)
            if self.meant[position][0] == CONSTANT:
                what = f"the constant {problems.shown(record.id)} has a node as operand"
                raise GraphProblem(what, where=where, hint="a constant is a number")
            found.append(operand)
        return found

    # Outputs ------------------------------------------------------------------------------

    def _outputs(self, refs: Sequence[str]) -> list[int]:
        """Return the output records, making one for each output that is only named."""
        written = [position for position, (op, _) in enumerate(self.meant) if op == OUTPUT]
        named = dict.fromkeys(self.find(ref, "outputs") for ref in refs) or dict.fromkeys(written)
        used = bytearray(len(self.records))
        for operands in self.operands:
            for operand in operands:
                if operand >= 0:
                    used[operand] = 1
        if not named:
            ends = zip(self.records, self.meant, used, strict=True)
            raise problems.no_output(
                [record for record, (op, _), use in ends if not use and op not in _LEAVES]
            )
        for position in written:
            if position not in named:
                raise problems.unlisted(self.records[position])
        return [k if self.meant[k][0] == OUTPUT else self._circle(k, used=bool(used[k])) for k in named]

    def _circle(self, position: int, *, used: bool) -> int:
        """Append the record of an output that is told by what it shows; it takes the name over."""
        record = self.records[position]
        circle = replace(record, op=OUTPUT, name=record.name or record.id, where=f"outputs: {record.where}")
        if not used and record.name == record.id and self.meant[position][0] not in _LEAVES:
            self.records[position] = replace(record, name=None)
        self.records.append(circle)
        self.meant.append((OUTPUT, ()))
        self.args.append((record.id,))
        self.operands.append([position])
        return len(self.records) - 1

    # Nodes --------------------------------------------------------------------------------

    def _order(self) -> list[int]:
        """Return an order in which the records can be evaluated."""
        starts, operands = array("q", [0]), array("q")
        for found in self.operands:
            operands.extend(operand for operand in found if operand >= 0)
            starts.append(len(operands))
        order, cycle = evaluation_order(starts, operands)
        if cycle:
            # Told from the one that was written first.
            first = cycle.index(min(cycle))
            raise problems.cycle([self.records[k] for k in (*cycle[first:], *cycle[:first])])
        return order

    def add_nodes(self) -> None:
        """Append every record to the columns, operands first, circles last."""
        self.nodes.extend([-1] * (len(self.records) - len(self.nodes)))
        for position in (*self.order, *range(len(self.order), len(self.records))):
            self._add(position)

    def _add(self, position: int) -> None:
        record, (op, more), constant = self.records[position], self.meant[position], self.columns.constant
        operands = [
            self.nodes[operand] if operand >= 0 else self._number(arg)
            for operand, arg in zip(self.operands[position], self.args[position], strict=True)
        ]
        operands += map(constant, more)
        name = record.name
        if op in (INPUT, OUTPUT):
            name = self._called_for(op, record)
        self.nodes[position] = self.columns.node(op, operands, *record.place, name)

    def _number(self, arg: Arg) -> int:
        """Return the operand that is a number."""
        if isinstance(arg, Named):
            return self.columns.constant(arg.value, arg.symbol)
        if isinstance(arg, str) and arg in CONSTANTS:
            return self.columns.constant(CONSTANTS[arg], arg)
        return self.columns.constant(float(arg))

    def _called_for(self, op: str, record: Record) -> str:
        """Return the name of an input or output, by which values and derivatives are asked for."""
        name = record.id if record.name is None else record.name
        if op == INPUT:
            name = normal(name)
        first = self._called.setdefault((op, name), record)
        if first is not record:
            where = f"{first.where} and {record.where}"
            what = f"two {op}s are called {problems.shown(name)}"
            raise GraphProblem(what, where=where, hint="give one of them another name")
        return name
