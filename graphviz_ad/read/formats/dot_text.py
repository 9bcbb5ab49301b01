"""How many graphs a text in DOT holds: layout programs read the first one and drop the rest silently."""

from __future__ import annotations

import re

from graphviz_ad.errors import SyntaxProblem

__all__ = ["check_one_graph"]

_PIECES = re.compile(
    r"""
      (?P<text>"(?:\\.|[^"\\])*")
    | (?P<comment>//[^\n]*|/\*.*?\*/|^\#[^\n]*)
    | (?P<open>\{) | (?P<close>\}) | (?P<html><)
    | (?P<unclosed>"|/\*)
    | (?P<blank>\s+)
    | (?P<other>[^\s"{}<#/]+|.)
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_GLUED = re.compile(r"(?<![\w.])(?P<number>-?(?:\.\d+|\d+(?:\.\d*)?))(?=[^\W\d])\w+")
"""What DOT takes for a number and a name, two nodes: ``3d``."""

_ANGLE = re.compile(r"[<>]")


def check_one_graph(source: str) -> None:
    """Refuse a text that is not one graph, whole.

    Raises
    ------
    SyntaxProblem
        With the place: no graph, a second one, more text, a bracket or quote that is not closed.

    Examples
    --------
    >>> check_one_graph('digraph { a -> b [label="}"]; }')
    >>> check_one_graph("digraph { a } digraph { b }")
    Traceback (most recent call last):
    graphviz_ad.errors.SyntaxProblem: there is a second graph...
    """
    depth = opened = position = 0
    ended = False
    while position < len(source):
        match = _PIECES.match(source, position)
        kind, start = (match.lastgroup, position) if match else ("unclosed", position)
        position = match.end() if match else len(source)
        if kind in ("blank", "comment"):
            continue
        if ended:
            raise _refuse_rest(source, start)
        if kind == "unclosed" or depth < (kind == "close"):
            raise _unpaired(source, start)
        if kind == "html" and depth:
            position = _after_html(source, start)
        elif kind == "open":
            opened = opened if depth else start
            depth += 1
        elif kind == "other" and depth:
            _check_names(source, start, position)
        elif kind == "close":
            depth -= 1
            ended = depth == 0
    if not ended:
        raise _unpaired(source, opened) if depth else _no_graph()


def _after_html(source: str, start: int) -> int:
    """Return where a label in HTML ends, whose angle brackets are balanced."""
    depth = 0
    for match in _ANGLE.finditer(source, start):
        depth += 1 if match[0] == "<" else -1
        if not depth:
            return match.end()
    raise _unpaired(source, start)


def _unpaired(source: str, start: int) -> SyntaxProblem:
    sign = source[start]
    what = "a } closes nothing" if sign == "}" else f"a {'/*' if sign == '/' else sign} is never closed"
    return SyntaxProblem(what, source=source, start=start, end=start + 1)


def _no_graph() -> SyntaxProblem:
    return SyntaxProblem("there is no graph in the text", hint="a graph in DOT is digraph { x -> y }")


def _check_names(source: str, start: int, end: int) -> None:
    """Refuse what layout programs read as two names."""
    glued = _GLUED.search(source, start, end)
    if glued:
        number = glued["number"]
        what = f"DOT reads {glued[0]} as {number} and {glued[0][len(number) :]}, two names"
        hint = f'put it in quotes: "{glued[0]}"'
        raise SyntaxProblem(what, source=source, start=glued.start(), end=glued.end(), hint=hint)


def _refuse_rest(source: str, start: int) -> SyntaxProblem:
    second = re.match(r"(?:strict\s+)?(?:di)?graph\b", source[start:], re.IGNORECASE)
    what = "there is a second graph" if second else "there is text after the graph"
    hint = "one graph a file: a layout program would drop the rest"
    return SyntaxProblem(
        what, source=source, start=start, end=start + (second.end() if second else 1), hint=hint
    )
