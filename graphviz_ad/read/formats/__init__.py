"""One file a source: JSON, networkx, DOT, sympy."""
