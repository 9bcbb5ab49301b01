"""What other people call the operations of the table: signs, capitals, ``**2``, the names of numpy."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from graphviz_ad import ops
from graphviz_ad.errors import GraphProblem, UnknownName, close_matches, shorten
from graphviz_ad.graph import CONSTANT, INPUT, OUTPUT
from graphviz_ad.rule import Row

__all__ = ["fits", "is_constant", "operation"]

_SIGNS = {
    "+": "add", "-": "sub", "*": "mul", "/": "div", "//": "floordiv", "%": "mod", "**": "pow", "^": "pow",
    "·": "mul", "⋅": "mul", "&": "both", "and": "both", "-()": "neg", "()²": "square",
}  # fmt: skip

# By the names of numpy, of Python's operator module and of graph editors, without underscores.
_NAMES = {
    "multiply": "mul", "times": "mul", "plus": "add", "minus": "sub", "subtract": "sub",
    "divide": "div", "truediv": "div", "truedivide": "div", "floordivide": "floordiv", "remainder": "mod",
    "negative": "neg", "negate": "neg", "usub": "neg", "absolute": "abs", "less": "lt", "lessequal": "le",
    "greater": "gt", "greaterequal": "ge", "equal": "eq", "notequal": "ne",
    "const": CONSTANT, "var": INPUT, "variable": INPUT, "leaf": INPUT, "parameter": INPUT,
}  # fmt: skip

_LEAVES: Mapping[str, tuple[int, str]] = {
    INPUT: (0, "an input"),
    CONSTANT: (1, "a constant, a number"),
    OUTPUT: (1, "an output, what it shows"),
}

_POWER = re.compile(r"(?:\*\*|\^)\s*([-+]?[\d.]+(?:[eE][-+]?\d+)?)")


def operation(op: str, count: int, where: str) -> tuple[str, tuple[float, ...]]:
    """Return the operation that ``op`` means for ``count`` operands, and the numbers that it adds to them.

    Parameters
    ----------
    op
        A row of the table, an alias, a sign of Python, a name in capitals, ``**2``.
    count
        How many operands are given.
    where
        The place of the node, for messages.

    Raises
    ------
    UnknownName
        There is no such operation.
    GraphProblem
        It takes another number of operands.

    Examples
    --------
    >>> operation("-", 1, ""), operation("Mul", 2, ""), operation("**2", 1, ""), operation("lrelu", 1, "")
    (('neg', ()), ('mul', ()), ('pow', (2.0,)), ('leaky_relu', (0.01,)))
    """
    word = op.strip()
    power = _POWER.fullmatch(word)
    if power and count == 1:
        return "pow", (_number(power[1], op, where),)
    names = _meant(word)
    if not names:
        raise _unknown(op, count, where)
    for name in names:
        if name in _LEAVES:
            if count == _LEAVES[name][0]:
                return name, ()
            continue
        row = ops.TABLE[name]
        if len(row.params) - len(row.defaults) <= count <= len(row.params):
            return name, row.defaults[len(row.defaults) - len(row.params) + count :]
    raise _refuse_count(op, count, where, names)


def fits(op: str, count: int) -> bool:
    """Whether ``op`` is an operation that takes ``count`` operands.

    Examples
    --------
    >>> fits("*", 2), fits("*", 1), fits("mull", 2)
    (True, False, False)
    """
    try:
        operation(op, count, "")
    except (GraphProblem, UnknownName):
        return False
    return True


def is_constant(op: str) -> bool:
    """Whether ``op`` means a constant that has a name."""
    return _meant(op.strip()) == (CONSTANT,)


def _number(text: str, op: str, where: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise UnknownName(f"unknown operation {_shown(op)}", where=where, hint="write **2 or pow") from None


def _meant(word: str) -> tuple[str, ...]:
    """Return the operations that a word can mean."""
    known = _known()
    plain = "".join(word.casefold().split())
    return known.get(word) or known.get(plain) or known.get(plain.replace("_", ""), ())


@cache
def _known() -> Mapping[str, tuple[str, ...]]:
    """Return the operations by everything that they can be called."""
    found: dict[str, tuple[str, ...]] = {name: (name,) for name in (*ops.TABLE, *_LEAVES)}
    found |= {name: tuple(row.name for row in rows) for name, rows in ops.called().items()}
    found |= {sign: (name,) for sign, name in (*_SIGNS.items(), *ops.COMPARISONS.items())}
    found["-"] = ("sub", "neg")
    for row in ops.TABLE.values():
        found.setdefault(row.sign, (row.name,))
        found.setdefault("".join(row.sign.split()), (row.name,))
    found |= {name: (op,) for name, op in _NAMES.items() if name not in found}
    for name in list(found):
        found.setdefault(name.casefold().replace("_", ""), found[name])
    found.pop("", None)
    found["−"] = found["-"]
    return found


def _unknown(op: str, count: int, where: str) -> UnknownName | GraphProblem:
    if not op.strip():
        hint = "give it one, such as add; without operands it is an input" if count else ""
        return GraphProblem(f"a node with {_many(count)} has no operation", where=where, hint=hint)
    hint = close_matches(op, [*ops.TABLE, *_LEAVES]) or "adviz ops lists all operations"
    return UnknownName(f"unknown operation {_shown(op)}", where=where, hint=hint)


def _refuse_count(op: str, count: int, where: str, names: tuple[str, ...]) -> GraphProblem:
    what = f"{_shown(op)} has {_many(count)}"
    if names[0] in _LEAVES:
        right, about = _LEAVES[names[0]]
        return GraphProblem(what, where=where, hint=f"{about}: it takes {_many(right)}")
    rows = [ops.TABLE[name] for name in names]
    hint = f"it takes {' or '.join(map(_takes, rows))}"
    if count > 2 and names[0] in ("add", "mul", "max", "min"):
        hint += f"; make {_shown(op)} of more a chain of nodes"
    return GraphProblem(what, where=where, hint=hint)


def _takes(row: Row) -> str:
    least, most = len(row.params) - len(row.defaults), len(row.params)
    counts = f"{most}" if least == most else f"{least} or {most}"
    return f"{counts}: {row.name}({', '.join(row.params)})"


def _many(count: int) -> str:
    return f"{count or 'no'} operand{'' if count == 1 else 's'}"


def _shown(op: str) -> str:
    return shorten(repr(op)[1:-1]) or "''"
