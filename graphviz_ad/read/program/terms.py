"""Terms to nodes: calls become operations, definitions their bodies, choices the branch taken.

Every operation that was typed becomes a node of its own: nothing is simplified, merged or
reordered, because what the reader wants to see is the program as written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from graphviz_ad import ops
from graphviz_ad.columns import Columns
from graphviz_ad.errors import DomainProblem
from graphviz_ad.expression import CONSTANTS, Term
from graphviz_ad.graph import CONSTANT, INPUT
from graphviz_ad.read.program import calls
from graphviz_ad.read.program.names import Names

__all__ = ["Builder"]

_TAKEN = "taken"
_LEAVE = Term("leave")

Things = list[Term | None]
Scope = Mapping[str, int]


class Builder:
    """Appends nodes to columns, with two stacks: things to do, operands that are there.

    Among the things to do, a term stands for "begin with it", and a term under a None for "its
    operands are there, finish it".
    """

    def __init__(self, names: Names, values: Mapping[str, float], *, share: bool) -> None:
        self.names = names
        self.at = values
        self.columns = Columns(share=share)
        self.scope: dict[str, int] = {}
        # Value of every node, where the program chooses between branches.
        self.known: list[float | None] = []

    def operand(self, term: Term) -> int:
        """Return the operand that ``term`` is: a node, or a constant."""
        todo: Things = [term]
        done: list[int] = []
        # What names mean, outermost first; inside of definitions their parameters.
        scopes: list[Scope] = [self.scope]
        plain = ops.TABLE.keys()
        node = self._node if self.names.chooses else self.columns.node
        while todo:
            item = todo.pop()
            if item is None:
                finished = cast("Term", todo.pop())
                if finished.op in plain:
                    # All operations that are written with signs have one operand or two.
                    right = done.pop()
                    args = (done.pop(), right) if len(finished.args) == 2 else (right,)
                    done.append(node(finished.op, args, finished.start, finished.end))
                else:
                    self._finish(finished, todo, done, scopes)
            elif not item.args:
                index = scopes[-1].get(item.text)
                done.append(self._leaf(item) if index is None else index)
            else:
                todo += (item, None)
                todo += (item.args[1],) if item.op == "if" else item.args[::-1]
        return done[0]

    def _leaf(self, term: Term) -> int:
        """Return a number, or a name that is no parameter of a definition."""
        if term.op == "number":
            return self.columns.constant(term.value)
        name = term.text
        if name in self.scope:
            return self.scope[name]
        if name in self.names.variables:
            return self.variable(name, term.start, term.end)
        if name in CONSTANTS:
            return self.columns.constant(CONSTANTS[name], name)
        raise calls.refuse_name(self.names, term)

    def variable(self, name: str, start: int, end: int) -> int:
        """Return the new input ``name``."""
        index = self.columns.node(INPUT, (), start, end, name)
        if self.names.chooses:
            self.known.append(self.at.get(name))
        self.scope[name] = index
        return index

    def constant(self, operand: int, term: Term) -> int:
        """Return the node of a constant that has a name."""
        return self._node(CONSTANT, (operand,), term.start, term.end)

    def _node(self, op: str, args: Sequence[int], start: int, end: int) -> int:
        index = self.columns.node(op, args, start, end)
        if self.names.chooses and index == len(self.known):
            self.known.append(self._value(op, args))
        return index

    def _finish(self, term: Term, todo: Things, done: list[int], scopes: list[Scope]) -> None:
        """Put the operand that ``term`` is on ``done``, or begin with what it needs first."""
        if term.op == "leave":
            scopes.pop()
        elif term.op == "if":
            # Its condition is there; the branch that it does not take is never looked at.
            todo += (term._replace(op=_TAKEN), None, term.args[0 if self._holds(term, done[-1]) else 2])
        elif term.op == _TAKEN:
            done[-2:] = [self._node("branch", done[-2:], term.start, term.end)]
        elif term.op != "pos":
            args = done[-len(term.args) :]
            del done[-len(term.args) :]
            if term.op == "compare":
                done.append(self._compare(term, args))
            elif term.text in self.names.definitions:
                definition = self.names.definitions[term.text]
                scopes.append(dict(zip(calls.parameters(self.names, definition, term), args, strict=True)))
                todo += (_LEAVE, None, definition.term)
            else:
                done.append(self._call(term, args))

    def _call(self, term: Term, args: list[int]) -> int:
        row = calls.row(self.names, term)
        while len(args) > len(row.params):
            # Of more than two: the larger of the first two, and so on.
            args[:2] = [self._node(row.name, args[:2], term.start, term.end)]
        args += map(self.columns.constant, row.left_out(len(args)))
        return self._node(row.name, args, term.start, term.end)

    def _compare(self, term: Term, args: Sequence[int]) -> int:
        signs = term.text.split()
        chain = self._node(ops.COMPARISONS[signs[0]], args[:2], term.start, term.end)
        for k, sign in enumerate(signs[1:], 1):
            link = self._node(ops.COMPARISONS[sign], args[k : k + 2], term.start, term.end)
            chain = self._node("both", (chain, link), term.start, term.end)
        return chain

    # Choices ------------------------------------------------------------------------------

    def _number(self, operand: int) -> float | None:
        return self.known[operand] if operand >= 0 else self.columns.constants[-1 - operand]

    def _value(self, op: str, args: Sequence[int]) -> float | None:
        numbers = [self._number(arg) for arg in args]
        if None in numbers:
            return None
        return numbers[0] if op == CONSTANT else float(ops.kernel(op).value(*numbers))

    def _holds(self, term: Term, condition: int) -> bool:
        value = self._number(condition)
        if value is None:
            raise self._ask(term, condition)
        return value != 0

    def _ask(self, term: Term, condition: int) -> DomainProblem:
        """Return the error for values that are missing: which branch is taken cannot be told."""
        flags = self.columns.needed([condition])
        missing = [
            self.columns.names[k]
            for k, op in enumerate(self.columns.ops)
            if op == INPUT and flags[k] and self.known[k] is None
        ]
        place = term.args[1]
        return DomainProblem(
            f"which branch is taken depends on {', '.join(missing)}: no value was given",
            source=self.names.source,
            start=place.start,
            end=place.end,
            hint=f'give values: --at "{" ".join(f"{name}=1" for name in missing)}"',
        )
