"""Tokens to terms: operator precedence with two explicit stacks, no recursion, linear time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from keyword import iskeyword
from typing import NamedTuple, NoReturn

from graphviz_ad.errors import SyntaxProblem, shorten
from graphviz_ad.expression.term import Term
from graphviz_ad.expression.tokens import Token, tokens

__all__ = ["Program", "Statement", "parse_expression", "parse_program"]


class Statement(NamedTuple):
    """One statement: ``name = term``, a definition ``name(params) = term``, or a bare term."""

    name: str | None
    params: tuple[str, ...] | None
    term: Term
    start: int
    end: int


class Program(NamedTuple):
    """A program: statements in order, the source, and whether ``^`` was read as power."""

    statements: tuple[Statement, ...]
    source: str


class _Frame(NamedTuple):
    """An operator, bracket, call or half of a choice that waits for its operands."""

    kind: str
    op: str
    level: int
    start: int
    end: int
    base: int = 0
    text: str = ""


# Levels of precedence, Python's.  Brackets and an open ``if`` have level 0: only their partner closes them.
_CHOICE, _COMPARISON, _SUM, _PRODUCT, _SIGN, _POWER = 1, 2, 3, 4, 5, 6
_BINARY: Mapping[str, tuple[str, int]] = {
    "+": ("add", _SUM),
    "-": ("sub", _SUM),
    "*": ("mul", _PRODUCT),
    "/": ("div", _PRODUCT),
    "//": ("floordiv", _PRODUCT),
    "%": ("mod", _PRODUCT),
    "**": ("pow", _POWER),
}
_COMPARISONS = frozenset(("<", "<=", ">", ">=", "==", "!="))
_PREFIX = {"-": "neg", "+": "pos", "√": "sqrt"}
_NO_ARITHMETIC = "boolean operators are not arithmetic; chain comparisons as 0 < x < 1, or multiply conditions"
_KEYWORDS = {
    "and": _NO_ARITHMETIC,
    "or": _NO_ARITHMETIC,
    "not": _NO_ARITHMETIC,
    "for": "comprehensions and loops are not part of the language; write the terms out",
    "lambda": "lambda is a reserved word; name the variable lambda_ or λ, write functions as s(x) = 1/(1 + exp(-x))",
}


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
    bare_before: Token | None = None
    for line, separator in _lines(tokens(source), source):
        statement = _statement(line, source)
        if statement.name is None:
            if bare_before is not None and bare_before.text == "\n":
                _fail(
                    "two expressions on two lines, and neither has a name",
                    line[0],
                    source,
                    hint="is an operator missing at the line break? else write f = ... and g = ...",
                )
            bare_before = separator
        else:
            bare_before = None
        found.append(statement)
    if not found:
        raise SyntaxProblem(
            "there is no expression", where="an empty text", hint='try "(y - (m*x + c))**2"'
        )
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
    depth: list[Token] = []
    for token in found:
        if token.kind == "op" and token.text == "(":
            depth.append(token)
        elif token.kind == "op" and token.text == ")" and depth:
            depth.pop()
        if token.kind not in ("line", "end"):
            line.append(token)
        elif token.kind == "end" or not depth or token.text == ";":
            if depth:
                _fail("this ( is never closed", depth[-1], source, hint="add ) where its contents end")
            if line:
                lines.append((line, token))
            line = []
    return lines


def _statement(line: list[Token], source: str) -> Statement:
    """Return the statement that one line of tokens is."""
    start, end = line[0].start, line[-1].end
    equals = next((k for k, token in enumerate(line) if token.text == "=" and token.kind == "op"), None)
    if equals is None:
        return Statement(None, None, _Parser(source, line).term(), start, end)
    left, right = line[:equals], line[equals + 1 :]
    if not left or left[0].kind != "name":
        _fail("only a name can stand before =", line[0], source, hint="write  name = expression")
    _check_name(left[0], source)
    if not right:
        _fail("nothing stands after =", line[equals], source, hint="write  name = expression")
    params = None
    if len(left) > 1:
        params = _params(left, source)
    return Statement(left[0].text, params, _Parser(source, right).term(), start, end)


def _params(left: list[Token], source: str) -> tuple[str, ...]:
    """Return the parameters of ``name(a, b)``, the left side of a definition."""
    if left[1].text in _BINARY and len(left) == 2:
        op = left[1].text
        hint = f"give the new value a new name: {left[0].text}2 = {left[0].text} {op} (...)"
        _fail(f"{left[0].text} {op}= changes a value; every name has one value here", left[1], source, hint)
    inner = left[2:-1]
    if left[1].text != "(" or left[-1].text != ")" or not inner:
        _fail("this is neither  name =  nor  name(parameters) =", left[1], source, hint="for example s(x) = 1/(1 + exp(-x))")
    for k, token in enumerate(inner):
        if (token.kind != "name") if k % 2 == 0 else (token.text != ","):
            _fail("parameters are names, separated by commas", token, source, hint="for example f(x, y) = x*y")
        if k % 2 == 0:
            _check_name(token, source)
    names = [token.text for token in inner[::2]]
    if len(inner) % 2 == 0 or len(set(names)) < len(names):
        _fail("parameters are different names, separated by commas", inner[-1], source)
    return tuple(names)


def _check_name(token: Token, source: str) -> None:
    if iskeyword(token.text):
        hint = _KEYWORDS.get(token.text, f"name the variable {token.text}_")
        _fail(f"{token.text} is a reserved word", token, source, hint)


def _fail(what: str, token: Token, source: str, hint: str = "") -> NoReturn:
    end = max(token.end, token.start + 1)
    raise SyntaxProblem(what, source=source, start=token.start, end=end, hint=hint)


class _Parser:
    """The two stacks: terms that are finished, operators that wait.

    The parser is always in one of two moods: an operand must come (`_operand`), or an
    operator may come (`_operator`).
    """

    def __init__(self, source: str, line: list[Token]) -> None:
        self.source = source
        self.line = line
        self.terms: list[Term] = []
        self.frames: list[_Frame] = []

    def term(self) -> Term:
        wants_operand = True
        previous = self.line[0]
        for k, token in enumerate(self.line):
            following = self.line[k + 1] if k + 1 < len(self.line) else None
            if wants_operand:
                wants_operand = self._operand(token, following, previous)
            else:
                wants_operand = self._operator(token, previous)
            previous = token
        if wants_operand:
            self._fail("the expression ends where a value should follow", previous, "add what is missing")
        self._reduce(_CHOICE)
        if self.frames:
            self._unfinished(self.frames[-1])
        return self.terms[0]

    # An operand must come ---------------------------------------------------------------

    def _operand(self, token: Token, following: Token | None, previous: Token) -> bool:
        """Take a token where a value must begin; return whether one must still come."""
        calls = following is not None and following.text == "("
        if token.kind == "number":
            self.terms.append(Term("number", (), token.text, token.value, token.start, token.end))
            return False
        if token.kind == "name":
            _check_name(token, self.source)
            if calls:
                self._push("call", "call", 0, token)
                return True
            self.terms.append(Term("name", (), token.text, 0.0, token.start, token.end))
            return False
        if token.text == "(":
            # The bracket of a call belongs to the frame that its name has pushed.
            if not (previous.kind == "name" and self.frames and self.frames[-1].start == previous.start):
                self._push("group", "", 0, token)
            return True
        if token.text in _PREFIX:
            self._push("prefix", _PREFIX[token.text], _SIGN, token)
            return True
        if token.text == ")" and previous.text == "(":
            self._fail("the brackets are empty", token, "put a value between ( and )")
        if token.text == "=":
            self._fail("a second = in one statement", token, "compare with ==, separate statements with ;")
        self._fail(f"a value should stand before {token.text}", token, "")

    # An operator may come ---------------------------------------------------------------

    def _operator(self, token: Token, previous: Token) -> bool:
        """Take a token where a value has just ended; return whether another must come."""
        text = token.text
        if token.kind == "op" and text in _BINARY:
            op, level = _BINARY[text]
            # The power binds from the right: what stands left of it keeps waiting.
            self._reduce(level + 1 if op == "pow" else level)
            self._push("binary", op, level, token)
            return True
        if token.kind == "op" and text in _COMPARISONS:
            self._compare(token)
            return True
        if token.kind == "op" and text in (",", ")"):
            return self._close(token)
        if token.kind == "name" and text == "if":
            self._reduce(_CHOICE + 1)
            self._push("if", "if", 0, token)
            return True
        if token.kind == "name" and text == "else":
            self._reduce(_CHOICE)
            if not self.frames or self.frames[-1].kind != "if":
                self._fail("else without if", token, "write  a if x > 0 else b")
            opened = self.frames.pop()
            self.frames.append(opened._replace(kind="else", level=_CHOICE))
            return True
        self._no_operator(token, previous)

    def _compare(self, token: Token) -> None:
        self._reduce(_COMPARISON + 1)
        top = self.frames[-1] if self.frames else None
        if top is not None and top.kind == "compare":
            self.frames[-1] = top._replace(text=f"{top.text} {token.text}")
        else:
            self._push("compare", "compare", _COMPARISON, token, token.text)

    def _close(self, token: Token) -> bool:
        """End an argument or a bracket; return whether a value must follow."""
        self._reduce(_CHOICE)
        opened = self.frames[-1] if self.frames else None
        if opened is None:
            if token.text == ")":
                self._fail("this ) has no ( before it", token, "take it away, or add the ( that it closes")
            self._fail("a comma outside of a call", token, "separate statements with ;")
        if opened.kind == "if":
            self._unfinished(opened)
        if token.text == ",":
            if opened.kind != "call":
                self._fail("a comma outside of a call", token, "write decimals with a point: 1.5")
            return True
        self.frames.pop()
        if opened.kind == "call":
            args = tuple(self.terms[opened.base :])
            del self.terms[opened.base :]
            self.terms.append(Term("call", args, opened.text, 0.0, opened.start, token.end))
        else:
            inner = self.terms.pop()
            self.terms.append(inner._replace(start=opened.start, end=token.end))
        return False

    # Stacks -------------------------------------------------------------------------------

    def _push(self, kind: str, op: str, level: int, token: Token, text: str = "") -> None:
        self.frames.append(
            _Frame(kind, op, level, token.start, token.end, len(self.terms), text or token.text)
        )

    def _reduce(self, level: int) -> None:
        """Finish every waiting operator that binds at least as tightly as ``level``."""
        while self.frames and self.frames[-1].level >= level:
            frame = self.frames.pop()
            count = {"prefix": 1, "binary": 2, "else": 3}.get(frame.kind) or len(frame.text.split()) + 1
            args = tuple(self.terms[-count:])
            del self.terms[-count:]
            start = frame.start if frame.kind == "prefix" else args[0].start
            text = frame.text if frame.kind == "compare" else ""
            if frame.op == "sqrt":
                term = Term("call", args, "sqrt", 0.0, start, args[-1].end)
            elif frame.op == "neg" and args[0].op == "number" and args[0].text[:1] != "-":
                # A negative literal is one number; `text` marks it so that --x stays two signs.
                term = Term("number", (), "-" + args[0].text, -args[0].value, start, args[-1].end)
            else:
                term = Term(frame.op, args, text, 0.0, start, args[-1].end)
            self.terms.append(term)

    # Errors -------------------------------------------------------------------------------

    def _fail(self, what: str, token: Token, hint: str) -> NoReturn:
        _fail(what, token, self.source, hint)

    def _unfinished(self, frame: _Frame) -> NoReturn:
        token = Token("op", frame.text, frame.start, frame.end)
        if frame.kind == "if":
            self._fail("this if has no else", token, "write  a if x > 0 else b")
        self._fail("this ( is never closed", token, "add ) where its contents end")

    def _no_operator(self, token: Token, previous: Token) -> NoReturn:
        if token.kind == "name" and iskeyword(token.text):
            _check_name(token, self.source)
        if token.text == "=":
            self._fail("= inside an expression", token, "compare with ==; a definition is  name = expression")
        left, right = shorten(previous.text, 12), shorten(token.text, 12)
        hint = f"for a product write {left}*{right}" + ("...)" if token.text == "(" else "")
        waiting = self.frames[-1] if self.frames else None
        if waiting is not None and waiting.op == "div" and token.text != "(":
            above = self.terms[waiting.base - 1]
            over = shorten(self.source[above.start : above.end], 12)
            hint = f"write {over}/{left}*{right} or {over}/({left}*{right}), whichever is meant"
        self._fail(f"an operator is missing between {left} and {right}", token, hint)
