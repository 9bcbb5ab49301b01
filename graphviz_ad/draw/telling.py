"""What the table below the graph says: each path, what is not shown, the sum of each input."""

from __future__ import annotations

from collections.abc import Mapping

from graphviz_ad.draw.formulas import product_text, total_text
from graphviz_ad.draw.measure import fit
from graphviz_ad.draw.scene import Scene
from graphviz_ad.draw.shortening import TIMES
from graphviz_ad.draw.table import Cells, Table
from graphviz_ad.explain.sums import count_words
from graphviz_ad.explanation import Chain, Explanation
from graphviz_ad.number import show
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
        terms = []
        for chain in explanation.chains:
            number += 1
            cells, term = _row(scene, explanation, chain, words, numbers=numbers)
            terms.append(term)
            table.lines.append((number, cells, _sentence(scene, explanation, chain, number, term)))
        if explanation.count > len(explanation.chains):
            terms.append(_add_rest(table, explanation, numbers=numbers))
        _close(table, explanation, terms, numbers=numbers)
    return table


def _row(
    scene: Scene, explanation: Explanation, chain: Chain, words: Mapping[int, str], *, numbers: bool
) -> tuple[Cells, str]:
    """Return the cells of a path and its product as a term of the sum."""
    told, factors = scene.words.local_derivatives(chain), []
    staged = False
    for edge, symbol in zip(chain.path.edges, chain.symbols, strict=True):
        word = words.get(edge)
        plain = word is None or word == scene.words.symbol(symbol)
        staged = staged or not plain
        factors.append(scene.words.factor(symbol) if plain or word is None else word)
    if staged:
        told = TIMES.join(factors)
    equals, exact = "=", True
    if numbers and chain.product is not None:
        term, exact = scene.words.product(chain)
        equals = "=" if exact else "≈"
    else:
        term = product_text(scene, chain, factors)
    cells = {
        "path": scene.words.path(chain, explanation.target),
        "local derivatives": told,
        "numbers": scene.words.numbers(chain),
        "product": term if exact else f"≈ {term}",
    }
    if explanation.count == 1:
        cells["product"] = f"{_name(scene, explanation)} {equals} {term}"
    elif not (numbers and chain.product is not None) and chain.symbol is not None:
        # In node names it can be multiplied out by hand, in the inputs it can be added up.
        formula = scene.words.symbol(chain.symbol)
        if formula != term and len(formula) <= SHORT:
            cells["product"] = f"{term} = {formula}"
    return cells, term


def _name(scene: Scene, explanation: Explanation) -> str:
    """Return ``∂L/∂x``, with long names cut: the row's sentence has them in full."""
    names = (scene.words.name(name) for name in (explanation.output, explanation.input))
    output, variable = (fit(name, "product", WIDEST_NAME) for name in names)
    return f"∂{output}/∂{variable}"


def _sentence(scene: Scene, explanation: Explanation, chain: Chain, number: int, term: str) -> str:
    words = scene.words
    factors = words.numbers(chain) if chain.product is not None else words.local_derivatives(chain)
    equals = "=" if chain.product is None or words.product(chain)[1] else "≈"
    names = f"{words.name(explanation.output)} from {words.name(explanation.input)}"
    return f"Path {number}: {names}: {factors} {equals} {term}"


def _add_rest(table: Table, explanation: Explanation, *, numbers: bool) -> str:
    """Add the row of the paths that are not shown; return what they add to the sum."""
    scene, words = table.scene, table.scene.words
    count = count_words(explanation.count, len(explanation.chains)).replace(" - ", " − ")
    plural = "path" if explanation.count - len(explanation.chains) == 1 else "paths"
    told = f"+ {count} more {plural} from {words.name(explanation.input)}"
    if len(scene.derivation.outputs) > 1:
        told += f" to {words.name(explanation.output)}"
    rest, term = "", "…"
    if numbers and explanation.rest is not None:
        shown = show(explanation.rest, scene.digits)
        rest, term = shown.text if shown.exact else f"≈ {shown.text}", shown.text
        if not explanation.chains:
            rest = f"{_name(scene, explanation)} {shown.equals} {shown.text}"
    table.lines.append((REST, {"path": told, "product": rest}, f"{told}: {rest}" if rest else told))
    return term


def _close(table: Table, explanation: Explanation, terms: list[str], *, numbers: bool) -> None:
    """Add the line of the sum, where there is more to it than the rows have said."""
    formula = explanation.total is None or not numbers
    told = explanation.count == 1 or not explanation.chains
    if told and explanation.reached and not (formula and explanation.symbol is not None):
        return
    line = total_text(table.scene, explanation, terms, numbers=numbers)
    if told and explanation.reached and line.count(" = ") < 2:
        return
    sums = len(table.sums)
    if sums <= SUM_LINES:
        table.lines.append((-1, {"sum": line if sums < SUM_LINES else "…"}, ""))
