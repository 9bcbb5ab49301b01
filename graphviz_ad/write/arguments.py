"""The operands of a node as JSON has them: ids, numbers, names of numbers."""

from __future__ import annotations

import math

from graphviz_ad.expression import CONSTANTS
from graphviz_ad.graph import Graph
from graphviz_ad.number import json_number

__all__ = ["arguments", "exact"]


def arguments(graph: Graph, index: int) -> list[object]:
    """Return the operands of a node.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> arguments(read_text("max(x, pi, 0.5)"), 1)
    ['n0', 'pi']
    """
    operands = graph.operands[graph.starts[index] : graph.starts[index + 1]]
    return [f"n{operand}" if operand >= 0 else _constant(graph, -1 - operand) for operand in operands]


def _constant(graph: Graph, k: int) -> object:
    value, symbol = graph.constants[k], graph.symbols.get(k)
    if not symbol:
        return exact(value)
    return symbol if CONSTANTS.get(symbol) == value else {"value": exact(value), "symbol": symbol}


def exact(value: float | None) -> object:
    """Return a number as JSON has it; -0 stays what it is.

    Examples
    --------
    >>> exact(2.0), exact(-0.0), exact(float("nan")), exact(None)
    (2, -0.0, 'nan', None)
    """
    if value is None:
        return None
    return -0.0 if value == 0 and math.copysign(1, value) < 0 else json_number(float(value))
