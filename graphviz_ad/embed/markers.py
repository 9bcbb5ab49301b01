"""Markers in documents: where they are, what they ask for, and the text that belongs to them.

Markdown has ``<!-- adviz: SOURCE --wrt x -o img/x.svg -->`` and ``<!-- /adviz -->`` with the picture
between them, MDX the same as ``{/* adviz: ... */}``, reStructuredText a comment ``.. adviz: ...`` at
the margin with the picture, an ``.. image::``, below it.  Whatever is code is an example.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence

from graphviz_ad.embed.margins import MARGIN, code_lines, inset
from graphviz_ad.errors import AdvizError, NotSupported, shorten
from graphviz_ad.noun import noun, replace

__all__ = ["Dialect", "Marker", "dialect_of", "lines_in", "markers", "replaced"]


@noun
class Dialect:
    """How markers are written: where one begins and ends, the line that closes it, its text.

    ``indented`` says whether indentation makes code.
    """

    name: str
    begins: re.Pattern[str]
    ends: str
    closes: re.Pattern[str] | None
    closing: str
    indented: bool = True


@noun
class Marker:
    """A marker: its line (from 1), its words, and the lines that belong to it.

    ``start`` is the first of these, ``stop`` the first behind them, from 0; ``closed`` says whether
    their end is marked, ``margin`` what they begin with, ``fault`` why nothing can belong to it.
    """

    line: int
    command: str
    start: int
    stop: int
    closed: bool
    margin: str = ""
    fault: str = ""


_MARKDOWN = Dialect(
    "Markdown",
    re.compile(r"<!--\s*adviz:"),
    "-->",
    re.compile(r"[ \t>]*<!--\s*/adviz\s*-->\s*$"),
    "<!-- /adviz -->",
)
_MDX = Dialect(
    "MDX",
    re.compile(r"\{/\*\s*adviz:"),
    "*/}",
    re.compile(r"[ \t>]*\{/\*\s*/adviz\s*\*/\}\s*$"),
    "{/* /adviz */}",
    indented=False,
)
_RST = Dialect("reStructuredText", re.compile(r"\.\.[ \t]+adviz:(?!:)"), "", None, "")
_DIALECTS: Mapping[str, Dialect] = {
    ".md": _MARKDOWN, ".markdown": _MARKDOWN, ".qmd": _MARKDOWN, ".mdx": _MDX, ".rst": _RST,
}  # fmt: skip
_SPAN = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")
_BEFORE = re.compile(MARGIN + "$")
_OWN_LINE = "a marker stands on a line of its own"
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
    >>> [(each.line, each.command, each.start, each.stop, each.closed) for each in found]
    [(1, 'x*y -o x.svg', 1, 2, True)]
    """
    lines = _LINE.findall(text)
    plain = [line.removeprefix("\ufeff") for line in lines]
    if dialect.closes is None:
        begun = [k for k, line in enumerate(plain) if dialect.begins.match(line)]
        return lines, [_comment(plain, k, dialect) for k in begun]
    code = code_lines(plain, indented=dialect.indented)
    found: list[Marker] = []
    k = 0
    while k < len(plain):
        if not code[k] and dialect.begins.search(_SPAN.sub("", plain[k])):
            found.append(_marker(plain, code, k, dialect))
            k = found[-1].stop - 1 + found[-1].closed
        k += 1
    return lines, found


def lines_in(marker: Marker, body: Sequence[str]) -> list[str]:
    """Return lines as they stand below a marker: as far in as it is."""
    return [f"{marker.margin}{line}".rstrip() for line in body]


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
        out[marker.start : marker.stop] = [f"{line}{end}" for line in lines_in(marker, (*body, *closing))]
    return "".join(out)


def _marker(lines: Sequence[str], code: Sequence[bool], first: int, dialect: Dialect) -> Marker:
    """Return the marker that begins in a line.

    Raises
    ------
    AdvizError
        It does not end.
    """
    sign = dialect.begins.search(lines[first])
    ahead, behind = (lines[first][: sign.start()], lines[first][sign.end() :]) if sign else ("", "")
    before = _BEFORE.match(ahead)
    rest = [behind, *lines[first + 1 :]]
    last = next((first + k for k, line in enumerate(rest) if dialect.ends in line), None)
    if last is None or any(dialect.begins.search(line) for line in lines[first + 1 : last + 1]):
        raise AdvizError("the marker does not end", where=f"line {first + 1}", hint="close the comment")
    margin = inset(before["margin"]) if before else ""
    inner = [behind, *(line.removeprefix(margin.rstrip()) for line in rest[1 : last - first + 1])]
    command, _, behind = "".join(inner).partition(dialect.ends)
    if before is None or behind.strip():
        return Marker(first + 1, "", last + 1, last + 1, closed=False, fault=_OWN_LINE)
    made = Marker(first + 1, command.strip(), last + 1, last + 1, closed=False, margin=margin)
    for k in range(last + 1, len(lines)):
        if code[k] or dialect.begins.search(lines[k]):
            break
        if dialect.closes and dialect.closes.match(lines[k]):
            return replace(made, stop=k, closed=True)
    return made


def _comment(lines: Sequence[str], first: int, dialect: Dialect) -> Marker:
    """Return the marker that a comment of reStructuredText is, and the image below it."""

    def is_part(k: int) -> bool:
        return k < len(lines) and lines[k][:1].isspace() and bool(lines[k].strip())

    last = first + 1
    while is_part(last):
        last += 1
    command = dialect.begins.sub("", "".join(lines[first:last]), count=1)
    image = last
    while image < len(lines) and not lines[image].strip():
        image += 1
    stop = image + 1
    if image < len(lines) and lines[image].startswith(".. image::"):
        while is_part(stop):
            stop += 1
        return Marker(first + 1, command.strip(), last, stop, closed=True)
    return Marker(first + 1, command.strip(), last, last, closed=True)
