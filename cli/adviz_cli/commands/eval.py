"""``adviz eval``: value and gradient, by every mode side by side."""

from __future__ import annotations

from collections.abc import Sequence

from adviz_cli import output
from adviz_cli.command import command as make
from adviz_cli.options import PROGRAM, as_json, row
from adviz_cli.progress import Progress
from adviz_cli.request import tape_of

__all__ = ["command"]

EXAMPLES = (
    'adviz eval "sigmoid(w*x + b)" --at "w=2 x=1 b=-1"',
    'adviz eval "9**9**9"                   inf, with the place where it arose',
    'adviz eval - --at "x=1 y=2" --json < long.adviz',
)


DIGITS = row("digits", default=10, help="Significant digits of shown numbers, 1 to 17. Default: 10.")


@make("eval", EXAMPLES, *PROGRAM, DIGITS, as_json("Print it as JSON, every input."))
def command(
    *,
    expression: str | None,
    wrt: tuple[str, ...],
    of: tuple[str, ...],
    at: Sequence[str],
    share: bool,
    digits: int,
    as_json: bool,
) -> None:
    """Print the value of EXPR and its gradient by reverse and forward mode and by differences."""
    from graphviz_ad.explain import explain
    from graphviz_ad.write.evaluation import demand_values, evaluation_document, evaluation_text

    progress = Progress()
    tape = tape_of(expression, at, wrt=wrt, of=of, share=share, progress=progress)
    demand_values(tape, "eval")
    with progress.step(f"differentiating {len(tape.graph)} nodes"):
        # No path is shown, and choosing some takes its time.
        derivation = explain(tape, wrt=wrt, max_paths=0)
    if as_json:
        from graphviz_ad.write.document import dumps

        output.print_bytes(dumps(evaluation_document(derivation)))
    else:
        output.print_text(evaluation_text(derivation, digits=digits))
