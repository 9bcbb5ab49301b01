"""The options that commands share, under the headings of the help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from adviz_cli.command import Decorator, Option
from adviz_cli.kinds import Choice, Number, Whole
from graphviz_ad.embed.options import CHOICE, FLAG, NAMES, NUMBER, OPTIONS, VALUES, WHOLE, OptionRow

__all__ = [
    "COLOR",
    "FORMATS",
    "OUTPUTS",
    "PROGRAM",
    "QUIET",
    "as_json",
    "option",
    "row",
    "rows",
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


def _kind(entry: OptionRow) -> dict[str, Any]:
    """Return what click has to know of what an option takes."""
    if entry.kind == CHOICE:
        return {"type": choice(*entry.legal)}
    if entry.kind == WHOLE:
        return {"type": Whole(entry.low, entry.high or None)}
    if entry.kind == NUMBER:
        return {"type": Number()}
    if entry.kind == FLAG:
        return {"is_flag": True}
    if entry.kind == NAMES:
        return {"multiple": True, "callback": _names}
    return {"multiple": entry.kind == VALUES}


def row(name: str, *, section: str = "", **other: Any) -> Decorator:  # noqa: ANN401 - click's interface
    """Return an option of the table that all hosts have; ``other`` is what a command has in its own way."""
    entry = OPTIONS[name]
    names = (entry.short, f"--{name}") if entry.short else (f"--{name}",)
    attributes = {"help": entry.about, "metavar": entry.metavar or None, **_kind(entry)}
    if entry.default is not None:
        attributes["default"] = entry.default
    return option(section or entry.section, *names, **{**attributes, **other})


def rows(*names: str) -> tuple[Decorator, ...]:
    """Return options of that table, in this order."""
    return tuple(row(name) for name in names)


PROGRAM: tuple[Decorator, ...] = (
    click.argument("expression", required=False, metavar="EXPR"),
    *rows("wrt", "of", "at", "share"),
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


def as_json(about: str) -> Decorator:
    """Return the option --json."""
    return option("Output", "--json", "as_json", is_flag=True, help=about)
