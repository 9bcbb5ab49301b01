"""Text to statements: assignments, definitions, expressions."""

from __future__ import annotations

from collections.abc import Sequence

from graphviz_ad.errors import SyntaxProblem
from graphviz_ad.expression.parse import BINARY, parse_term
from graphviz_ad.expression.refusals import check_name, refuse
from graphviz_ad.expression.term import Term
from graphviz_ad.expression.tokens import Token, tokens
from graphviz_ad.noun import noun

__all__ = ["Program", "Statement", "parse_expression", "parse_program"]


@noun
class Statement:
    """One statement: ``name = term``, a definition ``name(params) = term``, or a bare term.

    ``uses`` has the names that occur in the term, each once, ``calls`` the names that are called,
    and ``chooses`` says whether there is a choice in it.
    """

    name: str | None
    params: tuple[str, ...] | None
    term: Term
    start: int
    end: int
    uses: tuple[str, ...]
    calls: tuple[Token, ...]
    chooses: bool


@noun
class Program:
    """A program: its statements in order, and the text that was read."""

    statements: tuple[Statement, ...]
    source: str


def parse_program(source: str) -> Program:
    """Return the statements of ``source``.

    Raises
    ------
    SyntaxProblem
        With the place and what to write instead.

    Examples
    --------
    >>> [statement.name for statement in parse_program("u = m*x; u**2").statements]
    ['u', None]
    """
    found: list[Statement] = []
    # The separator behind an expression without a name.
    behind: Token | None = None
    for line, separator in _lines(tokens(source), source):
        statement = _statement(line, source)
        if statement.name is None:
            if behind is not None and behind.text == "\n":
                hint = "is an operator missing at the line break? else write f = ... and g = ..."
                raise refuse("two expressions on two lines, and neither has a name", line[0], source, hint)
            behind = separator
        else:
            behind = None
        found.append(statement)
    if not found:
        hint = 'try "(y - (m*x + c))**2"'
        raise SyntaxProblem("there is no expression", where="an empty text", hint=hint)
    return Program(tuple(found), source)


def parse_expression(source: str) -> Term:
    """Return the one term of ``source``.

    Examples
    --------
    >>> parse_expression("-x**2").op
    'neg'
    """
    program = parse_program(source)
    first = program.statements[0]
    if len(program.statements) > 1 or first.name is not None:
        raise SyntaxProblem("one expression was expected", source=source, start=first.start, end=first.end)
    return first.term


def _lines(found: Sequence[Token], source: str) -> list[tuple[list[Token], Token]]:
    """Split tokens into statements, each with the separator behind it; brackets hold lines together."""
    lines: list[tuple[list[Token], Token]] = []
    line: list[Token] = []
    opened: list[Token] = []
    for token in found:
        if token.kind not in ("line", "end"):
            line.append(token)
            if token.text == "(":
                opened.append(token)
            elif token.text == ")" and opened:
                opened.pop()
        elif token.text != "\n" or not opened:
            if opened:
                raise refuse("this ( is never closed", opened[-1], source, "add ) where its contents end")
            if line:
                lines.append((line, token))
            line = []
    return lines


def _statement(line: list[Token], source: str) -> Statement:
    """Return the statement that one line of tokens is."""
    equals = _equals(line)
    if equals is None:
        return _read(None, None, line, line, source)
    left, right = line[:equals], line[equals + 1 :]
    check_name(line[0], source)
    if not left or left[0].kind != "name":
        raise refuse("only a name can stand before =", line[0], source, "write  name = expression")
    params = _params(left, source) if len(left) > 1 else None
    if not right:
        raise refuse("nothing stands after =", line[equals], source, "write  name = expression")
    return _read(left[0].text, params, right, line, source)


def _read(
    name: str | None, params: tuple[str, ...] | None, right: list[Token], line: list[Token], source: str
) -> Statement:
    """Return a statement, ``right`` being the tokens of its term."""
    term = parse_term(source, right)
    # A name is a call when a bracket follows it.
    calls: list[Token] = []
    uses: dict[str, None] = {}
    for token, following in zip(right, [*right[1:], line[-1]], strict=True):
        if token.kind == "name":
            if following.text == "(":
                calls.append(token)
            else:
                uses[token.text] = None
    chooses = any(token.text == "if" for token in right)
    return Statement(name, params, term, line[0].start, line[-1].end, tuple(uses), tuple(calls), chooses)


def _equals(line: Sequence[Token]) -> int | None:
    """Return the place of the = that makes a line an assignment; one in brackets does not."""
    depth = 0
    for k, token in enumerate(line):
        depth += (token.text == "(") - (token.text == ")")
        if token.text == "=" and not depth:
            return k
    return None


def _params(left: list[Token], source: str) -> tuple[str, ...]:
    """Return the parameters of ``name(a, b)``, the left side of a definition."""
    first = left[0].text
    if left[1].text in BINARY and len(left) == 2:
        op = left[1].text
        hint = f"give the new value a new name: {first}2 = {first}{op}(...)"
        raise refuse(f"{first} {op}= changes a value; every name has one value here", left[1], source, hint)
    inner = left[2:-1]
    if left[1].text != "(" or left[-1].text != ")" or not inner:
        hint = "for example s(x) = 1/(1 + exp(-x))"
        raise refuse("this is neither  name =  nor  name(parameters) =", left[1], source, hint)
    for k, token in enumerate(inner):
        check_name(token, source)
        if (token.kind != "name") if k % 2 == 0 else (token.text != ","):
            hint = "for example f(x, y) = x*y"
            raise refuse("parameters are names, separated by commas", token, source, hint)
    names = tuple(token.text for token in inner[::2])
    if len(inner) % 2 == 0 or len(set(names)) < len(names):
        raise refuse("parameters are different names, separated by commas", inner[-1], source)
    return names
