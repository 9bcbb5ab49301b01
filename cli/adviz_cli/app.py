"""The group of commands; each is imported when it is used, so that --help and eval start quickly."""

from __future__ import annotations

import importlib

import click

from adviz_cli.arguments import COMMANDS

__all__ = ["adviz"]

EXAMPLES = """\b
Examples:
  adviz "(y-(m*x+c))**2" --wrt x --at "y=1 m=2 x=3 c=4" -o loss.svg
  adviz "(x + c)*x"                     without values: everything in symbols
  adviz paths "x**2*(x+1)" --at x=2
  adviz eval "sigmoid(w*x + b)" --at "w=2 x=1 b=-1"
  adviz draw @model.adviz --watch -o model.svg

\b
adviz EXPR is adviz draw EXPR.  adviz COMMAND --help tells more.
"""


class _Commands(click.Group):
    """Commands by name, loaded when asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's interface
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"adviz_cli.commands.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        # Click would import every command to ask for its line.
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click's interface
    if value:
        import graphviz_ad

        click.echo(f"adviz {graphviz_ad.__version__}")
        ctx.exit()


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=EXAMPLES,
)
@click.option(
    "-V", "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Print the version."
)
def adviz() -> None:
    """Draw the chain rule: every edge with its local derivative, every path with its product."""
