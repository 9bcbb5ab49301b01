"""Numbers in the form in which somebody's node keeps them: floats, arrays, nodes of their own."""

from __future__ import annotations

from graphviz_ad.read.objects.families import Families, Family
from graphviz_ad.read.objects.reaching import NOTHING, at_path, put
from graphviz_ad.read.objects.standing_in import copied

__all__ = ["in_form"]


def in_form(thing: object, family: Family, number: float, families: Families) -> object:
    """Return a number in the form in which a node keeps its gradient, or else its value."""
    sample = at_path(thing, family.gradient)
    if type(sample) in (float, int):
        return number
    if sample is None or sample is NOTHING:
        sample = at_path(thing, family.value)
    held = families.of(sample)
    if held is None:
        return _as_array(sample, number)
    made = copied(sample)
    put(made, held.value, _as_array(at_path(sample, held.value), number))
    return made


def _as_array(sample: object, number: float) -> object:
    """Return a number as an array of the shape of another one, if that is one."""
    shape = at_path(sample, "shape") if hasattr(type(sample), "__array_interface__") else None
    if not isinstance(shape, tuple) or isinstance(sample, float):
        return number
    import numpy as np  # somebody's array: it is loaded

    return np.full(shape, number)
