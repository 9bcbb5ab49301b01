"""From whatever somebody keeps as a number to a float."""

from __future__ import annotations

from collections.abc import Callable

from graphviz_ad.read.objects.families import Family
from graphviz_ad.read.objects.reaching import NOTHING, at_path

__all__ = ["kind_of", "number_of"]

DEEPEST = 8


def number_of(thing: object, family_of: Callable[[object], Family | None]) -> float | None:
    """Return the number that an object is or holds; None: it is none.

    Parameters
    ----------
    thing
        A number, an array of one element, one of their nodes, which holds one of these.
    family_of
        The family of a node.

    Examples
    --------
    >>> number_of(3, lambda thing: None), number_of([2.0], lambda thing: None)
    (3.0, 2.0)
    >>> number_of("3", lambda thing: None) is None
    True
    """
    for _ in range(DEEPEST):
        if type(thing) in (float, int, bool):
            return _float(thing)
        if thing is None or thing is NOTHING or isinstance(thing, (str, bytes)):
            return None
        family = family_of(thing)
        if family is not None:
            thing = at_path(thing, family.value)
            continue
        if isinstance(thing, (list, tuple)):
            if len(thing) != 1:
                return None
            thing = thing[0]
            continue
        return _scalar(thing)
    return None


def _scalar(thing: object) -> float | None:
    """Return the one element of an array, or what ``float`` makes of an object."""
    if hasattr(type(thing), "ndim") or hasattr(type(thing), "item"):
        try:
            return _float(thing.item())  # type: ignore[attr-defined]
        except Exception:  # noqa: BLE001 - of more elements, or of a kind of its own
            return None
    return _float(thing)


def _float(thing: object) -> float | None:
    try:
        return float(thing)  # type: ignore[arg-type]
    except OverflowError:
        return float("inf") if thing > 0 else float("-inf")  # type: ignore[operator]
    except Exception:  # noqa: BLE001 - __float__ is somebody's code
        return None


def kind_of(thing: object) -> str:
    """Return in words what an object is that is no number.

    Examples
    --------
    >>> kind_of("ab"), kind_of([1, 2]), kind_of(NOTHING)
    ("the text 'ab'", 'a list of 2', 'nothing that could be read')
    """
    if thing is NOTHING:
        return "nothing that could be read"
    if isinstance(thing, str):
        return f"the text {thing[:20]!r}"
    if isinstance(thing, (list, tuple, set, dict)):
        return f"a {type(thing).__name__} of {len(thing)}"
    shape = getattr(type(thing), "shape", None) and at_path(thing, "shape")
    if isinstance(shape, tuple) and shape:
        return f"an array of {' x '.join(map(str, shape))} numbers"
    return "None" if thing is None else f"an object of class {type(thing).__name__}"
