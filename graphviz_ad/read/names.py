"""What the names of a program mean: variables, constants, definitions, functions of the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NoReturn

from graphviz_ad import ops
from graphviz_ad.errors import SyntaxProblem, UnknownName, close_matches
from graphviz_ad.expression import CONSTANTS, Program, Statement, Term
from graphviz_ad.finding import Finding
from graphviz_ad.number import full
from graphviz_ad.rule import Row

__all__ = ["Names"]

_RESULTS = ("f", "g", "h", "out")
_NEVER = -1


class Names:
    """Every name of one program, looked up before anything is built.

    Attributes
    ----------
    definitions
        The user's functions by name.
    variables
        Names that are inputs.
    called
        Names of the definitions that something calls.
    chooses
        Whether the program chooses between branches, so that values are needed while reading.
    """

    def __init__(self, program: Program, at: Mapping[str, float], wrt: Sequence[str]) -> None:
        self.program = program
        self.source = program.source
        self.definitions: dict[str, Statement] = {}
        self.assigned: dict[str, int] = {}
        self.last_use: dict[str, int] = {}
        self.called: set[str] = set()
        self.chooses = False
        self.notes: list[Finding] = []
        self._names: dict[int, str] = {}
        self.defined = {s.name for s in program.statements if s.params is not None}
        self.only_definitions = all(s.params is not None for s in program.statements)
        occurring: dict[str, Term] = {}
        for position, statement in enumerate(program.statements):
            self._scan(statement, position, occurring)
            self._declare(statement, position)
        self._name_results(occurring)
        given = {*at, *wrt}
        self.variables = {
            name: term
            for name, term in occurring.items()
            if name not in self.assigned
            and (name in given or (name not in CONSTANTS and not self._is_function(name)))
        }
        self._check_given(at, "has a value")
        self._check_given([name for name in wrt if name not in self.assigned], "is in --wrt")
        self._note_readings(occurring, given)

    # Collecting ---------------------------------------------------------------------------

    def _scan(self, statement: Statement, position: int, occurring: dict[str, Term]) -> None:
        """Note every name that the statement uses, and when it was last used."""
        params = statement.params or ()
        at = len(self.program.statements) if statement.params is not None else position
        todo = [statement.term]
        while todo:
            term = todo.pop()
            todo.extend(reversed(term.args))
            if term.op == "name" and term.text not in params:
                occurring.setdefault(term.text, term)
                self.last_use[term.text] = max(at, self.last_use.get(term.text, _NEVER))
            elif term.op == "call":
                self.called.add(term.text)
                self._check_order(term, statement)
            self.chooses = self.chooses or term.op == "if"
        if self.only_definitions:
            # The definition that nobody calls will be the output, and its parameters the inputs.
            for name in params:
                occurring.setdefault(name, statement.term)

    def _check_order(self, term: Term, statement: Statement) -> None:
        if term.text == statement.name and statement.params is not None:
            self._refuse(SyntaxProblem, f"{term.text} calls itself", term, "definitions are inlined and cannot recurse")
        if term.text in self.defined and term.text not in self.definitions:
            self._refuse(SyntaxProblem, f"{term.text} is defined below", term, "put the definition before its first use")

    def _declare(self, statement: Statement, position: int) -> None:
        name = statement.name
        if name is None:
            return
        before = self.definitions.get(name) or name in self.assigned
        whole = Term("name", (), name, 0.0, statement.start, statement.start + len(name))
        if before:
            hint = f"every name has one meaning here; write {name}2 = ... and use {name}2 from there on"
            self._refuse(SyntaxProblem, f"{name} is given a value twice", whole, hint)
        if statement.params is not None:
            self.definitions[name] = statement
            return
        if self.last_use.get(name, _NEVER) > _NEVER:
            hint = f"every name has one value; for a new one write {name}2 = ..., or move this line up"
            self._refuse(SyntaxProblem, f"{name} is used before it is given a value", whole, hint)
        self.assigned[name] = position

    def _name_results(self, occurring: Mapping[str, Term]) -> None:
        """Give every expression without a name the next of f, g, h, out that is free."""
        taken = {*occurring, *self.assigned, *self.definitions}
        free = [name for name in _RESULTS if name not in taken]
        free += [f"out{k}" for k in range(2, len(taken) + 3) if f"out{k}" not in taken]
        for position, statement in enumerate(self.program.statements):
            if statement.name is None:
                name = free.pop(0) if free else f"out_{position}"
                self._names[position] = name
                self.assigned[name] = position

    def of(self, position: int) -> str:
        """Return the name of what the statement at ``position`` computes."""
        return self.program.statements[position].name or self._names[position]

    def used_after(self, name: str, position: int) -> bool:
        """Whether a statement after ``position`` uses ``name``."""
        return self.last_use.get(name, _NEVER) > position

    # Checking -----------------------------------------------------------------------------

    def _is_function(self, name: str) -> bool:
        return name in self.definitions or name in ops.called()

    def _check_given(self, names: Sequence[str] | Mapping[str, float], how: str) -> None:
        for name in names:
            if name in self.assigned or name in self.definitions:
                hint = f"give values to {', '.join(self.variables) or 'no name'} instead"
                raise UnknownName(f"{name} {how}, but the program computes it", hint=hint)
            if name not in self.variables:
                known = sorted(self.variables)
                message = f"{name} {how}, but does not occur in the program"
                raise UnknownName(message, legal=known, hint=close_matches(name, known))

    def _note_readings(self, occurring: Mapping[str, Term], given: set[str]) -> None:
        """Say what was taken for granted."""
        if not self.only_definitions:
            for name in self.definitions:
                if name not in self.called:
                    self.notes.append(Finding("unused_definition", message=f"nothing calls {name}"))
        if "^" in self.source:
            self.notes.append(Finding("caret", message="^ is read as power, as ** is: -x^2 is -(x^2)"))
        for name in occurring:
            if name in CONSTANTS and name not in given and name not in self.assigned:
                message = f"{name} is the number {full(CONSTANTS[name])}; with a value or in --wrt it is a variable"
                self.notes.append(Finding("constant_name", message=message))

    def refuse_name(self, term: Term) -> NoReturn:
        """Raise for a name that is only a function."""
        hint = f"call it, {term.text}(x); with a value or in --wrt it is a variable"
        self._refuse(UnknownName, f"{term.text} is a function", term, hint)

    def row(self, term: Term) -> Row:
        """Return the operation that a call means."""
        rows, given = ops.called().get(term.text), len(term.args)
        if rows is None:
            self._refuse_call(term)
        for row in rows:
            most = given if row.name in ("min", "max") else len(row.params)
            if len(row.params) - len(row.defaults) <= given <= most:
                return row
        self._refuse_count(term, [f"{term.text}({', '.join(row.params)})" for row in rows])

    def _refuse_call(self, term: Term) -> NoReturn:
        known = [*self.definitions, *ops.called()]
        hint = close_matches(term.text, known)
        if term.text in self.variables or term.text in self.assigned or term.text in CONSTANTS or not hint:
            hint = f"for a product write {term.text}*(...)" + (f"; or {hint}" if hint else "")
        place = term._replace(end=term.start + len(term.text))
        self._refuse(UnknownName, f"{term.text} is not a function", place, hint)

    def _refuse_count(self, term: Term, forms: Sequence[str]) -> NoReturn:
        given = len(term.args)
        what = f"{term.text} was called with {given} value{'s' if given != 1 else ''}"
        self._refuse(SyntaxProblem, what, term, f"write {' or '.join(forms)}")

    def parameters(self, definition: Statement, term: Term) -> tuple[str, ...]:
        """Return the parameters of a definition, one for each operand of the call."""
        params = definition.params or ()
        if len(params) != len(term.args):
            self._refuse_count(term, [f"{term.text}({', '.join(params)})"])
        return params

    def _refuse(self, kind: type[SyntaxProblem | UnknownName], what: str, term: Term, hint: str) -> NoReturn:
        raise kind(what, source=self.source, start=term.start, end=term.end, hint=hint)
