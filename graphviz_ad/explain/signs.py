"""The sign of an operation, with the constants that are written into its box.

``x*2`` is ``× 2``, ``3 - x`` is ``3 −``, ``x**2`` is ``( )²``, ``2**x`` is ``2^( )``,
``leaky_relu(x, 0.1)`` is ``leaky_relu(·, 0.1)``.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphviz_ad.ops import TABLE

__all__ = ["formula", "sign"]

_INFIX = frozenset(("+", "−", "×", "÷", "//", "mod", "<", "≤", ">", "≥", "=", "≠", "and"))
_SUPERSCRIPT = str.maketrans("−0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def sign(op: str, args: Sequence[str | None]) -> str:
    """Return the sign of an operation.

    Parameters
    ----------
    op
        Name of a row of `graphviz_ad.ops.TABLE`, or of an operation that somebody's graph has.
    args
        The operands: the text of a constant that is written into the box, None for a node.

    Examples
    --------
    >>> sign("sub", [None, None]), sign("sub", ["3", None]), sign("mul", [None, "2"])
    ('−', '3 −', '× 2')
    >>> sign("pow", [None, "2"]), sign("pow", ["2", None]), sign("pow", [None, "0.5"])
    ('( )²', '2^( )', '( )^0.5')
    >>> sign("leaky_relu", [None, "0.1"]), sign("sin", [None])
    ('leaky_relu(·, 0.1)', 'sin')
    """
    own = _sign(op)
    if len(args) == 2 and op == "pow":
        return _power(args[0], args[1])
    if len(args) == 2 and own in _INFIX:
        left, right = ("" if arg is None else bracketed(arg) for arg in args)
        return f"{left} {own} {right}".strip()
    constants = any(arg is not None for arg in args)
    return f"{op}({', '.join(arg or '·' for arg in args)})" if constants else own


def formula(op: str, args: Sequence[str]) -> str:
    """Return the operation with all its operands, which are labels or constants.

    Examples
    --------
    >>> formula("sub", ["y", "v₂"]), formula("max", ["a", "0"]), formula("pow", ["v₃", "2"])
    ('y − v₂', 'max(a, 0)', 'v₃²')
    >>> formula("mul", ["m", "x"]), formula("neg", ["x"]), formula("square", ["x"])
    ('m·x', '−x', 'x²')
    """
    own = _sign(op)
    if op == "pow" and len(args) == 2:
        return f"{bracketed(args[0])}{_exponent(args[1])}"
    if op in ("mul", "div") and len(args) == 2:
        return f"{bracketed(args[0])}{'·' if op == 'mul' else '/'}{bracketed(args[1])}"
    if len(args) == 2 and own in _INFIX:
        return f"{args[0]} {own} {bracketed(args[1])}"
    if len(args) == 1 and "( )" in own:
        return own.replace("( )", bracketed(args[0]))
    return f"{op}({', '.join(args)})"


def bracketed(text: str) -> str:
    """Return a number or label, in brackets if it begins with a minus."""
    return f"({text})" if text.startswith("−") else text


def _sign(op: str) -> str:
    row = TABLE.get(op)
    return (row.sign if row else "") or op


def _power(base: str | None, exponent: str | None) -> str:
    if base is None and exponent is None:
        return "( )^( )"
    left = "( )" if base is None else bracketed(base)
    return left + ("^( )" if exponent is None else _exponent(exponent))


def _exponent(text: str) -> str:
    """Return a whole exponent as superscript, any other behind a ^."""
    digits = text.removeprefix("−")
    if digits.isdecimal() and digits.isascii():
        return text.translate(_SUPERSCRIPT)
    return f"^{bracketed(text)}"
