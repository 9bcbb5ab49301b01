"""What a picture is asked for: from words, as on a command line, or from options by name."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from graphviz_ad.embed.options import COMMANDS, DEFAULT, FLAG, OPTIONS, OptionRow, value_of
from graphviz_ad.errors import AdvizError, UnknownName, close_matches, shorten
from graphviz_ad.noun import noun

__all__ = ["Asked", "asked", "asked_of_file", "options_from", "words_of"]


@noun
class Asked:
    """What is to be drawn: a command of `COMMANDS`, what it is given, and its options by field.

    ``text`` says that the source is the program or graph itself, whatever it looks like; else it may
    name a file.
    """

    command: str
    source: str
    options: Mapping[str, Any]
    text: bool = False


def asked_of_file(command: str, path: str, options: Mapping[str, Any]) -> Asked:
    """Return what is asked of a file: what looks like an expression is its name, too.

    Examples
    --------
    >>> asked_of_file("draw", "x*y", {}).source, asked_of_file("debug", "lib.engine:loss", {}).source
    ('@x*y', 'lib.engine:loss')
    """
    return Asked(command, path if command == "debug" else f"@{path}", options)


def words_of(line: str) -> list[str]:
    """Return the words of a command line, quotes resolved.

    Raises
    ------
    AdvizError
        A quotation does not end.

    Examples
    --------
    >>> words_of('"(x + c)*x" --wrt x')
    ['(x + c)*x', '--wrt', 'x']
    """
    try:
        return shlex.split(line)
    except ValueError as error:
        raise AdvizError(
            f"these are no words: {str(error).lower()}",
            where=shorten(line, 60),
            hint='quote the expression: "(x + c)*x" --wrt x',
        ) from error


def asked(words: Sequence[str], *, also: Mapping[str, OptionRow] | None = None) -> Asked:
    """Return what a command line asks for, without the word adviz.

    Parameters
    ----------
    words
        ``[COMMAND] SOURCE [--OPTION VALUE]...``
    also
        Further options, by name; their values stand among the others.

    Raises
    ------
    AdvizError
        There is no such option, a value is missing or wrong, or there is not one source.

    Examples
    --------
    >>> asked(["-x*y", "--wrt", "x"])
    Asked(command='draw', source='-x*y', options={'wrt': ('x',)}, text=False)
    >>> asked(["sweep", "x*y", "--at", "x=2", "--at=y=3"]).options
    {'at': ('x=2', 'y=3')}
    """
    first = words[0] if words else ""
    command, rest = (first, words[1:]) if first in COMMANDS else (DEFAULT, words)
    rows = {name: OPTIONS[name] for name in COMMANDS[command]} | dict(also or {})
    given, sources = _parted(rest, rows)
    if len(sources) != 1:
        shown = ", ".join(shorten(source, 24) for source in sources[:6]) or "none"
        raise AdvizError(
            f"one expression is expected, here are {len(sources)}: {shown}",
            hint='quote it: "(x + c)*x" --wrt x',
        )
    return Asked(command, sources[0], {rows[name].field: value_of(rows[name], given[name]) for name in given})


def options_from(command: str, texts: Mapping[str, str]) -> dict[str, Any]:
    """Return the options that a host gives by name, by field.

    Raises
    ------
    UnknownName
        The command has no such option, or there is no such command.
    AdvizError
        A value is not what its option takes.

    Examples
    --------
    >>> options_from("draw", {"wrt": "x, c", "max-paths": "3", "share": ""})
    {'wrt': ('x', 'c'), 'max_paths': 3, 'share': True}
    """
    if command not in COMMANDS:
        raise UnknownName(f"{shorten(command, 40)!r} cannot be shown", legal=COMMANDS)
    for name in texts:
        if name not in COMMANDS[command]:
            raise _unknown(name, COMMANDS[command])
    return {OPTIONS[name].field: value_of(OPTIONS[name], [text]) for name, text in texts.items()}


def _parted(words: Sequence[str], rows: Mapping[str, OptionRow]) -> tuple[dict[str, list[str]], list[str]]:
    """Return what stands behind every option, and the other words."""
    forms = {form: row for row in rows.values() for form in (f"--{row.name}", row.short) if form}
    given: dict[str, list[str]] = {}
    others: list[str] = []
    rest = iter(words)
    for word in rest:
        form, equals, value = word.partition("=")
        if word == "--":
            others.extend(rest)
        elif word in forms or (equals and form.startswith("--") and form in forms):
            row = forms.get(word) or forms[form]
            if row.kind == FLAG or word not in forms:
                text: str | None = value if word not in forms else ""
            else:
                text = next(rest, None)
            if text is None or (word in forms and row.kind != FLAG and text in forms):
                raise AdvizError(f"{word} needs a value", hint=f"such as {word} {row.metavar or 'VALUE'}")
            given.setdefault(row.name, []).append(text)
        elif _looks_like_an_option(form):
            raise _unknown(form.removeprefix("--"), rows)
        else:
            others.append(word)
    return given, others


def _unknown(name: str, legal: Mapping[str, object] | Sequence[str]) -> UnknownName:
    return UnknownName(f"there is no option {name}", legal=legal, hint=close_matches(name, legal))


def _looks_like_an_option(word: str) -> bool:
    """Whether a word is an option that does not exist; ``--x`` is twice minus x."""
    pieces = word[2:].split("-")
    return word.startswith("--") and len(pieces[0]) > 1 and all(p.isascii() and p.isalpha() for p in pieces)
