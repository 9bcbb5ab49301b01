"""The words of the command line, before click sees them.

An expression may begin with a minus and the command ``draw`` may be left out, so both are
settled here: a word is an option only if it is exactly one, ``--`` ends the options, and what
does not begin with a command is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import click

__all__ = ["Command", "command_line"]

COMMANDS = {
    "draw": "Draw the graph, its paths and their sum (the default).",
    "paths": "List the paths as text, Markdown or JSON.",
    "tape": "List the operations with local derivatives and what is kept.",
    "jacobian": "Print the derivative of every output by every input.",
    "eval": "Print value and gradient, by every mode side by side.",
    "ops": "Print the table of operations.",
    "doctor": "Check the installation and draw one picture.",
}
"""Every command, and its line in the help."""

_OF_THE_GROUP = frozenset(("-h", "--help", "-V", "--version"))
# Two letters at least, so that --x is twice minus x.
_LOOKS_LIKE_AN_OPTION = re.compile(r"--[a-z][a-z]+(-[a-z]+)*(=.*)?", re.DOTALL)


def command_line(args: Sequence[str]) -> list[str]:
    """Return the words with a command in front.

    Examples
    --------
    >>> command_line(["-x*y", "--wrt", "x"]), command_line(["paths", "x*y"])
    (['draw', '-x*y', '--wrt', 'x'], ['paths', 'x*y'])
    """
    if not args:
        return ["--help"]
    if args[0] in COMMANDS or args[0] in _OF_THE_GROUP:
        return list(args)
    return ["draw", *args]


class Command(click.Command):
    """A command whose expressions may begin with a minus."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the expressions behind ``--``, so that click leaves them alone."""
        flags: set[str] = set(self.get_help_option_names(ctx))
        takers: set[str] = set()
        for param in self.params:
            if isinstance(param, click.Option):
                known = [*param.opts, *param.secondary_opts]
                (flags if param.is_flag or param.count else takers).update(known)
        return super().parse_args(ctx, arranged(args, flags, takers))


def arranged(args: Sequence[str], flags: set[str], takers: set[str]) -> list[str]:
    """Return options first, then ``--``, then the rest.

    Examples
    --------
    >>> arranged(["-a*b", "-w", "a", "--json"], {"--json"}, {"-w"})
    ['-w', 'a', '--json', '--', '-a*b']
    """
    options: list[str] = []
    rest: list[str] = []
    words = iter(args)
    for word in words:
        if word == "--":
            rest.extend(words)
        elif word in takers:
            options.append(word)
            options.extend([value] if (value := next(words, None)) is not None else [])
        elif word in flags or word.partition("=")[0] in takers or _LOOKS_LIKE_AN_OPTION.fullmatch(word):
            options.append(word)
        else:
            rest.append(word)
    return [*options, "--", *rest]
