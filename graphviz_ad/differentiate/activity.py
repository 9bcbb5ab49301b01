"""Which nodes depend on a variable: only they are differentiated."""

from __future__ import annotations

from graphviz_ad.graph import Graph

__all__ = ["active"]


def active(graph: Graph) -> bytearray:
    """Return a flag for every node: whether it depends on a variable."""
    flags = bytearray(len(graph))
    starts, operands = graph.starts, graph.operands
    for index in graph.inputs:
        flags[index] = 1
    for index in range(len(flags)):
        if not flags[index]:
            for operand in operands[starts[index] : starts[index + 1]]:
                if operand >= 0 and flags[operand]:
                    flags[index] = 1
                    break
    return flags
