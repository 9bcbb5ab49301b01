"""Variables that hold values: the names that they give them, and their gradients set to 0."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from graphviz_ad.live.structures import inside_of, leaves
from graphviz_ad.live.value import Value

__all__ = ["names", "zero_grad"]

_OF_NOTEBOOKS = frozenset(("In", "Out"))


def names(variables: Mapping[str, object]) -> None:
    """Give every value without a name the name of the variable that holds it.

    Parameters
    ----------
    variables
        Usually ``locals()``.  Names that begin with ``_`` are left out; of two variables with the
        same value the first gives the name; values in a list ``w`` are called ``w_0``, ``w_1``.

    Examples
    --------
    >>> m, x = Value(2.0), Value(3.0)
    >>> names({"m": m, "x": x, "k": 7})
    >>> m.name, x.name
    ('m', 'x')
    """
    offered = {
        name: thing
        for name, thing in list(variables.items())
        # A notebook keeps what it has shown in Out; arrays of floats hold no values.
        if not name.startswith("_")
        and name not in _OF_NOTEBOOKS
        and getattr(thing, "dtype", object) in (object, "O")
    }
    for name, thing in sorted(offered.items(), key=lambda item: not isinstance(item[1], Value)):
        for own, value in leaves(thing, name):
            if isinstance(value, Value) and value.name is None:
                value.name = own


def zero_grad(values: Value | Iterable[object]) -> None:
    """Set the gradients of values to 0: of one, or of all in a list, a dict, an array.

    Examples
    --------
    >>> x = Value(2.0)
    >>> order = (x*x).backward()
    >>> zero_grad([x])
    >>> x.grad
    0.0
    """
    things = values if inside_of(values) is not None or isinstance(values, Value) else list(values)
    for _, thing in leaves(things, ""):
        if isinstance(thing, Value):
            thing.grad = 0.0
