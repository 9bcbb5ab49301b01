"""The order in which the nodes of somebody's graph can be evaluated."""

from __future__ import annotations

from array import array

__all__ = ["back_edges", "evaluation_order"]

_NEW, _OPEN, _DONE = 0, 1, 2


def evaluation_order(starts: array[int], operands: array[int]) -> tuple[list[int], list[int]]:
    """Return the nodes, operands before operations, and a cycle if there is one.

    The given order is kept wherever it is one of evaluation; a node that stands after its first
    user is moved in front of that.

    Parameters
    ----------
    starts, operands
        ``operands[starts[i]:starts[i + 1]]`` are the operands of node i.

    Returns
    -------
    tuple
        The order, and the nodes of a cycle from operand to operation; one of the two is empty.

    Examples
    --------
    >>> evaluation_order(array("q", [0, 0, 2, 3, 3]), array("q", [0, 2, 3]))
    ([0, 3, 2, 1], [])
    >>> evaluation_order(array("q", [0, 1, 2]), array("q", [1, 0]))
    ([], [1, 0])
    """
    count = len(starts) - 1
    state, following = bytearray(count), starts[:count]
    order: list[int] = []
    for first in range(count):
        stack = [first] if state[first] == _NEW else []
        while stack:
            node = stack[-1]
            state[node] = _OPEN
            if following[node] == starts[node + 1]:
                state[node] = _DONE
                order.append(stack.pop())
                continue
            operand = operands[following[node]]
            following[node] += 1
            if state[operand] == _OPEN:
                return [], stack[stack.index(operand) :][::-1]
            if state[operand] == _NEW:
                stack.append(operand)
    return order, []


def back_edges(starts: array[int], operands: array[int]) -> list[tuple[int, int]]:
    """Return edges, each with its operation, without which there is no cycle.

    Examples
    --------
    >>> back_edges(array("q", [0, 1, 3]), array("q", [1, 0, 1]))
    [(1, 1), (1, 2)]
    """
    state, following = bytearray(len(starts) - 1), starts[:-1]
    found: list[tuple[int, int]] = []
    for first in range(len(state)):
        stack = [] if state[first] else [first]
        while stack:
            node, edge = stack[-1], following[stack[-1]]
            state[node] = _OPEN
            if edge == starts[node + 1]:
                state[stack.pop()] = _DONE
                continue
            following[node] += 1
            if state[operands[edge]] == _OPEN:
                found.append((node, edge))
            elif state[operands[edge]] == _NEW:
                stack.append(operands[edge])
    return found
