"""A graph while it is being built: its columns, growing."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import Any

from graphviz_ad.errors import NotSupported
from graphviz_ad.finding import Finding
from graphviz_ad.graph import CONSTANT, INPUT, OUTPUT, Graph

__all__ = ["LARGEST", "Columns", "too_large"]

LARGEST = 5_000_000
"""More nodes than this are refused: definitions that call definitions unfold exponentially."""


def too_large(**place: Any) -> NotSupported:  # noqa: ANN401 - the place, as errors take it
    """Return the error for a program of too many operations."""
    message = f"the program unfolds to more than {LARGEST} operations"
    return NotSupported(
        message, hint="definitions that call definitions multiply; name intermediates", **place
    )


class Columns:
    """The columns of `Graph`, to which those who build a graph append.

    An operand is an int: the index of a node, or what `constant` returned.
    """

    def __init__(self, *, share: bool = False) -> None:
        self.ops: list[str] = []
        self.starts = array("q", [0])
        self.operands = array("q")
        self.constants = array("d")
        self.symbols: dict[int, str] = {}
        self.names: dict[int, str] = {}
        self.places = array("q")
        self.seen: dict[tuple[object, ...], int] | None = {} if share else None
        self.merged = 0

    def constant(self, value: float, symbol: str = "") -> int:
        """Return an operand that is a number, written as ``symbol`` if it has one."""
        self.constants.append(value)
        if symbol:
            self.symbols[len(self.constants) - 1] = symbol
        return -len(self.constants)

    def node(self, op: str, args: Sequence[int], start: int, end: int, name: str | None = None) -> int:
        """Append a node, ``source[start:end]``, and return its index; with ``share`` an equal one's."""
        index = len(self.ops)
        if self.seen is not None and op not in (INPUT, CONSTANT, OUTPUT):
            before = self.seen.setdefault((op, *map(self._key, args)), index)
            if before < index:
                self.merged += 1
                return before
        if index >= LARGEST:
            raise too_large()
        self.ops.append(op)
        self.operands.extend(args)
        self.starts.append(len(self.operands))
        self.places.append(start)
        self.places.append(end)
        if name is not None:
            self.names[index] = name
        return index

    def _key(self, operand: int) -> int | str:
        """Return what makes an operand equal to another: its node, or its number to the last bit."""
        return operand if operand >= 0 else repr(self.constants[-1 - operand])

    def graph(
        self, outputs: Sequence[int], scope: dict[str, int], source: str, notes: Iterable[Finding]
    ) -> Graph:
        """Return the graph of what was appended."""
        inputs = tuple(k for k, op in enumerate(self.ops) if op == INPUT)
        operands, constants, symbols = self._numbered()
        return Graph(
            self.ops, self.starts, operands, constants, symbols, self.names, self.places,
            inputs, tuple(outputs), scope, source, tuple(notes),
        )  # fmt: skip

    def _numbered(self) -> tuple[array[int], array[float], dict[int, str]]:
        """Return operands, constants and symbols with a constant for each use, in order of use.

        So the same computation is the same graph, whoever has built it.
        """
        used = [operand for operand in self.operands if operand < 0]
        if used == [*range(-1, -1 - len(self.constants), -1)]:
            return self.operands, self.constants, self.symbols
        constants = array("d", (self.constants[-1 - operand] for operand in used))
        symbols = {
            k: self.symbols[-1 - operand] for k, operand in enumerate(used) if -1 - operand in self.symbols
        }
        following = count(-1, -1)
        operands = (operand if operand >= 0 else next(following) for operand in self.operands)
        return array("q", operands), constants, symbols

    def needed(self, wanted: Iterable[int]) -> bytearray:
        """Return a flag for every node: whether one of the operands ``wanted`` depends on it."""
        flags = bytearray(len(self.ops))
        for operand in wanted:
            if operand >= 0:
                flags[operand] = 1
        for index in range(len(self.ops) - 1, -1, -1):
            if flags[index]:
                for operand in self.operands[self.starts[index] : self.starts[index + 1]]:
                    if operand >= 0:
                        flags[operand] = 1
        return flags

    def only(self, flags: bytearray) -> tuple[Columns, Callable[[int], int]]:
        """Return columns of the flagged nodes, and what an old operand is there."""
        if all(flags):
            return self, lambda operand: operand
        kept, moved = Columns(), array("q", [-1]) * len(self.ops)

        def new(operand: int) -> int:
            return moved[operand] if operand >= 0 else operand

        kept.constants, kept.symbols = self.constants, self.symbols
        for index, flag in enumerate(flags):
            if flag:
                args = list(map(new, self.operands[self.starts[index] : self.starts[index + 1]]))
                start, end = self.places[2 * index], self.places[2 * index + 1]
                moved[index] = kept.node(self.ops[index], args, start, end, self.names.get(index))
        return kept, new
