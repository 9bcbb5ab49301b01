"""A program with its backward passes, with values and in words."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence

from graphviz_ad.differentiate.evaluate import linearize, primals
from graphviz_ad.differentiate.passes import Passes, Result
from graphviz_ad.differentiate.ring import MAGNITUDE
from graphviz_ad.differentiate.sweep import reverse
from graphviz_ad.errors import DomainProblem
from graphviz_ad.explain.words import Words, printable
from graphviz_ad.explanation import Derivation
from graphviz_ad.finding import Finding
from graphviz_ad.graph import OUTPUT
from graphviz_ad.noun import replace
from graphviz_ad.number import DIGITS, show, subscript
from graphviz_ad.tape import Tape

__all__ = ["check", "heads", "pass_words", "result_text", "symbol", "told", "with_formulas"]

TOLERANCE = 1e-9
OF_FORMULAS = frozenset(("formula_cut", "no_algebra"))
"""Notes on formulas in the inputs, instead of which there is the backward pass."""
_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"


def told(made: Passes, derivation: Derivation) -> Derivation:
    """Return the derivation of a program with its backward passes: values, and no paths.

    Parameters
    ----------
    made
        The program with its backward passes.
    derivation
        Of the program alone; what was found there is told here too.
    """
    tape = derivation.tape
    graph = replace(made.graph, source=tape.graph.source)
    inputs = {graph.names[node]: node for node in graph.inputs}
    values = primals(graph, {inputs[name]: value for name, value in tape.at.items()})
    whole = linearize(graph, values, tape.at, remarks=False)
    notes = tuple(note for note in derivation.notes if note.fault not in OF_FORMULAS)
    if not made.whole:
        notes = tuple(replace(note, node=None, edge=None) for note in notes)
    return Derivation(whole, derivation.outputs, derivation.inputs, (), notes, {})


def with_formulas(made: Passes, derivation: Derivation) -> Passes:
    """Return the passes with the formulas that the derivation of the program has found."""
    found: dict[tuple[str, tuple[str, ...]], str] = {
        (each.output, (each.input,)): each.symbol or "" for each in derivation.explanations
    }
    results = (replace(each, formula=found.get((each.of, each.by), "")) for each in made.results)
    return replace(made, results=tuple(results))


def check(made: Passes, tape: Tape) -> list[Finding]:
    """Compare every derivative with the reverse sweep over the passes before.

    Returns
    -------
    list
        Notes of derivatives whose formula gives a number where the sweep knows of none: there is no
        slope where the function has no real value.

    Raises
    ------
    DomainProblem
        The two part.
    """
    if not tape.complete:
        return []
    notes: list[Finding] = []
    graph = tape.graph
    nodes = {result.name: result.node for result in made.results}
    parents = {(result.of, result.by): nodes[result.name] for result in made.results}
    outputs = {graph.names[node]: node for node in graph.outputs}
    sources = {graph.names[node]: node for node in graph.inputs} | dict(graph.scope)
    rows: dict[int, tuple[Sequence[float | None], Sequence[float | None]]] = {}
    for result in made.results:
        *before, by = result.by
        target = parents[result.of, tuple(before)] if before else outputs[result.of]
        if target not in rows:
            sizes = reverse(tape, {target: MAGNITUDE.one}, MAGNITUDE)
            rows[target] = (reverse(tape, {target: 1.0}), sizes)
        slope, scale = (row[sources[by]] or 0.0 for row in rows[target])
        ours = tape.primals[result.node] or 0.0
        if math.isfinite(ours) and slope != slope:
            message = f"the formula of {symbol(result)} gives {show(ours).text} here, but there is no slope"
            hint = "the reverse sweep meets what is not a number on the way"
            notes.append(Finding("not_real", "warning", node=f"n{result.node}", message=message, hint=hint))
        if math.isfinite(ours) and math.isfinite(scale) and abs(ours - slope) > TOLERANCE * scale:
            raise DomainProblem(
                f"two ways of computing {symbol(result)} part: {ours!r} by its graph, {slope!r} by the sweep",
                hint="please report this: it is an error of adviz",
            )
    return notes


def pass_words(made: Passes, derivation: Derivation, digits: int = DIGITS, lang: str = "en") -> Words:
    """Return the words of a derivation from `told`, with labels that tell whose adjoint a node is.

    Our own labels have their subscripts under a bar too; an operation without a name that computes
    a derivative is called as the derivative.
    """
    words = Words(derivation, digits, lang)
    graph, plain = words.graph, words.graph.labels()
    ours = {plain[k] for k in range(len(graph)) if k not in graph.names}
    for node, level in enumerate(made.levels):
        if not level:
            continue
        if graph.ops[node] == OUTPUT:
            operand = graph.operands[graph.starts[node]]
            if operand >= 0 and operand not in graph.names and made.levels[operand] == level:
                words.labels[operand] = words.labels[node]
                # The first output that shows a node gives it its name.
                ours.discard(plain[operand])
        elif node in graph.names:
            head, line, tail = graph.names[node].partition("_")
            if _bare(head) in ours:
                words.labels[node] = printable(f"{subscript(head)}{line}{tail}")
    return words


def _bare(name: str) -> str:
    """Return a name without bars."""
    return "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c))


def heads(order: int) -> list[str]:
    """Return what the passes are called.

    Examples
    --------
    >>> heads(2)
    ['forward', 'backward', 'backward again']
    """
    names = ["forward", "backward", "backward again"]
    return [*names, *(f"backward, order {level}" for level in range(3, order + 1))][: order + 1]


def symbol(result: Result) -> str:
    """Return a derivative as it is written.

    Examples
    --------
    >>> symbol(Result(9, "x̿", "f", ("x", "x"))), symbol(Result(9, "y̿", "f", ("x", "y")))
    ('∂²f/∂x²', '∂²f/∂y∂x')
    """
    order = len(result.by)
    over = _SUPERSCRIPTS[order] if order > 1 else ""
    if order > 1 and len({*result.by}) == 1:
        return f"∂{over}{printable(result.of)}/∂{printable(result.by[0])}{over}"
    under = "".join(f"∂{printable(name)}" for name in reversed(result.by))
    return f"∂{over}{printable(result.of)}/{under}"


def result_text(words: Words, result: Result) -> str:
    """Return ``x̄ = ∂f/∂x = 28``; without values what it is: ``x̄ = ∂f/∂x = v̄₂·2 = 8·x + 12``."""
    equation = f"{words.labels[result.node]} = {symbol(result)}"
    value = words.derivation.tape.primals[result.node]
    graph = words.graph
    operand = graph.operands[graph.starts[result.node]]
    if value is not None:
        shown = show(value, words.digits)
        return f"{equation} {shown.equals} {shown.text}"
    if operand < 0:
        told = words.constant(operand)
    else:
        same = words.labels[operand] == words.labels[result.node]
        told = words.formula(operand) if same and graph.is_operation(operand) else words.labels[operand]
    formula = words.symbol(result.formula) if result.formula else told
    return f"{equation} = {told}" + (f" = {formula}" if formula != told else "")
