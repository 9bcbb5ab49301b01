"""What text and Markdown have in common: the rows of their tables, as plain words."""

from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from graphviz_ad.explain import sums
from graphviz_ad.explain.words import Words, printable
from graphviz_ad.graph import OUTPUT
from graphviz_ad.number import show
from graphviz_ad.wording import told

__all__ = ["Row", "cells", "jacobian", "notes", "paragraphs", "program", "rows", "values"]

MOST_VALUES = 40
MOST_LINES, LONGEST_LINE = 40, 200
MOST_NOTES, LONGEST_NOTE = 20, 600


class Row(NamedTuple):
    """One row of the path table: a path (``number`` counts them), or what is left of them."""

    number: int | None
    path: str
    local_derivatives: str = ""
    numbers: str = ""
    product: str = ""


def cells(found: Sequence[Row], lang: str, *, with_numbers: bool = True) -> list[list[str]]:
    """Return the heads of the path table and its rows, cell by cell."""
    table = [["", *(told(head, lang) for head in ("path", "local derivatives", "numbers", "product"))]]
    table += [[str(row.number or ""), *row[1:]] for row in found]
    return table if with_numbers else [[*line[:3], *line[4:]] for line in table]


def rows(words: Words) -> list[Row]:
    """Return the path table: output by output, input by input, each with a line for the rest."""
    found: list[Row] = []
    number = 0
    for explanation in words.derivation.explanations:
        for chain in explanation.chains:
            number += 1
            text, exact = words.product(chain)
            path = words.path(chain, explanation.target)
            local = words.local_derivatives(chain)
            product = text if exact else f"≈ {text}"
            found.append(Row(number, path, local, words.numbers(chain), product))
        rest = sums.remainder(words, explanation)
        if rest:
            name = words.derivative(explanation.output, explanation.input)
            found.append(Row(None, f"{name}{words.told(': ')}{rest}"))
    return found


def program(words: Words) -> list[str]:
    """Return the lines of the program, cut where it is long."""
    from graphviz_ad.write.program import program as written

    graph = words.graph
    lines = (graph.source or written(graph)).strip().splitlines()
    if len(lines) == 1 and "=" not in lines[0].replace("==", "") and len(graph.outputs) == 1:
        lines = [f"{graph.names[graph.outputs[0]]} = {lines[0]}"]
    shown = [printable(line, LONGEST_LINE) for line in lines[:MOST_LINES]]
    more = len(lines) - len(shown)
    return shown + ([words.told(f"… {more} more lines")] if more else [])


def values(words: Words) -> list[list[str]]:
    """Return formula and value of the operations and outputs, for the reader of a formula."""
    graph, primals = words.graph, words.derivation.tape.primals
    found: list[list[str]] = []
    nodes = [i for i, op in enumerate(graph.ops) if graph.is_operation(i) or op == OUTPUT]
    for node in nodes[:MOST_VALUES]:
        operand = graph.operands[graph.starts[node]]
        same = words.constant(operand) if operand < 0 else words.labels[operand]
        formula = same if graph.ops[node] == OUTPUT else words.formula(node)
        primal = primals[node]
        shown = "" if primal is None else f"{(s := show(primal, words.digits)).equals} {s.text}"
        found.append([f"{words.labels[node]} = {formula}", shown])
    if len(nodes) > MOST_VALUES:
        found.append([words.told(f"… {len(nodes) - MOST_VALUES} more"), ""])
    return found


def jacobian(words: Words) -> list[list[str]]:
    """Return the grid of all derivatives with heads of rows and columns, or [] for one output."""
    derivation = words.derivation
    if len(derivation.outputs) < 2 or not derivation.inputs:
        return []
    grid = [["", *(f"∂/∂{words.name(name)}" for name in derivation.inputs)]]
    found = iter(derivation.explanations)
    return grid + [
        [words.name(output), *(sums.cell(words, next(found)) for _ in derivation.inputs)]
        for output in derivation.outputs
    ]


def notes(words: Words, silent: Container[str] = ()) -> list[str]:
    """Return the notes, a line each: how grave it is, what it says, what to do; of very many the first."""
    found = [finding for finding in words.derivation.notes if finding.fault not in silent]
    lines = [
        printable(
            words.told(f"{finding.severity}: {words.message(finding)}")
            + (f"{words.told('; ')}{words.told(finding.hint)}" if finding.hint else ""),
            LONGEST_NOTE,
        )
        for finding in found[:MOST_NOTES]
    ]
    more = len(found) - len(lines)
    rest = f"note: {more} more notes, all of them in the JSON document"
    return lines + ([words.told(rest)] if more else [])


def paragraphs(blocks: Iterable[Sequence[str]]) -> str:
    """Return blocks of lines with a blank line between them; empty ones are left out."""
    return "\n".join("".join(f"{line}\n" for line in block) for block in blocks if block)
