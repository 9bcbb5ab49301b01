"""How exactly stated numbers are meant: to the last bit of a float, or to the digits that were typed."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable

from graphviz_ad.claims import Claims
from graphviz_ad.noun import noun, replace

__all__ = ["EXACT", "Precision", "precision_of", "precisions_of"]

TYPED_DIGITS = 12
"""A number with more significant digits was computed, not typed."""
COMPUTED = "live objects"
DRAWN = ("DOT", "networkx", "node-link", "GraphML", "GEXF")
"""What is drawn of somebody's numbers rounds the inputs as well."""
SINGLE = 2.0**-21
"""Four units of the last place of a 32-bit float."""


@noun
class Precision:
    """How far a stated number may be from the true one.

    Attributes
    ----------
    relative
        The share of its size that every number may be off.
    digits, decimals
        Most significant digits, and most digits behind the point, that any typed number has;
        None where numbers were not typed.
    own
        Whether each number that is not whole has the digits that it shows, not as many as others.
    whole
        Whether whole numbers are exact: beside computed numbers 0 is no rounded 0.01.
    inputs
        Whether the inputs are rounded like all other numbers.
    """

    relative: float
    digits: int | None = None
    decimals: int | None = None
    own: bool = False
    whole: bool = False
    inputs: bool = False

    def slack(self, value: float) -> float:
        """Return how far the number that is stated as ``value`` may be from it.

        A number with more digits than anybody types is exact, whatever stands beside it.

        Examples
        --------
        >>> Precision(1e-9).slack(2.0), Precision(1e-9, 4, 4).slack(0.6640)
        (2e-09, 5.0...e-05)
        >>> Precision(1e-9, 2, 2).slack(2.9), Precision(1e-9, 2, 2).slack(0.66403677026784)
        (0.05..., 6.6...e-10)
        >>> Precision(1e-9, 3, 2).slack(2.9), Precision(1e-9, 3, 2, own=True).slack(2.9)
        (0.005..., 0.05...)
        """
        size = abs(value)
        if not size < math.inf:
            return 0.0
        loose = self.relative * size
        if self.digits is None or self.decimals is None or _digits(value)[0] > TYPED_DIGITS:
            return loose
        if self.whole and value.is_integer():
            return loose
        # A hair more than half a unit: 0.0625 may have been rounded either way.
        half = 0.5001 * 10.0**-self.decimals
        if self.own and not value.is_integer():
            half = max(half, 0.5001 * 10.0 ** -_digits(value)[1])
        if size:
            half = max(half, 0.5001 * 10.0 ** (math.floor(math.log10(size)) + 1 - self.digits))
        return max(loose, half)


EXACT = Precision(1e-9)


def precision_of(claims: Claims, tolerance: float) -> Precision:
    """Return how exactly the numbers of ``claims`` are meant, as they look.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> graph = read_text("exp(x)")
    >>> precision_of(Claims(graph, {"x": 0.8}, values={1: 2.2255}), 1e-9)
    Precision(relative=1e-09, digits=5, decimals=4, own=False, whole=False, inputs=False)
    >>> precision_of(Claims(graph, {"x": 0.8}, values={1: 2.225540928492468}), 1e-9)
    Precision(relative=1e-09, digits=None, decimals=None, own=False, whole=False, inputs=False)
    """
    return precisions_of(claims, tolerance)[0]


def precisions_of(claims: Claims, tolerance: float) -> list[Precision]:
    """Return the ways in which the numbers of ``claims`` may be meant, the likeliest first.

    Where most numbers have all the digits of a float, a short one is as exact as they are, unless
    everything is right but for that.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> claims = Claims(read_text("log(x)"), {"x": 3}, values={1: 1.1}, adjoints={0: 1 / 3, 1: 1.0})
    >>> [precision.digits for precision in precisions_of(claims, 1e-9)]
    [None, 2]
    """
    inputs = set(claims.graph.inputs)
    probed = (probe.once for probe in claims.probes.values())
    numbers = [number for node, number in claims.values.items() if node not in inputs]
    numbers += [*claims.partials.values(), *claims.adjoints.values(), *probed]
    numbers = [number for number in numbers if math.isfinite(number) and number]
    full, digits, decimals = 0, 0, 0
    for number in numbers:
        significant, behind = _digits(number)
        if significant > TYPED_DIGITS:
            full += 1
        else:
            digits, decimals = max(digits, significant), max(decimals, behind)
    exact = Precision(max(tolerance, SINGLE) if full and _all_single(numbers) else tolerance)
    if claims.kind.startswith(COMPUTED) or not decimals:
        # Somebody's program printed nothing: its numbers are what it computed; so are whole ones.
        return [exact]
    typed = Precision(exact.relative, digits, decimals)
    others = [typed, replace(typed, own=True)]
    if claims.kind.startswith(DRAWN):
        others.append(replace(typed, inputs=True))
    broken = sum(not number.is_integer() for number in numbers)
    if full and 2 * full >= broken:
        return [exact, *(replace(each, own=True, whole=True) for each in others[1:])]
    return others


def _digits(number: float) -> tuple[int, int]:
    """Return the significant digits of the shortest text of a number, and those behind the point."""
    mantissa, _, exponent = f"{number!r}".lstrip("-").partition("e")
    whole, _, behind = mantissa.partition(".")
    behind = behind.rstrip("0")
    significant = len((whole + behind).strip("0"))
    return significant, max(0, len(behind) - int(exponent or 0))


def _all_single(numbers: Iterable[float]) -> bool:
    """Whether every number is one of 32 bits."""
    try:
        return all(struct.unpack("f", struct.pack("f", number))[0] == number for number in numbers)
    except OverflowError:
        return False
