"""Program text to Graph: statements in order, and which of them are outputs."""

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from graphviz_ad.errors import UnknownName, close_matches
from graphviz_ad.expression import Program, Statement, normal, parse_program
from graphviz_ad.finding import Finding
from graphviz_ad.graph import INPUT, OUTPUT, Graph
from graphviz_ad.read.program import calls
from graphviz_ad.read.program.names import Names
from graphviz_ad.read.program.terms import Builder

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
        Names that are variables whatever they are called, and are inputs even if no output
        needs them; intermediates may be among them.
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
    asked = list(dict.fromkeys(map(normal, wrt)))
    with _undisturbed():
        program = parse_program(source)
        names = Names(program, values, asked)
        calls.check_size(names, program)
        reader = _Reader(program, names, values, share=share)
        reader.read()
        return reader.finish(asked, list(dict.fromkeys(map(normal, of))))


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Pause the collector of cycles: reading makes none, and it would walk the terms again and again."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class _Output(NamedTuple):
    """An output: its name, the operand that it shows, the span of its statement."""

    name: str
    operand: int
    start: int
    end: int


class _Reader:
    """Reads the statements of one program."""

    def __init__(self, program: Program, names: Names, values: Mapping[str, float], *, share: bool) -> None:
        self.program = program
        self.names = names
        self.at = values
        self.builder = Builder(names, values, share=share)
        self.scope = self.builder.scope
        self.outputs: list[_Output] = []

    def read(self) -> None:
        """Read every statement."""
        statements = list(zip(self.program.statements, self.names.results, strict=True))
        for position, (statement, name) in enumerate(statements):
            if statement.params is None:
                self._assign(statement, name, position)
        if self.names.only_definitions:
            for statement, name in statements:
                if name not in self.names.called:
                    operand = self.builder.operand(statement.term)
                    self.outputs.append(_Output(name, operand, statement.start, statement.end))

    def _assign(self, statement: Statement, name: str, position: int) -> None:
        builder, operand = self.builder, self.builder.operand(statement.term)
        if not self.names.used_after(name, position):
            self.outputs.append(_Output(name, operand, statement.start, statement.end))
        else:
            if operand < 0:
                operand = builder.constant(operand, statement.term)
            # y = x gives x no other name.
            builder.columns.names.setdefault(operand, name)
        self.scope[name] = operand

    def finish(self, wrt: Sequence[str], of: Sequence[str]) -> Graph:
        """Return the graph of the outputs that are wanted, and of what they need."""
        columns = self.builder.columns
        outputs = [self._wanted(name) for name in of] or self.outputs
        for name in (*wrt, *self.at):
            if name in self.names.variables and name not in self.scope:
                self.builder.variable(name, 0, 0)
        for name in wrt:
            # What is differentiated by bears its name, also if that was only an output's.
            if self.scope[name] >= 0:
                columns.names.setdefault(self.scope[name], name)
        notes = list(self.names.notes)
        if columns.merged:
            same = (
                "1 equal subexpression was"
                if columns.merged == 1
                else f"{columns.merged} equal subexpressions were"
            )
            notes.append(Finding("shared", message=f"{same} merged"))
        roots = [output.operand for output in outputs] + [self.scope[name] for name in wrt]
        flags = columns.needed(roots)
        if not of:
            flags = bytearray(flag or op == INPUT for flag, op in zip(flags, columns.ops, strict=True))
        columns, moved = columns.only(flags)
        scope = {
            name: moved(operand) for name, operand in self.scope.items() if operand < 0 or flags[operand]
        }
        nodes = [columns.node(OUTPUT, (moved(o.operand),), o.start, o.end, o.name) for o in outputs]
        scope = {name: operand for name, operand in scope.items() if operand >= 0}
        for output, node in zip(outputs, nodes, strict=True):
            scope.setdefault(output.name, node)
        return columns.graph(nodes, scope, self.program.source, notes)

    def _wanted(self, name: str) -> _Output:
        """Return the output that ``--of`` asks for, which may be an intermediate."""
        for output in self.outputs:
            if output.name == name:
                return output
        if name not in self.scope:
            known = sorted(self.scope)
            hint = close_matches(name, known)
            raise UnknownName(f"{name} is not a name of the program", legal=known, hint=hint)
        return _Output(name, self.scope[name], 0, len(self.program.source))
