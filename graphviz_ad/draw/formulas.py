"""Products and sums as the table writes them: ``−2·v₃·m``, ``3 + 7 = 10``, ``8 × 128 = 1024``."""

from __future__ import annotations

from collections.abc import Sequence

from graphviz_ad.draw.scene import Scene
from graphviz_ad.explain.legible import holds
from graphviz_ad.explain.signs import bracketed
from graphviz_ad.explain.sums import GROUPED, sum_line
from graphviz_ad.explanation import Chain, Explanation
from graphviz_ad.number import full, read, show

__all__ = ["Term", "added", "count_alike", "product_text", "total_text"]

Term = tuple[str, bool]
"""A product as it is shown, and whether that is exact."""


def product_text(scene: Scene, chain: Chain, words: Sequence[str]) -> Term:
    """Return the product along a path with its numbers multiplied out, ``−2·v₃·m``, as a term.

    ``words`` stand for the local derivatives that are not numbers; one that is a sum comes in
    brackets.
    """
    number, factors = 1.0, []
    multiplied: list[str] = []
    for word, symbol, factor in zip(words, chain.symbols, chain.factors, strict=True):
        known = read(symbol) if word == scene.words.factor(symbol) else None
        if known is None and not scene.derivation.tape.complete:
            known = factor
        if known is not None:
            number *= known
            multiplied.append(full(known))
        else:
            # 2·v₃ brings its number to the others.
            leading, _, rest = word.partition("·")
            coefficient = read(leading) if rest else None
            if coefficient is not None:
                number *= coefficient
                multiplied.append(leading)
            factors.append(word if coefficient is None else rest)
    shown = show(number, scene.digits).text
    exact = holds(multiplied, shown, product=True)
    if not factors or number == 0:
        return shown, exact
    if number in {1.0, -1.0}:
        if len(factors) == 1 and number == 1:
            factors = [_without_brackets(factors[0])]
        return ("" if number == 1 else "−") + "·".join(factors), exact
    return "·".join([shown, *factors]), exact


def _without_brackets(text: str) -> str:
    """Return the text without brackets around the whole of it."""
    if not text.startswith("("):
        return text
    depth = 0
    for place, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return text[1:-1] if place == len(text) - 1 else text
    return text


def count_alike(terms: Sequence[str]) -> list[str]:
    """Return the terms with three or more equal ones written as a multiple, in order of appearance.

    Examples
    --------
    >>> count_alike(["5", "2", "5", "5"]), count_alike(["−1"] * 4), count_alike(["2", "2"])
    (['3 × 5', '2'], ['4 × (−1)'], ['2', '2'])
    """
    counts: dict[str, int] = {}
    for term in terms:
        counts[term] = counts.get(term, 0) + 1
    result, done = [], set()
    for term in terms:
        if counts[term] < GROUPED:
            result.append(term)
        elif term not in done:
            done.add(term)
            inner = f"({term})" if " + " in term or " − " in term else bracketed(term)
            result.append(f"{counts[term]} × {inner}")
    return result


def added(terms: Sequence[str]) -> str:
    """Return the terms as a sum; a minus takes the place of the plus before it.

    Examples
    --------
    >>> added(["3", "−7", "x·y"])
    '3 − 7 + x·y'
    """
    text = terms[0] if terms else "0"
    for term in terms[1:]:
        text += f" − {term[1:]}" if term.startswith("−") and " " not in term else f" + {term}"
    return text


def total_text(scene: Scene, explanation: Explanation, terms: Sequence[Term], *, numbers: bool) -> str:
    """Return the line that closes the sum of an input: ``∂z/∂x = 3 + 7 = 10``.

    ``terms`` are the products as the table shows them, with the rest, if there is one, last.
    """
    if not explanation.reached or (numbers and explanation.total is not None):
        return sum_line(scene.words, explanation)
    parts = [
        scene.words.derivative(explanation.output, explanation.input),
        added(count_alike([text for text, _ in terms])),
    ]
    if explanation.symbol is not None:
        formula = scene.words.symbol(explanation.symbol)
        if formula != parts[-1]:
            parts.append(formula)
    exact = all(exact for _, exact in terms) and not scene.words.is_rounded(explanation.symbol or "")
    return (" = " if exact else " ≈ ").join(parts)
