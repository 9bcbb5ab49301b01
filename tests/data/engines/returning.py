"""Rules are functions of the upstream gradient and return the gradients of the inputs."""
import math


class Node:
    def __init__(self, data, parents=(), op="", backward_fn=None):
        self.data = data
        self.parents = parents
        self.op = op
        self.backward_fn = backward_fn
        self.grad = None

    def __add__(self, other):
        return Node(self.data + other.data, (self, other), "add", lambda grad: (grad, grad))

    def __sub__(self, other):
        return Node(self.data - other.data, (self, other), "sub", lambda grad: (grad, -grad))

    def __mul__(self, other):
        return Node(self.data * other.data, (self, other), "mul",
                    lambda grad: (grad * other.data, grad * self.data))

    def __truediv__(self, other):
        return Node(self.data / other.data, (self, other), "div",
                    lambda grad: (grad / other.data, -grad * self.data / other.data ** 2))

    def sin(self):
        return Node(math.sin(self.data), (self,), "sin", lambda grad: (grad * math.cos(self.data),))

    def backward(self, grad=1.0):
        order, seen = [], set()

        def visit(node):
            if node in seen:
                return
            seen.add(node)
            for parent in node.parents:
                visit(parent)
            order.append(node)

        visit(self)
        self.grad = grad
        for node in reversed(order):
            if node.backward_fn is None:
                continue
            for parent, g in zip(node.parents, node.backward_fn(node.grad)):
                parent.grad = g if parent.grad is None else parent.grad + g


def example():
    a, b = Node(1.5), Node(-2.0)
    y = (a * a - b / a) * (a.sin() + b)
    return y, {"a": a, "b": b}
