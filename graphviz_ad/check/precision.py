"""How exactly stated numbers are meant: to the last bit of a float, or to the digits that were typed."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable

from graphviz_ad.claims import Claims
from graphviz_ad.noun import noun

__all__ = ["EXACT", "Precision", "precision_of"]

TYPED_DIGITS = 12
"""A number with more significant digits was computed, not typed."""
FEWEST_DIGITS = 3
"""With fewer digits, and less than two behind the point, nothing tells a rounded number from a whole one."""
COMPUTED = "live objects"
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
        Most significant digits, and most digits behind the point, that any stated number has;
        None where numbers were not typed.
    """

    relative: float
    digits: int | None = None
    decimals: int | None = None

    def slack(self, value: float) -> float:
        """Return how far the number that is stated as ``value`` may be from it.

        Examples
        --------
        >>> Precision(1e-9).slack(2.0), Precision(1e-9, 4, 4).slack(0.6640)
        (2e-09, 5.0...e-05)
        """
        size = abs(value)
        if not size < math.inf:
            return 0.0
        loose = self.relative * size
        if self.digits is None or self.decimals is None:
            return loose
        # A hair more than half a unit: 0.0625 may have been rounded either way.
        half = 0.5001 * 10.0**-self.decimals
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
    Precision(relative=1e-09, digits=5, decimals=4)
    >>> precision_of(Claims(graph, {"x": 0.8}, values={1: 2.225540928492468}), 1e-9)
    Precision(relative=1e-09, digits=None, decimals=None)
    """
    inputs = set(claims.graph.inputs)
    probed = (probe.once for probe in claims.probes.values())
    numbers = [number for node, number in claims.values.items() if node not in inputs]
    numbers += [*claims.partials.values(), *claims.adjoints.values(), *probed]
    numbers = [number for number in numbers if math.isfinite(number) and number]
    digits = decimals = 0
    for number in numbers:
        significant, behind = _digits(number)
        digits, decimals = max(digits, significant), max(decimals, behind)
        if digits > TYPED_DIGITS:
            return Precision(max(tolerance, SINGLE) if _all_single(numbers) else tolerance)
    if claims.kind.startswith(COMPUTED):
        # Somebody's program printed nothing: its numbers are what it computed.
        return Precision(tolerance)
    if decimals < 2 and not (decimals and digits >= FEWEST_DIGITS):
        return Precision(tolerance)
    return Precision(tolerance, digits, decimals)


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
