"""Somebody's live objects, from the output on, to `Claims`."""

from __future__ import annotations

import contextlib
import gc
import io
import warnings
from collections.abc import Iterator, Mapping, Sequence

from graphviz_ad.claims import Claims
from graphviz_ad.columns import Columns
from graphviz_ad.finding import Finding, Source
from graphviz_ad.read.objects import remarks
from graphviz_ad.read.objects.assembling import Parts, assemble
from graphviz_ad.read.objects.constants import lifeless, wrapped_numbers
from graphviz_ad.read.objects.deciding import Decided, decide
from graphviz_ad.read.objects.dormant import dormant_faults
from graphviz_ad.read.objects.edges import Edges
from graphviz_ad.read.objects.families import Families, Family, leads_on
from graphviz_ad.read.objects.gradients import Gradients, gradients
from graphviz_ad.read.objects.keeping import Kept
from graphviz_ad.read.objects.methods import with_methods
from graphviz_ad.read.objects.naming import held, own_name
from graphviz_ad.read.objects.reaching import at_path
from graphviz_ad.read.objects.recordings import recorded
from graphviz_ad.read.objects.sources import maker_of, source_of
from graphviz_ad.read.objects.tapes import Tape, tape_of
from graphviz_ad.read.objects.unwrapping import number_of
from graphviz_ad.read.objects.walking import Found, unrecorded, walk

__all__ = ["is_object_graph", "read_object"]


def read_object(root: object, *, names: Mapping[str, object] | None = None, edges: str = "auto") -> Claims:
    """Return what the graph behind an object states of itself.

    Whatever the objects' rules and their ``backward()`` change is put back, also after an
    exception; what they print is kept from the terminal.

    Parameters
    ----------
    root
        The output: any object with a value and inputs.
    names
        Variables that may hold nodes, to call them by, or the tape.
    edges
        Of no account here, since objects say what their inputs are.

    Raises
    ------
    GraphProblem
        It is no object of a graph.

    Examples
    --------
    >>> class Value:
    ...     def __init__(self, data, parents=(), op=""):
    ...         self.data, self.grad, self._prev, self._op = data, 0.0, parents, op
    ...         self._backward = lambda: None
    ...     def __mul__(self, other):
    ...         out = Value(self.data*other.data, (self, other), "*")
    ...         def _backward():
    ...             self.grad += other.data*out.grad
    ...             other.grad += self.data
    ...         out._backward = _backward
    ...         return out
    >>> x, y = Value(2.0), Value(3.0)
    >>> claims = read_object(x*y, names={"x": x, "y": y})
    >>> claims.graph.ops, claims.at, claims.probes[1].once, claims.probes[1].scaled
    (['input', 'input', 'mul', 'output'], {'x': 2.0, 'y': 3.0}, 2.0, 0.5)
    """
    del edges
    with _uncollected():
        return _read(root, names or {})


def _read(root: object, variables: Mapping[str, object]) -> Claims:
    families = Families()
    family = families.start_from(root)
    kind, tape = f"live objects of class {type(root).__name__}", None
    if family is None:
        recording = recorded(root, variables, families)
        if recording is None:
            raise remarks.no_node(root)
        root, tape, variables, kind = recording
        family = families.start_from(root) or Family("", "", "", "")
    elif not leads_on(root, family.inputs):
        tape = tape_of(root, variables, families)
    if tape is None and not family.inputs:
        raise remarks.hidden_inputs(root, family)
    walked = walk(root, families, tape)
    if walked.structure and walked.structure[0].fault == "cycle":
        return Claims(Columns().graph((), {}, "", ()), kind=kind, structure=walked.structure)
    numbers = [number_of(at_path(node.thing, node.family.value), families.of) for node in walked.nodes]
    structure = [*walked.structure, *remarks.unreadable(walked.nodes, numbers)]
    values = [float("nan") if number is None else number for number in numbers]
    nodes = with_methods(walked.nodes)
    return assemble(_Reading(nodes, values, families, variables, tape).parts(kind, structure))


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Let nothing look for garbage meanwhile: with 100,000 objects of theirs that is a fourth of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def is_object_graph(thing: object) -> bool:
    """Whether an object looks like a node of somebody's graph.

    Examples
    --------
    >>> is_object_graph(3), is_object_graph("x*y")
    (False, False)
    """
    return Families().of(thing) is not None


class _Reading:
    """One graph of objects, its values known, being asked about all else."""

    def __init__(
        self,
        nodes: Sequence[Found],
        values: Sequence[float],
        families: Families,
        variables: Mapping[str, object],
        tape: Tape | None,
    ) -> None:
        self.nodes, self.values, self.families, self.tape = nodes, values, families, tape
        self.edges = Edges(nodes, families)
        self.unrecorded = unrecorded(nodes, families)
        self.names = self._names(variables)

    def _names(self, variables: Mapping[str, object]) -> dict[int, str]:
        """Return names by position; keep what rules use that has one though no input leads there."""
        wanted = {id(node.thing) for node in self.nodes} | {id(thing) for _, thing in self.unrecorded}
        made = {id(node.thing) for node in self.nodes if node.operands}
        skipped = {id(self.tape.kept)} if self.tape else ()
        holders = held(
            variables, wanted, self.families, made=made, root=id(self.nodes[-1].thing), skipped=skipped
        )
        self.missed = [
            (position, name)
            for position, thing in self.unrecorded
            if (name := own_name(thing, "") or holders.get(id(thing), ""))
        ]
        names = {}
        for position, node in enumerate(self.nodes):
            taken = node.family.operation if node.operands else ""
            name = own_name(node.thing, taken) or holders.get(id(node.thing), "")
            if name:
                names[position] = name
        return names

    def parts(self, kind: str, structure: list[Finding]) -> Parts:
        """Run what has to be run, everything put back in the end, and return what was read."""
        containers = [self.tape.kept] if self.tape else []
        kept = Kept(self._touched(), containers)
        printed = io.StringIO()
        try:
            with (
                warnings.catch_warnings(),
                contextlib.redirect_stdout(printed),
                contextlib.redirect_stderr(printed),
            ):
                warnings.simplefilter("ignore")
                found = gradients(self.nodes, self.families, kept)
                decided, notes = decide(self.nodes, self.values, self.edges)
        finally:
            kept.put_back()
        structure += [*found.structure, *self.edges.structure]
        spoiled = remarks.changed(self.nodes, self.edges.prober.changed, self.edges.rules)
        ran = [*remarks.raised(self.edges.raised()), *spoiled, *remarks.printed(printed.getvalue())]
        notes = [*found.notes, *ran, *remarks.unrecorded_inputs(self.missed, self.edges.rules), *notes]
        constants = wrapped_numbers(self.nodes, self.names)
        notes += dormant_faults(self.nodes, self.values, constants, decided, self.edges.rules)
        return Parts(
            self.nodes, self.values, self.names, constants, lifeless(self.nodes, constants),
            decided, found.adjoints, self._order(found),
            frozenset(self.edges.missing), self._sources(decided), notes, structure, kind,
        )  # fmt: skip

    def _touched(self) -> list[object]:
        """Return everything whose attributes a rule may change: nodes, creators, what closures hold."""
        touched = {id(node.thing): node.thing for node in self.nodes}
        touched |= {id(thing): thing for _, thing in self.unrecorded}
        for node in self.nodes:
            for path in (node.family.inputs, node.family.rule, node.family.operation, node.family.context):
                thing = at_path(node.thing, path.rpartition(".")[0] or path) if path else None
                if thing is not None and not callable(thing) and hasattr(thing, "__dict__"):
                    touched.setdefault(id(thing), thing)
        return list(touched.values())

    def _order(self, found: Gradients) -> Sequence[int]:
        """Return the order in which rules ran: as backward told, or the tape from its end."""
        if found.order or self.tape is None:
            return found.order
        places = {id(node.thing): position for position, node in enumerate(self.nodes)}
        rows = [places[id(row.out)] for row in self.tape.rows if id(row.out) in places]
        return rows[::-1]

    def _sources(self, decided: Mapping[int, Decided]) -> dict[int, Source]:
        """Return where the rules are written, or else the functions that store local derivatives."""
        found = {}
        for position, node in enumerate(self.nodes):
            if node.operands:
                written = self.edges.rules.get(position) or maker_of(node.thing, decided[position].op)
                source = source_of(written)
                if source is not None:
                    found[position] = source
        return found
