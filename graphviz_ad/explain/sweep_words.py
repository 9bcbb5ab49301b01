"""A sweep in words: what each node carries and how it adds up, ``x̄ = 3·4 + 4·1 = 12 + 4 = 16``."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping, Sequence

from graphviz_ad.explain.legible import holds
from graphviz_ad.explain.signs import bracketed
from graphviz_ad.explain.sums import GROUPED
from graphviz_ad.explain.sweeping import FORWARD, ends
from graphviz_ad.explain.words import Words
from graphviz_ad.explanation import Sweep
from graphviz_ad.graph import OUTPUT
from graphviz_ad.noun import noun
from graphviz_ad.number import Shown, show

__all__ = ["TIMES_SEED", "accented", "beginning", "carried_value", "equation", "results", "unit_seed"]

DOT, BAR = "\u0307", "\u0304"
MOST_TERMS = 6
"""A sum of more terms is told by their number."""
MOST_RESULTS = 12
TIMES_SEED = {"forward": "J·seed", "reverse": "seed·J"}
"""What a sweep with other seeds gives: the product of the Jacobian with them, on their side."""


def accented(label: str, mode: str) -> str:
    r"""Return what a sweep of this mode calls what ``label`` carries: ẋ forward, x̄ in reverse.

    Examples
    --------
    >>> accented("w1", "forward"), accented("v₂", "reverse") == "v\u0304₂"
    ('ẇ1', True)
    """
    # Where there is one letter for both, every font shows it well.
    return unicodedata.normalize("NFC", label[:1] + (DOT if mode == FORWARD else BAR)) + label[1:]


@noun
class _Part:
    """What one edge (or the seed) brings: its factors, their product, whether that is exact."""

    factors: str
    whole: bool
    product: Shown
    closes: bool


def equation(words: Words, sweep: Sweep, node: int, *, brief: bool = False) -> str:
    """Return what a node carries, and how it comes about.

    Parameters
    ----------
    words
        The words of the derivation.
    sweep
        The sweep.
    node
        A node that is visited.
    brief
        As it stands in a picture, whose edges say the rest: in reverse what is brought, forward
        the products.  ``x̄ = 12 + 4 = 16``, and ``v̄₂ = 14`` where nothing meets.

    Returns
    -------
    str
        ``≈`` stands where digits were lost, or where the numbers as shown do not give the next.
    """
    left = accented(words.labels[node], sweep.mode)
    carried = sweep.carried[node]
    total = show(0.0 if carried is None else carried, words.digits)
    parts = _parts(words, sweep, node)
    alone = len(parts) == 1 and (sweep.mode != FORWARD or words.graph.ops[node] == OUTPUT)
    if node not in sweep.added or (brief and alone):
        return f"{left} {total.equals} {total.text}"
    terms, times = _added([part.factors for part in parts], product=True)
    products, written = _added([bracketed(part.product.text) for part in parts])
    whole, exact = all(part.whole for part in parts), all(part.product.exact for part in parts)
    adds = exact and _adds(parts, total)
    sums_alone = times > MOST_TERMS or (brief and sweep.mode != FORWARD)
    if sums_alone and written > MOST_TERMS:
        return words.told(f"{left} = sum of {len(parts)} {total.equals} {total.text}")
    if sums_alone:
        return f"{left} {_sign(exact)} {products} {_sign(adds)} {total.text}"
    closes = whole and all(part.closes for part in parts)
    if brief or len(parts) == 1:
        return f"{left} {_sign(whole)} {terms} {_sign(closes and adds)} {total.text}"
    return f"{left} {_sign(whole)} {terms} {_sign(closes)} {products} {_sign(adds)} {total.text}"


def _parts(words: Words, sweep: Sweep, node: int) -> list[_Part]:
    """Return what meets at a node, the seed first."""
    graph, partials = words.graph, sweep.tape.partials
    parts = []
    if node in sweep.seed:
        seed = show(sweep.seed[node], words.digits)
        parts.append(_Part(bracketed(seed.text), seed.exact, seed, seed.exact))
    for edge in sweep.added.get(node, ()):
        far = graph.operands[edge] if sweep.mode == FORWARD else graph.edge(edge).head
        pair = [number for number in (partials[edge], sweep.carried[far]) if number is not None]
        shown = [show(number, words.digits) for number in pair]
        product = show(sweep.brought[edge] or 0.0, words.digits)
        texts = [number.text for number in (shown if sweep.mode == FORWARD else shown[::-1])]
        whole = all(number.exact for number in shown)
        # The floats may have overflown; the numbers have not.
        real = math.isfinite(sweep.brought[edge] or 0.0) or not all(map(math.isfinite, pair))
        closes = whole and product.exact and real and holds(texts, product.text, product=True)
        parts.append(_Part("·".join(map(bracketed, texts)), whole, product, closes))
    return parts


def _adds(parts: Sequence[_Part], total: Shown) -> bool:
    texts = [part.product.text for part in parts]
    finite = not any(text in {"nan", "∞", "−∞"} for text in texts)
    if total.text in {"nan", "∞", "−∞"} and finite:
        return False
    return total.exact and holds(texts, total.text)


def _added(terms: Sequence[str], *, product: bool = False) -> tuple[str, int]:
    """Return terms as a sum, three or more equal ones as a multiple, and how many are written."""
    counts: dict[str, int] = {}
    for term in terms:
        counts[term] = counts.get(term, 0) + 1
    written = []
    for term, times in counts.items():
        if times >= GROUPED:
            written.append(f"{times} × ({term})" if product else f"{times} × {term}")
        else:
            written += [term] * times
    return " + ".join(written), len(written)


def _sign(exact: bool) -> str:  # noqa: FBT001 - it is all that there is to say
    return "=" if exact else "≈"


def unit_seed(seed: Mapping[int, float]) -> int | None:
    """Return the one node that is seeded with 1, or None: such a sweep fills a row or a column."""
    return next(iter(seed)) if list(seed.values()) == [1.0] else None


def beginning(words: Words, sweep: Sweep) -> str:
    """Return ``reverse sweep from y``, or with other seeds than one 1 their values."""
    node = unit_seed(sweep.seed)
    if node is not None:
        return words.told(f"{sweep.mode} sweep from {words.labels[node]}")
    seeds = [" ".join(carried_value(words, sweep, node)) for node in sweep.seed]
    return words.told(f"{sweep.mode} sweep from {_listed(words, seeds)}")


def results(words: Words, sweep: Sweep) -> str:
    """Return what the sweep comes to at its end: ``x̄ = ∂y/∂x = 28``."""
    other = "reverse" if sweep.mode == FORWARD else FORWARD
    found = ends(words.derivation, other) if words.derivation.inputs else []
    start = unit_seed(sweep.seed)
    told = []
    for _, node in found[:MOST_RESULTS]:
        name, number = carried_value(words, sweep, node)
        if start is not None:
            pair = (node, start) if sweep.mode == FORWARD else (start, node)
            name += f" = ∂{words.labels[pair[0]]}/∂{words.labels[pair[1]]}"
        told.append(f"{name} {number}")
    return _listed(words, told, len(found))


def carried_value(words: Words, sweep: Sweep, node: int) -> tuple[str, str]:
    """Return the name and the value of what a node carries, ``x̄`` and ``= 28``; 0 where nothing comes."""
    shown = show(sweep.carried[node] or 0.0, words.digits)
    return accented(words.labels[node], sweep.mode), f"{shown.equals} {shown.text}"


def _listed(words: Words, told: Sequence[str], count: int | None = None) -> str:
    left = (count or len(told)) - len(told[:MOST_RESULTS])
    return ", ".join([*told[:MOST_RESULTS], *([words.told(f"… {left} more")] if left else [])])
