"""From a derivation to a placed picture: roles, texts and coordinates, no colours."""

from graphviz_ad.draw.drawing import draw
from graphviz_ad.draw.options import CHOICES, DrawOptions

__all__ = ["CHOICES", "DrawOptions", "draw"]
