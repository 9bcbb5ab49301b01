"""From a tape to the whole explanation: counts, the paths that are shown, totals, checks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from graphviz_ad.differentiate.ring import COUNT, KNOWN, REAL
from graphviz_ad.differentiate.sweep import reverse
from graphviz_ad.errors import UnknownName, close_matches
from graphviz_ad.explain.checks import added
from graphviz_ad.explain.crosscheck import crosscheck
from graphviz_ad.explanation import Chain, Checks, Derivation, Explanation, Path
from graphviz_ad.finding import Finding
from graphviz_ad.graph import Graph
from graphviz_ad.tape import LIVE, UNSELECTED, Tape

if TYPE_CHECKING:
    from graphviz_ad.differentiate.formula import Formulas

__all__ = ["explain"]

Pair = tuple[int, int]
LARGE = 5_000


def explain(
    tape: Tape, *, wrt: Sequence[str] = (), max_paths: int = 7, formulas: bool = False
) -> Derivation:
    """Explain the derivatives of every output by every input, path by path.

    Parameters
    ----------
    tape
        An evaluated graph; where it lacks values, formulas take the place of numbers.
    wrt
        Names of the variables, also of intermediates; every input of the graph by default.
    max_paths
        How many paths are shown in all; one more if there is exactly one more.  The largest
        are chosen by |product|; without values the first in operand order.
    formulas
        Whether products and totals are also given as formulas in the inputs.

    Returns
    -------
    Derivation
        The paths, their products and sums; every total checked in other ways.

    Raises
    ------
    UnknownName
        A name of ``wrt`` that the program does not have.
    DomainProblem
        Two ways of computing a derivative part.

    Examples
    --------
    ``explain(tape of (x + c)*x at x=3 c=4, wrt=["x"])`` has two chains, with the products 3
    and 7, and the total 10.
    """
    graph = tape.graph
    inputs = _inputs(graph, wrt)
    nodes = tuple(dict.fromkeys(inputs.values()))
    counts, totals = _counts(tape, nodes), _totals(tape, nodes)
    shown = _shown(tape, counts, totals, max_paths)
    checks, notes = crosscheck(tape, inputs, counts, totals)
    maker = _Maker(tape, (edges for found in shown.values() for edges in found), formulas=formulas)
    explanations = []
    for target in graph.outputs:
        for name, source in inputs.items():
            names, pair = (graph.names[target], name), (target, source)
            made = maker.explanation(names, pair, counts[pair], totals[pair], shown[pair], checks[pair])
            explanations.append(made)
    told = [*tape.notes, *_unused(explanations), *notes, *(_cut(explanations) if formulas else ())]
    outputs = tuple(graph.names[target] for target in graph.outputs)
    return Derivation(tape, outputs, tuple(inputs), tuple(explanations), tuple(told), maker.symbols)


def _inputs(graph: Graph, wrt: Sequence[str]) -> dict[str, int]:
    """Return the variables to differentiate by, by name."""
    if not wrt:
        return {graph.names[node]: node for node in graph.inputs}
    known = {graph.names[node]: node for node in graph.inputs} | dict(graph.scope)
    for name in wrt:
        if name not in known:
            raise UnknownName(
                f"nothing is called {name!r}: cannot differentiate by it",
                legal=known,
                hint=close_matches(name, known),
            )
    return {name: known[name] for name in wrt}


def _counts(tape: Tape, inputs: Sequence[int]) -> dict[Pair, int]:
    """Return the exact number of paths for every output and input."""
    counts: dict[Pair, int] = {}
    for output in tape.graph.outputs:
        row = reverse(tape, {output: 1}, COUNT, keep=frozenset(inputs))
        counts.update({(output, source): row[source] or 0 for source in inputs})
    return counts


def _totals(tape: Tape, inputs: Sequence[int]) -> dict[Pair, float | None]:
    """Return the derivatives from the reverse sweeps; None where they are not numbers."""
    totals: dict[Pair, float | None] = {}
    keep = frozenset(inputs)
    for output in tape.graph.outputs:
        # Two calls, since a ring that knows of missing values takes twice the time.
        row: Sequence[object] = (
            reverse(tape, {output: 1.0}, REAL, keep) if tape.complete else reverse(tape, {output: 1.0}, KNOWN, keep)
        )
        for source in inputs:
            total = 0.0 if row[source] is None else row[source]
            totals[output, source] = total if isinstance(total, float) else None
    return totals


def _shown(
    tape: Tape, counts: Mapping[Pair, int], totals: Mapping[Pair, float | None], max_paths: int
) -> dict[Pair, list[tuple[int, ...]]]:
    """Choose the paths that are shown: all when they fit, else the largest, else the first."""
    from graphviz_ad.explain.strongest import first, strongest

    everything, limit = sum(counts.values()), max(0, max_paths)
    pairs = [pair for pair, count in counts.items() if count]
    shown: dict[Pair, list[tuple[int, ...]]] = {pair: [] for pair in counts}
    outputs = tuple(dict.fromkeys(output for output, _ in pairs))
    reached = {source for _, source in pairs}
    inputs = tuple(dict.fromkeys(source for _, source in counts if source in reached))
    choose = first
    if everything <= limit + 1:
        limit = everything
    elif all(total is not None for total in totals.values()):
        choose = strongest
    for found in choose(tape, outputs, inputs, limit):
        shown[found.output, found.input].append(found.edges)
    return shown


class _Maker:
    """Makes chains and explanations of one tape."""

    def __init__(self, tape: Tape, shown: Iterable[Sequence[int]], *, formulas: bool) -> None:
        from graphviz_ad.differentiate.partials import edge_symbols

        self.tape = tape
        # Of a graph that nobody draws whole, only what is told is put into words.
        wanted = sorted({edge for edges in shown for edge in edges}) if len(tape.graph) > LARGE else None
        self.symbols = edge_symbols(tape.graph, wanted)
        self.formulas: Formulas | None = None
        if formulas:
            from graphviz_ad.differentiate.formula import Formulas

            self.formulas = Formulas(tape)

    def chain(self, edges: tuple[int, ...]) -> Chain:
        """Return the chain along a path; an operand that was not selected makes it exactly 0."""
        partials, states = self.tape.partials, self.tape.states
        factors = tuple(partials[edge] if states[edge] == LIVE else 0.0 for edge in edges)
        product: float | None = 1.0
        for factor in factors:
            product = None if factor is None or product is None else product * factor
        if any(states[edge] == UNSELECTED for edge in edges):
            product = 0.0
        path = Path(edges)
        symbol = self.formulas.product(path) if self.formulas else None
        return Chain(path, tuple(self.symbols.get(edge, "") for edge in edges), factors, product, symbol)

    def explanation(
        self,
        names: tuple[str, str],
        pair: Pair,
        count: int,
        total: float | None,
        paths: Sequence[tuple[int, ...]],
        checks: Checks | None,
    ) -> Explanation:
        """Return the explanation of one output and input."""
        chains = tuple(self.chain(edges) for edges in paths)
        products = [chain.product for chain in chains if chain.product is not None]
        shown = added(products) if len(products) == len(chains) else None
        rest = None if total is None or shown is None else total - shown
        if count == len(chains) and rest is not None:
            # Nothing is left; what the subtraction leaves is rounding.
            rest = 0.0
        target, source = pair
        symbol = self.formulas.total(target, source) if self.formulas else None
        return Explanation(
            output=names[0],
            input=names[1],
            source=source,
            target=target,
            chains=chains,
            count=count,
            total=total,
            shown=shown,
            rest=rest,
            symbol=symbol,
            reached=count > 0,
            checks=checks,
        )


def _unused(explanations: Sequence[Explanation]) -> tuple[Finding, ...]:
    """Return a note for every input that no path reaches."""
    return tuple(
        Finding(
            "unused_input",
            node=f"n{e.source}",
            message=f"{e.input} is not used in {e.output}",
            hint=f"its derivative is 0 whatever the values are; is {e.input} meant to be in the program?",
        )
        for e in explanations
        if not e.reached
    )


def _cut(explanations: Sequence[Explanation]) -> tuple[Finding, ...]:
    """Return a note for every total whose formula is not given."""
    return tuple(
        Finding(
            "formula_cut",
            node=f"n{e.target}",
            message=f"∂{e.output}/∂{e.input} is not given as a formula: it is too long, or not finite everywhere",
        )
        for e in explanations
        if e.reached and e.symbol is None
    )
