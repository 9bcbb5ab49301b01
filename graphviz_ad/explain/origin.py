"""Where a derivative stops being a number: the edge at which 0 meets infinity."""

from __future__ import annotations

from graphviz_ad.differentiate.ring import REAL
from graphviz_ad.differentiate.sweep import reverse
from graphviz_ad.number import show
from graphviz_ad.tape import LIVE, Tape

__all__ = ["origin"]


def origin(tape: Tape, output: int) -> tuple[int, str] | None:
    """Return the edge at which the reverse sweep first makes nan out of numbers, and the words for it.

    Examples
    --------
    >>> from graphviz_ad.differentiate import evaluate
    >>> from graphviz_ad.read import read_text
    >>> tape = evaluate(read_text("sqrt(x)**2"), {"x": 0})
    >>> origin(tape, 3)
    (0, '0 comes back to v1, and its slope in x is ∞: 0·∞ is not a number')
    """
    graph = tape.graph
    adjoints = reverse(tape, {output: 1.0}, REAL)
    for head in range(output, -1, -1):
        upstream = adjoints[head]
        if upstream is None or upstream != upstream:
            continue
        for edge in range(graph.starts[head], graph.starts[head + 1]):
            weight = tape.partials[edge]
            if tape.states[edge] != LIVE or weight is None or weight != weight:
                continue
            if (product := upstream * weight) != product:
                labels = graph.labels()
                back, slope = show(upstream).text, show(weight).text
                operand = labels[graph.operands[edge]]
                told = f"{back} comes back to {labels[head]}, and its slope in {operand} is {slope}"
                return edge, f"{told}: {back}·{slope} is not a number"
    return None
