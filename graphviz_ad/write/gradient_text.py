"""A program with its backward passes as text: every node a line, pass by pass."""

from __future__ import annotations

from collections.abc import Sequence

from graphviz_ad.differentiate.passes import Passes
from graphviz_ad.explain.passing import heads, result_text
from graphviz_ad.explain.words import Words
from graphviz_ad.graph import CONSTANT, INPUT, OUTPUT
from graphviz_ad.number import show
from graphviz_ad.write import rows
from graphviz_ad.write.columns import aligned
from graphviz_ad.write.markdown import escaped

__all__ = ["gradient_markdown", "gradient_text"]

Cells = list[list[str]]
NOTHING = "there is no variable, and nothing to differentiate by"


def gradient_text(made: Passes, words: Words, program: Sequence[str]) -> str:
    """Return the passes one below the other, then each derivative on a line.

    Parameters
    ----------
    made
        The program with its backward passes.
    words
        What `graphviz_ad.explain.passing.pass_words` gives.
    program
        The lines of the program.

    Examples
    --------
    >>> from graphviz_ad.write.gradient import draw_gradient
    >>> print(draw_gradient("(2*x + 3)**2", {"x": 2}).text())
    f = (2*x + 3)**2
    at x = 2
    <BLANKLINE>
    forward
      x             = 2
      v₁ = 2·x      = 4
      v₂ = v₁ + 3   = 7
      v₃ = v₂²      = 49
      f = v₃        = 49
    <BLANKLINE>
    backward
      ∂f/∂f         = 1    seed
      v̄₂ = 2·v₂     = 14
      x̄ = v̄₂·2      = 28
    <BLANKLINE>
    x̄ = ∂f/∂x = 28
    <BLANKLINE>
    """
    given = words.given()
    cells, sections = _cells(made, words), [[*program, *([words.told(f"at {given}")] if given else [])]]
    lines = iter(aligned([row for section in cells for row in section]))
    for head, section in zip(heads(len(cells) - 1), cells, strict=True):
        sections.append([words.told(head), *(f"  {next(lines)}" for _ in section)])
    sections.append([result_text(words, result) for result in made.results] or [words.told(NOTHING)])
    return rows.paragraphs([*sections, _notes(words)])


def gradient_markdown(made: Passes, words: Words, program: Sequence[str]) -> str:
    """Return the same as Markdown; the parameters are those of `gradient_text`."""
    given = words.given()
    fence = "`" * max(3, 1 + max(line.count("`") for line in program))
    blocks = [[f"{fence}text", *program, fence], [escaped(words.told(f"at {given}"))] if given else []]
    cells = _cells(made, words)
    for head, section in zip(heads(len(cells) - 1), cells, strict=True):
        blocks += [[f"**{words.told(head)}**"], [f"{fence}text", *aligned(section), fence]]
    blocks += [
        [f"* {escaped(result_text(words, result))}" for result in made.results] or [words.told(NOTHING)]
    ]
    blocks += [[f"* {escaped(note)}" for note in _notes(words)]]
    return rows.paragraphs(blocks)


def _cells(made: Passes, words: Words) -> list[Cells]:
    """Return the lines of each pass: what is computed, its value, a remark."""
    primals = words.derivation.tape.primals
    found: list[Cells] = [[] for _ in range(max(made.levels, default=0) + 1)]
    for seed in made.seeds:
        name = words.labels[seed.target]
        found[seed.level].append([f"∂{name}/∂{name}", "= 1", words.told("seed")])
    for node, level in enumerate(made.levels):
        text = _computed(words, node)
        if text is None:
            continue
        value = primals[node]
        shown = (
            "" if value is None else f"{show(value, words.digits).equals} {show(value, words.digits).text}"
        )
        # x̄ = 2 says all there is to say.
        found[level].append([text, "" if text.endswith(f" {shown}") and shown else shown, ""])
    return found


def _computed(words: Words, node: int) -> str | None:
    """Return ``v₁ = 2·x``; None for an output that is called as what it shows."""
    graph, labels = words.graph, words.labels
    op, operand = graph.ops[node], -1
    if op in {CONSTANT, OUTPUT}:
        operand = graph.operands[graph.starts[node]]
        if operand >= 0 and labels[operand] == labels[node]:
            return None
        return f"{labels[node]} = {words.constant(operand) if operand < 0 else labels[operand]}"
    return labels[node] if op == INPUT else f"{labels[node]} = {words.formula(node)}"


def _notes(words: Words) -> Sequence[str]:
    # The derivative is there, and 0.
    return rows.notes(words, silent=("unused_input",))
