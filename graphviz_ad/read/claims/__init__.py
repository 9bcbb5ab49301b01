"""What a graph states of itself, beside the graph: from every source to Claims."""

from graphviz_ad.read.claims.reading import claims_of, is_claims_source, nodes_by_id, read_claims

__all__ = ["claims_of", "is_claims_source", "nodes_by_id", "read_claims"]
