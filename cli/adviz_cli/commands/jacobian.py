"""``adviz jacobian``: every output by every input, and which sweep is cheaper."""

from __future__ import annotations

from collections.abc import Sequence

import click

from adviz_cli import output
from adviz_cli.options import command as make
from adviz_cli.options import program_options, request_of

__all__ = ["command"]

EXAMPLES = """\
  adviz jacobian "y1 = x1*x2; y2 = sin(x1) + x2; y3 = x1*x2*x2" --at "x1=2 x2=3"
  adviz jacobian "y1 = x1*x2; y2 = sin(x1)"          in symbols
"""


@make("jacobian", EXAMPLES)
@program_options
@click.option("--digits", default=4, type=click.IntRange(1, 17), metavar="N", show_default=True, help="Significant digits.")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def command(  # noqa: PLR0917 - click hands options over by name
    expression: str | None, wrt: tuple[str, ...], of: tuple[str, ...], at: Sequence[str], share: bool, traceback: bool,  # noqa: ARG001
    digits: int, as_json: bool,
) -> None:  # fmt: skip
    """Print the derivative of every output of EXPR by every input."""
    from graphviz_ad.explain import explain
    from graphviz_ad.write.jacobian import jacobian_document, jacobian_text

    tape = request_of(expression, wrt, of, at, share=share).tape()
    derivation = explain(tape, wrt=wrt, max_paths=1, formulas=as_json or not tape.complete)
    if as_json:
        from graphviz_ad.write.document import dumps

        output.print_bytes(dumps(jacobian_document(derivation)), binary=False)
    else:
        output.print_text(jacobian_text(derivation, digits=digits))
