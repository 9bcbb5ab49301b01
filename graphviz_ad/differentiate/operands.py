"""An algebra whose numbers are operands of a graph: a text of the table becomes nodes.

Only what a reader would strike out at once is struck out: times 1, times 0, plus 0, what can be
computed from constants.  Everything else stays as the table has it.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import cast

from graphviz_ad import ops
from graphviz_ad.columns import Columns
from graphviz_ad.differentiate.evaluate import primals
from graphviz_ad.graph import INPUT, Graph
from graphviz_ad.rule import Algebra, compute

__all__ = ["Operands"]

_COMPARISONS = frozenset(ops.COMPARISONS.values())
_TRUTHS = _COMPARISONS | {"both", "step"}
"""Operations whose value is 0 or 1."""
LARGE = 2000.0
"""An ordinary argument: its exponential is infinite."""


class Operands:
    """The columns of a graph to which operations are appended, each one once.

    The nodes of ``graph`` keep their indices and are never merged; what is appended is looked for
    among them, and among what was appended before.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> built = Operands(read_text("x*y"))
    >>> built.apply("mul", 0, 1), built.apply("mul", 1, built.constant(1)), built.apply("neg", 0)
    (2, 1, 4)
    """

    def __init__(self, graph: Graph) -> None:
        self.columns = columns = Columns()
        columns.ops, columns.starts, columns.operands = [*graph.ops], graph.starts[:], graph.operands[:]
        columns.constants, columns.symbols = graph.constants[:], dict(graph.symbols)
        columns.names, columns.places = dict(graph.names), array("q", bytes(16 * len(graph)))
        self._literals: dict[str, int] = {}
        # What depends on no variable has its value now, so that its conditions can be decided.
        self._known = primals(graph, {})
        self._tame: list[bool] = []
        self._seen: dict[tuple[object, ...], int] = {}
        for node, op in enumerate(graph.ops):
            if op in ops.TABLE:
                self._seen.setdefault(self._key(op, self.args(node)), node)
        self._algebra = Algebra(self.constant, self._operation, self._choose, self._compare)

    def compute(self, text: str, values: dict[str, object]) -> int:
        """Return the operand that a text of the table is, with operands for its names."""
        return cast("int", compute(text, values, self._algebra))

    def constant(self, value: float) -> int:
        """Return the operand of a number."""
        key = repr(float(value))
        if key not in self._literals:
            self._literals[key] = self.columns.constant(float(value))
        return self._literals[key]

    def number(self, operand: int) -> float | None:
        """Return the number that an operand is written as, None for a node."""
        return None if operand >= 0 else self.columns.constants[-1 - operand]

    def args(self, node: int) -> Sequence[int]:
        """Return the operands of a node."""
        columns = self.columns
        return columns.operands[columns.starts[node] : columns.starts[node + 1]]

    def is_node(self, operand: int, op: str) -> bool:
        """Whether an operand is a node of operation ``op``."""
        return operand >= 0 and self.columns.ops[operand] == op

    def is_truth(self, operand: int) -> bool:
        """Whether an operand is a node whose value is 0 or 1."""
        return operand >= 0 and self.columns.ops[operand] in _TRUTHS

    def apply(self, op: str, *args: int) -> int:
        """Return the operand that ``op`` of ``args`` is: tidied, else an equal node, else a new one."""
        numbers = [self.number(arg) for arg in args]
        # First, so that pi times 1 is pi by its name.
        found = self._tidied(op, args, numbers)
        if found is None and None not in numbers:
            value = float(ops.kernel(op).value(*numbers))
            # There is no way to write inf or nan; as operations they say where they come from.
            if math.isfinite(value):
                return self.constant(value)
        return self._node(op, args) if found is None else found

    def choose(self, condition: int, taken: int, otherwise: int) -> int:
        """Return ``taken`` where the condition is not 0, else ``otherwise``."""
        while True:
            known = self._value(condition)
            if known is not None or taken == otherwise:
                return taken if known is None or known != 0 else otherwise
            simpler = self._simpler(condition)
            if simpler is None:
                break
            condition, contrary = simpler
            if contrary:
                taken, otherwise = otherwise, taken
        # Under a condition the same one is decided.
        if self.is_node(taken, "where") and self.args(taken)[0] == condition:
            taken = self.args(taken)[1]
        if self.is_node(otherwise, "where") and self.args(otherwise)[0] == condition:
            otherwise = self.args(otherwise)[2]
        return taken if taken == otherwise else self._node("where", (condition, taken, otherwise))

    def _simpler(self, condition: int) -> tuple[int, bool] | None:
        """Return a condition that says the same, or (True) the contrary; None if there is none."""
        if self.is_node(condition, "where"):
            inner, *numbers = self.args(condition)
            zeros = [self.number(number) == 0 for number in numbers]
            # where(where(x > 0, 0, 1), a, b) is where(x > 0, b, a).
            return (inner, zeros[0]) if max(numbers) < 0 and len({*zeros}) > 1 else None
        for op in ("ne", "eq"):
            # (x > 0) != 0 is x > 0, and == 0 its contrary.
            if self.is_node(condition, op):
                inner, compared = self.args(condition)
                if self.is_truth(inner) and self.number(compared) == 0:
                    return inner, op == "eq"
        return None

    def also(self, first: int, second: int) -> int:
        """Return a condition that holds where both hold, which is where neither is 0."""
        simpler = self._simpler(second)
        if simpler is not None and not simpler[1]:
            second = simpler[0]
        if self.is_truth(first) and self.is_truth(second) and first != second:
            return self._node("both", (first, second))
        return self.choose(first, second, self.constant(0))

    def is_tame(self, operand: int) -> bool:
        """Whether a value is finite whatever the variables are, short of the largest numbers there are.

        Exponentials are not: they leave the numbers at ordinary arguments.
        """
        if operand < 0:
            return True
        while len(self._tame) <= operand:
            self._tame.append(self._is_tame(len(self._tame)))
        return self._tame[operand]

    def _is_tame(self, node: int) -> bool:
        op, args, known = self.columns.ops[node], self.args(node), self._known[node]
        if known is not None:
            return math.isfinite(known)
        if op == INPUT or self.is_truth(node):
            return True
        if not all(arg < 0 or self._tame[arg] for arg in args):
            return False
        if op not in ops.TABLE:
            return True
        row = ops.TABLE[op]
        inside = self.compute(row.domain, dict(zip(row.operands, args, strict=True))) if row.domain else None
        # Of some domains the constants among the operands tell that all is inside.
        return (inside is None or bool(self._value(inside))) and not _grows(op, *map(self._value, args))

    def _choose(self, taken: object, condition: object, otherwise: object) -> int:
        return self.choose(cast("int", condition), cast("int", taken), cast("int", otherwise))

    def _operation(self, name: str) -> _Operation:
        return _Operation(self, name)

    def _compare(self, signs: str, args: list[object]) -> int:
        """Return a chain of comparisons; links that hold or fail anyhow are decided now."""
        operands, chain = cast("list[int]", args), self.constant(1)
        for k, sign in enumerate(signs.split()):
            op, link = ops.COMPARISONS[sign], operands[k : k + 2]
            numbers = [self._value(operand) for operand in link]
            if None in numbers:
                node = self._node(op, link)
                chain = node if chain < 0 else self._node("both", (chain, node))
            elif not ops.kernel(op).value(*numbers):
                return self.constant(0)
        return chain

    def _tidied(self, op: str, args: Sequence[int], numbers: Sequence[float | None]) -> int | None:
        """Return what is left where one operand is 0, 1 or -1, None where all stays as it is."""
        if op == "mul":
            return self._product(args, numbers)
        if op == "neg" and self.is_node(args[0], "neg"):
            return self.args(args[0])[0]
        if op == "add" and 0 in numbers:
            return args[0 if numbers[1] == 0 else 1]
        if op == "sub" and 0 in numbers:
            return args[0] if numbers[1] == 0 else self.apply("neg", args[1])
        if op in {"div", "pow"} and numbers[1] == 1:
            return args[0]
        return self.constant(1) if op == "pow" and numbers[1] == 0 else None

    def _product(self, args: Sequence[int], numbers: Sequence[float | None]) -> int | None:
        if 0 in numbers:
            return self.constant(0)
        for number, other in ((numbers[0], args[1]), (numbers[1], args[0])):
            if number == 1:
                return other
            if number == -1:
                return self.apply("neg", other)
        return None

    def _node(self, op: str, args: Sequence[int]) -> int:
        index = self._seen.setdefault(self._key(op, args), len(self.columns.ops))
        if index == len(self.columns.ops):
            self.columns.node(op, args, 0, 0)
            numbers = [self._value(arg) for arg in args]
            self._known.append(None if None in numbers else float(ops.kernel(op).value(*numbers)))
        return index

    def _value(self, operand: int) -> float | None:
        """Return the value of an operand that depends on no variable."""
        return self._known[operand] if operand >= 0 else self.number(operand)

    def _key(self, op: str, args: Sequence[int]) -> tuple[object, ...]:
        """Return what makes an operation equal to another; numbers are compared to the last bit."""
        return (op, *[arg if arg >= 0 else repr(self.columns.constants[-1 - arg]) for arg in args])


@cache
def _grows(op: str, *known: float | None) -> bool:
    """Whether an operation of ordinary numbers can be infinite; of some operands the value is known."""
    value = ops.kernel(op).value
    choices = ((-LARGE, LARGE) if number is None else (number,) for number in known)
    return any(not math.isfinite(value(*args)) for args in product(*choices))


class _Operation:
    """An operation of the table over operands."""

    def __init__(self, built: Operands, name: str) -> None:
        self.built = built
        self.name = name

    def __call__(self, *args: object) -> int:
        return self.built.apply(self.name, *cast("tuple[int, ...]", args))
