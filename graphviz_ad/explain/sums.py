"""How products add up to a derivative, and how it was checked, in words."""

from __future__ import annotations

import math
from collections.abc import Sequence

from graphviz_ad.explain.signs import bracketed
from graphviz_ad.explain.words import Words, holds
from graphviz_ad.explanation import Derivation, Explanation
from graphviz_ad.noun import noun
from graphviz_ad.number import Shown, count_text, show

__all__ = [
    "GROUPED",
    "Term",
    "cell",
    "checks",
    "count_words",
    "more_paths",
    "remainder",
    "rest_shown",
    "sum_line",
    "sweeps",
    "terms",
    "unused",
    "value",
]

GROUPED = 3
"""So many equal products are written as one: 8 × 128."""
LARGE_POWER = 2**20
ROUNDING = 1e-12
"""Part of a sum below which a difference may be what rounding has left."""


@noun
class Term:
    """Equal products of a sum: ``8 × 128`` when there are three or more."""

    text: str
    times: int
    exact: bool

    @property
    def written(self) -> str:
        """The term as it stands in a sum; fewer than three are written out."""
        if self.times >= GROUPED:
            return f"{self.times} × {self.text}"
        return " + ".join([self.text] * self.times)


def unused(words: Words, explanation: Explanation) -> str:
    """Return ``0 (x is not used in y)``: a derivative that is zero because there is no path."""
    used = f"({words.name(explanation.input)} is not used in {words.name(explanation.output)})"
    return words.told(f"0 {used}")


def count_words(count: int, shown: int = 0) -> str:
    """Return how many paths are left of ``count``, exactly: ``2**50 - 12``.

    Examples
    --------
    >>> count_words(1000, 7), count_words(2**50, 12), count_words(2**1000)
    ('993', '2**50 - 12', '2**1000')
    """
    if count >= LARGE_POWER and count & (count - 1) == 0:
        return f"2**{count.bit_length() - 1}" + (f" - {shown}" if shown else "")
    return count_text(count - shown)


def more_paths(explanation: Explanation) -> str:
    """Return how many paths are not shown: ``+ 993 more paths``."""
    shown = len(explanation.chains)
    plural = "" if explanation.count - shown == 1 else "s"
    return f"+ {count_words(explanation.count, shown)} more path{plural}"


def value(words: Words, explanation: Explanation) -> tuple[str, bool]:
    """Return the derivative as it is shown, and whether that is exact.

    Without numbers it is the formula in the inputs, or '?' when no algebra was asked for.
    """
    if not explanation.reached:
        return unused(words, explanation), True
    if explanation.total is None:
        if explanation.symbol is None:
            return "?", True
        return words.symbol(explanation.symbol), not words.is_rounded(explanation.symbol)
    shown = show(explanation.total, words.digits)
    return shown.text, shown.exact


def terms(words: Words, explanation: Explanation) -> list[Term]:
    """Return the shown products, equal ones together, in the order in which they come first."""
    found: dict[str, Term] = {}
    for chain in explanation.chains:
        if chain.product is not None:
            key, shown = repr(chain.product), show(chain.product, words.digits)
            text, exact = bracketed(shown.text), shown.exact
        elif chain.symbol is not None:
            # A sum, or what begins with a minus, stands in brackets behind the plus.
            key, text, exact = (
                chain.symbol,
                _summand(words.factor(chain.symbol)),
                not words.is_rounded(chain.symbol),
            )
        else:
            key = text = words.local_derivatives(chain)
            exact = True
        times = found[key].times if key in found else 0
        found[key] = Term(text, times + 1, exact)
    return list(found.values())


def rest_shown(words: Words, explanation: Explanation) -> Shown:
    """Return what the paths that are not shown add, as it is shown.

    It is a difference, and where total and products are so much larger that it may be rounding
    alone, it is shown as such: ``≈ 0``.
    """
    rest, total = explanation.rest or 0.0, explanation.total or 0.0
    largest = max([abs(total), *(abs(chain.product or 0.0) for chain in explanation.chains)])
    if math.isfinite(largest) and abs(rest) <= ROUNDING * largest:
        return Shown("0", exact=False)
    return show(rest, words.digits)


def cell(words: Words, explanation: Explanation) -> str:
    """Return the derivative as it stands alone, in a grid: with ``≈`` where digits were lost."""
    text, exact = value(words, explanation)
    return text if exact else f"≈ {text}"


def _summand(text: str) -> str:
    return f"({text})" if text.startswith("−") else text


def remainder(words: Words, explanation: Explanation) -> str:
    """Return ``+ 2**50 - 12 more paths = −3.2`` for the paths that are not shown, or ''."""
    if explanation.count == len(explanation.chains):
        return ""
    if explanation.rest is None:
        return words.told(more_paths(explanation))
    rest = rest_shown(words, explanation)
    return words.told(f"{more_paths(explanation)} {rest.equals} {rest.text}")


def sum_line(words: Words, explanation: Explanation) -> str:
    """Return how the products add up: ``∂z/∂x = 3 + 7 = 10``.

    ``≈`` stands where digits were lost, or where the numbers as shown do not add up.
    """
    left = words.derivative(explanation.output, explanation.input)
    total, exact = value(words, explanation)
    parts = terms(words, explanation) if explanation.reached else []
    hidden = explanation.count > len(explanation.chains)
    if explanation.rest is not None and hidden:
        rest = rest_shown(words, explanation)
        parts = [*parts, Term(bracketed(rest.text), 1, rest.exact)]
    if sum(part.times for part in parts) < 2 or (explanation.total is None and hidden):
        alone = parts[0].text if len(parts) == 1 and total == "?" and not hidden else total
        return f"{left} {'=' if exact else '≈'} {alone}"
    written = " + ".join(part.written for part in parts)
    all_exact = all(part.exact for part in parts)
    first = "=" if all_exact else "≈"
    if total == "?":
        return f"{left} {first} {written}"
    closes = explanation.total is None or holds(_each(parts), total)
    second = "=" if all_exact and exact and closes else "≈"
    return f"{left} {first} {written} {second} {total}"


def _each(parts: Sequence[Term]) -> list[str]:
    return [part.text.strip("()") for part in parts for _ in range(part.times)]


def sweeps(derivation: Derivation) -> str:
    """Return what the Jacobian costs by either mode, and which is cheaper.

    Returns
    -------
    str
        ``2 forward sweeps or 3 reverse sweeps: forward is cheaper``.
    """
    columns, rows = len(derivation.inputs), len(derivation.outputs)
    costs = f"{_number(columns, 'forward sweep')} or {_number(rows, 'reverse sweep')}"
    if columns == rows:
        return f"{costs}: either costs the same"
    return f"{costs}: {'forward' if columns < rows else 'reverse'} is cheaper"


def _number(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def checks(derivation: Derivation) -> str:
    """Return in one line how the derivatives were checked, or '' without numbers.

    Returns
    -------
    str
        ``paths = reverse = forward for all 4 derivatives; difference quotient: 4 agree``.
    """
    done = [e.checks for e in derivation.explanations if e.checks is not None]
    if not done:
        return ""
    alike: dict[tuple[str, ...], int] = {}
    for check in done:
        if check.verdict == "agrees":
            ways = tuple(way for way in ("paths", "reverse", "forward") if getattr(check, way) is not None)
            alike[ways] = alike.get(ways, 0) + 1
    parts = []
    for ways, count in alike.items():
        told = " = ".join(ways) if len(ways) > 1 else "the reverse sweep, along one direction,"
        every = count == len(derivation.explanations)
        parts.append(f"{told} for {_all(count) if every else _number(count, 'derivative')}")
    inconclusive = len(done) - sum(alike.values())
    if inconclusive:
        parts.append(f"{_number(inconclusive, 'comparison')} inconclusive")
    verdicts = [check.difference.verdict for check in done if check.difference is not None]
    if verdicts:
        order = {"agrees": "agree", "inconclusive": "inconclusive", "disagrees": "disagree"}
        counts = [f"{verdicts.count(v)} {word}" for v, word in order.items() if v in verdicts]
        alone = len(verdicts) == 1
        parts.append(f"difference quotient: {verdicts[0] if alone else ', '.join(counts)}")
    return "; ".join(parts)


def _all(count: int) -> str:
    return "the derivative" if count == 1 else f"all {count} derivatives"
