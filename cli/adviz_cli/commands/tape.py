"""``adviz tape``: the operations as they are recorded, and what each keeps for the way back."""

from __future__ import annotations

from collections.abc import Sequence

import click

from adviz_cli import output
from adviz_cli.options import command as make
from adviz_cli.options import program_options, request_of

__all__ = ["command"]

EXAMPLES = """\
  adviz tape "(2*x+3)**2" --at x=2
  adviz tape "x**2*(x+1)" --at x=2 --backward      adjoints, read from the bottom up
"""


@make("tape", EXAMPLES)
@program_options
@click.option("--backward", is_flag=True, help="Add the adjoints of the reverse sweep.")
@click.option("--digits", default=4, type=click.IntRange(1, 17), metavar="N", show_default=True, help="Significant digits.")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def command(  # noqa: PLR0917 - click hands options over by name
    expression: str | None, wrt: tuple[str, ...], of: tuple[str, ...], at: Sequence[str], share: bool, traceback: bool,  # noqa: ARG001
    backward: bool, digits: int, as_json: bool,
) -> None:  # fmt: skip
    """List the operations of EXPR in the order in which they run."""
    from graphviz_ad.write.tape import tape_document, tape_text

    tape = request_of(expression, wrt, of, at, share=share).tape()
    if as_json:
        from graphviz_ad.write.document import dumps

        output.print_bytes(dumps(tape_document(tape, backward=backward)), binary=False)
    else:
        output.print_text(tape_text(tape, backward=backward, digits=digits))
