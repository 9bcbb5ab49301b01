"""THE table of operations: one row each, no logic.

Adding an operation is adding a row: numbers, labels, what the backward pass keeps, tests and
documentation all follow from its texts.  In partials, ``v`` is the row's own result.  A kink
is where the two one-sided slopes may differ; what the partial says there is what we choose:
0 for relu, abs and step, one half each for a tie of max and min.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from graphviz_ad.rule import Kernel, Row

__all__ = ["COMPARISONS", "TABLE", "called", "fitting", "kernel"]

_X, _XY = ("x",), ("x", "y")
_ROWS = (
    # arithmetic
    Row("add", _XY, "x + y", ("1", "1"), sign="+"),
    Row("sub", _XY, "x - y", ("1", "-1"), sign="−"),
    Row("mul", _XY, "x*y", ("y", "x"), sign="×"),
    Row("div", _XY, "x/y", ("1/y", "-v/y"), domain="y != 0", sign="÷"),
    Row("floordiv", _XY, "x//y", ("0", "0"), domain="y != 0", kinks=("x % y == 0",), sign="//"),
    Row("mod", _XY, "x % y", ("1", "-(x//y)"), domain="y != 0", kinks=("x % y == 0",), sign="mod"),
    Row("neg", _X, "-x", ("-1",), sign="−( )"),
    Row(
        "pow", _XY, "x**y", ("y*x**(y - 1)", "v*log(x)"), ("y == 0", "x == 0 < y"),
        domain="x > 0 if floor(y) != y else x != 0 if y < 0 else 1", sign="( )^( )", aliases=("power",),
        needs="x**y is real for x > 0, and for x < 0 where y is whole; at x = 0 it is steep for y < 1",
    ),
    Row("square", _X, "x**2", ("2*x",), sign="( )²"),
    Row("sqrt", _X, "sqrt(x)", ("1/(2*v)",), domain="x > 0", sign="√"),
    Row("cbrt", _X, "cbrt(x)", ("1/(3*v**2)",), domain="x != 0", sign="∛"),
    Row(
        "hypot", _XY, "hypot(x, y)", ("x/v", "y/v"), domain="x != 0 if y == 0 else 1",
        needs="hypot(x, y) has no slope at (0, 0)",
    ),
    # exponentials and logarithms
    Row("exp", _X, "exp(x)", ("v",)),
    Row("expm1", _X, "expm1(x)", ("exp(x)",)),
    Row("log", _X, "log(x)", ("1/x",), domain="x > 0", aliases=("ln",)),
    Row("log2", _X, "log2(x)", ("1/(x*log(2))",), domain="x > 0", aliases=("ld", "lb")),
    Row("log10", _X, "log10(x)", ("1/(x*log(10))",), domain="x > 0", aliases=("lg",)),
    Row("log1p", _X, "log1p(x)", ("1/(1 + x)",), domain="x > -1"),
    Row(
        "log_base", ("x", "b"), "log(x)/log(b)", ("1/(x*log(b))", "-v/(b*log(b))"),
        domain="(x > 0)*(b > 0)*(b != 1)", sign="log", aliases=("log",),
        needs="log(x, b) needs x > 0, b > 0 and b != 1",
    ),
    # trigonometry
    Row("sin", _X, "sin(x)", ("cos(x)",)),
    Row("cos", _X, "cos(x)", ("-sin(x)",)),
    Row("tan", _X, "tan(x)", ("1 + v**2",), aliases=("tg",)),
    Row("asin", _X, "asin(x)", ("1/sqrt((1 - x)*(1 + x))",), domain="-1 < x < 1", aliases=("arcsin",)),
    Row("acos", _X, "acos(x)", ("-1/sqrt((1 - x)*(1 + x))",), domain="-1 < x < 1", aliases=("arccos",)),
    Row("atan", _X, "atan(x)", ("1/(1 + x**2)",), aliases=("arctan", "arctg")),
    Row(
        "atan2", ("y", "x"), "atan2(y, x)", ("x/hypot(x, y)/hypot(x, y)", "-y/hypot(x, y)/hypot(x, y)"),
        domain="x != 0 if y == 0 else 1", kinks=("y == 0 > x",), aliases=("arctan2",),
        needs="atan2(y, x) is not defined at (0, 0)",
    ),
    # hyperbolic functions
    Row("sinh", _X, "sinh(x)", ("cosh(x)",), aliases=("sh",)),
    Row("cosh", _X, "cosh(x)", ("sinh(x)",), aliases=("ch",)),
    Row("tanh", _X, "tanh(x)", ("1 - v**2",), aliases=("th",)),
    Row("asinh", _X, "asinh(x)", ("1/hypot(x, 1)",), aliases=("arcsinh", "arsinh")),
    Row(
        "acosh", _X, "acosh(x)", ("1/(sqrt(x - 1)*sqrt(x + 1))",), domain="x > 1",
        aliases=("arccosh", "arcosh"),
    ),
    Row(
        "atanh", _X, "atanh(x)", ("1/((1 - x)*(1 + x))",), domain="-1 < x < 1",
        aliases=("arctanh", "artanh"),
    ),
    # activations
    Row("relu", _X, "max(x, 0)", ("step(x)",), kinks=("x == 0",), selects=True),
    Row(
        "leaky_relu", ("x", "a=0.01"), "x if x > 0 else a*x", ("1 if x > 0 else a", "0 if x > 0 else x"),
        kinks=("x == 0",), aliases=("lrelu",),
    ),
    Row(
        "elu", ("x", "a=1"), "x if x > 0 else a*expm1(x)",
        ("1 if x > 0 else a*exp(x)", "0 if x > 0 else expm1(x)"), kinks=("x == 0",),
    ),
    Row("softplus", _X, "x + log1p(exp(-x)) if x > 0 else log1p(exp(x))", ("sigmoid(x)",)),
    Row("sigmoid", _X, "1/(1 + exp(-x))", ("v*(1 - v)",), aliases=("logistic", "expit", "σ")),
    Row(
        "silu", _X, "x*sigmoid(x)", ("sigmoid(x)*(1 + x*(1 - sigmoid(x)))",), aliases=("swish",)
    ),
    Row(
        "gelu", _X, "x*erfc(-x/sqrt(2))/2",
        ("erfc(-x/sqrt(2))/2 + x*exp(-x**2/2)/sqrt(2*pi)",),
    ),
    Row("erf", _X, "erf(x)", ("2*exp(-x**2)/sqrt(pi)",)),
    Row("erfc", _X, "erfc(x)", ("-2*exp(-x**2)/sqrt(pi)",)),
    # choices
    Row("abs", _X, "abs(x)", ("sign(x)",), kinks=("x == 0",), sign="| |", aliases=("fabs",)),
    Row(
        "max", _XY, "max(x, y)", ("(1 + sign(x - y))/2", "(1 - sign(x - y))/2"), kinks=("x == y",),
        selects=True, aliases=("maximum",),
    ),
    Row(
        "min", _XY, "min(x, y)", ("(1 - sign(x - y))/2", "(1 + sign(x - y))/2"), kinks=("x == y",),
        selects=True, aliases=("minimum",),
    ),
    Row(
        "clip", ("x", "lo", "hi"), "min(max(x, lo), hi)",
        ("1 if lo < x < hi else 0", "1 if x < lo < hi else 0", "1 if max(x, lo) > hi else 0"),
        kinks=("x == lo", "x == hi", "lo == hi"), selects=True, aliases=("clamp",),
    ),
    Row(
        "where", ("c", "x", "y"), "x if c != 0 else y", ("0", "1 if c != 0 else 0", "1 if c == 0 else 0"),
        selects=True,
    ),
    Row("branch", ("c", "x"), "x", ("0", "1"), selects=True, about="the branch taken by a if c else b"),
    # flat: every local derivative is 0
    Row("sign", _X, "sign(x)", ("0",), kinks=("x == 0",), aliases=("sgn", "signum")),
    Row("step", _X, "1 if x > 0 else 0", ("0",), kinks=("x == 0",), aliases=("heaviside",)),
    Row("floor", _X, "floor(x)", ("0",), kinks=("floor(x) == x",)),
    Row("ceil", _X, "ceil(x)", ("0",), kinks=("floor(x) == x",), aliases=("ceiling",)),
    Row(
        "round", _X, "round(x)", ("0",), kinks=("floor(2*x) == 2*x != 2*floor(x)",),
        aliases=("rint",), about="ties to even",
    ),
    Row("lt", _XY, "x < y", ("0", "0"), kinks=("x == y",), sign="<"),
    Row("le", _XY, "x <= y", ("0", "0"), kinks=("x == y",), sign="≤"),
    Row("gt", _XY, "x > y", ("0", "0"), kinks=("x == y",), sign=">"),
    Row("ge", _XY, "x >= y", ("0", "0"), kinks=("x == y",), sign="≥"),
    Row("eq", _XY, "x == y", ("0", "0"), kinks=("x == y",), sign="=="),
    Row("ne", _XY, "x != y", ("0", "0"), kinks=("x == y",), sign="≠"),
    Row("both", _XY, "x*y", ("0", "0"), sign="and", about="a chain of comparisons, 0 < x < 1"),
)  # fmt: skip

TABLE: Mapping[str, Row] = {row.name: row for row in _ROWS}
"""Every operation by name."""

COMPARISONS: Mapping[str, str] = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne"}
"""The operation of each sign of comparison."""

_WRITTEN_ONLY = frozenset(("branch", "both", "log_base"))
_OF_MANY = frozenset(("max", "min"))


@cache
def called() -> Mapping[str, tuple[Row, ...]]:
    """Return the rows by every name under which they can be called, aliases included."""
    rows: dict[str, tuple[Row, ...]] = {}
    for row in _ROWS:
        own = () if row.name in _WRITTEN_ONLY else (row.name,)
        for name in (*own, *row.aliases):
            rows[name] = (*rows.get(name, ()), row)
    return rows


def fitting(name: str, count: int) -> Row | None:
    """Return the row that a call of ``name`` with ``count`` values means; None: there is none.

    A maximum of more than two values is the row of two, applied again and again.

    Examples
    --------
    >>> [fitting("log", 1).name, fitting("log", 2).name, fitting("max", 5).name, fitting("sin", 2)]
    ['log', 'log_base', 'max', None]
    """
    for row in called().get(name, ()):
        most = count if row.name in _OF_MANY else len(row.params)
        if len(row.params) - len(row.defaults) <= count <= most:
            return row
    return None


@cache
def kernel(name: str) -> Kernel:
    """Return the operation compiled to functions of floats; compiled when first asked for.

    Examples
    --------
    >>> tanh = kernel("tanh")
    >>> tanh.value(0.0), tanh.partials[0](0.0, 0.0)
    (0.0, 1.0)
    """
    return Kernel.of(TABLE[name], TABLE)
