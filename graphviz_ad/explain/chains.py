"""Chains along paths, and what one output and one input come to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphviz_ad.differentiate.algebra import formulas_of
from graphviz_ad.differentiate.partials import edge_symbols
from graphviz_ad.explain.checks import added
from graphviz_ad.explanation import Chain, Checks, Explanation, Path
from graphviz_ad.tape import LIVE, UNSELECTED, Tape

__all__ = ["Maker"]

LARGE = 5_000
"""Of a graph with more nodes only what is told is put into words."""


class Maker:
    """Makes chains and explanations of one tape."""

    def __init__(self, tape: Tape, shown: Iterable[Sequence[int]], *, formulas: bool) -> None:
        self.tape = tape
        wanted = sorted({edge for edges in shown for edge in edges}) if len(tape.graph) > LARGE else None
        self.symbols = edge_symbols(tape.graph, wanted)
        self.formulas = formulas_of(tape) if formulas else None

    def chain(self, edges: tuple[int, ...]) -> Chain:
        """Return the chain along a path; an operand that was not selected makes it exactly 0."""
        partials, states = self.tape.partials, self.tape.states
        factors = tuple(partials[edge] if states[edge] == LIVE else 0.0 for edge in edges)
        product: float | None = 1.0
        for factor in factors:
            product = None if factor is None or product is None else product * factor
        if any(states[edge] == UNSELECTED for edge in edges):
            product = 0.0
        path = Path(edges)
        symbol = self.formulas.product(path) if self.formulas else None
        return Chain(path, tuple(self.symbols.get(edge, "") for edge in edges), factors, product, symbol)

    def explanation(
        self,
        names: tuple[str, str],
        pair: tuple[int, int],
        count: int,
        *,
        total: float | None,
        paths: Sequence[tuple[int, ...]],
        checks: Checks | None,
    ) -> Explanation:
        """Return the explanation of one output and input."""
        chains = tuple(self.chain(edges) for edges in paths)
        products = [chain.product for chain in chains if chain.product is not None]
        shown = added(products) if len(products) == len(chains) else None
        rest = None if total is None or shown is None else total - shown
        if count == len(chains) and rest is not None:
            # Nothing is left; what the subtraction leaves is rounding.
            rest = 0.0
        target, source = pair
        symbol = self.formulas.total(target, source) if self.formulas else None
        return Explanation(
            output=names[0],
            input=names[1],
            source=source,
            target=target,
            chains=chains,
            count=count,
            total=total,
            shown=shown,
            rest=rest,
            symbol=symbol,
            reached=count > 0,
            checks=checks,
        )
