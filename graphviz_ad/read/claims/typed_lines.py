"""The statements of a backward pass that was derived by hand, cut out of the text they stand in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphviz_ad.errors import SyntaxProblem
from graphviz_ad.expression import normal

__all__ = ["typed_lines"]

_STATEMENT = re.compile(
    r"\s*(?P<name>[^\W\d][\w\u0300-\u036f]*|[d∂]\w+\s*/\s*[d∂]\w+)\s*(?P<sign>[-+]?)=(?!=)\s*(?P<right>.*?)\s*",
    re.DOTALL,
)
_SIGNS = re.compile(r"[()]|\n|;|#[^\n]*")


def typed_lines(source: str, start: int) -> Iterator[tuple[str, str, str, int, int]]:
    """Yield name, sign before =, right side and place of every statement below the rule."""
    for begin, end in _pieces(source, start):
        piece = source[begin:end]
        match = _STATEMENT.fullmatch(piece)
        if match is None or not match["right"]:
            hint = "a line gives the gradient of a name:  dx = ...  or  dx += ..."
            stop = begin + len(piece.rstrip())
            first = begin + len(piece) - len(piece.lstrip())
            raise SyntaxProblem(
                "this is no line of a backward pass", source=source, start=first, end=stop, hint=hint
            )
        yield (
            normal(match["name"]), match["sign"], match["right"],
            begin + match.start("name"), begin + match.end("right"),
        )  # fmt: skip


def _pieces(source: str, start: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of statements, comments left out; brackets keep lines together."""
    depth, begin = 0, start
    for match in _SIGNS.finditer(source, start):
        sign = match[0]
        if sign in "()":
            depth = max(0, depth + (1 if sign == "(" else -1))
        elif sign != "\n" or not depth or _begins_a_line(source, match.end()):
            if source[begin : match.start()].strip():
                yield begin, match.start()
            begin, depth = match.end(), 0
    if source[begin:].strip():
        yield begin, len(source)


def _begins_a_line(source: str, start: int) -> bool:
    """Whether a line has an = of its own, so that the bracket before it was never closed."""
    return _STATEMENT.match(source, start, max(start, source.find("\n", start))) is not None
