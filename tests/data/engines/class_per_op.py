"""A class for every operation, with its operands as left and right."""
import math


class Expr:
    def __init__(self):
        self.value = None
        self.grad = 0.0

    def __add__(self, other):
        return Add(self, other)

    def __mul__(self, other):
        return Mul(self, other)

    def __sub__(self, other):
        return Sub(self, other)


class Var(Expr):
    def __init__(self, name, value):
        self.name = name
        self.value = value
        self.grad = 0.0


class Binary(Expr):
    def __init__(self, left, right):
        super().__init__()
        self.left = left
        self.right = right
        self.value = self.forward()


class Add(Binary):
    def forward(self):
        return self.left.value + self.right.value

    def propagate(self):
        self.left.grad += self.grad
        self.right.grad += self.grad


class Sub(Binary):
    def forward(self):
        return self.left.value - self.right.value

    def propagate(self):
        self.left.grad += self.grad
        self.right.grad -= self.grad


class Mul(Binary):
    def forward(self):
        return self.left.value * self.right.value

    def propagate(self):
        self.left.grad += self.right.value * self.grad
        self.right.grad += self.left.value * self.grad


def backward(root):
    order, seen = [], set()
    stack = [(root, False)]
    while stack:
        node, done = stack.pop()
        if done:
            order.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            stack.append((node, True))
            if isinstance(node, Binary):
                stack += [(node.right, False), (node.left, False)]
    root.grad = 1.0
    for node in reversed(order):
        if isinstance(node, Binary):
            node.propagate()


def example():
    x, y = Var("x", 3.0), Var("y", -0.5)
    z = (x * x - y) * (x + y * y)
    backward(z)
    return z, {}
