"""What a command is given: an expression, a file, or standard input."""

from __future__ import annotations

import sys

import click

from graphviz_ad.embed import sources
from graphviz_ad.embed.sources import PROGRAM, Source
from graphviz_ad.embed.suspects import Suspect
from graphviz_ad.errors import AdvizError

__all__ = ["given", "read", "suspect_of"]


def given(expression: str | None, missing: str) -> str:
    """Return what was given.

    Raises
    ------
    UsageError
        Nothing was; ``missing`` says what.
    """
    if expression is None:
        raise click.UsageError(missing, click.get_current_context(silent=True))
    return expression


def read(expression: str | None) -> Source:
    """Return the program or graph that ``expression`` is or names; ``-`` is standard input.

    Raises
    ------
    AdvizError
        The file or standard input cannot be read.
    """
    expression = given(expression, 'an expression is missing, such as "(y-(m*x+c))**2"')
    return sources.read(expression) if expression != "-" else Source(_from_standard_input(), PROGRAM)


def suspect_of(source: str | None) -> Suspect:
    """Return what is debugged; ``-`` is standard input.

    Raises
    ------
    AdvizError
        It cannot be read, or is Python without a name.
    """
    from graphviz_ad.embed import suspects

    source = given(source, "a graph is missing, such as graph.json or engine.py:loss")
    return suspects.suspect_of(source) if source != "-" else Suspect(_from_standard_input())


def _from_standard_input() -> str:
    return sources.decoded(_standard_input(), "standard input")


def _standard_input() -> bytes:
    if not sys.stdin:
        raise AdvizError("cannot read standard input: it is closed", hint="name a file with @FILE")
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise AdvizError(
            f"cannot read standard input: {error.strerror}", hint="name a file with @FILE"
        ) from error
