"""From numbers that remember to a `Graph`: in the order in which they were made, without recursion."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from graphviz_ad import ops
from graphviz_ad.columns import Columns
from graphviz_ad.differentiate.evaluate import linearize
from graphviz_ad.errors import GraphProblem
from graphviz_ad.explain.signs import formula
from graphviz_ad.expression import normal
from graphviz_ad.finding import Finding
from graphviz_ad.graph import INPUT, OUTPUT, Graph
from graphviz_ad.live.decisions import decisions
from graphviz_ad.live.value import Value
from graphviz_ad.noun import replace
from graphviz_ad.rule import RESULT
from graphviz_ad.tape import Tape

__all__ = ["Recording", "check_overwritten", "reached", "record", "tape_of"]

_RESULTS = ("f", "g", "h", "out")
_UNKNOWN = re.compile(r"[^\w\u0300-\u036f]")


class Recording(NamedTuple):
    """A graph and the values that it was made of, node by node; output nodes have none."""

    graph: Graph
    values: list[Value]
    results: list[float]
    """The values of the output nodes."""


def reached(roots: Iterable[Value]) -> list[Value]:
    """Return ``roots`` and everything they were computed from, in the order in which it was made."""
    seen = {id(root): root for root in roots}
    todo = list(seen.values())
    while todo:
        for arg in todo.pop().args:
            if isinstance(arg, Value) and id(arg) not in seen:
                seen[id(arg)] = arg
                todo.append(arg)
    return sorted(seen.values(), key=lambda value: value._made)


def record(
    outputs: Mapping[str, Value | float] | Sequence[Value | float], inputs: Iterable[Value] = ()
) -> Recording:
    """Return the graph of ``outputs``.

    Parameters
    ----------
    outputs
        What is to be differentiated, by name; without names those of the values count, else f, g, h.
    inputs
        Values that are part of the graph even if no output was computed from them.

    Examples
    --------
    >>> x = Value(2.0, name="x")
    >>> [node.op for node in record([x*x + 1]).graph]
    ['input', 'mul', 'add', 'output']
    """
    results = list(outputs.values()) if isinstance(outputs, Mapping) else list(outputs)
    roots = [result for result in results if isinstance(result, Value)]
    values = reached([*roots, *inputs])
    return _Recorder(values, {id(root) for root in roots}).recording(
        list(outputs) if isinstance(outputs, Mapping) else [None] * len(results), results
    )


class _Recorder:
    """Makes the graph of values that are in order."""

    def __init__(self, values: list[Value], roots: set[int]) -> None:
        self.values = values
        self.columns = Columns()
        self.places: dict[int, int] = {}
        self.scope: dict[str, int] = {}
        self.outputs: set[str] = set()
        self.twice: dict[str, list[int]] = {}
        self.numbers: dict[str, Iterator[int]] = {}
        used = (
            {id(arg) for value in values for arg in value.args if isinstance(arg, Value)} if roots else set()
        )
        # The name of a result stands at its output, unless something else uses the result too.
        self.ends = {root for root in roots if root not in used}
        self.free = (f"x{k}" for k in count(1))

    def recording(self, names: Sequence[str | None], results: Sequence[Value | float]) -> Recording:
        columns = self.columns
        taken = {normal(str(v.name)) for v in self.values if v.name is not None}
        for index, value in enumerate(self.values):
            self.places[id(value)] = index
            args = [self.places[id(a)] if isinstance(a, Value) else columns.constant(a) for a in value.args]
            columns.node(value.op, args, 0, 0)
            if value.name is not None and (id(value) not in self.ends or value.op == INPUT):
                self._name(index, _fitting(normal(str(value.name))))
            elif value.op == INPUT:
                self._name(index, next(name for name in self.free if name not in taken))
        operands = [self.places[id(r)] if isinstance(r, Value) else columns.constant(r) for r in results]
        nodes = []
        for name, result, operand in zip(names, results, operands, strict=True):
            nodes.append(columns.node(OUTPUT, (operand,), 0, 0, self._output(name, result, taken)))
        graph = columns.graph(nodes, self.scope, "", self._note_names())
        told = decisions(graph, self.values)
        if told is not None:
            graph = replace(graph, notes=(*graph.notes, told))
        return Recording(graph, self.values, [r._value if isinstance(r, Value) else r for r in results])

    def _name(self, index: int, name: str) -> None:
        if name in self.scope:
            self.twice.setdefault(name, []).append(index)
            name = self._another(name)
        self.columns.names[index] = name
        self.scope[name] = index

    def _output(self, name: str | None, result: Value | float, taken: set[str]) -> str:
        """Return the name of an output, and put it into the scope where that is free."""
        own = result.name if isinstance(result, Value) and result.op != INPUT else None
        wanted = name if name is not None else own
        if wanted is None:
            known = taken | self.scope.keys()
            wanted = next(
                n for n in (*_RESULTS, *(f"out{k}" for k in range(2, len(known) + 9))) if n not in known
            )
        wanted = _fitting(normal(str(wanted)))
        node = self.scope.setdefault(wanted, len(self.columns.ops))
        # An intermediate and its own output may share a name, two different things may not.
        mine = isinstance(result, Value) and node == self.places[id(result)] and result.op != INPUT
        if (node == len(self.columns.ops) or mine) and wanted not in self.outputs:
            self.outputs.add(wanted)
            return wanted
        other = self._another(wanted)
        self.scope[other] = len(self.columns.ops)
        return other

    def _another(self, name: str) -> str:
        """Return a name that is free: x_2, x_3, ..."""
        numbers = self.numbers.setdefault(name, count(2))
        return next(free for k in numbers if (free := f"{name}_{k}") not in self.scope)

    def _note_names(self) -> Iterator[Finding]:
        """Yield a note for every name that several values have."""
        for name, nodes in self.twice.items():
            other = self.columns.names[nodes[0]]
            message = f"two values are called {name}: the second is {other} here"
            if len(nodes) > 1:
                last = self.columns.names[nodes[-1]]
                message = f"{len(nodes) + 1} values are called {name}: the others are {other} to {last} here"
            yield Finding("name_twice", node=f"n{nodes[0]}", message=message)


def _fitting(name: str) -> str:
    """Return a name that the language has: dictionaries may have any key."""
    fitted = _UNKNOWN.sub("_", name)
    return fitted if fitted and not fitted[0].isdecimal() else f"_{fitted}"


def tape_of(recording: Recording, *, remarks: bool = True) -> Tape:
    """Return the tape of the values as they were computed."""
    graph, values = recording.graph, recording.values
    numbers = [*(value._value for value in values), *recording.results]
    at = {graph.names[node]: numbers[node] for node in graph.inputs}
    return linearize(graph, numbers, at, remarks=remarks)


def check_overwritten(recording: Recording, *, any_use: bool = False) -> None:
    """Raise where an operand was overwritten after an operation kept it (or, with ``any_use``, used it).

    Raises
    ------
    GraphProblem
        With the operation that kept the value.
    """
    changed = {id(v): v._extra.changed for v in recording.values if v._extra and v._extra.changed}
    if not changed:
        return
    for node, value in enumerate(recording.values):
        for name, operand in _kept(value, any_use=any_use):
            if changed.get(id(operand), 0) > value._made:
                raise _overwritten(recording.graph, node, name, kept=not any_use)


def _kept(value: Value, *, any_use: bool) -> Iterator[tuple[int | None, Value]]:
    """Yield the slot (None: the result) of everything that an operation needs for its slopes."""
    if value.op == INPUT:
        return
    row = ops.TABLE[value.op]
    needed = {
        name for slot, arg in enumerate(value.args) if isinstance(arg, Value) for name in row.keeps(slot)
    }
    for slot, (name, arg) in enumerate(zip(row.operands, value.args, strict=True)):
        if isinstance(arg, Value) and (any_use or name in needed):
            yield slot, arg
    if any_use or RESULT in needed:
        yield None, value


def _overwritten(graph: Graph, node: int, slot: int | None, *, kept: bool) -> GraphProblem:
    labels = graph.labels()
    first, last = graph.starts[node], graph.starts[node + 1]
    args = [labels[k] if k >= 0 else graph.constant_text(k) for k in graph.operands[first:last]]
    operation = f"{labels[node]} = {formula(graph.ops[node], args)}"
    what = "its own result" if slot is None else args[slot]
    why = "had kept it for its local derivative" if kept else "was computed from it"
    told = f"{what} was overwritten after {operation} {why}"
    return GraphProblem(
        told, where=f"the operation {graph.ops[node]}", hint="compute it again after the change"
    )
