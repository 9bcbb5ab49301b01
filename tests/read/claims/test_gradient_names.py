"""What people call gradients."""

import pytest

from graphviz_ad.read.claims.gradient_names import adjoint_of, is_adjoint


@pytest.mark.parametrize(
    ("left", "name"),
    [
        *(("dx", "x"), ("x_bar", "x"), ("grad_x", "x"), ("x_grad", "x"), ("bar_x", "x"), ("dw1", "w1")),
        *(("x\u0304", "x"), ("x\u0305", "x"), ("w\u03041", "w1"), ("w1\u0304", "w1"), ("\u0113", "e")),
        *(("dd", "d"), ("t", None), ("d", None), ("dq", None), ("x", None), ("d_x", None)),
    ],
)
def test_names_of_gradients(left, name):
    assert adjoint_of(left, {"x": 0, "w1": 1, "e": 2, "d": 3}) == name
    assert name is None or is_adjoint(left, name)
    assert not is_adjoint(left, "y")
