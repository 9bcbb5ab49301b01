"""Where a drawing goes: every target is made before the first is written."""

import os
from collections.abc import Sequence
from typing import NamedTuple

import click

from adviz_cli import output
from adviz_cli.progress import Progress
from graphviz_ad.embed.sources import file_of
from graphviz_ad.errors import AdvizError
from graphviz_ad.write import files
from graphviz_ad.write.formats import FORMATS, Format, format_of, suffix_of
from graphviz_ad.write.sheet import Sheet

__all__ = ["Target", "deliver", "is_foreign", "standard_output", "targets_of"]

STANDARD_OUTPUT = "-"


class Target(NamedTuple):
    """A file or standard output (``-``), and the format to write there."""

    name: str
    entry: Format

    @property
    def is_file(self) -> bool:
        """Whether it is a file."""
        return self.name != STANDARD_OUTPUT


def targets_of(
    names: Sequence[str], kind: str | None, *, otherwise: str, as_json: bool, program: str | None
) -> list[Target]:
    """Return the targets that -o, -T and --json ask for.

    Parameters
    ----------
    names, kind
        What follows every -o, and -T.
    otherwise
        The format of ``-o -`` without -T.
    as_json
        Whether the JSON document is printed too.
    program
        The expression or file that is drawn.

    Raises
    ------
    UsageError
        Two things would go to standard output, or -T is for nothing.
    AdvizError
        A suffix tells no format, the program would be overwritten, pixels would go to a terminal.
    """
    found = [_target(name, kind, otherwise) for name in names]
    source = file_of(program or "")
    for target in found:
        if source and target.is_file and os.path.realpath(source) == os.path.realpath(target.name):
            raise AdvizError(f"{target.name} is the program itself", hint="write to another file")
    context = click.get_current_context(silent=True)
    if kind and context and context.get_parameter_source("kind") is click.core.ParameterSource.COMMANDLINE:
        _refuse_unused(found, kind, context, as_json=as_json)
    if as_json:
        found.append(Target(STANDARD_OUTPUT, FORMATS["json"]))
    if sum(not target.is_file for target in found) > 1:
        raise click.UsageError("standard output can take one thing only: either --json or one -o -", context)
    return found


def standard_output(kind: str) -> Target:
    """Return standard output as a target; pixels are refused by a terminal."""
    entry = FORMATS[kind]
    if entry.binary and output.is_terminal():
        raise AdvizError(
            f"a {kind.upper()} is nothing for a terminal",
            hint=f"write it to a file with -o x.{kind}, or into a pipe",
        )
    return Target(STANDARD_OUTPUT, entry)


def _target(name: str, kind: str | None, otherwise: str) -> Target:
    if name == STANDARD_OUTPUT:
        return standard_output(kind or otherwise)
    # A suffix that tells its format wins: -T (or the project) speaks for the others.
    return Target(name, suffix_of(name) or format_of(name, kind))


def _refuse_unused(found: Sequence[Target], kind: str, context: click.Context, *, as_json: bool) -> None:
    """Refuse a -T that says nothing: silence would be taken for consent."""
    if found and all(target.entry.name != kind for target in found):
        raise click.UsageError(
            f"--format {kind} is for nothing: the suffix of {found[0].name} tells its format", context
        )
    if as_json and not found and kind != "json":
        raise click.UsageError(f"--json and --format {kind} are two different things to print", context)


def deliver(
    drawing: Sheet, targets: Sequence[Target], *, progress: Progress | None = None, quiet: bool = False
) -> list[str]:
    """Write a drawing everywhere; return the names of the files.

    Everything is made before anything is written, so an error leaves no half of the files; and
    files are written before standard output, whose reader may go away.
    """
    progress = progress or Progress()
    made = []
    for name, entry in targets:
        with progress.step(f"making {entry.name}"):
            made.append((name, entry, entry.write(drawing)))
    files_first = sorted(made, key=lambda each: each[0] == STANDARD_OUTPUT)
    for name, _, data in files_first:
        if name == STANDARD_OUTPUT:
            output.print_bytes(data)
        else:
            changed = files.write(name, data)
            output.say([f"{name} {'written' if changed else 'is up to date'}"], quiet=quiet)
    return [target.name for target in targets if target.is_file]


def is_foreign(path: str) -> bool:
    """Whether a file is there that adviz has not written, as its metadata tell."""
    try:
        with open(path, "rb") as file:
            text = file.read().decode()
    except FileNotFoundError:
        return False
    except (OSError, UnicodeDecodeError):
        return True
    import json
    from html import unescape

    record = text.partition("<metadata>")[2].partition("</metadata>")[0]
    try:
        said = json.loads(unescape(record))
    except ValueError:
        return True
    return not isinstance(said, dict) or "adviz" not in said
