"""What stands at nodes and edges where somebody else lays the graph out: lines of plain text."""

from __future__ import annotations

from graphviz_ad.explain.words import Words
from graphviz_ad.explanation import Derivation
from graphviz_ad.graph import Edge
from graphviz_ad.number import show
from graphviz_ad.tape import NOT_DIFFERENTIATED
from graphviz_ad.write.theme import PATHS

__all__ = ["colours", "edge_lines", "is_differentiated", "node_lines"]


def node_lines(words: Words, node: int) -> list[str]:
    """Return the sign of an operation over its name and value, or a name over its value."""
    value, label, sign = words.derivation.tape.primals[node], words.labels[node], words.sign(node)
    shown = None if value is None else show(value, words.digits)
    if sign:
        return [sign, label if shown is None else f"{label} {shown.equals} {shown.text}"]
    equals = "≈ " if shown is not None and not shown.exact else ""
    return [label, "" if shown is None else equals + shown.text]


def is_differentiated(words: Words, edge: Edge) -> bool:
    """Whether an edge has a local derivative."""
    return words.derivation.tape.states[edge.position] != NOT_DIFFERENTIATED


def edge_lines(words: Words, edge: Edge) -> list[str]:
    """Return the local derivative of an edge: its symbol over its number, or one where both are the same."""
    derivation = words.derivation
    if not is_differentiated(words, edge):
        return []
    symbol = derivation.edge_symbols.get(edge.position, "")
    shown_symbol = words.symbol(symbol) if symbol else ""
    value = derivation.tape.partials[edge.position]
    if value is None:
        return [shown_symbol]
    shown = show(value, words.digits)
    return [shown.text] if shown.text == shown_symbol else [shown_symbol, f"{shown.equals} {shown.text}"]


def colours(derivation: Derivation) -> dict[int, list[str]]:
    """Return by edge the colours, on a light page, of the paths on it, in the order of the paths."""
    found: dict[int, list[str]] = {}
    chains = [chain for explanation in derivation.explanations for chain in explanation.chains]
    for chain, (light, _) in zip(chains, PATHS, strict=False):
        for edge in chain.path.edges:
            found.setdefault(edge, []).append(light)
    return found
