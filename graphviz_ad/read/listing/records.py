"""A graph as somebody wrote it: a record a node, kept whole, nothing checked yet.

Every source of graphs (JSON, networkx, DOT) is read into these, with whatever else it says of a
node, a value or a gradient, among the attributes.  `graphviz_ad.read.listing.assembly` makes the graph.
"""

from __future__ import annotations

from collections.abc import Mapping

from graphviz_ad.expression import CONSTANTS
from graphviz_ad.finding import Finding
from graphviz_ad.noun import noun

__all__ = ["Arg", "Listing", "Named", "Record", "is_number", "stated"]


@noun
class Named:
    """A number that is written by a name: ``Named(0.5, "half")``."""

    value: float
    symbol: str


Arg = str | float | Named
"""An operand: the id of a record or the name of a number (``pi``), a number, a number with its name."""


@noun
class Record:
    """One node as it was written.

    Attributes
    ----------
    id
        What operands call it.
    op
        The operation, as whoever wrote it calls it; '' where nothing is said.
    args
        Its operands in order.
    name
        What the picture calls it; None for a node without a name.
    where
        Its place in the source in words, ``nodes[3]``.
    attributes
        All else that was said of it: claims of values and derivatives among it.
    place
        The span in the listing's ``source``.
    """

    id: str
    op: str
    args: tuple[Arg, ...]
    name: str | None
    where: str
    attributes: Mapping[str, object]
    place: tuple[int, int] = (0, 0)


@noun
class Listing:
    """A graph as it was written.

    Attributes
    ----------
    records
        The nodes in the order in which they were written.
    inputs
        Names (or ids) that were declared to be variables, with their value or None.
    outputs
        Ids of outputs; every ``output`` node, if empty.
    scope
        Node (id) by every name, where that is more than the names of the nodes.
    source, notes
        A program's text, and what reading it took for granted.
    attributes
        All else that was said of the graph.
    """

    records: tuple[Record, ...]
    inputs: Mapping[str, float | None]
    outputs: tuple[str, ...]
    attributes: Mapping[str, object]
    scope: Mapping[str, str] | None = None
    source: str = ""
    notes: tuple[Finding, ...] = ()


_WORDS = frozenset(("nan", "inf", "-inf"))


def is_number(word: str) -> bool:
    """Whether an operand that no node is called is the name of a number: ``pi``, ``nan``, ``-inf``."""
    return word in CONSTANTS or word in _WORDS


def stated(value: object) -> float | None:
    """Return the number that an attribute is, also as text, or None.

    Examples
    --------
    >>> stated(3), stated("2.5"), stated("-inf"), stated("2*x"), stated(None)
    (3.0, 2.5, -inf, None, None)
    """
    if type(value) is float:
        return value
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str) and value not in _WORDS and value.lstrip("+-.")[:1] not in set("0123456789"):
        return None
    try:
        return float(value)
    except (ValueError, OverflowError):
        return None
