"""Random programs: syntax that Python has too, and programs with every operation of the table."""

from __future__ import annotations

import math

from hypothesis import strategies as st

from graphviz_ad import ops

NAMES = ["x", "y", "z", "a1", "λ"]
NUMBERS = ["0", "1", "2", "3", "0.5", "1.5", ".25", "2.", "1e3", "1E-2", "1_000"]
BINARY = ["+", "-", "*", "/", "//", "%", "**"]
COMPARE = ["<", "<=", ">", ">=", "==", "!="]


def _grow(inner):
    spaced = st.sampled_from(["", " "])
    return st.one_of(
        st.builds(lambda e: f"({e})", inner),
        st.builds(lambda sign, e: f"{sign}{e}", st.sampled_from(["-", "+"]), inner),
        st.builds(lambda x, s, op, y: f"{x}{s}{op}{s}{y}", inner, spaced, st.sampled_from(BINARY), inner),
        st.builds(lambda x, op, y: f"{x} {op} {y}", inner, st.sampled_from(COMPARE), inner),
        st.builds(lambda x, c, y: f"{x} if {c} else {y}", inner, inner, inner),
        st.builds(lambda x: f"sin({x})", inner),
        st.builds(lambda x, y: f"max({x}, {y})", inner, inner),
    )


def expressions(leaves=24):
    """Make texts of expressions; most are Python's too, and where they are not, Python says so."""
    return st.recursive(st.sampled_from(NAMES + NUMBERS), _grow, max_leaves=leaves)


# Programs whose values and slopes stay finite at ordinary points --------------------------------

# How each operation is called so that it stays inside of its domain: ({0} is an operand).
SAFE = {
    "div": "({0})/(2 + square({1}))",
    "floordiv": "({0})//(2 + square({1}))",
    "mod": "({0}) % (2 + square({1}))",
    "pow": "(1.5 + sin({0}))**cos({1})",
    "sqrt": "sqrt(1 + square({0}))",
    "cbrt": "cbrt(2 + cos({0}))",
    "hypot": "hypot({0}, 1 + square({1}))",
    "exp": "exp(sin({0}))",
    "expm1": "expm1(cos({0}))",
    "log": "log(1 + square({0}))",
    "log2": "log2(1 + square({0}))",
    "log10": "log10(2 + sin({0}))",
    "log1p": "log1p(square({0}))",
    "log_base": "log(2 + square({0}), 3 + square({1}))",
    "tan": "tan(sin({0}))",
    "asin": "asin(0.9*sin({0}))",
    "acos": "acos(0.9*cos({0}))",
    "atan2": "atan2({0}, 1 + square({1}))",
    "sinh": "sinh(sin({0}))",
    "cosh": "cosh(sin({0}))",
    "acosh": "acosh(2 + square({0}))",
    "atanh": "atanh(0.9*sin({0}))",
    "square": "square(sin({0}))",
    "mul": "sin({0})*({1})",
    "add": "({0}) + ({1})",
    "sub": "({0}) - ({1})",
    "neg": "-({0})",
    "lt": "(({0}) < ({1}))",
    "le": "(({0}) <= ({1}))",
    "gt": "(({0}) > ({1}))",
    "ge": "(({0}) >= ({1}))",
    "eq": "(({0}) == ({1}))",
    "ne": "(({0}) != ({1}))",
    "both": "(-1 < ({0}) <= ({1}))",
    "branch": "(({0}) if ({1}) > 0.1 else sin({0}))",
    "where": "where(({0}) > ({1}), {1}, {2})",
    "clip": "clip({0}, -1, 1.5)",
    "leaky_relu": "leaky_relu({0})",
    "elu": "elu({0}, 0.7)",
}
for _name, _row in ops.TABLE.items():
    SAFE.setdefault(_name, f"{_name}({', '.join(f'{{{k}}}' for k in range(len(_row.params)))})")

# Operations whose slopes are 0 or jump: with them a difference quotient is told to know less.
ROUGH = {name for name, row in ops.TABLE.items() if row.kinks or row.flat or row.selects}


@st.composite
def programs(draw, operations=tuple(SAFE), most=8, choices=True):
    """Make a program and a point: a statement an operation, operands shared at will."""
    inputs = [f"x{k}" for k in range(draw(st.integers(1, 3)))]
    at = {name: draw(st.sampled_from([-2.25, -1.125, -0.6, 0.3, 0.7, 1.25, 2.5, 3.1])) for name in inputs}
    if not choices:
        operations = [name for name in operations if name != "branch"]
    names, lines = list(inputs), []
    operand = st.one_of(st.sampled_from(["2", "0.5", "-3", "pi"]))
    for k in range(draw(st.integers(1, most))):
        name = draw(st.sampled_from(list(operations)))
        args = [draw(st.one_of(st.sampled_from(names), st.sampled_from(names), operand)) for _ in range(3)]
        lines.append(f"v{k + 10} = {SAFE[name].format(*args)}")
        names.append(f"v{k + 10}")
    if draw(st.booleans()):
        lines.append(" + ".join(draw(st.lists(st.sampled_from(names), min_size=1, max_size=4))))
    text = "\n".join(lines)
    return text, {name: value for name, value in at.items() if name in text}


def close(left, right, scale):
    """Whether two derivatives are one, up to rounding of the size of their largest path."""
    if not (math.isfinite(left) and math.isfinite(right)):
        # Beyond the largest float it is chance whether the sum comes out as inf or as inf - inf.
        return math.isfinite(left) == math.isfinite(right)
    return abs(left - right) <= 1e-12 * scale + 1e-300
