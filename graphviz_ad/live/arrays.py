"""numpy's functions, applied to numbers that remember: only loaded when numpy calls."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from graphviz_ad import ops
from graphviz_ad.live.arithmetic import Arithmetic, call
from graphviz_ad.live.structures import dimensions

__all__ = ["apply"]

_OPERATORS = {
    "add": "add", "subtract": "sub", "multiply": "mul", "divide": "div", "true_divide": "div",
    "floor_divide": "floordiv", "remainder": "mod", "mod": "mod", "power": "pow", "float_power": "pow",
    "negative": "neg",
}  # fmt: skip
_CALLED = {"absolute": "abs"}
_COMPARISONS = {
    "less": "__lt__", "less_equal": "__le__", "greater": "__gt__", "greater_equal": "__ge__",
    "equal": "__eq__", "not_equal": "__ne__",
}  # fmt: skip
_MIRRORED = {"__lt__": "__gt__", "__le__": "__ge__", "__gt__": "__lt__", "__ge__": "__le__"}
_TESTS = {"isnan": math.isnan, "isinf": math.isinf, "isfinite": math.isfinite}


def apply(ufunc: Any, method: str, inputs: Sequence[Any], options: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """Return ``ufunc(*inputs)``, at least one of which remembers.

    Where an array is among the inputs, numpy goes through its elements and comes back for each.
    """
    if method != "__call__" or any(map(dimensions, inputs)):
        return getattr(ufunc, method)(*map(_boxed, inputs), **options)
    if options:
        return NotImplemented
    name = ufunc.__name__
    if name in _COMPARISONS:
        return _compared(_COMPARISONS[name], *inputs)
    if name in _TESTS:
        return _TESTS[name](inputs[0]._number)
    if name == "positive":
        return inputs[0]
    if name in _OPERATORS:
        return _operated(_OPERATORS[name], inputs)
    known = _CALLED.get(name, name)
    if known not in ops.called():
        raise TypeError(f"numpy.{name} has no derivative here; adviz ops lists what has")
    return call(known, inputs)


def _boxed(thing: Any) -> Any:  # noqa: ANN401
    """Return a number that remembers as an array of one object, which numpy takes apart by itself."""
    if not isinstance(thing, Arithmetic):
        return thing
    import numpy as np

    box = np.empty((), dtype=object)
    box[()] = thing
    return box


def _operated(op: str, inputs: Sequence[Any]) -> Any:  # noqa: ANN401
    kind = next(type(thing) for thing in inputs if isinstance(thing, Arithmetic))
    operands = [kind._operand(thing) for thing in inputs]
    if any(operand is NotImplemented for operand in operands):
        return NotImplemented
    return kind._of(op, operands)


def _compared(method: str, left: Any, right: Any) -> Any:  # noqa: ANN401
    if isinstance(left, Arithmetic):
        return getattr(left, method)(right)
    return getattr(right, _MIRRORED.get(method, method))(left)
