"""A backward pass that was derived by hand: a program, a line ``---``, a gradient a line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from graphviz_ad.claims import Claims, Line
from graphviz_ad.errors import AdvizError, SyntaxProblem, UnknownName, close_matches
from graphviz_ad.expression import (
    CONSTANTS,
    Program,
    Term,
    fold,
    name,
    normal,
    number,
    parse_expression,
    parse_program,
    substitute,
    walk,
    write,
)
from graphviz_ad.finding import Finding
from graphviz_ad.graph import Graph
from graphviz_ad.read.claims.gradient_names import adjoint_of, is_adjoint
from graphviz_ad.read.claims.typed_lines import typed_lines
from graphviz_ad.read.program.text import read_text
from graphviz_ad.read.program.values import computed

__all__ = ["read_backward_pass"]

_RULE = re.compile(r"^[ \t]*-{3,}[ \t]*(?:#[^\n]*)?$", re.MULTILINE)
_QUOTIENT = re.compile(r"(?<![\w.])[d∂](?P<above>\w+)\s*/\s*[d∂](?P<below>\w+)")


def read_backward_pass(source: str, at: Mapping[str, float] | None = None) -> Claims:
    r"""Return the graph of a program and, line by line, the backward pass that stands below it.

    Below ``---`` a line gives the gradient of a name: ``dx = ...``, also ``x_bar``, ``grad_x``,
    ``x̄`` and ``dL/dx``; with ``+=`` it adds to what was there.  Right sides have names of the
    program and of lines above.  A line ``x = 3`` of the program gives an input its value.

    Parameters
    ----------
    source
        The program, and the backward pass if there is one.
    at
        Values of variables; they count more than those in the program.

    Raises
    ------
    SyntaxProblem, UnknownName
        With the place in ``source``.

    Examples
    --------
    >>> claims = read_backward_pass("x = 3; y = x*x\n---\ndy = 1\ndx = x*dy\ndx += x*dy")
    >>> [(line.name, line.node, line.adds, line.formula) for line in claims.lines]
    [('dy', 1, False, '1'), ('dx', 0, False, 'x*dy'), ('dx', 0, True, 'x*dy')]
    >>> claims.at
    {'x': 3.0}
    """
    given = {normal(key): float(value) for key, value in (at or {}).items()}
    rule = _RULE.search(source)
    if rule is None:
        graph = read_text(source, given)
        return Claims(graph, given, _inputs(graph, given), kind="program")
    forward = source[: rule.start()]
    if not forward.strip():
        hint = "for example  y = x**2  then  ---  then  dy = 1"
        raise SyntaxProblem(
            "no program stands above ---", source=source, start=rule.start(), end=rule.end(), hint=hint
        )
    program = parse_program(forward)
    stated = _stated_values(program)
    text = _without(forward, [program.statements[k] for k in stated.values()])
    values = {key: computed(program.statements[k].term, forward) for key, k in stated.items()} | given
    typed = list(typed_lines(source, rule.end()))
    called = {key for key in CONSTANTS if any(is_adjoint(left, key) for left, *_ in typed)}
    used = {key for statement in parse_program(text).statements for key in statement.uses}
    graph = read_text(text, values, wrt=sorted(called & used - _assigned(program)))
    reading = _Lines(source, graph, program)
    for left, sign, right, start, end in typed:
        reading.read(left, sign, right, start, end)
    values = {key: value for key, value in values.items() if key in graph.scope}
    return Claims(
        graph,
        values,
        _inputs(graph, values),
        kind="backward pass in text",
        notes=tuple(reading.notes),
        lines=tuple(reading.lines),
    )


def _inputs(graph: Graph, values: Mapping[str, float]) -> dict[int, float]:
    return {
        node: values[graph.names[node]] for node in graph.inputs if values.get(graph.names[node]) is not None
    }


# The program ----------------------------------------------------------------------------------


def _assigned(program: Program) -> set[str]:
    return {statement.name for statement in program.statements if statement.name is not None}


def _stated_values(program: Program) -> dict[str, int]:
    """Return names that are given a number and used: values of inputs; with their statements."""
    used = {key for statement in program.statements for key in statement.uses}
    found: dict[str, int] = {}
    for position, statement in enumerate(program.statements):
        if statement.name not in used or statement.params is not None:
            continue
        if all(part.text in CONSTANTS for part in walk(statement.term) if part.op == "name"):
            try:
                computed(statement.term)
            except AdvizError:
                continue
            found[statement.name] = position
    return found


def _without(text: str, statements: Sequence[object]) -> str:
    """Return a text with blanks for statements, so that all other places stay what they are."""
    pieces, end = [], 0
    for statement in statements:
        start, stop = statement.start, statement.end  # type: ignore[attr-defined]
        pieces += [text[end:start], re.sub(r"[^\n]", " ", text[start:stop])]
        end = stop
    return "".join([*pieces, text[end:]])


# The lines --------------------------------------------------------------------------------------


class _Lines:
    """Reads the lines below the rule of one source."""

    def __init__(self, source: str, graph: Graph, program: Program) -> None:
        self.source = source
        self.scope = graph.scope
        self.definitions = {s.name: s for s in program.statements if s.params is not None}
        self.outputs = {graph.names[node] for node in graph.outputs}
        self.lines: list[Line] = []
        self.notes: list[Finding] = []
        self.given: dict[str, int | None] = {}
        self.number = 1
        self._counted = 0
        self._first: dict[int, str] = {}

    def read(self, left: str, sign: str, right: str, start: int, end: int) -> None:
        """Read one statement."""
        text = self.source[start:end]
        target = self._plain(left)
        key = adjoint_of(target, self.scope)
        node = None if key is None else self.scope[key]
        if key is None and sign:
            self._refuse(f"{target} is the gradient of no name of the program", start, end)
        term = self._term(right, end - len(right))
        term = self._resolved(term, start, end)
        if node is not None:
            # However it was written, the gradient of a node has one name.
            target = self._first.setdefault(node, target)
        formula = write(Term("neg", (term,))) if sign == "-" else write(term)
        self.number += self.source.count("\n", self._counted, start)
        self._counted = start
        self.lines.append(Line(self.number, " ".join(text.split()), target, node, bool(sign), formula))
        self.given[target] = node

    def _plain(self, left: str) -> str:
        """Return ``dL/dx`` as ``dx``."""
        quotient = _QUOTIENT.fullmatch(left)
        return f"d{quotient['below']}" if quotient else left

    def _term(self, right: str, offset: int) -> Term:
        """Return the right side, functions of the program put in."""
        replaced = _QUOTIENT.sub(self._adjoint, right)
        try:
            term = parse_expression(replaced)
            term = fold(term, self._inlined)
            names = {part.text for part in walk(term) if part.op == "name"}
            computed(substitute(term, dict.fromkeys(names, number(1.0))), replaced)
        except SyntaxProblem as error:
            place = 0 if replaced != right else error.start or 0
            end = len(right) if replaced != right else error.end or place + 1
            raise SyntaxProblem(
                error.what, source=self.source, start=offset + place, end=offset + end, hint=error.hint
            ) from error
        return term

    def _adjoint(self, match: re.Match[str]) -> str:
        """Return a quotient of differentials as the gradient that it is; others stay."""
        return f"d{match['below']}" if match["above"] in self.outputs else match[0]

    def _inlined(self, part: Term, args: list[Term]) -> Term:
        definition = self.definitions.get(part.text) if part.op == "call" else None
        if definition is None or definition.params is None or len(definition.params) != len(args):
            return part._replace(args=tuple(args))
        body = fold(definition.term, self._inlined)
        return substitute(body, dict(zip(definition.params, args, strict=True)))

    def _resolved(self, term: Term, start: int, end: int) -> Term:
        """Return a term whose names are all known; gradients by the names of the lines that give them."""
        renamed: dict[str, Term] = {}
        for key in dict.fromkeys(part.text for part in walk(term) if part.op == "name"):
            if key in self.given or key in self.scope:
                continue
            of = adjoint_of(key, self.scope)
            if of is not None:
                renamed[key] = name(self._first.get(self.scope[of], key))
            elif key not in CONSTANTS:
                self._refuse(f"{key} is no name of the program and of no line above", start, end, key)
        return substitute(term, renamed) if renamed else term

    def _refuse(self, what: str, start: int, end: int, key: str = "") -> None:
        known = [*self.scope, *self.given]
        hint = close_matches(key, known) or "write dNAME with a NAME of the program"
        raise UnknownName(what, source=self.source, start=start, end=end, hint=hint)
