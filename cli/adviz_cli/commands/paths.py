"""``adviz paths``: the paths, their products and their sum, in words."""

from __future__ import annotations

from collections.abc import Sequence

import click

from adviz_cli import output
from adviz_cli.options import command as make
from adviz_cli.options import program_options, request_of
from graphviz_ad.write import files
from graphviz_ad.write.drawing import Drawing
from graphviz_ad.write.formats import FORMATS, format_of

__all__ = ["command"]

EXAMPLES = """\
  adviz paths "x**2*(x+1)" --at x=2
  adviz paths "(x + c)*x"               in symbols
  adviz paths "(x + c)*x" --json
  adviz paths "(x + c)*x" --at "x=3 c=4" -o paths.md
"""


@make("paths", EXAMPLES)
@program_options
@click.option("-o", "--output", "outputs", multiple=True, metavar="FILE|-", help="Write FILE: .txt, .md or .json (repeat).")
@click.option("-T", "--format", "kind", metavar="FORMAT", help="txt (default), md or json.")
@click.option("--max-paths", default=7, type=click.IntRange(min=1), metavar="N", show_default=True, help="Show the N largest paths.")
@click.option("--table", default="paths", metavar="WHAT", help="paths, jacobian, none.")
@click.option("--digits", default=4, type=click.IntRange(1, 17), metavar="N", show_default=True, help="Significant digits.")
@click.option("--json", "as_json", is_flag=True, help="Print the JSON document (schema 1).")
@click.option("--color", default="auto", type=click.Choice(["auto", "always", "never"]), help="Colours of the table.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors.")
def command(  # noqa: PLR0917 - click hands options over by name
    expression: str | None, wrt: tuple[str, ...], of: tuple[str, ...], at: Sequence[str], share: bool, traceback: bool,  # noqa: ARG001
    outputs: Sequence[str], kind: str | None, max_paths: int, table: str, digits: int, as_json: bool, color: str, quiet: bool,
) -> None:  # fmt: skip
    """List every path from the outputs of EXPR to its inputs, with products and sums."""
    from graphviz_ad.draw.options import DrawOptions

    targets = [(name, format_of(name, kind or ("txt" if name == "-" else None))) for name in outputs]
    tape = request_of(expression, wrt, of, at, share=share).tape()
    drawing = Drawing(tape, wrt=wrt, max_paths=max_paths, options=DrawOptions(digits=digits, table=table))
    made = [(name, entry, entry.write(drawing)) for name, entry in targets]
    for name, entry, data in made:
        if name == "-":
            output.print_bytes(data, binary=entry.binary)
        else:
            changed = files.write(name, data)
            output.say([f"{name} {'written' if changed else 'is up to date'}"], quiet=quiet)
    if as_json:
        output.print_bytes(FORMATS["json"].write(drawing), binary=False)
    elif not targets and kind not in (None, "txt"):
        output.print_bytes(format_of("-", kind).write(drawing), binary=False)
    elif not targets:
        output.print_text(drawing.text(color=output.colored(color)))
