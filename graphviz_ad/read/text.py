"""Program text to Graph: names get their meaning, calls their operations, choices their branch.

Every operation that was typed becomes a node of its own: nothing is simplified, merged or
reordered, because what the reader wants to see is the program as written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, NoReturn

from graphviz_ad import ops
from graphviz_ad.errors import DomainProblem, UnknownName, close_matches
from graphviz_ad.expression import CONSTANTS, Program, Statement, Term, normal, parse_program
from graphviz_ad.finding import Finding
from graphviz_ad.graph import CONSTANT, INPUT, OUTPUT, Graph
from graphviz_ad.read.columns import Columns
from graphviz_ad.read.names import Names

__all__ = ["read_text"]


def read_text(
    source: str,
    at: Mapping[str, float] | None = None,
    *,
    wrt: Sequence[str] = (),
    of: Sequence[str] = (),
    share: bool = False,
) -> Graph:
    """Return the computational graph of a program.

    Parameters
    ----------
    source
        Statements separated by newlines or ``;``: assignments, definitions, an expression.
    at
        Values of variables.  A name that has a value is a variable, even ``e`` or ``pi``;
        values are needed where the program chooses between branches.
    wrt
        Names that are variables whatever they are called, and are inputs even if nothing uses
        them; intermediates may be among them.
    of
        The outputs; every assigned name that nothing later uses, if empty.
    share
        Whether equal subexpressions become one node.

    Raises
    ------
    SyntaxProblem, UnknownName
        With the place in ``source``.
    DomainProblem
        Where a choice depends on a value that is missing.

    Examples
    --------
    >>> graph = read_text("(y-(m*x+c))**2", {"y": 1, "m": 2, "x": 3, "c": 4})
    >>> [node.op for node in graph]
    ['input', 'input', 'input', 'mul', 'input', 'add', 'sub', 'pow', 'output']
    """
    values = {normal(name): float(value) for name, value in (at or {}).items()}
    asked = [normal(name) for name in wrt]
    program = parse_program(source)
    names = Names(program, values, asked)
    reader = _Reader(program, names, values, share=share)
    reader.read()
    return reader.finish(asked, [normal(name) for name in of])


class _Call(NamedTuple):
    """Marks, on the list of things to do, that the operands of ``term`` are there."""

    term: Term


class _Choose(NamedTuple):
    """Marks that the condition of the choice ``term`` is there."""

    term: Term


class _Taken(NamedTuple):
    """Marks that the taken branch of the choice ``term`` is there."""

    term: Term


class _Leave(NamedTuple):
    """Marks the end of a definition's body: the names of the caller count again."""

    scope: Mapping[str, int]


class _Reader:
    """Turns terms into nodes with two stacks: things to do, operands that are there."""

    def __init__(self, program: Program, names: Names, values: Mapping[str, float], *, share: bool) -> None:
        self.program = program
        self.source = program.source
        self.names = names
        self.at = values
        self.columns = Columns(share=share)
        self.scope: dict[str, int] = {}
        self.outputs: list[tuple[str, int, tuple[int, int]]] = []
        self.known: list[float | None] = []
        self.notes: list[Finding] = list(names.notes)

    def read(self) -> None:
        """Read every statement."""
        for position, statement in enumerate(self.program.statements):
            if statement.params is None:
                self._assign(statement, position)
        if not self.outputs:
            for position, statement in enumerate(self.program.statements):
                if statement.name not in self.names.called:
                    self._output(position, self._operand(statement.term, {}))

    def _assign(self, statement: Statement, position: int) -> None:
        operand = self._operand(statement.term, {})
        name = self.names.of(position)
        used = self.names.used_after(name, position)
        if operand < 0 and used:
            operand = self._node(CONSTANT, (operand,), statement.term)
        fresh = operand >= 0 and operand not in self.columns.names
        if used and fresh and self.columns.ops[operand] != OUTPUT:
            self.columns.names[operand] = name
        if not used:
            self._output(position, operand)
        self.scope[name] = operand

    def _output(self, position: int, operand: int) -> None:
        statement = self.program.statements[position]
        self.outputs.append((self.names.of(position), operand, (statement.start, statement.end)))

    def finish(self, wrt: Sequence[str], of: Sequence[str]) -> Graph:
        """Return the graph of the outputs that are wanted, and of what they need."""
        outputs, columns = self.outputs, self.columns
        if of:
            outputs = [(name, self._wanted(name), (0, len(self.source))) for name in dict.fromkeys(of)]
        for name in [*wrt, *self.at]:
            if name in self.names.variables and name not in self.scope:
                self._variable(name, (0, 0))
        if columns.merged:
            message = f"{columns.merged} equal subexpressions were merged"
            self.notes.append(Finding("shared", message=message))
        roots = [operand for _, operand, _ in outputs if operand >= 0]
        flags = columns.needed([*roots, *(self.scope[name] for name in wrt if self.scope.get(name, -1) >= 0)])
        for index, op in enumerate(columns.ops):
            if op == INPUT and not of:
                flags[index] = 1
        if not all(flags):
            columns, moved = columns.only(flags)
            self.scope = {n: moved[k] if k >= 0 else k for n, k in self.scope.items() if k < 0 or moved[k] >= 0}
            outputs = [(name, moved[k] if k >= 0 else k, place) for name, k, place in outputs]
        nodes = [columns.node(OUTPUT, (operand,), place, name) for name, operand, place in outputs]
        scope = {name: index for name, index in self.scope.items() if index >= 0}
        for (name, _, _), node in zip(outputs, nodes, strict=True):
            scope.setdefault(name, node)
        return columns.graph(nodes, scope, self.source, self.notes)

    def _wanted(self, name: str) -> int:
        for own, operand, _ in self.outputs:
            if own == name:
                return operand
        if name not in self.scope:
            known = [*self.scope, *(own for own, _, _ in self.outputs)]
            raise UnknownName(
                f"{name} is not a name of the program", legal=sorted(known), hint=close_matches(name, known)
            )
        return self.scope[name]

    # Terms --------------------------------------------------------------------------------

    def _operand(self, term: Term, scope: Mapping[str, int]) -> int:
        """Return the operand that ``term`` is; ``scope`` holds a definition's parameters."""
        todo: list[Term | _Call | _Choose | _Taken | _Leave] = [term]
        done: list[int] = []
        while todo:
            item = todo.pop()
            if isinstance(item, Term):
                if not item.args:
                    done.append(self._leaf(item, scope))
                elif item.op == "if":
                    todo += [_Choose(item), item.args[1]]
                else:
                    todo.append(_Call(item))
                    todo.extend(reversed(item.args))
            elif isinstance(item, _Leave):
                scope = item.scope
            elif isinstance(item, _Choose):
                todo += [_Taken(item.term), item.term.args[0 if self._decide(item.term, done[-1]) else 2]]
            elif isinstance(item, _Taken):
                taken, condition = done.pop(), done.pop()
                done.append(self._node("branch", (condition, taken), item.term))
            else:
                scope = self._call(item.term, scope, todo, done)
        return done[0]

    def _leaf(self, term: Term, scope: Mapping[str, int]) -> int:
        if term.op == "number":
            return self.columns.constant(term.value)
        name = term.text
        if name in scope:
            return scope[name]
        if name in self.scope:
            return self.scope[name]
        if name in self.names.variables:
            return self._variable(name, (term.start, term.end))
        if name in CONSTANTS:
            return self.columns.constant(CONSTANTS[name], name)
        return self.names.refuse_name(term)

    def _variable(self, name: str, place: tuple[int, int]) -> int:
        index = self.columns.node(INPUT, (), place, name)
        self.known.append(self.at.get(name))
        self.scope[name] = index
        return index

    def _call(
        self,
        term: Term,
        scope: Mapping[str, int],
        todo: list[Term | _Call | _Choose | _Taken | _Leave],
        done: list[int],
    ) -> Mapping[str, int]:
        """Make a node of ``term``, or begin with the body of the definition it calls."""
        args = done[len(done) - len(term.args) :]
        del done[len(done) - len(term.args) :]
        definition = self.names.definitions.get(term.text) if term.op == "call" else None
        if definition is not None:
            params = self.names.parameters(definition, term)
            todo += [_Leave(scope), definition.term]
            return dict(zip(params, args, strict=True))
        if term.op == "pos":
            done.append(args[0])
        elif term.op == "compare":
            done.append(self._compare(term, args))
        elif term.op == "call":
            row = self.names.row(term)
            while len(args) > len(row.params):
                # max(a, b, c) is max(max(a, b), c)
                args[:2] = [self._node(row.name, args[:2], term)]
            missing = len(row.params) - len(args)
            args += [self.columns.constant(value) for value in row.defaults[len(row.defaults) - missing :]]
            done.append(self._node(row.name, args, term))
        else:
            done.append(self._node(term.op, args, term))
        return scope

    def _compare(self, term: Term, args: list[int]) -> int:
        signs = term.text.split()
        chain = self._node(ops.COMPARISONS[signs[0]], args[:2], term)
        for k, sign in enumerate(signs[1:], 1):
            link = self._node(ops.COMPARISONS[sign], args[k : k + 2], term)
            chain = self._node("both", (chain, link), term)
        return chain

    def _node(self, op: str, args: Sequence[int], term: Term) -> int:
        index = self.columns.node(op, args, (term.start, term.end))
        if self.names.chooses and index == len(self.known):
            self.known.append(self._value(op, args))
        return index

    # Choices ------------------------------------------------------------------------------

    def _number(self, operand: int) -> float | None:
        return self.known[operand] if operand >= 0 else self.columns.constants[-1 - operand]

    def _value(self, op: str, args: Sequence[int]) -> float | None:
        numbers = [self._number(arg) for arg in args]
        if any(value is None for value in numbers):
            return None
        return numbers[0] if op == CONSTANT else float(ops.kernel(op).value(*numbers))

    def _decide(self, term: Term, condition: int) -> bool:
        value = self._number(condition)
        if value is None:
            self._ask(term, condition)
        return value != 0

    def _ask(self, term: Term, condition: int) -> NoReturn:
        flags = self.columns.needed([condition])
        missing = [
            self.columns.names[k]
            for k, op in enumerate(self.columns.ops)
            if op == INPUT and flags[k] and self.known[k] is None
        ]
        place = term.args[1]
        raise DomainProblem(
            f"which branch is taken depends on {', '.join(missing)}, which has no value",
            source=self.source,
            start=place.start,
            end=place.end,
            hint=f'give values: --at "{" ".join(f"{name}=1" for name in missing)}"',
        )
