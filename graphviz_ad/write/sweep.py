"""A sweep as text: what is visited and what it carries, in order, and the Jacobian that it fills."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphviz_ad.explain import sums
from graphviz_ad.explain.sweep_words import TIMES_SEED, beginning, equation, results, unit_seed
from graphviz_ad.explain.sweeping import FORWARD, ends
from graphviz_ad.explain.words import Words
from graphviz_ad.explanation import Derivation, Explanation, Sweep
from graphviz_ad.graph import OUTPUT
from graphviz_ad.number import DIGITS, show
from graphviz_ad.write import rows
from graphviz_ad.write.columns import aligned
from graphviz_ad.write.markdown import escaped

__all__ = ["sweep_markdown", "sweep_text"]

MOST_SWEEPS = 8
WIDEST = 6
"""Inputs up to which the Jacobian has outputs down and inputs across."""


def sweep_text(
    derivation: Derivation, sweeps: Sequence[Sweep], *, digits: int = DIGITS, lang: str = "en"
) -> str:
    """Return sweeps as tables of visits, the Jacobian that they fill, and what it costs.

    Parameters
    ----------
    derivation
        Of the tape that is swept.
    sweeps
        One, which is marked in the Jacobian; or one from each input or output.
    digits
        Significant digits of shown numbers.
    lang
        The language of the words.

    Examples
    --------
    >>> from graphviz_ad.differentiate import evaluate
    >>> from graphviz_ad.explain import explain
    >>> from graphviz_ad.explain.sweeping import units
    >>> from graphviz_ad.read import read_text
    >>> derivation = explain(evaluate(read_text("x*x"), {"x": 3}), max_paths=0)
    >>> print(sweep_text(derivation, list(units(derivation, "reverse"))))
    f = x*x
    at x = 3
    <BLANKLINE>
    reverse sweep from f
    visit   node           adjoint
        1   f = v₁ = 9     f̄ = 1
        2   v₁ = x·x = 9   v̄₁ = 1·1 = 1
        3   x = 3          x̄ = 1·3 + 1·3 = 3 + 3 = 6
    x̄ = ∂f/∂x = 6
    <BLANKLINE>
    Jacobian
           ∂/∂x
    → f       6
    1 forward sweep or 1 reverse sweep: either costs the same
    <BLANKLINE>
    """
    words = Words(derivation, digits, lang)
    given = words.given()
    blocks = [rows.program(words) + ([words.told(f"at {given}")] if given else [])]
    for sweep in sweeps[:MOST_SWEEPS]:
        told = results(words, sweep)
        table = aligned(_visits(words, sweep), right=[0])
        blocks.append([beginning(words, sweep), *table, *([told] if told else [])])
    blocks += [_left(words, sweeps), _jacobian(words, sweeps), _notes(words)]
    return rows.paragraphs(blocks)


def sweep_markdown(
    derivation: Derivation, sweeps: Sequence[Sweep], *, digits: int = DIGITS, lang: str = "en"
) -> str:
    """Return the same as Markdown; the parameters are those of `sweep_text`."""
    words = Words(derivation, digits, lang)
    given = words.given()
    program = rows.program(words)
    fence = "`" * max(3, 1 + max(line.count("`") for line in program))
    blocks = [[f"{fence}text", *program, fence], [escaped(words.told(f"at {given}"))] if given else []]
    for sweep in sweeps[:MOST_SWEEPS]:
        blocks += [[f"**{escaped(beginning(words, sweep))}**"], _table(_visits(words, sweep), {0})]
        blocks += [[escaped(results(words, sweep))]]
    blocks += [_left(words, sweeps)]
    if derivation.inputs:
        grid = _grid(words, sweeps)
        blocks += [_table(grid, set(range(1, len(grid[0])))), [words.told(sums.sweeps(derivation))]]
    blocks += [[f"* {escaped(note)}" for note in _notes(words)]]
    return rows.paragraphs(blocks)


def _table(cells: Sequence[Sequence[str]], right: set[int]) -> list[str]:
    head, *body = ["| " + " | ".join(escaped(cell) for cell in row) + " |" for row in cells]
    rule = "|" + "|".join("--:" if place in right else "---" for place in range(len(cells[0]))) + "|"
    return [head, rule, *body]


def _visits(words: Words, sweep: Sweep) -> list[list[str]]:
    """Return the visits in order: their number, the node with its value, what it carries."""
    heads = ("visit", "node", "tangent" if sweep.mode == FORWARD else "adjoint")
    cells = [[words.told(head) for head in heads]]
    for number, node in enumerate(sweep.visits, start=1):
        cells.append([str(number), _node(words, node), equation(words, sweep, node)])
    return cells


def _node(words: Words, node: int) -> str:
    """Return ``v₁ = 2·x = 4``, ``x = 2``, ``y = v₁ = 4``."""
    graph, formula = words.graph, ""
    if graph.ops[node] == OUTPUT:
        operand = graph.operands[graph.starts[node]]
        formula = words.labels[operand] if operand >= 0 else ""
    elif graph.is_operation(node):
        formula = words.formula(node)
    told = f"{words.labels[node]} = {formula}" if formula else words.labels[node]
    value = words.derivation.tape.primals[node]
    shown = show(0.0 if value is None else value, words.digits)
    return f"{told} {shown.equals} {shown.text}"


def _left(words: Words, sweeps: Sequence[Sweep]) -> list[str]:
    if len(sweeps) <= MOST_SWEEPS:
        return []
    left = len(ends(words.derivation, sweeps[0].mode)) - MOST_SWEEPS
    return [words.told(f"... and {left} more sweep{'' if left == 1 else 's'}; --seed NAME shows one")]


def _jacobian(words: Words, sweeps: Sequence[Sweep]) -> list[str]:
    if not words.derivation.inputs:
        return []
    grid = _grid(words, sweeps)
    cost = words.told(sums.sweeps(words.derivation))
    return [words.told("Jacobian"), *aligned(grid, right=range(1, len(grid[0]))), cost]


def _grid(words: Words, sweeps: Sequence[Sweep]) -> list[list[str]]:
    """Return the Jacobian with heads; → and ↓ mark what a single sweep fills."""
    derivation = words.derivation
    heads = [f"∂/∂{words.name(name)}" for name in derivation.inputs]
    names = [words.name(name) for name in derivation.outputs]
    width = len(heads)
    texts = [[sums.cell(words, e) for e in row] for row in _rows(derivation.explanations, width)]
    if len(sweeps) == 1:
        _mark(words, sweeps[0], texts, heads, names)
    cells = [["", *heads], *([name, *row] for name, row in zip(names, texts, strict=True))]
    return cells if width <= max(WIDEST, len(names)) else [list(row) for row in zip(*cells, strict=True)]


def _rows(found: Sequence[Explanation], width: int) -> Iterator[Sequence[Explanation]]:
    for start in range(0, len(found), width):
        yield found[start : start + width]


def _mark(words: Words, sweep: Sweep, texts: list[list[str]], heads: list[str], names: list[str]) -> None:
    """Mark the row or the column that a sweep fills; with other seeds, add what it gives."""
    derivation, node = words.derivation, unit_seed(sweep.seed)
    ahead = sweep.mode == FORWARD
    inputs = [e.source for e in derivation.explanations[: len(derivation.inputs)]]
    outputs = list(derivation.tape.graph.outputs)
    # Both ways of reading a grid: it is turned where there are many inputs.
    arrow = "↓" if ahead == (len(heads) <= max(WIDEST, len(names))) else "→"
    column = heads if ahead else names
    if node is not None:
        place = (inputs if ahead else outputs).index(node)
        column[place] = f"{arrow} {column[place]}"
        return
    column.append(f"{arrow} {words.told(TIMES_SEED[sweep.mode])}")
    shown = [show(sweep.carried[k] or 0.0, words.digits) for k in (outputs if ahead else inputs)]
    told = [number.text if number.exact else f"≈ {number.text}" for number in shown]
    if ahead:
        for row, text in zip(texts, told, strict=True):
            row.append(text)
    else:
        texts.append(told)


def _notes(words: Words) -> list[str]:
    # The grid says what is not used.
    return rows.notes(words, silent=("unused_input",))
