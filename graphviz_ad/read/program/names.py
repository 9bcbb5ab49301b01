"""What the names of a program mean: variables, constants, definitions; known before anything is built."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphviz_ad import ops
from graphviz_ad.errors import SyntaxProblem, UnknownName, close_matches
from graphviz_ad.expression import CONSTANTS, Program, Statement, Token
from graphviz_ad.finding import Finding
from graphviz_ad.number import full

__all__ = ["Names"]

_RESULTS = ("f", "g", "h", "out")
_NEVER = -1


class Names:
    """Every name of one program.

    Attributes
    ----------
    definitions
        The user's functions by name.
    results
        Name of what each statement computes, or defines.
    variables
        Names that are inputs.
    called
        Names of functions, the user's and the table's, that something calls.
    chooses
        Whether the program chooses between branches, so that values are needed while reading.
    notes
        What was taken for granted.
    """

    def __init__(self, program: Program, at: Mapping[str, float], wrt: Sequence[str]) -> None:
        self.source = program.source
        self.definitions: dict[str, Statement] = {}
        self.called: set[str] = set()
        self.chooses = False
        # Of names that are used: the last statement that does; of assigned ones: the statement.
        self.last_use: dict[str, int] = {}
        self.assigned: dict[str, int] = {}
        self._defined = {s.name for s in program.statements if s.params is not None}
        self.only_definitions = len(self._defined) == len(program.statements)
        for position, statement in enumerate(program.statements):
            self._scan(statement, len(program.statements) if statement.params is not None else position)
            self._declare(statement, position)
        self.results = self._results(program)
        functions = self.definitions.keys() | ops.called().keys()
        given = {*at, *wrt}
        self.variables = {
            name: None
            for name in self.last_use
            if name not in self.assigned
            and (name in given or (name not in CONSTANTS and name not in functions))
        }
        self._check_given(at, "has a value")
        self._check_given([name for name in wrt if name not in self.assigned], "is in --wrt")
        self.notes = list(self._readings(given))

    # Collecting ---------------------------------------------------------------------------

    def _scan(self, statement: Statement, position: int) -> None:
        """Note every name that the statement uses, ``position`` being when its value is needed."""
        params = statement.params or ()
        for name in statement.uses:
            if name not in params:
                self.last_use[name] = max(position, self.last_use.get(name, _NEVER))
        for token in statement.calls:
            self.called.add(token.text)
            self._check_order(token, statement)
        self.chooses = self.chooses or statement.chooses
        if self.only_definitions:
            # The definition that nobody calls will be the output, and its parameters the inputs.
            for name in params:
                self.last_use.setdefault(name, _NEVER)

    def _check_order(self, token: Token, statement: Statement) -> None:
        name = token.text
        if name == statement.name and statement.params is not None:
            hint = "definitions are inlined and cannot recurse"
            raise self._refuse(f"{name} calls itself", token.start, token.end, hint)
        if name in self._defined and name not in self.definitions:
            hint = "put the definition before its first use"
            raise self._refuse(f"{name} is defined below", token.start, token.end, hint)

    def _declare(self, statement: Statement, position: int) -> None:
        name = statement.name
        if name is None:
            return
        end = statement.start + len(name)
        if name in self.definitions or name in self.assigned:
            hint = f"every name has one meaning here; write {name}2 = ... and use {name}2 from there on"
            raise self._refuse(f"{name} is given a value twice", statement.start, end, hint)
        if statement.params is not None:
            self.definitions[name] = statement
            return
        if self.last_use.get(name, _NEVER) > _NEVER:
            hint = f"every name has one value; for a new one write {name}2 = ..., or move this line up"
            raise self._refuse(f"{name} is used before it is given a value", statement.start, end, hint)
        self.assigned[name] = position

    def _results(self, program: Program) -> list[str]:
        """Give every expression without a name the next of f, g, h, out that is free."""
        taken = self.last_use.keys() | self.assigned.keys() | self.definitions.keys()
        names = [*_RESULTS, *(f"out{k}" for k in range(2, len(taken) + len(program.statements) + 2))]
        free = (name for name in names if name not in taken)
        results: list[str] = []
        for position, statement in enumerate(program.statements):
            name = statement.name or next(free)
            if statement.params is None:
                self.assigned[name] = position
            results.append(name)
        return results

    def used_after(self, name: str, position: int) -> bool:
        """Whether a statement after ``position`` uses ``name``."""
        return self.last_use.get(name, _NEVER) > position

    # Checking -----------------------------------------------------------------------------

    def _check_given(self, names: Sequence[str] | Mapping[str, float], how: str) -> None:
        for name in names:
            if name in self.assigned or name in self.definitions:
                hint = f"give values to {', '.join(self.variables) or 'no name'} instead"
                raise UnknownName(f"{name} {how}, but the program computes it", hint=hint)
            if name not in self.variables:
                known = sorted(self.variables)
                message = f"{name} {how}, but does not occur in the program"
                raise UnknownName(message, legal=known, hint=close_matches(name, known))

    def _readings(self, given: set[str]) -> list[Finding]:
        """Say what was taken for granted."""
        notes: list[Finding] = []
        if not self.only_definitions:
            unused = [name for name in self.definitions if name not in self.called]
            notes += [Finding("unused_definition", message=f"nothing calls {name}") for name in unused]
        constants = [name for name in self.assigned if name in self.last_use]
        if not self.variables and constants:
            told = f"{constants[0]} is a constant of the program, and nothing is differentiated by it"
            hint = f"for a derivative leave its line out and give its value: --at {constants[0]}=..."
            notes.append(Finding("no_input", message=told, hint=hint))
        if any("^" in line.partition("#")[0] for line in self.source.splitlines()):
            notes.append(Finding("caret", message="^ is read as power, as ** is: -x^2 is -(x^2)"))
        for name in self.last_use:
            if name in CONSTANTS and name not in given and name not in self.assigned:
                told = (
                    f"{name} is the number {full(CONSTANTS[name])}; with a value or in --wrt it is a variable"
                )
                notes.append(Finding("constant_name", message=told))
        return notes

    def _refuse(self, what: str, start: int, end: int, hint: str) -> SyntaxProblem:
        return SyntaxProblem(what, source=self.source, start=start, end=end, hint=hint)
