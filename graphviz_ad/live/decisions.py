"""What was asked of numbers while a program ran: comparisons, which no gradient sees."""

from __future__ import annotations

from collections.abc import Sequence

from graphviz_ad.finding import Finding
from graphviz_ad.graph import Graph
from graphviz_ad.live.value import Value
from graphviz_ad.number import full

__all__ = ["decisions"]

SHOWN = 6


def decisions(graph: Graph, values: Sequence[Value]) -> Finding | None:
    """Return the note about the comparisons of ``values``, the first nodes of ``graph``; None without any."""
    extras = ((node, value._extra) for node, value in enumerate(values))
    asked = [(node, extra) for node, extra in extras if extra and extra.decisions]
    if not asked:
        return None
    labels = graph.labels()
    told = [
        (f"{labels[node]} {sign} {full(number) if other is None else other}", outcome)
        for node, extra in asked
        for (sign, number, other), outcome in extra.decisions.items()
    ]
    node = f"n{asked[0][0]}"
    if len(told) == 1:
        question, outcome = told[0]
        said = "holds" if outcome else "does not hold"
        return Finding(
            "decision", node=node, message=f"{question} was asked and {said}: no gradient sees that"
        )
    # The last one ends a loop, so it is among those that are shown.
    shown = told if len(told) <= SHOWN else [*told[: SHOWN - 1], told[-1]]
    listed = [f"{question} ({'yes' if outcome else 'no'})" for question, outcome in shown]
    count = sum(extra.asked for _, extra in asked)
    if len(shown) < count:
        listed.insert(-1, "...")
    message = f"{count} comparisons were decided, and no gradient sees them: {', '.join(listed)}"
    return Finding("decision", node=node, message=message)
