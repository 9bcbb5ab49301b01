"""From nodes with their operations to a `Graph` with claims."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, count
from typing import NamedTuple

from graphviz_ad.claims import Claims, Probe
from graphviz_ad.columns import Columns
from graphviz_ad.expression import normal
from graphviz_ad.finding import Finding, Source
from graphviz_ad.graph import INPUT, OUTPUT, Graph
from graphviz_ad.noun import replace
from graphviz_ad.read.listing.assembly import scope_of
from graphviz_ad.read.objects.deciding import Decided
from graphviz_ad.read.objects.walking import Found

__all__ = ["Parts", "assemble"]

_UNKNOWN = re.compile(r"[^\w\u0300-\u036f]")
_RESULTS = ("f", "g", "h", "out")


class Parts(NamedTuple):
    """Everything that was read, by position of the node."""

    nodes: Sequence[Found]
    values: Sequence[float]
    names: Mapping[int, str]
    constants: frozenset[int]
    lifeless: frozenset[int]
    decided: Mapping[int, Decided]
    adjoints: Mapping[int, float]
    order: Sequence[int]
    missing: frozenset[int]
    sources: Mapping[int, Source]
    notes: Sequence[Finding]
    structure: Sequence[Finding]
    kind: str


def assemble(parts: Parts) -> Claims:
    """Return the claims of what was read; constants that an engine wrapped are no nodes any more."""
    return _Assembly(parts).claims()


class _Assembly:
    """The graph in its making, and where the nodes went."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.columns = Columns()
        self.moved: dict[int, int] = {}
        self.partials: dict[int, float] = {}
        self.probes: dict[int, Probe] = {}
        self.words: dict[int, str] = {}
        self.taken: set[str] = set()
        self.notes: list[Finding] = []
        self.free = (f"x{k}" for k in count(1))
        self.wanted = {_fitting(normal(name)) for name in parts.names.values()}

    def claims(self) -> Claims:
        parts = self.parts
        for position in range(len(parts.nodes)):
            if position not in parts.constants:
                self._add(position)
        graph = self._graph(len(parts.nodes) - 1)
        moved = self.moved
        return Claims(
            graph,
            {graph.names[moved[k]]: parts.values[k] for k in moved if graph.ops[moved[k]] == INPUT},
            {moved[k]: parts.values[k] for k in moved},
            self.partials,
            dict(self._adjoints()),
            self.words,
            self.probes,
            frozenset(moved[k] for k in parts.missing if k in moved),
            tuple(moved[k] for k in parts.order if k in moved),
            {moved[k]: source for k, source in parts.sources.items() if k in moved},
            parts.kind,
            (*map(self._placed, parts.notes), *self.notes),
            tuple(map(self._placed, parts.structure)),
        )

    def _adjoints(self) -> Iterator[tuple[int, float]]:
        """Yield what is stated of gradients that anybody wants."""
        for position, adjoint in self.parts.adjoints.items():
            if position in self.moved and position not in self.parts.lifeless:
                yield self.moved[position], adjoint

    def _add(self, position: int) -> None:
        parts, columns = self.parts, self.columns
        last = position == len(parts.nodes) - 1
        decided = parts.decided.get(position)
        if decided is None:
            called = parts.names.get(position) or next(name for name in self.free if name not in self.wanted)
            self.moved[position] = columns.node(INPUT, (), 0, 0, self._name(called))
            return
        node = parts.nodes[position]
        args = [
            self._operand(node.operands[arg].position, node.operands[arg].value)
            if type(arg) is int
            else columns.constant(float(arg))
            for arg in decided.args
        ]
        first = columns.starts[-1]
        name = None if last else parts.names.get(position)
        self.moved[position] = columns.node(
            decided.op, args, 0, 0, None if name is None else self._name(name)
        )
        self._claim(position, first, decided, args)

    def _operand(self, position: int, value: float) -> int:
        if position < 0:
            return self.columns.constant(value)
        if position in self.parts.constants:
            return self.columns.constant(self.parts.values[position])
        return self.moved[position]

    def _claim(self, position: int, first: int, decided: Decided, args: Sequence[int]) -> None:
        """Keep what is stated of a node's edges; constants have none."""
        slot = 0
        for place, arg in enumerate(decided.args):
            if type(arg) is not int:
                continue
            partial, probe = decided.told.partials[slot], decided.told.probes[slot]
            slot += 1
            if args[place] >= 0:
                if partial is not None:
                    self.partials[first + place] = partial
                if probe is not None and not (probe.once == 0 and self._is_lifeless(position, arg)):
                    self.probes[first + place] = probe
        if decided.word and decided.word != decided.op:
            self.words[self.moved[position]] = decided.word

    def _is_lifeless(self, position: int, arg: int) -> bool:
        """Whether an operand is computed from constants: a rule may well leave it out."""
        return self.parts.nodes[position].operands[arg].position in self.parts.lifeless

    def _name(self, wanted: str) -> str:
        name = _fitting(normal(wanted))
        if name in self.taken:
            first = name
            name = next(free for k in count(2) if (free := f"{first}_{k}") not in self.taken | self.wanted)
            message = f"two nodes are called {first}: the second is {name} here"
            self.notes.append(Finding("name_twice", node=f"n{len(self.columns.ops)}", message=message))
        self.taken.add(name)
        return name

    def _graph(self, last: int) -> Graph:
        """Return the graph with its output, which takes over the name of the operation before it."""
        name = self.parts.names.get(last) if last in self.parts.decided else None
        name = name or next(free for free in chain(_RESULTS, self.free) if free not in self.taken)
        output = self.columns.node(OUTPUT, (self._operand(last, 0.0),), 0, 0, _fitting(normal(name)))
        graph = self.columns.graph((output,), {}, "", ())
        return replace(graph, scope=scope_of(graph))

    def _placed(self, finding: Finding) -> Finding:
        """Return a finding whose node is one of the graph."""
        if finding.node is None:
            return finding
        place = self.moved.get(int(finding.node[1:]))
        return replace(finding, node=None if place is None else f"n{place}")


def _fitting(name: str) -> str:
    """Return a name that the language has: a label may be any text."""
    fitted = _UNKNOWN.sub("_", name)
    return fitted if fitted and not fitted[0].isdecimal() else f"_{fitted}"
