"""From a tape to what is told: paths, chains, totals, checks, and the words for them."""

from graphviz_ad.explain.sums import sweeps
from graphviz_ad.explain.totals import explain
from graphviz_ad.explain.words import Words, path_words

__all__ = ["Words", "explain", "path_words", "sweeps"]
