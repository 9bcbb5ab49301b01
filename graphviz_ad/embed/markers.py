"""Markers in documents: where they are, what they ask for, and the text that belongs to them.

Markdown has ``<!-- adviz: SOURCE --wrt x -o img/x.svg -->`` and ``<!-- /adviz -->`` with the picture
between them, MDX the same as ``{/* adviz: ... */}``, reStructuredText a comment ``.. adviz: ...`` with
the picture, an ``.. image::``, below it.  Whatever stands in fenced or literal blocks is an example.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence

from graphviz_ad.errors import AdvizError, NotSupported, shorten
from graphviz_ad.noun import noun

__all__ = ["Dialect", "Marker", "dialect_of", "markers", "replaced"]


@noun
class Dialect:
    """How markers are written: patterns of a line that begins, ends, and closes one; the closing line."""

    name: str
    begins: re.Pattern[str]
    ends: re.Pattern[str]
    closes: re.Pattern[str] | None
    closing: str


@noun
class Marker:
    """A marker: its line (from 1), its words, and the lines that belong to it.

    ``start`` is the first of these, ``stop`` the first behind them, from 0; ``closed`` says whether
    their end is marked.
    """

    line: int
    command: str
    start: int
    stop: int
    closed: bool


_MARKDOWN = Dialect(
    "Markdown",
    re.compile(r" {0,3}<!--\s*adviz:"),
    re.compile(r"-->\s*$"),
    re.compile(r" {0,3}<!--\s*/adviz\s*-->\s*$"),
    "<!-- /adviz -->",
)
_MDX = Dialect(
    "MDX",
    re.compile(r" {0,3}\{/\*\s*adviz:"),
    re.compile(r"\*/\}\s*$"),
    re.compile(r" {0,3}\{/\*\s*/adviz\s*\*/\}\s*$"),
    "{/* /adviz */}",
)
_RST = Dialect("reStructuredText", re.compile(r"\.\.[ \t]+adviz:(?!:)"), re.compile(r"$"), None, "")
_DIALECTS: Mapping[str, Dialect] = {
    ".md": _MARKDOWN, ".markdown": _MARKDOWN, ".qmd": _MARKDOWN, ".mdx": _MDX, ".rst": _RST,
}  # fmt: skip
_FENCE = re.compile(r" {0,3}(?:[-*+] +|\d+[.)] +)?(?P<fence>`{3,}(?!.*`)|~{3,})")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def dialect_of(path: str) -> Dialect:
    """Return how markers are written in a file.

    Raises
    ------
    NotSupported
        Its suffix tells no language that we know.

    Examples
    --------
    >>> dialect_of("README.md").closing, dialect_of("page.mdx").closing
    ('<!-- /adviz -->', '{/* /adviz */}')
    """
    found = _DIALECTS.get(os.path.splitext(path)[1].lower())
    if found is None:
        raise NotSupported(f"{shorten(path, 60)} is no document that has markers", legal=_DIALECTS)
    return found


def markers(text: str, dialect: Dialect) -> tuple[list[str], list[Marker]]:
    r"""Return the lines of a document, and its markers.

    Raises
    ------
    AdvizError
        A marker does not end.

    Examples
    --------
    >>> lines, found = markers("<!-- adviz: x*y -o x.svg -->\nold\n<!-- /adviz -->\n", dialect_of("a.md"))
    >>> found
    [Marker(line=1, command='x*y -o x.svg', start=1, stop=2, closed=True)]
    """
    lines = _LINE.findall(text)
    found: list[Marker] = []
    fence, k = "", 0
    while k < len(lines):
        line = lines[k].removeprefix("\ufeff") if k == 0 else lines[k]
        opened = _FENCE.match(line) if dialect.closes else None
        if fence:
            # The same sign, at least as often, and nothing behind it.
            if re.fullmatch(rf"\s*{re.escape(fence[0])}{{{len(fence)},}}\s*", line):
                fence = ""
        elif opened:
            fence = opened["fence"]
        elif dialect.begins.match(line):
            found.append(_marker(lines, k, dialect))
            k = found[-1].stop - 1 + (found[-1].closed and dialect.closes is not None)
        k += 1
    return lines, found


def replaced(lines: Sequence[str], bodies: Mapping[Marker, Sequence[str]], dialect: Dialect) -> str:
    r"""Return a document with other lines in its markers; every line ending is that of the marker.

    Examples
    --------
    >>> dialect = dialect_of("a.md")
    >>> lines, found = markers("a\r\n<!-- adviz: x*y -o x.svg -->\r\nb", dialect)
    >>> replaced(lines, {found[0]: ["![x](x.svg)"]}, dialect)
    'a\r\n<!-- adviz: x*y -o x.svg -->\r\n![x](x.svg)\r\n<!-- /adviz -->\r\nb'
    """
    out = list(lines)
    for marker, body in sorted(bodies.items(), key=lambda item: -item[0].start):
        last = out[marker.start - 1]
        end = "\r\n" if last.endswith("\r\n") else "\n"
        out[marker.start - 1] = last.rstrip("\r\n") + end
        closing = [] if marker.closed else [dialect.closing]
        out[marker.start : marker.stop] = [f"{line}{end}" for line in (*body, *closing)]
    return "".join(out)


def _marker(lines: Sequence[str], first: int, dialect: Dialect) -> Marker:
    """Return the marker that begins in a line."""
    if dialect.closes is None:
        return _comment(lines, first, dialect)
    last = next((k for k in range(first, len(lines)) if dialect.ends.search(lines[k].rstrip())), None)
    if last is None or any(dialect.begins.match(line) for line in lines[first + 1 : last + 1]):
        raise AdvizError("the marker does not end", where=f"line {first + 1}", hint="close the comment")
    command = dialect.begins.sub("", "".join(lines[first : last + 1]).removeprefix("\ufeff"), count=1)
    command = dialect.ends.sub("", command.rstrip()).strip()
    for k in range(last + 1, len(lines)):
        if dialect.closes.match(lines[k]):
            return Marker(first + 1, command, last + 1, k, closed=True)
        if dialect.begins.match(lines[k]):
            break
    return Marker(first + 1, command, last + 1, last + 1, closed=False)


def _comment(lines: Sequence[str], first: int, dialect: Dialect) -> Marker:
    """Return the marker that a comment of reStructuredText is, and the image below it."""

    def is_part(k: int) -> bool:
        return k < len(lines) and lines[k][:1].isspace() and bool(lines[k].strip())

    last = first + 1
    while is_part(last):
        last += 1
    command = dialect.begins.sub("", "".join(lines[first:last]).removeprefix("\ufeff"), count=1)
    image = last
    while image < len(lines) and not lines[image].strip():
        image += 1
    stop = image + 1
    if image < len(lines) and lines[image].startswith(".. image::"):
        while is_part(stop):
            stop += 1
        return Marker(first + 1, command.strip(), last, stop, closed=True)
    return Marker(first + 1, command.strip(), last, last, closed=True)
