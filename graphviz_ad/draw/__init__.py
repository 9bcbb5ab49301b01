"""From a derivation to a placed picture: roles, texts and coordinates, no colours.

``graphviz_ad.draw(source, at, wrt=...)``, which goes the whole way from a text to a drawing that can
be saved, is `graphviz_ad.write.drawing.draw`: ``help(graphviz_ad.Drawing)`` and
``inspect.signature(graphviz_ad.draw)`` tell of it.
"""

from graphviz_ad.draw.drawing import draw
from graphviz_ad.draw.options import CHOICES, DrawOptions

__all__ = ["CHOICES", "DrawOptions", "draw"]
