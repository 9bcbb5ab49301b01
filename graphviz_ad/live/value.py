"""`Value`: a number that remembers what it was computed from."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

from graphviz_ad import ops
from graphviz_ad.differentiate.evaluate import local_derivative
from graphviz_ad.graph import INPUT
from graphviz_ad.live.arithmetic import Arithmetic
from graphviz_ad.number import full
from graphviz_ad.write.notebook import Shown

if TYPE_CHECKING:
    from graphviz_ad.explanation import Derivation
    from graphviz_ad.live.backward import Order
    from graphviz_ad.live.walk import Paths
    from graphviz_ad.write.drawing import Drawing

__all__ = ["Value"]

_tick = count(1).__next__
"""What happened when: an operand was overwritten after its use if its number is the larger one."""

MOST_DECISIONS = 20


class _Extra:
    """What few values have: when it was overwritten, the decisions it took part in, paths to it."""

    __slots__ = ("asked", "chains", "changed", "decisions", "paths")

    def __init__(self) -> None:
        self.asked = 0
        self.changed = 0
        self.decisions: dict[tuple[str, float, str | None], bool] = {}
        self.paths: list[Any] = []
        self.chains: list[list[float]] = []


class Value(Arithmetic, Shown):
    """A number that remembers the operation and the operands that it came from.

    Operators, the methods of every operation (``x.tanh()``), the functions of the library
    (``graphviz_ad.tanh(x)``) and numpy's (``numpy.tanh(x)``) make new values; numbers are constants.
    A comparison is a plain bool, and is remembered as a decision that no gradient sees.  Equal
    values are still two nodes: as keys and for ``is`` they differ.

    Parameters
    ----------
    value
        The number.
    name
        What it is called in pictures and paths.

    Attributes
    ----------
    value, data
        The number.  It may be set, which a later backward through rules that kept it notices.
    grad, derivative
        What `backward` has added up here; 0 at the start.
    op
        The operation of the table, ``input`` for a value that was not computed.
    args
        Its operands, values and (constants) floats.
    name
        Its name, or None; `names` takes names from variables.

    Examples
    --------
    >>> x, y = Value(2.0, name="x"), Value(3.0, name="y")
    >>> z = x*y + x.tanh()
    >>> order = z.backward()
    >>> z.value, x.grad, y.grad
    (6.9640275800758165, 3.0706508248531645, 2.0)
    """

    __slots__ = ("__weakref__", "_extra", "_made", "_value", "args", "grad", "name", "op")

    args: tuple[Value | float, ...]

    def __init__(self, value: float, *, name: str | None = None) -> None:
        number = self._operand(value)
        if number is NotImplemented or isinstance(number, Value):
            raise TypeError(f"a Value is made of a number, not of {type(value).__name__}")
        self._value: float = number
        self.grad = 0.0
        self.op = INPUT
        self.args = ()
        self.name = name
        self._made = _tick()
        self._extra: _Extra | None = None

    @classmethod
    def _of(cls, op: str, operands: Sequence[Value | float]) -> Value:
        made: Value = object.__new__(Value)
        value = _functions.get(op) or _function(op)
        made._value = value(*[arg._value if isinstance(arg, Value) else arg for arg in operands])
        made.grad = 0.0
        made.op = op
        made.args = tuple(operands)
        made.name = None
        made._made = _tick()
        made._extra = None
        return made

    @property
    def _number(self) -> float:
        return self._value

    def _more(self) -> _Extra:
        if self._extra is None:
            self._extra = _Extra()
        return self._extra

    def _decided(self, sign: str, other: Value | float, outcome: bool) -> bool:  # noqa: FBT001
        extra = self._more()
        extra.asked += 1
        decisions = extra.decisions
        if len(decisions) < MOST_DECISIONS:
            key = (sign, other._value, other.name) if isinstance(other, Value) else (sign, other, None)
            decisions[key] = outcome
        return outcome

    @property
    def value(self) -> float:
        """The number."""
        return self._value

    @value.setter
    def value(self, value: float) -> None:
        number = self._operand(value)
        if number is NotImplemented or isinstance(number, Value):
            raise TypeError(f"a value is set to a number, not to {type(value).__name__}")
        self._value = number
        self._more().changed = _tick()

    data = value

    @property
    def derivative(self) -> float:
        """What `backward` has added up here, as `grad`."""
        return self.grad

    @derivative.setter
    def derivative(self, value: float) -> None:
        self.grad = value

    @property
    def local_derivatives(self) -> tuple[float | None, ...]:
        """The derivative by each operand, None for constants; of ``x*y`` at 2, 3 it is (3, 2)."""
        numbers = [arg._value if isinstance(arg, Value) else arg for arg in self.args]
        return tuple(
            local_derivative(self.op, slot, numbers, self._value) if isinstance(arg, Value) else None
            for slot, arg in enumerate(self.args)
        )

    def backward(self, seed: float = 1.0, *, paths: bool = False) -> Order:
        """Carry ``seed`` back to everything that this was computed from.

        What arrives is added to the gradients of inputs, so that two calls give twice as much, and
        takes the place of what the values in between had: `zero_grad` clears the inputs.

        Parameters
        ----------
        seed
            The gradient of this value.
        paths
            Whether every input also gets its `paths` and `chains`.

        Returns
        -------
        Order
            The values in the order in which they were visited, this one first; with ``notes``.

        Raises
        ------
        GraphProblem
            A value was overwritten after an operation had kept it for its local derivative.
        NotSupported
            There are too many paths to list.

        Examples
        --------
        >>> x, y = Value(2.0, name="x"), Value(3.0, name="y")
        >>> z = x*y
        >>> order = z.backward(); order = z.backward()
        >>> x.grad, y.grad, z.grad, order.notes[0].fault
        (6.0, 4.0, 1.0, 'backward_called_k_times_leaves_not_cleared')
        """
        from graphviz_ad.live.backward import backward

        number = self._operand(seed)
        if not isinstance(number, float):
            raise TypeError(f"the seed of a backward pass is a number, not {type(seed).__name__}")
        return backward(self, number, paths=paths)

    @property
    def paths(self) -> Paths:
        """The paths to here of the last ``backward(paths=True)``; called, those from here to an input.

        Examples
        --------
        >>> x = Value(3.0, name="x")
        >>> L = x*x; L.name = "L"
        >>> [str(path) for path in L.paths(wrt=x)]
        ['L->x', 'L->x']
        """
        from graphviz_ad.live.walk import Paths

        return Paths(self, self._extra.paths if self._extra else ())

    @property
    def chains(self) -> list[list[float]]:
        """The local derivatives along each of `paths`, from the output."""
        return self._extra.chains if self._extra else []

    def explain(self, wrt: object = None, *, max_paths: int = 7) -> Derivation:
        """Return paths, products and totals of this value by inputs (values or names; default: all)."""
        from graphviz_ad.live.showing import told

        return told(self, wrt, max_paths=max_paths)

    def draw(self, wrt: object = None, **how: Any) -> Drawing:  # noqa: ANN401 - as for graphviz_ad.draw
        """Draw the graph of this value; options as for `graphviz_ad.draw`.

        Examples
        --------
        >>> x = Value(2.0, name="x")
        >>> drawing = (x*x + x).draw(wrt=x)
        >>> drawing.derivation.explanations[0].total
        5.0
        """
        from graphviz_ad.live.showing import drawing

        return drawing(self, wrt, how)

    def _shown_sheet(self) -> Drawing | None:
        from graphviz_ad.live.showing import small

        return self.draw() if small(self) else None

    def __repr__(self) -> str:
        name = f", name={self.name!r}" if self.name is not None else ""
        return f"Value({_shown(self._value)}{name}, grad={_shown(self.grad)})"


_functions: dict[str, Callable[..., float]] = {}


def _function(op: str) -> Callable[..., float]:
    return _functions.setdefault(op, ops.kernel(op).value)


def _shown(number: object) -> str:
    return full(number) if isinstance(number, float) and not math.isnan(number) else str(number)
