"""The words of the command line, before click sees them.

An expression may begin with a minus and the command ``draw`` may be left out, so both are
settled here: a word is an option only if it is exactly one, ``--`` ends the options, and what
does not begin with a command is drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphviz_ad.errors import shorten

__all__ = ["COMMANDS", "DEFAULT", "NoValue", "arranged", "command_line", "too_many"]

DEFAULT = "draw"
COMMANDS = {
    "draw": "Draw the graph, its paths and their sum (the default).",
    "paths": "List the paths as text, Markdown or JSON.",
    "tape": "List the operations with local derivatives and what is kept.",
    "jacobian": "Print the derivative of every output by every input.",
    "sweep": "Sweep forward or in reverse: what every edge carries, in order.",
    "grad": "Print the backward pass as a program, or draw it.",
    "eval": "Print value and gradient, by every mode side by side.",
    "debug": "Find what is wrong in somebody's graph: which edge, and why.",
    "embed": "Write the pictures of README files and other documents.",
    "ops": "Print the table of operations.",
    "doctor": "Check the installation and draw one picture.",
}
"""Every command, and its line in the help."""

_OF_THE_GROUP = frozenset(("-h", "--help", "-V", "--version"))


class NoValue(Exception):
    """An option that takes a value has none; the arguments are the option and what follows it."""


def command_line(args: Sequence[str]) -> list[str]:
    """Return the words with a command in front.

    Examples
    --------
    >>> command_line(["-x*y", "--wrt", "x"]), command_line(["paths", "x*y"])
    (['draw', '-x*y', '--wrt', 'x'], ['paths', 'x*y'])
    """
    if not args:
        return ["--help"]
    if args[0] == "--traceback":
        first, *rest = command_line(args[1:])
        return [first, "--traceback", *rest] if first in COMMANDS else [first, *rest]
    if args[0] in COMMANDS or args[0] in _OF_THE_GROUP:
        return list(args)
    return [DEFAULT, *args]


def arranged(
    args: Sequence[str], flags: Mapping[str, str], takers: Mapping[str, str]
) -> tuple[list[str], list[str]]:
    """Return the options, in their long form and with their values, and the other words.

    Parameters
    ----------
    args
        The words behind the command.
    flags, takers
        The long form of every option without and with a value, by each of its forms.

    Raises
    ------
    NoValue
        Where a value is missing.

    Examples
    --------
    >>> arranged(["-a*b", "-w", "a", "--json"], {"--json": "--json"}, {"-w": "--wrt"})
    (['--wrt', 'a', '--json'], ['-a*b'])
    """
    options: list[str] = []
    rest: list[str] = []
    words = iter(args)
    for word in words:
        name, equals, _ = word.partition("=")
        if word == "--":
            rest.extend(words)
        elif word in takers:
            value = next(words, None)
            if value is None or value == "--" or value in flags or value in takers:
                raise NoValue(word, value or "")
            # Click takes milliseconds for a short form: it has a "no such option" ready each time.
            options += [takers[word], value]
        elif word in flags:
            options.append(flags[word])
        elif equals and name in takers and name.startswith("--"):
            options.append(word)
        elif _looks_like_an_option(name):
            # Click knows what it could have meant.
            options.append(word)
        else:
            rest.append(word)
    return options, rest


def _looks_like_an_option(word: str) -> bool:
    """Whether a word is an option that does not exist, rather than an expression.

    Examples
    --------
    >>> [_looks_like_an_option(word) for word in ("--wrrt", "--max-path", "--x", "--x*y", "-wrt")]
    [True, True, False, False, False]
    """
    pieces = word[2:].split("-")
    # Two letters at least, so that --x is twice minus x.
    return word.startswith("--") and len(pieces[0]) > 1 and all(p.isascii() and p.isalpha() for p in pieces)


def too_many(words: Sequence[str], command: str) -> str:
    """Return the message about several words where one expression is expected."""
    shown = ", ".join(shorten(word, 24) for word in words[:6]) + (", ..." if len(words) > 6 else "")
    hint = _hint(words, command)
    return f"one expression is expected, here are {len(words)}: {shown}\n  hint: {hint}"


def _hint(words: Sequence[str], command: str) -> str:
    """Return what was probably meant by several words."""
    named = next((word for word in words if word in COMMANDS), None)
    if named is not None:
        others = " ".join(f'"{shorten(word, 40)}"' for word in words if word != named)
        return f"the command goes first: adviz {named} {others}"
    if "=" not in words[0] and all("=" in word and "==" not in word for word in words[1:]):
        return f'values are one word: --at "{shorten(" ".join(["...", *words[1:]]), 40)}"'
    quoted = f'quote the expression: adviz {command} "{shorten(" ".join(words), 40)}"'
    if not words[0].isalpha():
        return quoted
    from graphviz_ad.errors import close_matches

    near = close_matches(words[0], COMMANDS)
    return f"{near}  Else {quoted}" if near else quoted
