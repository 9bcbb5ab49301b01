"""From text, hand-written graphs and live objects to a `Graph`: one file a source."""

from graphviz_ad.read.program.text import read_text

__all__ = ["read_text"]
