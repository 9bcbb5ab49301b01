"""How numbers are written: the one place that turns a float into text.

Shown numbers have a few significant digits.  A number that lost digits by that
is marked ``≈`` wherever an equation would otherwise be false.
"""

from __future__ import annotations

import math

from graphviz_ad.noun import noun

__all__ = ["DIGITS", "Shown", "count_text", "full", "json_number", "read", "show", "subscript"]

DIGITS = 4
LONGEST_COUNT = 4000
SMALL, LARGE = 1e-4, 1e6
WHOLE = 1e10
"""Below this whole numbers are shown whole: 1048576, not 1.049e6."""
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@noun
class Shown:
    """A number as it is shown, and whether the text is the number itself."""

    text: str
    exact: bool

    @property
    def equals(self) -> str:
        """The sign that stands before the text: ``=``, or ``≈`` where digits were lost."""
        return "=" if self.exact else "≈"


def show(value: float, digits: int = DIGITS) -> Shown:
    """Return ``value`` with ``digits`` significant digits, typeset.

    Parameters
    ----------
    value
        Any float, also nan and the infinities.
    digits
        Significant digits, at least 1; 17 shows every float exactly.

    Examples
    --------
    >>> show(-18.0)
    Shown(text='−18', exact=True)
    >>> show(0.3932238665)
    Shown(text='0.3932', exact=False)
    >>> show(5e-06 / 2).text, show(1e300).text, show(float("-inf")).text
    ('2.5e−6', '1e300', '−∞')
    """
    if not math.isfinite(value):
        return Shown("nan" if value != value else "∞" if value > 0 else "−∞", exact=True)
    text = full(value + 0.0)  # -0.0 + 0.0 is 0.0, and a 0 has no sign for a reader
    if value.is_integer() and abs(value) < WHOLE:
        text = min(text, str(int(value)), key=len)
    else:
        shortened = f"{value:.{digits}g}"
        rounded = float(shortened)
        if rounded != value:
            # The largest floats round to numbers that are none: 1.798e308.
            text = full(rounded) if math.isfinite(rounded) else shortened.replace("e+", "e")
            return Shown(text.replace("-", "−"), exact=False)
    return Shown(text.replace("-", "−"), exact=True)


def full(value: float) -> str:
    """Return the shortest text that reads back as ``value``, in adviz's own language.

    Examples
    --------
    >>> full(3.0), full(0.1), full(1e-07), full(1e22), full(float("inf"))
    ('3', '0.1', '1e-7', '1e22', 'inf')
    """
    if value.is_integer() and abs(value) < LARGE:
        return str(int(value)) if value or math.copysign(1, value) > 0 else "-0"
    if value and not SMALL <= abs(value) < LARGE and math.isfinite(value):
        mantissa, _, exponent = f"{value:.17e}".partition("e")
        for digits in range(17):
            mantissa, _, exponent = f"{value:.{digits}e}".partition("e")
            if float(f"{mantissa}e{exponent}") == value:
                break
        return f"{mantissa}e{int(exponent)}"
    return repr(value)


def read(text: str) -> float | None:
    """Return the number that a shown text is, or None; not ``float``, since a variable may be called nan.

    Examples
    --------
    >>> read("−2.5e−6"), read("18"), read("nan"), read("x")
    (-2.5e-06, 18.0, None, None)
    """
    plain = text.replace("−", "-")
    try:
        return float(plain) if plain.lstrip("-")[:1].isdecimal() else None
    except ValueError:
        return None


def json_number(value: float | None) -> float | int | str | None:
    """Return ``value`` as JSON can carry it: whole numbers whole, nan and infinities as words.

    Examples
    --------
    >>> json_number(18.0), json_number(0.5), json_number(float("nan")), json_number(None)
    (18, 0.5, 'nan', None)
    """
    if value is None or not math.isfinite(value):
        return None if value is None else repr(value)
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def count_text(count: int) -> str:
    """Return an exact count, or a power of two or ten when it has too many digits.

    Examples
    --------
    >>> count_text(1048576), count_text(2**20000), count_text(10**5000 + 1)
    ('1048576', '2**20000', 'about 10^5000')
    """
    if count.bit_length() < LONGEST_COUNT * 3.3219:
        return str(count)
    if count & (count - 1) == 0:
        return f"2**{count.bit_length() - 1}"
    return f"about 10^{round(count.bit_length() * math.log10(2))}"


def subscript(label: str) -> str:
    """Return a label whose digits are set as subscripts: ``v12`` as ``v₁₂``."""
    return label.translate(_SUBSCRIPTS)
