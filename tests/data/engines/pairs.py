"""Each value keeps pairs of a parent and the local derivative towards it."""
import math


class Var:
    def __init__(self, value, parents=()):
        self.value = value
        self.parents = parents   # [(node, local derivative)]
        self.grad = 0.0

    def __add__(self, other):
        return Var(self.value + other.value, [(self, 1.0), (other, 1.0)])

    def __sub__(self, other):
        return Var(self.value - other.value, [(self, 1.0), (other, -1.0)])

    def __mul__(self, other):
        return Var(self.value * other.value, [(self, other.value), (other, self.value)])

    def sin(self):
        return Var(math.sin(self.value), [(self, math.cos(self.value))])

    def backprop(self, upstream=1.0):
        self.grad += upstream
        for parent, local in self.parents:
            parent.backprop(upstream * local)


def example():
    x, y = Var(0.5), Var(4.2)
    z = x * y + x.sin() - x * x
    z.backprop()
    return z, {"x": x, "y": y}
