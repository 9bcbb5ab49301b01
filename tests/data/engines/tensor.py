"""Gradients by paths: every tensor keeps its arguments and its local derivatives, as tensors."""
from typing import Any, List, Optional


class Tensor:
    """
    A number that can be differentiated
    """

    # If the tensor was made by an operation, the operation arguments
    # are stored in args
    args: tuple["Tensor"] = ()
    # If the tensor was made by an operation, the derivatives wrt
    # operation inputs are stored in
    local_derivatives: tuple["Tensor"] = ()
    # The derivative we have calculated
    derivative: Optional["Tensor"] = None

    # optionally give this tensor a name
    name: Optional[str] = None
    paths: List["Tensor"] = None
    chains: List["Tensor"] = None

    def __init__(self, value: float):
        self.value = value

    def __repr__(self) -> str:
        return f"Tensor({self.value})"


def _add(a: Tensor, b: Tensor):
    """
    Add two tensors
    """
    result = Tensor(a.value + b.value)
    result.local_derivatives = (Tensor(1), Tensor(1))
    result.args = (a, b)
    return result


def _sub(a: Tensor, b: Tensor):
    """
    Subtract tensor b from a
    """
    result = Tensor(a.value - b.value)
    result.local_derivatives = (Tensor(1), Tensor(-1))
    result.args = (a, b)
    return result


def _mul(a: Tensor, b: Tensor):
    """
    Multiply two tensors
    """
    result = Tensor(a.value * b.value)
    result.local_derivatives = (b, a)
    result.args = (a, b)
    return result


def backward(root_node: Tensor) -> None:
    stack = [(root_node, Tensor(1))]

    while stack:
        node, current_derivative = stack.pop()

        # if we have reached a parameter (it has no arguments
        # because it wasn't created by an operation) then add the derivative
        if not node.args:
            if node.derivative is None:
                node.derivative = current_derivative
            else:
                node.derivative = _add(node.derivative, current_derivative)
            continue

        for arg, derivative in zip(node.args, node.local_derivatives):
            stack.append((arg, _mul(current_derivative, derivative)))


def loss(y=1, m=2, x=3, c=4):
    y, m, x, c = Tensor(y), Tensor(m), Tensor(x), Tensor(c)
    left = _sub(y, _add(_mul(m, x), c))
    right = _sub(y, _add(_mul(m, x), c))
    L = _mul(left, right)
    y.name, m.name, x.name, c.name, L.name = "y", "m", "x", "c", "L"
    backward(L)
    return L
