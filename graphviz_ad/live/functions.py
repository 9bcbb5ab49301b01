"""The operations as functions: of values, of duals, of plain numbers, of arrays of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from graphviz_ad import ops
from graphviz_ad.live.arithmetic import call
from graphviz_ad.live.structures import dimensions

__all__ = ["function"]


@cache
def function(name: str) -> Callable[..., Any]:
    """Return the operation that is called ``name``, as `graphviz_ad.tanh` is found.

    Examples
    --------
    >>> from graphviz_ad.live.value import Value
    >>> relu = function("relu")
    >>> relu(-2.0), relu(Value(3.0))
    (0.0, Value(3, grad=0))
    """

    def apply(*args: Any) -> Any:  # noqa: ANN401 - as its operands
        if any(map(dimensions, args)):
            import numpy as np  # somebody's arrays: it is loaded

            return np.frompyfunc(apply, len(args), 1)(*args)
        return call(name, args)

    rows = ops.called()[name]
    apply.__name__ = apply.__qualname__ = name
    forms = " or ".join(f"{name}({', '.join(row.params)})" for row in rows)
    apply.__doc__ = f"Return {forms} of numbers, values, duals, or element by element of arrays."
    return apply
