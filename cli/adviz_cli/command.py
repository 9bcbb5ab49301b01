"""What all commands have in common: their words, their defaults, their help."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from adviz_cli import config, output
from adviz_cli.arguments import NoValue, arranged, too_many

__all__ = ["Command", "Helpful", "Option", "command"]

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
SECTIONS = ("Program", "Picture", "Output", "Other")
Decorator = Callable[[Any], Any]


class Option(click.Option):
    """An option that knows under which heading of the help it stands."""

    def __init__(self, *names: Any, section: str = "Other", **attributes: Any) -> None:  # noqa: ANN401 - click's interface
        super().__init__(*names, **attributes)
        self.section = section


class Helpful(click.Command):
    """A command that notices when its help cannot be written."""

    def get_help_option(self, ctx: click.Context) -> click.Option:
        """Return the option --help."""
        return Option(
            self.get_help_option_names(ctx),
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_show_help,
            help="Show this help and exit.",
        )


def _show_help(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        output.print_text(ctx.get_help())
        ctx.exit()


class Command(Helpful):
    """A command whose expressions may begin with a minus, with defaults from [tool.adviz]."""

    examples: Sequence[str] = ()

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,  # noqa: ANN401 - click's interface
    ) -> click.Context:
        """Take the defaults that the project sets."""
        if not extra.get("resilient_parsing"):
            own = [param for param in self.params if isinstance(param, click.Option)]
            extra["default_map"] = config.defaults(own)
        return super().make_context(info_name, args, parent, **extra)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the expressions behind ``--``, so that click leaves them alone."""
        flags, takers = self._own_options(ctx)
        try:
            options, words = arranged(args, flags, takers)
        except NoValue as error:
            if ctx.resilient_parsing:
                return super().parse_args(ctx, [])
            option, follows = error.args
            what = f"{option} needs a value"
            if follows:
                what += f", but {follows} follows\n  hint: if that is the value, write {option}={follows}"
            raise click.UsageError(what, ctx) from None
        one = sum(isinstance(param, click.Argument) and param.nargs == 1 for param in self.params)
        # An option that does not exist makes its value a word too many: click tells of the option.
        strange = [w for w in options if w.startswith("--") and w.partition("=")[0] not in {*flags, *takers}]
        if one and len(words) > 1 and not strange and not ctx.resilient_parsing:
            raise click.UsageError(too_many(words, self.name or ""), ctx)
        return super().parse_args(ctx, [*options, "--", *words])

    def _own_options(self, ctx: click.Context) -> tuple[dict[str, str], dict[str, str]]:
        """Return the long form of every option without and with a value, by each of its forms."""
        names = self.get_help_option_names(ctx)
        flags = dict.fromkeys(names, max(names, key=len))
        takers: dict[str, str] = {}
        for param in self.params:
            if isinstance(param, click.Option):
                forms = [*param.opts, *param.secondary_opts]
                kind = flags if param.is_flag or param.count else takers
                kind.update(dict.fromkeys(forms, max(forms, key=len)))
        return flags, takers

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write examples, then the options, each under its heading."""
        with formatter.section("Examples"):
            for example in self.examples:
                formatter.write(f"{'':{formatter.current_indent}}{example}\n")
        for section in SECTIONS:
            records = [
                record
                for param in self.get_params(ctx)
                if isinstance(param, click.Option)
                and getattr(param, "section", "Other") == section
                and (record := param.get_help_record(ctx))
            ]
            if records:
                with formatter.section(section):
                    formatter.write_dl(records, col_max=24)


def command(
    name: str, examples: Sequence[str], *options: Decorator
) -> Callable[[Callable[..., Any]], Command]:
    """Return the decorator that makes a function the command ``name``, taught by examples."""

    def make(function: Callable[..., Any]) -> Command:
        traceback = click.option(
            "--traceback",
            is_flag=True,
            expose_value=False,
            cls=Option,
            help="On an error, show also where in adviz it arose.",
        )
        for option in (traceback, *reversed(options)):
            function = option(function)
        made: Command = click.command(name, cls=Command, context_settings=CONTEXT)(function)
        made.examples = tuple(examples)
        return made

    return make
