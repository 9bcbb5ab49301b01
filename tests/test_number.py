"""How numbers are written."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphviz_ad.number import count_text, full, json_number, show, subscript

FINITE = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3.0, "3"), (-18.0, "-18"), (0.1, "0.1"), (1e-7, "1e-7"), (1e22, "1e22"),
        (123456.0, "123456"), (1e6, "1e6"),
        (1234567.0, "1.234567e6"), (5e-324, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e308"), (0.0, "0"),
        (-0.0, "-0"), (math.inf, "inf"), (-math.inf, "-inf"), (math.nan, "nan"), (2.5e-6, "2.5e-6"),
        (0.0001, "0.0001"),
    ],
)  # fmt: skip
def test_full(value, text):
    assert full(value) == text


@given(FINITE)
def test_full_reads_back_to_the_last_bit(value):
    again = float(full(value))
    assert again == value
    assert math.copysign(1, again) == math.copysign(1, value)


@pytest.mark.parametrize(
    ("value", "digits", "text", "exact"),
    [
        (36.0, 4, "36", True), (-18.0, 4, "−18", True), (0.3932238665, 4, "0.3932", False),
        (1024.0, 2, "1024", True),
        (999999.0, 4, "999999", True), (1234567.0, 4, "1234567", True), (1048576.5, 4, "1.049e6", False),
        (2.0**40, 4, "1.1e12", False), (1e300, 4, "1e300", True),
        (0.5, 1, "0.5", True),
        (0.25, 1, "0.2", False), (2.0000001, 4, "2", False), (-0.0, 4, "0", True), (math.inf, 4, "∞", True),
        (-math.inf, 4, "−∞", True), (math.nan, 4, "nan", True), (2.5e-6, 4, "2.5e−6", True),
        (0.1 + 0.2, 17, "0.30000000000000004", True),
        (1.7976931348623157e308, 4, "1.798e308", False), (-1.5e308, 1, "−2e308", False),
        (9.9996, 4, "10", False), (-1e-20, 4, "−1e−20", True),
    ],
)  # fmt: skip
def test_show(value, digits, text, exact):
    shown = show(value, digits)
    assert (shown.text, shown.exact) == (text, exact)
    assert shown.equals == ("=" if exact else "≈")


@given(FINITE, st.integers(1, 17))
def test_what_is_shown_is_the_number_or_says_that_it_is_not(value, digits):
    shown = show(value, digits)
    again = float(shown.text.replace("−", "-"))
    assert (again == value) == shown.exact
    if math.isinf(again):  # 1.798e308 is how the largest float is shown
        assert abs(value) >= 1e308
        return
    assert again == value or again == pytest.approx(value, rel=0.51 * 10.0 ** (1 - digits))


@given(st.floats())
def test_json_numbers_are_json_and_read_back(value):
    text = json.dumps(json_number(value), allow_nan=False)
    again = float(json.loads(text))
    assert math.isnan(again) if math.isnan(value) else again == value


def test_json_numbers():
    assert json_number(18.0) == 18
    assert type(json_number(18.0)) is int
    assert json_number(2.0**53) == 2.0**53
    assert type(json_number(2.0**53)) is float
    assert json_number(math.inf) == "inf"
    assert json_number(None) is None


def test_counts():
    assert count_text(0) == "0"
    assert count_text(2**50 - 12) == str(2**50 - 12)
    assert count_text(10**3999) == str(10**3999)
    assert count_text(2**20000) == "2**20000"
    assert count_text(3**9000) == "about 10^4294"
    assert len(count_text(10**4100 + 7)) < 20


def test_subscripts():
    assert subscript("v12") == "v₁₂"
