"""Where a drawing goes: every target is made before the first is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import click

from adviz_cli import output
from adviz_cli.progress import Progress
from graphviz_ad.write import files
from graphviz_ad.write.drawing import Drawing
from graphviz_ad.write.formats import FORMATS, Format, format_of

__all__ = ["STANDARD_OUTPUT", "Target", "deliver", "is_foreign", "targets_of"]

STANDARD_OUTPUT = "-"


class Target(NamedTuple):
    """A file or standard output (``-``), and the format to write there."""

    name: str
    entry: Format

    @property
    def is_file(self) -> bool:
        """Whether it is a file."""
        return self.name != STANDARD_OUTPUT


def targets_of(names: Sequence[str], kind: str | None, *, otherwise: str, as_json: bool) -> list[Target]:
    """Return the targets that -o, -T and --json ask for.

    Parameters
    ----------
    names, kind
        What follows every -o, and -T.
    otherwise
        The format of ``-o -`` without -T.
    as_json
        Whether the JSON document is printed too.

    Raises
    ------
    UsageError
        Two things would go to standard output.
    UnknownName
        A suffix tells no format.
    """
    found = [Target(name, format_of(name, kind or (otherwise if name == "-" else None))) for name in names]
    if as_json:
        found.append(Target(STANDARD_OUTPUT, FORMATS["json"]))
    if sum(not target.is_file for target in found) > 1:
        raise click.UsageError(
            "standard output can take one thing only: either --json or one -o -",
            click.get_current_context(silent=True),
        )
    return found


def deliver(
    drawing: Drawing, targets: Sequence[Target], *, progress: Progress | None = None, quiet: bool = False
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
    for name, entry, data in files_first:
        if name == STANDARD_OUTPUT:
            output.print_bytes(data, binary=entry.binary)
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
