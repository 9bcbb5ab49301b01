"""The group of commands; each is imported when it is used, so that --help and eval start quickly."""

from __future__ import annotations

import importlib

import click

from adviz_cli import output
from adviz_cli.arguments import COMMANDS, DEFAULT
from adviz_cli.command import Helpful

__all__ = ["adviz"]

EXAMPLES = (
    ('adviz "(y-(m*x+c))**2" --wrt x --at "y=1 m=2 x=3 c=4" -o loss.svg', "a picture with numbers"),
    ('adviz "(x + c)*x"', "without values: everything in symbols"),
    ('adviz paths "x**2*(x+1)" --at x=2', "the table alone"),
    ('adviz eval "sigmoid(w*x + b)" --at "w=2 x=1 b=-1"', "value and gradient"),
    ("adviz @model.adviz --watch -o model.svg", "the program in a file"),
)
MORE = """\
adviz EXPR is adviz draw EXPR; adviz COMMAND --help tells the options.
[tool.adviz] in pyproject.toml sets defaults for them, such as theme = "dark".

\b
Exit codes: 0 fine, 1 wrong input or a file that cannot be written, 2 usage,
3 layout program, 130 Ctrl-C.

\b
Completion of commands, options and their values in your shell:
  bash  eval "$(_ADVIZ_COMPLETE=bash_source adviz)"      in ~/.bashrc
  zsh   eval "$(_ADVIZ_COMPLETE=zsh_source adviz)"       in ~/.zshrc
  fish  _ADVIZ_COMPLETE=fish_source adviz | source       in its config
"""


class _Commands(Helpful, click.Group):
    """Commands by name, loaded when asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's interface
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"adviz_cli.commands.{cmd_name}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        # Completion comes here with the words as they were typed.
        words = args if args[0] in COMMANDS else [DEFAULT, *args]
        return super().resolve_command(ctx, words)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        # Click would import every command to ask for its line.
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Examples"):
            # The words of explanation stand below, so that 80 columns are enough.
            for example, about in EXAMPLES:
                formatter.write(f"{'':{formatter.current_indent}}{example}\n")
                formatter.write(f"{'':{formatter.current_indent + 4}}{about}\n")
        self.format_commands(ctx, formatter)
        click.Command.format_options(self, ctx, formatter)


def _version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        import graphviz_ad

        output.print_text(f"adviz {graphviz_ad.__version__}")
        ctx.exit()


@click.group(
    cls=_Commands,
    # Completion brings expressions that begin with a minus here.
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
        "ignore_unknown_options": True,
    },
    epilog=MORE,
    subcommand_metavar="[COMMAND] EXPR [OPTIONS]",
    options_metavar="",
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Print the version.",
)
def adviz() -> None:
    """Draw the chain rule: every edge with its local derivative, every path with its product."""
