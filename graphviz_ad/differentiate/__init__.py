"""Graph to Tape, and the questions that the two sweeps answer of it.

`evaluate` makes the tape; `sweep` has the two loops, `ring` what they carry; `partials` has the
formulas of edges, `formula` the algebra, `difference` the independent quotient.
"""

from graphviz_ad.differentiate.evaluate import evaluate
from graphviz_ad.differentiate.ring import COUNT, REACH, REAL, Ring
from graphviz_ad.differentiate.sweep import forward, reverse

__all__ = ["COUNT", "REACH", "REAL", "Ring", "evaluate", "forward", "reverse"]
