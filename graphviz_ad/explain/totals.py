"""From a tape to the whole explanation: counts, the paths that are shown, totals, checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from graphviz_ad.differentiate.algebra import NO_ALGEBRA
from graphviz_ad.differentiate.ring import COUNT, KNOWN, REAL
from graphviz_ad.differentiate.sweep import reverse
from graphviz_ad.differentiate.variables import variables
from graphviz_ad.explain.chains import Maker
from graphviz_ad.explain.crosscheck import crosscheck
from graphviz_ad.explain.paths import Found, first
from graphviz_ad.explanation import Derivation, Explanation
from graphviz_ad.finding import Finding
from graphviz_ad.tape import Tape

__all__ = ["explain"]

Pair = tuple[int, int]
MOST_UNUSED = 3
"""Of more inputs that are not used one note tells."""


def explain(
    tape: Tape, *, wrt: Sequence[str] = (), max_paths: int = 7, formulas: bool = False, quotients: bool = True
) -> Derivation:
    """Explain the derivatives of every output by every input, path by path.

    Parameters
    ----------
    tape
        An evaluated graph; where it lacks values, formulas take the place of numbers.
    wrt
        Names of the variables, also of intermediates; every input of the graph by default.
    max_paths
        How many paths are shown in all (0 for none); one more if there is exactly one more.  The largest
        are chosen by ``|product|``; without values the first in operand order.
    formulas
        Whether products and totals are also given as formulas in the inputs.
    quotients
        Whether difference quotients are among the checks; a picture does not show them.

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
    >>> from graphviz_ad.differentiate import evaluate
    >>> from graphviz_ad.read import read_text
    >>> derivation = explain(evaluate(read_text("(x + c)*x"), {"x": 3, "c": 4}), wrt=["x"])
    >>> found, = derivation.explanations
    >>> [chain.product for chain in found.chains], found.total, found.checks.verdict
    ([3.0, 7.0], 10.0, 'agrees')
    """
    graph = tape.graph
    inputs = variables(graph, wrt)
    nodes = tuple(dict.fromkeys(node for _, node in inputs))
    counts, totals = _counts(tape, nodes), _totals(tape, nodes)
    shown = _shown(tape, counts, totals, max_paths)
    checks, notes = crosscheck(tape, inputs, counts, totals, quotients=quotients)
    maker = Maker(tape, (edges for found in shown.values() for edges in found), formulas=formulas)
    explanations = []
    for target in graph.outputs:
        for name, source in inputs:
            names, pair = (graph.names[target], name), (target, source)
            explanations.append(
                maker.explanation(
                    names, pair, counts[pair], total=totals[pair], paths=shown[pair], checks=checks[pair]
                )
            )
    told = [*tape.notes, *_unused(explanations, branches="branch" in graph.ops), *notes]
    if formulas:
        told += _cut(explanations) if maker.formulas else [NO_ALGEBRA]
    outputs = tuple(graph.names[target] for target in graph.outputs)
    return Derivation(
        tape, outputs, tuple(name for name, _ in inputs), tuple(explanations), tuple(told), maker.symbols
    )


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
        row: Sequence[object]
        if tape.complete:
            real = reverse(tape, {output: 1.0}, REAL, keep)
            row = real
        else:
            known = reverse(tape, {output: KNOWN.one}, KNOWN, keep)
            row = known
        for source in inputs:
            total = 0.0 if row[source] is None else row[source]
            totals[output, source] = total if isinstance(total, float) else None
    return totals


def _shown(
    tape: Tape, counts: Mapping[Pair, int], totals: Mapping[Pair, float | None], max_paths: int
) -> dict[Pair, list[tuple[int, ...]]]:
    """Choose the paths that are shown: all when they fit, else the largest, else the first."""
    if max_paths < 1:
        return {pair: [] for pair in counts}
    everything, limit = sum(counts.values()), max_paths
    pairs = [pair for pair, count in counts.items() if count]
    shown: dict[Pair, list[tuple[int, ...]]] = {pair: [] for pair in counts}
    outputs = tuple(dict.fromkeys(output for output, _ in pairs))
    reached = {source for _, source in pairs}
    inputs = tuple(dict.fromkeys(source for _, source in counts if source in reached))
    choose: Callable[..., Iterable[Found]] = first
    if everything <= limit + 1:
        limit = everything
    elif all(total is not None for total in totals.values()):
        from graphviz_ad.explain.strongest import strongest  # only where there is a cut

        choose = strongest
    for found in choose(tape, outputs, inputs, limit):
        shown[found.output, found.input].append(found.edges)
    return shown


def _unused(explanations: Sequence[Explanation], *, branches: bool) -> tuple[Finding, ...]:
    """Return a note for every input that no path reaches; of many one note, as zeros of a Hessian are."""
    zeros = [explanation for explanation in explanations if not explanation.reached]
    elsewhere = "with other values another branch is taken, which may use it" if branches else ""
    if len(zeros) > MOST_UNUSED:
        told = ", ".join(f"∂{e.output}/∂{e.input}" for e in zeros[:MOST_UNUSED])
        message = f"{len(zeros)} of {len(explanations)} derivatives are 0, since no path leads there: {told}"
        message += f" and {len(zeros) - MOST_UNUSED} more"
        return (Finding("unused_input", message=message, hint=elsewhere),)
    return tuple(
        Finding(
            "unused_input",
            node=f"n{e.source}",
            message=f"{e.input} is not used in {e.output}",
            hint=elsewhere
            or f"its derivative is 0 whatever the values are; is {e.input} meant to be in the program?",
        )
        for e in zeros
    )


def _cut(explanations: Sequence[Explanation]) -> tuple[Finding, ...]:
    """Return a note for every total whose formula is not given."""
    return tuple(
        Finding(
            "formula_cut",
            node=f"n{e.target}",
            message=f"∂{e.output}/∂{e.input} has no formula here: it is too long, or not finite everywhere",
        )
        for e in explanations
        if e.reached and e.symbol is None
    )
