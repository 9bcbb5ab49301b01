"""From somebody's live objects to `Claims`: families, walking, probing, names, sources."""

from graphviz_ad.read.objects.reading import is_object_graph, read_object

__all__ = ["is_object_graph", "read_object"]
