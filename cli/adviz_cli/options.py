"""The options that commands share, and what they amount to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from adviz_cli import config, sources
from adviz_cli.arguments import Command
from graphviz_ad.tape import Tape

__all__ = ["Request", "command", "program_options", "request_of"]

F = TypeVar("F", bound=Callable[..., Any])
CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be computed: the program, the values, the inputs and outputs that matter."""

    source: str
    at: Mapping[str, float]
    wrt: tuple[str, ...]
    of: tuple[str, ...]
    share: bool

    def tape(self) -> Tape:
        """Return the tape of the program at the values."""
        from graphviz_ad.differentiate import evaluate
        from graphviz_ad.read import read_text

        graph = read_text(self.source, self.at, wrt=self.wrt, of=self.of, share=self.share)
        return evaluate(graph, self.at)


def _names(_ctx: click.Context, _param: click.Parameter, value: Sequence[str]) -> tuple[str, ...]:
    """Split ``-w x -w y,z`` into names."""
    return tuple(name for word in value for name in word.replace(",", " ").split())


_PROGRAM_OPTIONS = (
    click.argument("expression", required=False),
    click.option(
        "-w", "--wrt", multiple=True, metavar="NAME", callback=_names,
        help="Differentiate by these variables (repeat, or a,b).  Default: every input.",
    ),
    click.option("--of", multiple=True, metavar="NAME", callback=_names, help="Outputs.  Default: what nothing later uses."),
    click.option("-a", "--at", multiple=True, metavar="NAME=VALUE", help='Values: -a x=3, or "x=3 c=pi/2".'),
    click.option("--share", is_flag=True, help="Merge equal subexpressions into one node."),
    click.option("--traceback", is_flag=True, help="On an error, show where in adviz it arose."),
)  # fmt: skip


def program_options(function: F) -> F:
    """Add the options that say what is computed."""
    for option in reversed(_PROGRAM_OPTIONS):
        function = option(function)
    return function


def command(name: str, examples: str) -> Callable[[Callable[..., Any]], Command]:
    """Return the decorator that makes a function the command ``name``, taught by examples."""

    def make(function: Callable[..., Any]) -> Command:
        made: Command = click.command(name, cls=_Configured, context_settings=CONTEXT, epilog=f"\b\nExamples:\n{examples}")(function)
        return made

    return make


class _Configured(Command):
    """A command whose defaults come from [tool.adviz], where that sets them."""

    def make_context(self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any) -> click.Context:  # noqa: ANN401 - click's interface
        own = {param.name for param in self.params if isinstance(param, click.Option) and param.name}
        set_there = config.defaults(_ALL | own)
        extra["default_map"] = {key: value for key, value in set_there.items() if key in own}
        return super().make_context(info_name, args, parent, **extra)


_ALL = {
    "labels", "constants", "table", "max_paths", "rankdir", "theme", "background", "scale", "dpi", "digits",
    "engine", "timeout", "ids", "color", "share", "full", "radius", "quiet", "output", "format",
}  # fmt: skip


def request_of(expression: str | None, wrt: tuple[str, ...], of: tuple[str, ...], at: Sequence[str], *, share: bool) -> Request:
    """Return what the program options ask for."""
    from graphviz_ad.read.values import read_values

    return Request(sources.read(expression), read_values(at), wrt, of, share)
