from __future__ import annotations

import pytest
from suspected import BROKEN, MICROGRAD, engine, power

from graphviz_ad.testing import assert_gradients_ok


def test_a_right_engine_passes_and_its_report_is_returned():
    report = assert_gradients_ok(engine(MICROGRAD)["loss"])
    assert report.ok


def test_a_wrong_one_fails_with_the_report():
    make = engine(BROKEN)["Value"]
    p, q, three = make(3.0), make(2.0), make(3.0)
    out = (p * q) * three
    out.backward()
    with pytest.raises(AssertionError) as caught:
        assert_gradients_ok(out)
    message = str(caught.value)
    assert "error" in message.splitlines()[0]
    assert "at p = 3" in message
    assert "should be" in message


def test_warnings_fail_where_that_is_asked_for():
    rule = MICROGRAD.replace("self.grad += other.data", "self.grad = other.data")
    make = engine(rule)["Value"]
    p, q = make(3.0), make(2.0)
    out = p * q
    out.backward()
    # Nothing fans out, so that no gradient is wrong.
    assert assert_gradients_ok(out).ok
    with pytest.raises(AssertionError, match="assign instead of accumulate"):
        assert_gradients_ok(out, warnings=True)
    with pytest.raises(AssertionError):
        assert_gradients_ok(power()[0])
