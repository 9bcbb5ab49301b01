"""The table of operations: every row against arithmetic that is not ours."""

from __future__ import annotations

import itertools
import math
import random
from functools import cache

import mpmath
import pytest

from graphviz_ad import ieee, ops
from graphviz_ad.differentiate.remarks import one_sided
from graphviz_ad.expression import walk
from graphviz_ad.rule import RESULT, Algebra, Row, compute, names_in, parsed

ROWS = list(ops.TABLE)
FLAT = [name for name in ROWS if ops.TABLE[name].flat]
SMOOTH = [name for name in ROWS if not ops.TABLE[name].flat]

ORDINARY = [-7.0, -2.0, -1.5, -1.0, -0.75, -0.3, -1e-3, 1e-3, 0.1, 0.5, 0.9, 1.0, 1.25, 2.0, 3.0, 5.5, 12.0]
EXTREME = [
    1e200,
    -1e200,
    1e-200,
    -1e-200,
    1e150,
    1e-150,
    1e100,
    -1e100,
    1e16,
    1e-16,
    0.5,
    -3.0,
    1.0,
    700.0,
    -700.0,
]
STRANGE = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    2.0,
    3.0,
    -3.0,
    5e-324,
    1e-200,
    1e200,
    -1e200,
    1.7e308,
    710.0,
    math.inf,
    -math.inf,
    math.nan,
]


# Rows over complex numbers of many digits -------------------------------------------------------
# Comparisons look at the real part, functions of real numbers are continued analytically.


DIGITS, MANY_DIGITS = 100, 1000
"""Of 1 + 1e-400 the logarithm needs many, and a step that is as much smaller."""


def real(value):
    return mpmath.re(value)


def sign_of(value):
    return mpmath.sign(real(value))


def power(x, y):
    if mpmath.im(y) == 0 and real(y) == mpmath.floor(real(y)):
        return mpmath.power(x, int(real(y)))
    return mpmath.exp(y * mpmath.log(x))


def cube_root(x):
    return mpmath.cbrt(x) if real(x) >= 0 else -mpmath.cbrt(-x)


def angle(y, x):
    return mpmath.mpc(0, -1) * mpmath.log((x + mpmath.mpc(0, 1) * y) / mpmath.sqrt(x * x + y * y))


def nearest_even(x):
    below = mpmath.floor(real(x))
    over = real(x) - below
    return below + (over > 0.5 or (over == 0.5 and int(below) % 2 == 1))


OPERATIONS = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
    "neg": lambda x: -x,
    "pow": power,
    "floordiv": lambda x, y: mpmath.floor(real(x / y)),
    "mod": lambda x, y: x - y * mpmath.floor(real(x / y)),
    "cbrt": cube_root,
    "log2": lambda x: mpmath.log(x) / mpmath.log(2),
    "log10": lambda x: mpmath.log(x) / mpmath.log(10),
    # mpmath gives up on arguments at which erfc is 0 or 2 to a hundred billion digits.
    "erfc": lambda x: mpmath.erfc(x) if abs(real(x)) < 1e6 else mpmath.mpf(1 - sign_of(real(x))),
    "hypot": lambda x, y: mpmath.sqrt(x * x + y * y),
    "atan2": angle,
    "abs": lambda x: x if real(x) >= 0 else -x,
    "sign": sign_of,
    "max": lambda x, y: x if real(x) >= real(y) else y,
    "min": lambda x, y: x if real(x) <= real(y) else y,
    "floor": lambda x: mpmath.floor(real(x)),
    "ceil": lambda x: mpmath.ceil(real(x)),
    "round": nearest_even,
} | {
    name: getattr(mpmath, name)
    for name in (
        "exp", "expm1", "log", "log1p", "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh",
        "tanh", "asinh", "acosh", "atanh", "erf",
    )
}  # fmt: skip

COMPARE = {
    "<": lambda x, y: x < y,
    "<=": lambda x, y: x <= y,
    ">": lambda x, y: x > y,
    ">=": lambda x, y: x >= y,
    "==": lambda x, y: x == y,
    "!=": lambda x, y: x != y,
}


def compared(signs, args):
    parts = [real(arg) for arg in args]
    links = zip(signs.split(), parts, parts[1:], strict=False)
    return mpmath.mpf(all(COMPARE[sign](x, y) for sign, x, y in links))


def operation(name):
    """Return a primitive, or another row that a text of the table calls."""
    if name in OPERATIONS:
        return OPERATIONS[name]
    row = ops.TABLE[name]
    return lambda *args: compute(row.value, dict(zip(row.operands, args, strict=True)), COMPLEX)


COMPLEX = Algebra(
    mpmath.mpf,
    operation,
    lambda taken, condition, otherwise: taken if real(condition) != 0 else otherwise,
    compared,
)


def over_mpmath(name, args):
    row = ops.TABLE[name]
    return compute(row.value, dict(zip(row.operands, args, strict=True)), COMPLEX)


def digits_for(args):
    return DIGITS if all(1e-4 < abs(arg) < 1e4 for arg in args) else MANY_DIGITS


def complex_step(name, args, slot):
    """Return the derivative of a row's own text: the imaginary part of a tiny imaginary step."""
    digits = digits_for(args)
    with mpmath.workdps(digits):
        exact = [mpmath.mpf(arg) for arg in args]
        step = mpmath.mpf(10) ** (-digits // 2) * (abs(exact[slot]) or 1)
        moved = [mpmath.mpc(arg, step if k == slot else 0) for k, arg in enumerate(exact)]
        return mpmath.im(over_mpmath(name, moved)) / step


def blindness(args, slot, value):
    """Return the size of slopes that the imaginary step cannot tell from rounding of the value itself."""
    digits = digits_for(args)
    step = mpmath.mpf(10) ** (-digits // 2) * (abs(args[slot]) or 1)
    return float(10 * abs(value) * mpmath.mpf(10) ** -digits / step)


@cache
def points(name, numbers):
    """Return points inside the domain of a row that are no kinks, the same ones every time."""
    row, kernel = ops.TABLE[name], ops.kernel(name)
    choices = list(itertools.product(numbers, repeat=len(row.operands)))
    random.Random(7).shuffle(choices)
    inside = [
        args
        for args in choices
        if (kernel.domain is None or kernel.domain(*args)) and not any(kink(*args) for kink in kernel.kinks)
    ]
    return inside[:40]


def differentiable(name, args, slot):
    """Whether the slope exists: of x**y by y only for x >= 0."""
    return name != "pow" or slot == 0 or args[0] > 0


def noise(name, args):
    """Return how far a slope may be off where its formula subtracts from 1, as the textbook has it."""
    subtracts = {"tanh", "sigmoid", "silu", "gelu", "softplus", "erf"}
    size = max([1.0, *(abs(arg) for arg in args if abs(arg) < 100)])
    return 1e-15 * size if name in subtracts else 0.0


# What a row is -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ROWS)
def test_a_row_is_well_formed(name):
    row = ops.TABLE[name]
    assert row.name == name
    assert len(row.partials) == len(row.params)
    assert len(row.guards) in (0, len(row.partials))
    defaults = ["=" in param for param in row.params]
    assert defaults == sorted(defaults), "operands with defaults come last"
    assert RESULT not in row.operands
    assert row.flat == (set(row.partials) == {"0"})


@pytest.mark.parametrize("name", ROWS)
def test_every_name_in_a_row_is_known(name):
    row = ops.TABLE[name]
    own = {*row.operands, "pi"}
    assert names_in(row.value) <= own
    for text in row.partials:
        assert names_in(text) <= own | {RESULT}
    for text in (
        *row.kinks,
        *(guard for guard in row.guards if guard),
        *([row.domain] if row.domain else []),
    ):
        assert names_in(text) <= own


@pytest.mark.parametrize("name", ROWS)
def test_every_function_in_a_row_is_a_primitive_or_a_row(name):
    row = ops.TABLE[name]
    for text in (row.value, *row.partials, *row.kinks):
        for term in walk(parsed(text)):
            if term.op == "call":
                assert term.text in ieee.FUNCTIONS or term.text in ops.TABLE, text
            elif term.op not in ("number", "name", "if", "compare"):
                # Derivatives can be graphs again: what is written in them is in the table.
                assert term.op in ops.TABLE, text


@pytest.mark.parametrize("name", ROWS)
def test_what_a_row_keeps(name):
    row = ops.TABLE[name]
    for slot, text in enumerate(row.partials):
        letters = {term.text for term in walk(parsed(text)) if term.op == "name"}
        assert row.keeps(slot) == letters - {"pi"}


def test_the_table_has_every_function_of_the_language():
    asked = """exp log log2 log10 log1p expm1 sqrt cbrt square sin cos tan asin acos atan atan2 sinh cosh tanh
        asinh acosh atanh relu leaky_relu elu softplus sigmoid silu gelu erf abs sign min max clip where step
        floor ceil round pow ln arcsin arccos arctan swish logistic σ"""
    assert set(asked.split()) <= set(ops.called())


def test_a_name_means_one_operation_or_forms_with_other_numbers_of_operands():
    for name, rows in ops.called().items():
        counts = [len(row.params) for row in rows]
        assert len(set(counts)) == len(counts), name


def test_known_keeps():
    assert ops.TABLE["add"].keeps(0) == set()
    assert ops.TABLE["mul"].keeps(0) | ops.TABLE["mul"].keeps(1) == {"x", "y"}
    assert ops.TABLE["tanh"].keeps(0) == {RESULT}
    assert ops.TABLE["exp"].keeps(0) == {RESULT}
    assert ops.TABLE["square"].keeps(0) == {"x"}


# Numbers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("numbers", [ORDINARY, EXTREME], ids=["ordinary", "extreme"])
def test_value_against_mpmath(name, numbers):
    kernel = ops.kernel(name)
    for args in points(name, tuple(numbers)):
        with mpmath.workdps(digits_for(args)):
            exact = over_mpmath(name, [mpmath.mpf(arg) for arg in args])
            if abs(mpmath.im(exact)) > abs(exact) * mpmath.mpf(10) ** -50:
                exact = mpmath.nan
            exact = float(real(exact))
        found = kernel.value(*args)
        if name in ("sin", "cos", "tan", "mod", "floordiv") and max(map(abs, args)) > 1e15:
            continue  # the reduction of huge arguments is the platform's
        tolerance = noise(name, args)
        assert found == pytest.approx(exact, rel=1e-13, abs=tolerance, nan_ok=True), args


@pytest.mark.parametrize("name", SMOOTH)
@pytest.mark.parametrize("numbers", [ORDINARY, EXTREME], ids=["ordinary", "extreme"])
def test_slopes_by_complex_step(name, numbers):
    kernel = ops.kernel(name)
    tested = 0
    for args in points(name, tuple(numbers)):
        if name in ("sin", "cos", "tan", "mod", "floordiv") and max(map(abs, args)) > 1e15:
            continue
        value = kernel.value(*args)
        for slot, partial in enumerate(kernel.partials):
            if not differentiable(name, args, slot):
                continue
            slope = partial(*args, value)
            true = complex_step(name, args, slot)
            true = float(true)
            if abs(true) < 1e-300 or not math.isfinite(true):
                # Below, digits are lost to underflow; beyond, there is no float.
                assert math.isinf(slope) if not math.isfinite(true) else abs(slope) < 2e-300, (args, slot)
                continue
            allowed = noise(name, args) + blindness(args, slot, value)
            assert slope == pytest.approx(true, rel=2e-13, abs=allowed), (args, slot)
            tested += 1
    assert tested > 3 or numbers is EXTREME


@pytest.mark.parametrize("name", ROWS)
def test_slopes_by_finite_differences(name):
    """The compiled function itself, without any algebra."""
    if name == "both":
        return  # a product of conditions, which are 0 or 1
    kernel = ops.kernel(name)
    for args in points(name, tuple(ORDINARY)):
        value = kernel.value(*args)
        for slot, partial in enumerate(kernel.partials):
            slope = partial(*args, value)
            if not differentiable(name, args, slot):
                continue
            step = 2.0**-17 * max(2.0**-8, min(1.0, abs(args[slot])))
            ends = [kernel.value(*(a + s * (k == slot) for k, a in enumerate(args))) for s in (step, -step)]
            jumps = name in ("mod", "floordiv") and abs(args[1]) <= 0.1
            if jumps or not all(map(math.isfinite, ends)):
                continue
            rough = (ends[0] - ends[1]) / (2 * step)
            scale = abs(slope) + abs(value) + 1
            assert slope == pytest.approx(rough, rel=1e-4, abs=1e-6 * scale), (args, slot)


SYMENGINE = {
    "add": "x + y", "sub": "x - y", "mul": "x*y", "div": "x/y", "neg": "-x", "pow": "x**y", "square": "x**2",
    "sqrt": "sqrt(x)", "exp": "exp(x)", "log": "log(x)", "log_base": "log(x)/log(b)", "sin": "sin(x)",
    "cos": "cos(x)", "tan": "tan(x)", "asin": "asin(x)", "acos": "acos(x)", "atan": "atan(x)",
    "atan2": "atan2(y, x)", "sinh": "sinh(x)", "cosh": "cosh(x)", "tanh": "tanh(x)", "asinh": "asinh(x)",
    "acosh": "acosh(x)", "atanh": "atanh(x)", "erf": "erf(x)", "sigmoid": "1/(1 + exp(-x))",
    "silu": "x/(1 + exp(-x))", "gelu": "x*(1 + erf(x/sqrt(2)))/2", "softplus": "log(1 + exp(x))",
    "hypot": "sqrt(x**2 + y**2)", "log2": "log(x)/log(2)", "log10": "log(x)/log(10)", "log1p": "log(1 + x)",
    "expm1": "exp(x) - 1",
}  # fmt: skip


@pytest.mark.parametrize("name", SYMENGINE)
def test_slopes_by_symengine(name):
    symengine = pytest.importorskip("symengine")
    row, kernel = ops.TABLE[name], ops.kernel(name)
    formula = symengine.sympify(SYMENGINE[name])
    for slot, operand in enumerate(row.operands):
        derivative = formula.diff(symengine.Symbol(operand))
        for args in points(name, tuple(ORDINARY)):
            if not differentiable(name, args, slot) or (name == "pow" and args[0] < 0):
                continue
            exact = derivative.subs({symengine.Symbol(p): a for p, a in zip(row.operands, args, strict=True)})
            slope = kernel.partials[slot](*args, kernel.value(*args))
            assert slope == pytest.approx(float(exact.n(real=True)), rel=1e-9, abs=1e-12), args


# Kinks, domains, totality ---------------------------------------------------------------------------

KINKS = {
    "floordiv": (6.0, 3.0), "mod": (6.0, 3.0), "atan2": (0.0, -1.0), "relu": (0.0,),
    "leaky_relu": (0.0, 0.01),
    "elu": (0.0, 2.0), "abs": (0.0,), "max": (2.0, 2.0), "min": (2.0, 2.0), "clip": (1.0, 1.0, 5.0),
    "sign": (0.0,), "step": (0.0,), "floor": (2.0,), "ceil": (2.0,), "round": (2.5,), "lt": (1.0, 1.0),
    "le": (1.0, 1.0), "gt": (1.0, 1.0), "ge": (1.0, 1.0), "eq": (1.0, 1.0), "ne": (1.0, 1.0),
}  # fmt: skip
CHOSEN = {"relu": (0.0,), "abs": (0.0,), "max": (0.5, 0.5), "min": (0.5, 0.5), "step": (0.0,), "sign": (0.0,)}


def test_every_row_with_a_kink_is_tested():
    assert set(KINKS) == {name for name in ROWS if ops.TABLE[name].kinks}


@pytest.mark.parametrize("name", KINKS)
def test_both_sides_of_a_kink(name):
    args, kernel = KINKS[name], ops.kernel(name)
    assert any(kink(*args) for kink in kernel.kinks)
    differs = False
    for slot in range(len(args)):
        (low, left), (high, right) = one_sided(name, list(args), slot)
        for side, value, slope in ((-1, low, left), (1, high, right)):
            point = [
                mpmath.mpf(a) + side * (k == slot) * mpmath.mpf(2) ** -30 * max(1, abs(a))
                for k, a in enumerate(args)
            ]
            with mpmath.workdps(60):
                moved = [mpmath.mpc(p, mpmath.mpf(10) ** -40 * (k == slot)) for k, p in enumerate(point)]
                exact = over_mpmath(name, moved)
                assert value == pytest.approx(float(real(exact)), rel=1e-12, abs=1e-15)
                true = mpmath.im(exact) / mpmath.mpf(10) ** -40
                assert slope == pytest.approx(float(true), rel=1e-12, abs=1e-12)
        differs = differs or abs(left - right) > 1e-6 or abs(low - high) > 1e-6
    # A comparison for (in)equality is the one that jumps at the point alone.
    assert differs or name in ("eq", "ne")


@pytest.mark.parametrize("name", CHOSEN)
def test_what_is_chosen_at_a_kink(name):
    args, kernel = KINKS[name], ops.kernel(name)
    assert tuple(partial(*args, kernel.value(*args)) for partial in kernel.partials) == CHOSEN[name]


EDGES = [-2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0]


@pytest.mark.parametrize("name", ROWS)
def test_the_domain_is_where_value_and_slopes_are_finite(name):
    row, kernel = ops.TABLE[name], ops.kernel(name)
    for args in itertools.product(EDGES, repeat=len(row.operands)):
        value = kernel.value(*args)
        slopes = [
            p(*args, value) for slot, p in enumerate(kernel.partials) if differentiable(name, args, slot)
        ]
        finite = all(map(math.isfinite, (value, *slopes)))
        inside = kernel.domain is None or bool(kernel.domain(*args))
        # x**y with y > 0 has a slope at 0 for y >= 1, where the domain ends all the same.
        if name == "pow" and args[0] == 0 and args[1] > 1:
            continue
        assert finite == inside, (args, value, slopes)


def test_a_negative_base_has_a_slope_in_the_base_and_none_in_the_exponent():
    pow_ = ops.kernel("pow")
    assert pow_.partials[0](-2.0, 3.0, -8.0) == 12.0
    assert math.isnan(pow_.partials[1](-2.0, 3.0, -8.0))


@pytest.mark.parametrize("name", ROWS)
def test_functions_are_total(name):
    row, kernel = ops.TABLE[name], ops.kernel(name)
    for args in itertools.product(STRANGE, repeat=len(row.operands)):
        value = kernel.value(*args)
        assert type(value) is float
        for partial in kernel.partials:
            assert type(partial(*args, value)) is float
        for other in (*kernel.kinks, *([kernel.domain] if kernel.domain else [])):
            other(*args)


@pytest.mark.parametrize(
    ("name", "args", "value", "slopes"),
    [
        ("pow", (-2.0, 3.0), -8.0, (12.0,)),
        ("pow", (0.0, 3.0), 0.0, (0.0, 0.0)),
        ("pow", (0.0, 0.0), 1.0, (0.0,)),
        ("pow", (0.0, 1.0), 0.0, (1.0, 0.0)),
        ("div", (1.0, 0.0), math.inf, (math.inf, -math.inf)),
        ("div", (1e300, 1e300), 1.0, (1e-300, -1e-300)),
        ("mod", (1.0, 0.1), 0.09999999999999995, (1.0, -9.0)),
        ("mod", (-7.0, 3.0), 2.0, (1.0, 3.0)),
        ("clip", (0.0, 5.0, 3.0), 3.0, (0.0, 0.0, 1.0)),
        ("clip", (9.0, 5.0, 3.0), 3.0, (0.0, 0.0, 1.0)),
        ("clip", (1.0, 2.0, 3.0), 2.0, (0.0, 1.0, 0.0)),
        ("where", (0.0, 5.0, 3.0), 3.0, (0.0, 0.0, 1.0)),
        ("step", (0.0,), 0.0, (0.0,)),
        ("expm1", (-30.0,), math.expm1(-30.0), (math.exp(-30.0),)),
        ("asin", (1 - 1e-15,), math.asin(1 - 1e-15), (2.2371e7,)),
    ],
)
def test_points_with_a_known_answer(name, args, value, slopes):
    kernel = ops.kernel(name)
    found = kernel.value(*args)
    assert found == value
    for slope, partial in zip(slopes, kernel.partials, strict=False):
        assert partial(*args, found) == pytest.approx(slope, rel=1e-3 if name == "asin" else 1e-15, abs=0)


# Rows themselves -------------------------------------------------------------------------------------


def test_a_new_operation_is_a_new_row():
    row = Row("cubed", ("x",), "x**3", ("3*x**2",))
    from graphviz_ad.rule import Kernel

    kernel = Kernel.of(row, {"cubed": row})
    assert (kernel.value(2.0), kernel.partials[0](2.0, 8.0)) == (8.0, 12.0)


def test_kernels_are_compiled_when_first_asked_for():
    ops.kernel.cache_clear()
    assert ops.kernel.cache_info().currsize == 0
    ops.kernel("mul")
    assert ops.kernel.cache_info().currsize == 1
