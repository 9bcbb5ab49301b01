"""Fenced blocks ``adviz`` in Python-Markdown, MkDocs and mkdocstrings.

Two ways lead here.  Pages that have the fences of ``pymdownx.superfences`` name `fence` and
`validate` as a custom fence; others name this module as an extension, ``graphviz_ad.embed.markdown``.
What is wrong in a block is a warning of MkDocs with file and line, so that ``--strict`` fails; where
there is no MkDocs, it is raised.
"""

from __future__ import annotations

import logging
import os
import re
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from types import FrameType
from typing import Any, NamedTuple

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor

from graphviz_ad.embed.asking import Asked, asked_of_file, options_from
from graphviz_ad.embed.figure import figure
from graphviz_ad.embed.options import COMMANDS, DEFAULT, FLAG, OPTIONS
from graphviz_ad.errors import AdvizError
from graphviz_ad.write.notebook import inline

__all__ = ["AdvizExtension", "Fences", "fence", "makeExtension", "validate"]

LANGUAGE = "adviz"
_OWN = ("show", "file")
_OPENS = re.compile(r"(?P<indent>[ \t]*)(?P<fence>`{3,}|~{3,})(?P<info>[^`]*)$")
# Children of this logger are counted by mkdocs build --strict.
_LOG = logging.getLogger("mkdocs.adviz")


def validate(
    _language: str, inputs: Mapping[str, str], options: dict[str, Any], attrs: dict[str, Any], _md: Markdown
) -> bool:
    """Sort the words of a fence: all are options of the picture; what is wrong is said where it is drawn."""
    options["given"] = {**inputs, **attrs}
    attrs.clear()
    return True


def fence(
    source: str,
    _language: str,
    class_name: str,
    options: Mapping[str, Any],
    _md: Markdown,
    **more: Any,  # noqa: ANN401 - superfences adds to them
) -> str:
    """Return the picture of a block of ``pymdownx.superfences``.

    Parameters
    ----------
    source
        What stands in the block: a program, or nothing where ``file`` is given.
    class_name
        Classes of the block, to which ``adviz-figure`` comes.
    options
        What `validate` found.

    Raises
    ------
    SuperFencesException
        The picture cannot be made, and there is no MkDocs that counts warnings.
    """
    from pymdownx.superfences import SuperFencesException

    classes = [name for name in [class_name, *more.get("classes", [])] if name and name != LANGUAGE]
    try:
        return _made(source, options.get("given", {}), classes, more.get("id_value", ""))
    except AdvizError as error:
        # All other exceptions are taken for a block that is none.
        raise SuperFencesException(str(error)) from error


class AdvizExtension(Extension):  # type: ignore[misc]
    """Fenced blocks ``adviz``, for pages without ``pymdownx.superfences``."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name is Python-Markdown's
        """Look for blocks before anybody else does: other fences have 25."""
        md.registerExtension(self)
        md.preprocessors.register(Fences(md), LANGUAGE, 26)


def makeExtension(**settings: Any) -> AdvizExtension:  # noqa: ANN401, N802 - Python-Markdown's own
    """Return the extension; Python-Markdown calls it."""
    return AdvizExtension(**settings)


class Fences(Preprocessor):  # type: ignore[misc]
    """Puts pictures in the place of fenced blocks ``adviz``."""

    def run(self, lines: list[str]) -> list[str]:
        """Return the lines of a page with its blocks replaced."""
        return list(self._replaced(lines))

    def _replaced(self, lines: Sequence[str]) -> Iterator[str]:
        for block in _blocks(lines):
            asked = _asked(block.info)
            if asked is None:
                yield from block.lines
                continue
            body = [line.removeprefix(block.indent) for line in block.lines[1:-1]]
            try:
                picture = _made("\n".join(body), *asked)
            except AdvizError as error:
                raise AdvizError(f"line {block.start} of the page: {error}") from error
            yield block.indent + self.md.htmlStash.store(picture)


class _Block(NamedTuple):
    """Lines of a page: a fenced block with its info string, or what stands between two."""

    start: int
    lines: list[str]
    indent: str = ""
    info: str = ""


def _blocks(lines: Sequence[str]) -> Iterator[_Block]:
    """Yield the fenced blocks of a page, and its other lines.

    >>> [(each.start, each.info) for each in _blocks(["a", "~~~ adviz", "x*x", "~~~", "b"])]
    [(1, ''), (2, 'adviz'), (5, '')]
    """
    number = 0
    while number < len(lines):
        opened = _OPENS.match(lines[number])
        if opened is None:
            yield _Block(number + 1, [lines[number]])
            number += 1
            continue
        sign = opened["fence"]
        closes = re.compile(rf"[ \t]*{re.escape(sign[0])}{{{len(sign)},}}[ \t]*$")
        end = next((k for k in range(number + 1, len(lines)) if closes.match(lines[k])), None)
        if end is None:
            # Nobody closes it, so it is none.
            yield _Block(number + 1, [lines[number]])
            number += 1
            continue
        yield _Block(number + 1, list(lines[number : end + 1]), opened["indent"], opened["info"].strip())
        number = end + 1


def _asked(info: str) -> tuple[dict[str, str], list[str], str] | None:
    """Return options, classes and id of an info string, ``adviz wrt=x``; None if it is another's.

    >>> _asked('adviz wrt=x at="x=3 c=4" share'), _asked("python")
    (({'wrt': 'x', 'at': 'x=3 c=4', 'share': ''}, [], ''), None)
    >>> _asked("{.adviz .wide #pic wrt=x}")
    ({'wrt': 'x'}, ['wide'], 'pic')
    """
    if info.startswith("{") and info.endswith("}"):
        info = info[1:-1].strip().removeprefix(".")
    name, _, rest = info.partition(" ")
    if name != LANGUAGE:
        return None
    try:
        words = shlex.split(rest)
    except ValueError:
        words = rest.split()
    parts = (word.partition("=") for word in words if word and word[0] not in ".#")
    classes = [word[1:] for word in words if word.startswith(".")]
    name = next((word[1:] for word in words if word.startswith("#")), "")
    return {key: value for key, _, value in parts}, classes, name


def _made(source: str, given: Mapping[str, str], classes: Sequence[str], name: str) -> str:
    """Return the picture as HTML; in MkDocs, what is wrong with it.

    Raises
    ------
    AdvizError
        The picture cannot be made, and this is not MkDocs.
    """
    page = _page()
    file = page.file.abs_src_path if page else None
    try:
        sheet = figure(_wanted(source, given), os.path.dirname(file) if file else "").sheet
        shown = inline(sheet.svg())
    except AdvizError as error:
        if page is None:
            raise
        where = f"{page.file.src_uri}{_line_of(source, given, file)}"
        _LOG.warning("%s: adviz: %s", where, error)
        return f'<pre class="adviz-error">{escape(str(error))}</pre>'
    attributes = f'class="{escape(" ".join(["adviz-figure", *classes]))}"'
    attributes += f' id="{escape(name)}"' if name else ""
    return shown.replace('class="adviz-figure"', attributes, 1)


def _wanted(source: str, given: Mapping[str, str]) -> Asked:
    options = {key.replace("_", "-"): _unset(key.replace("_", "-"), text) for key, text in given.items()}
    command = options.pop("show", DEFAULT)
    path = options.pop("file", "")
    if bool(path) == bool(source.strip()):
        raise AdvizError("a block has either a program as its content or the name of a file in file=")
    if command not in COMMANDS:
        raise AdvizError(f"show={command} is not possible", legal=COMMANDS)
    found = options_from(command, options)
    return asked_of_file(command, path, found) if path else Asked(command, source, found, text=True)


def _unset(name: str, text: str) -> str:
    """Return the value of an option; superfences gives a word without one its own name."""
    return "" if name in OPTIONS and OPTIONS[name].kind == FLAG and text == name else text


def _page() -> Any:  # noqa: ANN401 - a page of MkDocs, or None
    """Return the page that MkDocs is rendering: nothing that converters are given tells it.

    Docstrings are converted by converters of their own, so that the stack is what is left to ask.
    """
    pages = sys.modules.get("mkdocs.structure.pages")
    if pages is None:
        return None
    frame: FrameType | None = sys._getframe(1)  # noqa: SLF001 - it has no other name
    while frame is not None:
        who = frame.f_locals.get("self")
        if isinstance(who, pages.Page):
            return who
        frame = frame.f_back
    return None


def _line_of(source: str, given: Mapping[str, str], file: str | None) -> str:
    """Return ``:12``, the line of the page on which the fence of a block stands; '' where it is not found."""
    try:
        with open(file or "", encoding="utf-8") as page:
            lines = page.read().splitlines()
    except (OSError, ValueError):
        return ""
    wanted = [line.strip() for line in source.strip().splitlines()]
    found = []
    for block in _blocks(lines):
        asked = _asked(block.info)
        inner = [line.strip() for line in "\n".join(block.lines[1:-1]).strip().splitlines()]
        if asked is not None and inner == wanted:
            told = {key: _unset(key, text) for key, text in given.items()}
            found.append((told != asked[0], block.start))
    return f":{min(found)[1]}" if found else ""
