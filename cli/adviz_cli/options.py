"""The options that commands share, under the headings of the help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from adviz_cli.command import Decorator, Option
from adviz_cli.kinds import Choice, Number, Whole

__all__ = [
    "COLOR",
    "FORMATS",
    "OUTPUTS",
    "PROGRAM",
    "QUIET",
    "TABLE",
    "Number",
    "Whole",
    "as_json",
    "choice",
    "digits",
    "max_paths",
    "option",
]

FORMATS = ("svg", "png", "pdf", "tex", "mmd", "dot", "json", "txt", "md", "adviz")
"""The names of `graphviz_ad.write.formats.FORMATS`, which would have to be loaded for them."""


def option(section: str, *names: str, **attributes: Any) -> Decorator:  # noqa: ANN401 - click's interface
    """Return the decorator that adds an option under a heading of the help."""
    return click.option(*names, cls=Option, section=section, **attributes)


def choice(*words: str) -> Choice:
    """Return the type of an option that has one of a few values."""
    return Choice(words, case_sensitive=False)


def _names(_ctx: click.Context, _param: click.Parameter, value: Sequence[str]) -> tuple[str, ...]:
    """Split ``-w x -w y,z`` into names; one that is given twice counts once."""
    return tuple(dict.fromkeys(name for word in value for name in word.replace(",", " ").split()))


PROGRAM: tuple[Decorator, ...] = (
    click.argument("expression", required=False, metavar="EXPR"),
    option(
        "Program",
        "-w",
        "--wrt",
        multiple=True,
        metavar="NAME",
        callback=_names,
        help="Differentiate by these variables (repeat, or x,y). Default: every input.",
    ),
    option(
        "Program",
        "--of",
        multiple=True,
        metavar="NAME",
        callback=_names,
        help="Differentiate these outputs. Default: every name that nothing later uses.",
    ),
    option(
        "Program",
        "-a",
        "--at",
        multiple=True,
        metavar="NAME=VALUE",
        help='Values: -a x=3, or "x=3 c=pi/2".',
    ),
    option("Program", "--share", is_flag=True, help="Merge equal subexpressions into one node."),
)
"""What is computed."""

OUTPUTS: tuple[Decorator, ...] = (
    option(
        "Output",
        "-o",
        "--output",
        "outputs",
        multiple=True,
        metavar="FILE|-",
        help="Write FILE; its suffix tells the format (repeat for several).",
    ),
    option(
        "Output",
        "-T",
        "--format",
        "kind",
        type=choice(*FORMATS),
        metavar="FORMAT",
        help=f"Format where no suffix tells: {', '.join(FORMATS)}.",
    ),
)
"""Where it goes."""

COLOR = option(
    "Output",
    "--color",
    default="auto",
    type=choice("auto", "always", "never"),
    metavar="WHEN",
    help="Colours of the table: auto, always, never.",
)
QUIET = option("Output", "-q", "--quiet", is_flag=True, help="Say nothing but errors.")
TABLE = option(
    "Picture",
    "--table",
    default="paths",
    type=choice("paths", "jacobian", "none"),
    metavar="WHAT",
    help="What is listed: paths, jacobian, none.",
)


def as_json(about: str) -> Decorator:
    """Return the option --json."""
    return option("Output", "--json", "as_json", is_flag=True, help=about)


def digits(default: int = 4) -> Decorator:
    """Return the option --digits."""
    about = f"Significant digits of shown numbers, 1 to 17. Default: {default}."
    return option("Output", "--digits", default=default, type=Whole(1, 17), metavar="N", help=about)


def max_paths(section: str) -> Decorator:
    """Return the option --max-paths."""
    about = "Show the N largest paths, the others as one sum. Default: 7."
    return option(section, "--max-paths", default=7, type=Whole(1), metavar="N", help=about)
