"""What `Value` and `Dual` have in common: Python's operators, and a method for every row of the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Self, cast

from graphviz_ad import ops
from graphviz_ad.errors import DomainProblem

__all__ = ["Arithmetic", "call"]

_NO_FLOAT = (
    "a {} is no float: a function of `math` would lose the derivative.  "
    "graphviz_ad has the same functions (graphviz_ad.tanh), and .{} is the number"
)
_NO_INDEX = (
    "a {} does not count or index: it is a number with a derivative.  "
    "Keep what counts a plain int: leave it out of the values, or fix it with functools.partial"
)


class Arithmetic:
    """A number that remembers: every operation goes through `_of`, which each kind has its own way.

    Numbers may stand on either side of an operator; they are constants.
    """

    __slots__ = ()

    if TYPE_CHECKING:
        # The methods of the table, tanh and all others, are made below.
        def __getattr__(self, name: str) -> Callable[..., Self]: ...

    @classmethod
    def _of(cls, op: str, operands: Sequence[Self | float]) -> Self:
        """Return what an operation of the table gives."""
        raise NotImplementedError

    @property
    def _number(self) -> float:
        """The number without its memory."""
        raise NotImplementedError

    def _decided(self, sign: str, other: Self | float, outcome: bool) -> bool:  # noqa: ARG002, FBT001
        """Take note of a comparison; return its outcome."""
        return outcome

    @classmethod
    def _operand(cls, thing: object) -> Any:  # noqa: ANN401 - a number of this kind, a float, NotImplemented
        """Return what can be computed with: this kind, or a float; NotImplemented for anything else."""
        if isinstance(thing, cls) or type(thing) is float:
            return thing
        if isinstance(thing, Arithmetic):
            raise TypeError(f"{cls.__name__} and {type(thing).__name__} cannot be mixed")
        if not isinstance(thing, (int, float)):
            if getattr(thing, "ndim", None) == 0 and hasattr(thing, "item"):
                return cls._operand(thing.item())  # numpy's arrays without a dimension
            from numbers import Real  # fractions

            if not isinstance(thing, Real):
                return NotImplemented
        return _float(thing)

    def _binary(self, op: str, left: object, right: object) -> Self:
        operands = self._operand(left), self._operand(right)
        if operands[0] is NotImplemented or operands[1] is NotImplemented:
            return cast("Self", NotImplemented)
        return self._of(op, operands)

    # Operators ----------------------------------------------------------------------------

    def __add__(self, other: object) -> Self:
        return self._binary("add", self, other)

    def __radd__(self, other: object) -> Self:
        return self._binary("add", other, self)

    def __sub__(self, other: object) -> Self:
        return self._binary("sub", self, other)

    def __rsub__(self, other: object) -> Self:
        return self._binary("sub", other, self)

    def __mul__(self, other: object) -> Self:
        return self._binary("mul", self, other)

    def __rmul__(self, other: object) -> Self:
        return self._binary("mul", other, self)

    def __truediv__(self, other: object) -> Self:
        return self._binary("div", self, other)

    def __rtruediv__(self, other: object) -> Self:
        return self._binary("div", other, self)

    def __floordiv__(self, other: object) -> Self:
        return self._binary("floordiv", self, other)

    def __rfloordiv__(self, other: object) -> Self:
        return self._binary("floordiv", other, self)

    def __mod__(self, other: object) -> Self:
        return self._binary("mod", self, other)

    def __rmod__(self, other: object) -> Self:
        return self._binary("mod", other, self)

    def __pow__(self, other: object) -> Self:
        return self._binary("pow", self, other)

    def __rpow__(self, other: object) -> Self:
        return self._binary("pow", other, self)

    def __neg__(self) -> Self:
        return self._of("neg", (self,))

    def __pos__(self) -> Self:
        return self

    def __abs__(self) -> Self:
        return self._of("abs", (self,))

    def __floor__(self) -> Self:
        return self._of("floor", (self,))

    def __ceil__(self) -> Self:
        return self._of("ceil", (self,))

    def __round__(self, digits: int | None = None) -> Self:
        if digits is not None:
            raise TypeError("round(x) rounds to a whole number; for digits, round(x*100)/100")
        return self._of("round", (self,))

    # Decisions ----------------------------------------------------------------------------

    def _compare(self, sign: str, other: object) -> bool:
        operand = self._operand(other)
        if operand is NotImplemented:
            return cast("bool", NotImplemented)
        number = operand._number if isinstance(operand, Arithmetic) else operand
        outcome = bool(ops.kernel(ops.COMPARISONS[sign]).value(self._number, number))
        return self._decided(sign, operand, outcome)

    def __lt__(self, other: object) -> bool:
        return self._compare("<", other)

    def __le__(self, other: object) -> bool:
        return self._compare("<=", other)

    def __gt__(self, other: object) -> bool:
        return self._compare(">", other)

    def __ge__(self, other: object) -> bool:
        return self._compare(">=", other)

    def __eq__(self, other: object) -> bool:
        return self._compare("==", other)

    def __ne__(self, other: object) -> bool:
        return self._compare("!=", other)

    __hash__ = object.__hash__  # two numbers that are equal are still two nodes

    def __bool__(self) -> bool:
        return self._compare("!=", 0.0)

    def conjugate(self) -> Self:
        """Return the number itself: it is real; numpy asks for this in its variance."""
        return self

    def __format__(self, spec: str) -> str:
        return format(self._number, spec) if spec else repr(self)

    # What it is not -----------------------------------------------------------------------

    def __float__(self) -> float:
        raise TypeError(_NO_FLOAT.format(type(self).__name__, self._word))

    def __index__(self) -> int:
        raise TypeError(_NO_INDEX.format(type(self).__name__))

    _word = "value"

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:  # noqa: ANN401
        """Let ``numpy.tanh(x)`` and ``array * x`` be what they look like."""
        from graphviz_ad.live.arrays import apply

        return apply(ufunc, method, inputs, kwargs)


def call(name: str, args: Sequence[object]) -> Any:  # noqa: ANN401 - a number of the kind of its operands
    """Apply an operation by any of its names to numbers, with or without memory.

    Examples
    --------
    >>> call("max", (1.0, 3.0, 2.0)), call("tanh", (0.0,))
    (3.0, 0.0)
    """
    row = ops.fitting(name, len(args))
    if row is None:
        forms = " or ".join(f"{name}({', '.join(found.params)})" for found in ops.called()[name])
        count = f"{len(args)} value{'' if len(args) == 1 else 's'}"
        raise TypeError(f"{name} was called with {count}: write {forms}")
    kind = next((type(arg) for arg in args if isinstance(arg, Arithmetic)), Arithmetic)
    operands = [kind._operand(arg) for arg in args]
    strange = next(
        (arg for arg, operand in zip(args, operands, strict=True) if operand is NotImplemented), None
    )
    if strange is not None:
        raise TypeError(f"{name} takes numbers, and {type(strange).__name__} is none")
    apply = ops.kernel(row.name).value if kind is Arithmetic else lambda *some: kind._of(row.name, some)
    while len(operands) > len(row.params):
        operands[:2] = [apply(*operands[:2])]
    return apply(*operands, *row.left_out(len(operands)))


def _float(thing: Any) -> float:  # noqa: ANN401
    try:
        return float(thing)
    except OverflowError:
        raise DomainProblem(
            "this number is larger than any float", hint="the largest is about 1.8e308"
        ) from None


def _method(name: str) -> Callable[..., Any]:
    def method(self: Arithmetic, *others: object) -> Any:  # noqa: ANN401
        return call(name, (self, *others))

    row = ops.called()[name][0]
    method.__name__ = name
    method.__qualname__ = f"Arithmetic.{name}"
    method.__doc__ = f"Return {name}({', '.join(row.params)}) with this as {row.operands[0]}."
    return method


for _name in ops.called():
    setattr(Arithmetic, _name, _method(_name))
