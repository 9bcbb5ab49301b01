"""Tokens to terms: operator precedence with two explicit stacks, no recursion, linear time."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from graphviz_ad.errors import SyntaxProblem, shorten
from graphviz_ad.expression.refusals import no_operator, no_value, refuse
from graphviz_ad.expression.term import Term
from graphviz_ad.expression.tokens import Token

__all__ = ["BINARY", "parse_term"]

# Levels of precedence, Python's.  Brackets and an open ``if`` have level 0: only their partner closes them.
_CHOICE, _COMPARISON, _SUM, _PRODUCT, _SIGN, _POWER = 1, 2, 3, 4, 5, 6
BINARY: Mapping[str, tuple[str, int]] = {
    "+": ("add", _SUM),
    "-": ("sub", _SUM),
    "*": ("mul", _PRODUCT),
    "/": ("div", _PRODUCT),
    "//": ("floordiv", _PRODUCT),
    "%": ("mod", _PRODUCT),
    "**": ("pow", _POWER),
}
"""Operation and level of each operator between two values."""
_COMPARISONS = frozenset(("<", "<=", ">", ">=", "==", "!="))
_PREFIX = {"-": "neg", "+": "pos", "√": "sqrt"}
_SIGNS = frozenset(_PREFIX.values())


class _Frame(NamedTuple):
    """An operator, bracket, call or half of a choice that waits for its operands.

    ``base`` is the number of terms that were finished when it came; ``text`` is its token's, or
    the comparisons so far.
    """

    op: str
    level: int
    token: Token
    base: int
    text: str


def parse_term(source: str, line: Sequence[Token]) -> Term:
    """Return the term that the tokens of one statement are."""
    return _Parser(source, line).term()


class _Parser:
    """The two stacks: terms that are finished, operators that wait.

    The parser is always in one of two moods: an operand must come (`_operand`), or an
    operator may come (`_operator`).
    """

    def __init__(self, source: str, line: Sequence[Token]) -> None:
        self.source = source
        self.line = line
        self.terms: list[Term] = []
        self.frames: list[_Frame] = []

    def term(self) -> Term:
        """Return the term."""
        wants_operand = True
        for k, token in enumerate(self.line):
            wants_operand = self._operand(token, k) if wants_operand else self._operator(token, k)
        if wants_operand:
            last = self.line[-1]
            raise refuse(
                "the expression ends where a value should follow", last, self.source, "add what is missing"
            )
        self._reduce(_CHOICE)
        if self.frames:
            raise self._unfinished(self.frames[-1])
        return self.terms[0]

    def _push(self, op: str, level: int, token: Token) -> bool:
        self.frames.append(_Frame(op, level, token, len(self.terms), token.text))
        return True

    # An operand must come ---------------------------------------------------------------

    def _operand(self, token: Token, k: int) -> bool:
        """Take a token where a value must begin; return whether one must still come."""
        kind, text, start, end, value = token
        if kind == "name":
            if k + 1 < len(self.line) and self.line[k + 1].text == "(":
                return self._push("call", 0, token)
            self.terms.append(Term("name", (), text, 0.0, start, end))
            return False
        if kind == "number":
            self.terms.append(Term("number", (), text, value, start, end))
            return False
        previous = self.line[k - 1] if k else None
        if text == "(":
            # The bracket of a call belongs to the frame that its name has pushed.
            called = self.frames and self.frames[-1].op == "call" and self.frames[-1].token is previous
            return bool(called) or self._push("group", 0, token)
        if text in _PREFIX:
            return self._push(_PREFIX[text], _SIGN, token)
        raise no_value(token, previous, self.source)

    # An operator may come ---------------------------------------------------------------

    def _operator(self, token: Token, k: int) -> bool:
        """Take a token where a value has just ended; return whether another must come."""
        text = token.text
        if token.kind == "op":
            if text in BINARY:
                op, level = BINARY[text]
                # The power binds from the right: what stands left of it keeps waiting.
                self._reduce(level + 1 if level == _POWER else level)
                return self._push(op, level, token)
            if text in _COMPARISONS:
                return self._compare(token)
            if text in (",", ")"):
                return self._close(token)
        elif text == "if":
            self._reduce(_CHOICE + 1)
            return self._push("if", 0, token)
        elif text == "else":
            return self._else(token)
        raise no_operator(token, self.line[k - 1], self.source, self._divided(), self._raised())

    def _compare(self, token: Token) -> bool:
        self._reduce(_COMPARISON + 1)
        top = self.frames[-1] if self.frames else None
        if top is None or top.op != "compare":
            return self._push("compare", _COMPARISON, token)
        self.frames[-1] = top._replace(text=f"{top.text} {token.text}")
        return True

    def _else(self, token: Token) -> bool:
        self._reduce(_CHOICE)
        if not self.frames or self.frames[-1].op != "if":
            raise refuse("else without if", token, self.source, "write  a if x > 0 else b")
        opened = self.frames.pop()
        self.frames.append(opened._replace(op="else", level=_CHOICE))
        return True

    def _close(self, token: Token) -> bool:
        """End an argument or a bracket; return whether a value must follow."""
        self._reduce(_CHOICE)
        opened = self.frames[-1] if self.frames else None
        if opened is not None and opened.op == "if":
            raise self._unfinished(opened)
        if token.text == ",":
            if opened is None or opened.op != "call":
                hint = "write decimals with a point, 1.5; separate statements with ;"
                raise refuse("a comma outside of a call", token, self.source, hint)
            return True
        if opened is None:
            hint = "take it away, or add the ( that it closes"
            raise refuse("this ) has no ( before it", token, self.source, hint)
        self.frames.pop()
        start, end = opened.token.start, token.end
        if opened.op == "call":
            args = tuple(self.terms[opened.base :])
            self.terms[opened.base :] = [Term("call", args, opened.text, 0.0, start, end)]
        else:
            self.terms[-1] = self.terms[-1]._replace(start=start, end=end)
        return False

    def _reduce(self, level: int) -> None:
        """Finish every waiting operator that binds at least as tightly as ``level``."""
        frames, terms = self.frames, self.terms
        while frames and frames[-1].level >= level:
            op, _, token, base, text = frames.pop()
            if op in _SIGNS:
                terms[-1] = _signed(op, token, terms[-1])
                continue
            # The first operand was finished before the operator came.
            args = tuple(terms[base - 1 :])
            text = text if op == "compare" else ""
            op = "if" if op == "else" else op
            terms[base - 1 :] = [Term(op, args, text, 0.0, args[0].start, args[-1].end)]

    # Errors -------------------------------------------------------------------------------

    def _unfinished(self, frame: _Frame) -> SyntaxProblem:
        if frame.op == "if":
            return refuse("this if has no else", frame.token, self.source, "write  a if x > 0 else b")
        return refuse("this ( is never closed", frame.token, self.source, "add ) where its contents end")

    def _raised(self) -> str | None:
        """Return the name whose power was just read, if it was one."""
        top = self.frames[-1] if self.frames else None
        base = self.terms[top.base - 1] if top is not None and top.op == "pow" else None
        return base.text if base is not None and base.op == "name" and len(base.text) > 1 else None

    def _divided(self) -> str | None:
        """Return the text of what the last value divides, 1 in 1/2."""
        waiting = self.frames[-1] if self.frames else None
        if waiting is None or waiting.op != "div":
            return None
        above = self.terms[waiting.base - 1]
        return shorten(self.source[above.start : above.end], 12)


def _signed(op: str, token: Token, inner: Term) -> Term:
    """Return a term with a sign, or a root, in front."""
    if op == "sqrt":
        return Term("call", (inner,), "sqrt", 0.0, token.start, inner.end)
    if op == "neg" and inner.op == "number" and inner.text[:1] != "-":
        # A negative literal is one number; `text` marks it so that --x stays two signs.
        return Term("number", (), "-" + inner.text, -inner.value, token.start, inner.end)
    return Term(op, (inner,), "", 0.0, token.start, inner.end)
