"""`Dual`: a number with its rate of change, carried forward through every operation."""

from __future__ import annotations

from collections.abc import Sequence

from graphviz_ad import ops
from graphviz_ad.differentiate.evaluate import local_derivative
from graphviz_ad.live.arithmetic import Arithmetic
from graphviz_ad.number import full

__all__ = ["Dual"]


class Dual(Arithmetic):
    """A number ``primal + tangent·ε`` with ε² = 0.

    Every operation multiplies the tangents of its operands by its local derivatives and adds them
    up: what `graphviz_ad.forward` does with a seed, while the program runs.  Nothing is remembered.
    A tangent of 0 is none: it passes nothing on, not even 0 times infinity.

    Parameters
    ----------
    primal
        The value.
    tangent
        How fast it changes; 1 for the variable by which is differentiated, 0 for the others.

    Examples
    --------
    >>> x = Dual(2.0, 1.0)
    >>> (2*x + 3)**2
    Dual(49, 28)
    """

    __slots__ = ("_moves", "primal", "tangent")

    _word = "primal"

    def __init__(self, primal: float, tangent: float = 0.0) -> None:
        numbers = self._operand(primal), self._operand(tangent)
        for number, given in zip(numbers, (primal, tangent), strict=True):
            if number is NotImplemented or isinstance(number, Dual):
                raise TypeError(f"a Dual is made of two numbers, not of {type(given).__name__}")
        self.primal: float = numbers[0]
        self.tangent: float = numbers[1]
        self._moves = self.tangent != 0

    @classmethod
    def _of(cls, op: str, operands: Sequence[Dual | float]) -> Dual:
        numbers = [arg.primal if isinstance(arg, Dual) else arg for arg in operands]
        value = ops.kernel(op).value(*numbers)
        made, selects = cls(value), ops.TABLE[op].selects
        for slot, arg in enumerate(operands):
            if isinstance(arg, Dual) and arg._moves:
                slope = local_derivative(op, slot, numbers, value)
                if slope or not selects:  # an operand that was not taken passes nothing, not even nan
                    made.tangent += slope * arg.tangent
                    made._moves = True
        return made

    @property
    def _number(self) -> float:
        return self.primal

    def __repr__(self) -> str:
        return f"Dual({full(self.primal)}, {full(self.tangent)})"
