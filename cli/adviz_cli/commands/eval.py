"""``adviz eval``: value and gradient, by every mode side by side."""

from __future__ import annotations

from collections.abc import Sequence

import click

from adviz_cli import output
from adviz_cli.options import command as make
from adviz_cli.options import program_options, request_of

__all__ = ["command"]

EXAMPLES = """\
  adviz eval "sigmoid(w*x + b)" --at "w=2 x=1 b=-1"
  adviz eval "9**9**9"                  inf, with the place where it arose
  cat long.adviz | adviz eval - --at "x=1 y=2" --json
"""


@make("eval", EXAMPLES)
@program_options
@click.option("--digits", default=10, type=click.IntRange(1, 17), metavar="N", show_default=True, help="Significant digits.")
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON, every input.")
def command(  # noqa: PLR0917 - click hands options over by name
    expression: str | None, wrt: tuple[str, ...], of: tuple[str, ...], at: Sequence[str], share: bool, traceback: bool,  # noqa: ARG001
    digits: int, as_json: bool,
) -> None:  # fmt: skip
    """Print the value of EXPR and its gradient by reverse and forward mode and by differences."""
    from graphviz_ad.explain import explain
    from graphviz_ad.write.evaluation import demand_values, evaluation_document, evaluation_text

    tape = request_of(expression, wrt, of, at, share=share).tape()
    demand_values(tape, "eval")
    derivation = explain(tape, wrt=wrt, max_paths=1)
    if as_json:
        from graphviz_ad.write.document import dumps

        output.print_bytes(dumps(evaluation_document(derivation)), binary=False)
    else:
        output.print_text(evaluation_text(derivation, digits=digits))
