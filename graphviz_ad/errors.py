"""What can go wrong, said in four parts: what, where, the legal values, a hint.

The library raises these and never prints; the command turns one into one
message and an exit code.  Each kind also derives from the builtin exception
that fits, so that ordinary Python code can catch it without importing adviz.
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = [
    "AdvizError",
    "DomainProblem",
    "GraphProblem",
    "NotSupported",
    "RenderProblem",
    "SyntaxProblem",
    "UnknownName",
    "WriteProblem",
    "close_matches",
    "shorten",
]

WIDEST_EXCERPT = 72
SHOWN_CHOICES = 12


class AdvizError(Exception):
    """An error of adviz: what is wrong, where, what would be right, a hint.

    Parameters
    ----------
    what
        One sentence without a full stop.
    source, start, end
        The text that was read and the span in it, in characters.
    where
        The place in words, when it is not a span of the source (a node, a file).
    legal
        The values that would have been accepted.
    hint
        What to write or do instead.

    Examples
    --------
    >>> print(AdvizError("unknown function 'sine'", source="sine(x)", start=0, end=4,
    ...                  hint="did you mean sin?"))
    unknown function 'sine'
      line 1, column 1:
        sine(x)
        ^^^^
      hint: did you mean sin?
    """

    exit_code = 1

    def __init__(
        self,
        what: str,
        *,
        source: str = "",
        start: int | None = None,
        end: int | None = None,
        where: str = "",
        legal: Iterable[str] = (),
        hint: str = "",
    ) -> None:
        self.what = what
        self.source = source
        self.start = start
        self.end = end
        self.where = where
        self.legal = tuple(legal)
        self.hint = hint
        super().__init__(what)

    @property
    def line(self) -> int | None:
        """Line of the place, counted from 1, or None without a place in a text."""
        return None if self.start is None else self.source.count("\n", 0, self.start) + 1

    @property
    def column(self) -> int | None:
        """Column of the place, counted from 1, or None without a place in a text."""
        return None if self.start is None else self.start - self._line_start() + 1

    def _line_start(self) -> int:
        return self.source.rfind("\n", 0, self.start or 0) + 1

    def _excerpt(self) -> list[str]:
        """Return the line of the source with carets, cut around the place."""
        if self.start is None:
            return []
        begin = self._line_start()
        stop = self.source.find("\n", begin)
        text = _visible(self.source[begin : stop if stop >= 0 else len(self.source)])
        at = self.start - begin
        width = max(1, min((self.end or self.start + 1) - self.start, len(text) - at))
        left = max(0, at - WIDEST_EXCERPT // 2)
        cut = text[left : left + WIDEST_EXCERPT]
        before, after = "…" if left else "", "…" if left + WIDEST_EXCERPT < len(text) else ""
        carets = "^" * min(width, max(1, len(cut) - (at - left)))
        pad = " " * (len(before) + at - left)
        return [
            f"  line {self.line}, column {self.column}:",
            f"    {before}{cut}{after}",
            f"    {pad}{carets}",
        ]

    def __str__(self) -> str:
        """Return the whole message, a part a line."""
        lines = [self.what]
        lines += self._excerpt()
        if self.where:
            lines.append(f"  at {self.where}")
        if self.legal:
            shown = ", ".join(self.legal[:SHOWN_CHOICES])
            more = len(self.legal) - SHOWN_CHOICES
            lines.append(f"  possible: {shown}" + (f" and {more} more" if more > 0 else ""))
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)


def _visible(text: str) -> str:
    """Return a line of somebody's text without what would move the cursor, one character for each."""
    return "".join(c if c.isprintable() else " " if c.isspace() else "\ufffd" for c in text)


class SyntaxProblem(AdvizError, ValueError):
    """The text is not a program of adviz's language."""


class UnknownName(AdvizError, LookupError):
    """A name that nothing bears: a function, a variable, an output, an option value."""


class GraphProblem(AdvizError, ValueError):
    """A graph that is not a computation: a cycle, a missing node, a wrong arity."""


class DomainProblem(AdvizError, ArithmeticError):
    """A number is needed and there is none, or two ways of computing it part."""


class RenderProblem(AdvizError, RuntimeError):
    """The layout program or the renderer is missing, failed, or ran out of time."""

    exit_code = 3


class WriteProblem(AdvizError, OSError):
    """A file could not be written; whatever was there before is still there."""


class NotSupported(AdvizError, NotImplementedError):
    """A thing that adviz does not do; the message names what to use instead."""


def close_matches(word: str, known: Iterable[str]) -> str:
    """Return a hint that offers the names closest to ``word``, or ''.

    Examples
    --------
    >>> close_matches("sine", ["sin", "cos"])
    'did you mean sin?'
    """
    import difflib  # takes a millisecond, and only errors come here

    by_case = {name.lower(): name for name in known}
    near = difflib.get_close_matches(word.lower(), by_case, n=3, cutoff=0.6)
    return f"did you mean {' or '.join(by_case[name] for name in near)}?" if near else ""


def shorten(text: str, width: int = 40) -> str:
    """Return ``text`` on one line, cut in the middle to ``width`` characters.

    Examples
    --------
    >>> shorten("abcdefghij", 7)
    'abc…hij'
    """
    text = " ".join(text.split())
    if len(text) <= width:
        return text
    half = (width - 1) // 2
    return f"{text[: width - 1 - half]}…{text[len(text) - half :]}"
