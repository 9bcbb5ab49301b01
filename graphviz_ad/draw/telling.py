"""What the table below the graph says: each path, what is not shown, the sum of each input."""

from __future__ import annotations

from collections.abc import Mapping

from graphviz_ad.draw.formulas import Term, added, count_alike, product_text, total_text
from graphviz_ad.draw.measure import fit
from graphviz_ad.draw.scene import Scene
from graphviz_ad.draw.table import Cells, Table
from graphviz_ad.explain.sums import more_paths, rest_shown
from graphviz_ad.explain.words import TIMES
from graphviz_ad.explanation import Chain, Explanation
from graphviz_ad.picture import REST

__all__ = ["tell_paths"]

SUM_LINES = 24
WIDEST_NAME = 100.0
SHORT = 24


def tell_paths(scene: Scene, words: Mapping[int, str], stage: str) -> Table:
    """Return the table of all shown paths.

    ``words`` are what stands for each local derivative at this stage of labels.
    """
    tape = scene.derivation.tape
    numbers = stage in {"none", "values", "both"} and (tape.complete or bool(tape.at))
    columns = ["path", "local derivatives", "numbers", "product"]
    if not numbers:
        columns.remove("numbers")
    elif stage == "values":
        columns.remove("local derivatives")
    table = Table(scene, columns if any(e.reached for e in scene.derivation.explanations) else ())
    number = 0
    for explanation in scene.derivation.explanations:
        terms: list[Term] = []
        for chain in explanation.chains:
            number += 1
            cells, term, told = _row(scene, explanation, chain, words, numbers=numbers)
            terms.append(term)
            names = f"{scene.words.name(explanation.output)} from {scene.words.name(explanation.input)}"
            table.lines.append((number, cells, scene.told(f"Path {number}: {names}: {told}")))
        if explanation.count > len(explanation.chains):
            terms.append(_add_rest(table, explanation, numbers=numbers))
        _close(table, explanation, terms, numbers=numbers)
    return table


def _row(
    scene: Scene, explanation: Explanation, chain: Chain, words: Mapping[int, str], *, numbers: bool
) -> tuple[Cells, Term, str]:
    """Return the cells of a path, its product as a term of the sum, and both as an equation."""
    numeric = numbers and chain.product is not None
    local, factors = _local_derivatives(scene, chain, words)
    term = scene.words.product(chain) if numeric else product_text(scene, chain, factors)
    text, exact = term
    equals = "=" if exact else "≈"
    cells = {
        "path": scene.words.path(chain, explanation.target),
        "local derivatives": local,
        "numbers": scene.words.numbers(chain),
        "product": text if exact else f"≈ {text}",
    }
    if explanation.count == 1:
        cells["product"] = f"{_name(scene, explanation)} {equals} {text}"
    elif not numeric and chain.symbol is not None:
        # In node names it can be multiplied out by hand, in the inputs it can be added up.
        formula = scene.words.symbol(chain.symbol)
        if formula != text and len(formula) <= SHORT:
            cells["product"] = f"{text} {equals} {formula}"
    return cells, term, f"{cells['numbers'] if numeric else local} {equals} {text}"


def _local_derivatives(scene: Scene, chain: Chain, words: Mapping[int, str]) -> tuple[str, list[str]]:
    """Return the local derivatives on one line, and each as a factor, in the words of the stage."""
    factors, staged = [], False
    for edge, symbol in zip(chain.path.edges, chain.symbols, strict=True):
        word = words.get(edge)
        if word is None or word == scene.words.symbol(symbol):
            word = scene.words.factor(symbol)
        else:
            staged = True
        factors.append(word)
    return TIMES.join(factors) if staged else scene.words.local_derivatives(chain), factors


def _name(scene: Scene, explanation: Explanation) -> str:
    """Return ``∂L/∂x``, with long names cut: the row's sentence has them in full."""
    names = (scene.words.name(name) for name in (explanation.output, explanation.input))
    output, variable = (fit(name, "product", WIDEST_NAME) for name in names)
    return f"∂{output}/∂{variable}"


def _add_rest(table: Table, explanation: Explanation, *, numbers: bool) -> Term:
    """Add the row of the paths that are not shown; return what they add to the sum."""
    scene, words = table.scene, table.scene.words
    count = more_paths(explanation).replace(" - ", " − ")
    told = f"{count} from {words.name(explanation.input)}"
    if len(scene.derivation.outputs) > 1:
        told += f" to {words.name(explanation.output)}"
    told = scene.told(told)
    rest, term = "", ("…", True)
    if numbers and explanation.rest is not None:
        shown = rest_shown(words, explanation)
        rest, term = shown.text if shown.exact else f"≈ {shown.text}", (shown.text, shown.exact)
        if not explanation.chains:
            rest = f"{_name(scene, explanation)} {shown.equals} {shown.text}"
    table.lines.append(
        (REST, {"path": told, "product": rest}, f"{told}{scene.told(': ')}{rest}" if rest else told)
    )
    return term


def _close(table: Table, explanation: Explanation, terms: list[Term], *, numbers: bool) -> None:
    """Add the line of the sum, where there is more to it than the rows have said."""
    if explanation.reached and (explanation.count == 1 or not explanation.chains):
        formula = explanation.symbol if explanation.total is None or not numbers else None
        told = added(count_alike([text for text, _ in terms]))
        if formula is None or table.scene.words.symbol(formula) == told:
            return
    line = total_text(table.scene, explanation, terms, numbers=numbers)
    sums = len(table.sums)
    if sums <= SUM_LINES:
        table.lines.append((-1, {"sum": line if sums < SUM_LINES else "…"}, ""))
