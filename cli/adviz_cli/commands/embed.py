"""``adviz embed``: the pictures of README files and other documents, written or checked."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from adviz_cli import output
from adviz_cli.command import command as make
from adviz_cli.options import QUIET, option
from graphviz_ad.errors import AdvizError

__all__ = ["command"]

EXAMPLES = (
    "adviz embed README.md          write its pictures and the lines that show them",
    "adviz embed --check docs/*.md  write nothing; say what is not true any more",
)
CHECK = option("Output", "--check", is_flag=True, help="Write nothing; exit code 1 where something differs.")
ABOUT = """\
In a document stands, on a line of its own,

\b
  <!-- adviz: "(x + c)*x" --wrt x --at "x=3 c=4" -o img/xcx.svg -->
  <!-- /adviz -->

and the picture comes between.  MDX has {/* adviz: ... */} and {/* /adviz */}, reStructuredText a
comment .. adviz: ... with the image below it.  The options are those of adviz draw, sweep, grad and
debug; names of files begin at the folder of the document.  Blocks of code are left alone.
"""


@make("embed", EXAMPLES, click.argument("names", nargs=-1, required=True, metavar="FILE..."), CHECK, QUIET)
def command(*, names: Sequence[str], check: bool, quiet: bool) -> int:
    """Write the pictures of Markdown, MDX and reStructuredText where markers ask for them."""
    from graphviz_ad.embed.document import checked, embedded

    faults = pictures = 0
    told: list[str] = []
    known: set[str] = set()
    # A bar for many files at a terminal; what there is to say of them comes below it.
    hidden = quiet or len(names) == 1 or not sys.stderr or not sys.stderr.isatty()
    with click.progressbar(names, label="checking" if check else "drawing", file=sys.stderr,
                           hidden=hidden) as bar:  # fmt: skip
        for name in bar:
            try:
                outcome = (checked if check else embedded)(name)
            except AdvizError as error:
                told.append(f"{name}: {error}")
                faults += 1
                continue
            pictures += outcome.pictures
            faults += len(outcome.faults)
            told += [f"{name}:{line}: {_once(message, known)}" for line, message in outcome.faults]
            if not quiet:
                told += [f"{file} written" for file in outcome.written]
                told += [f"note: {note}" for note in outcome.notes]
    output.say(told)
    output.say([_summary(pictures, len(names), faults, check=check)], quiet=quiet)
    return 1 if faults else 0


command.epilog = ABOUT


def _once(message: str, known: set[str]) -> str:
    """Return a message, of one that was told its first line: what is missing is missing everywhere."""
    first, _, rest = message.partition("\n")
    if rest and message in known:
        return f"{first} (as above)"
    known.add(message)
    return message


def _summary(pictures: int, documents: int, faults: int, *, check: bool) -> str:
    def counted(number: int, thing: str) -> str:
        return f"{number} {thing}{'' if number == 1 else 's'}"

    there = f"{counted(pictures, 'picture')} in {counted(documents, 'document')}"
    if faults:
        return f"{there}: {counted(faults, 'fault')}"
    return f"{there}: {'all true' if check else 'up to date'}"
