"""``adviz tape``: the operations as they are recorded, and what each keeps for the way back."""

from __future__ import annotations

from collections.abc import Sequence

from adviz_cli import output
from adviz_cli.command import command as make
from adviz_cli.options import PROGRAM, as_json, option, rows
from adviz_cli.request import tape_of

__all__ = ["command"]

EXAMPLES = (
    'adviz tape "(2*x+3)**2" --at x=2',
    'adviz tape "x**2*(x+1)" --at x=2 --backward     with adjoints, read bottom up',
)
BACKWARD = option("Output", "--backward", is_flag=True, help="Add the adjoints of the reverse sweep.")


@make("tape", EXAMPLES, *PROGRAM, BACKWARD, *rows("lang", "digits"), as_json("Print it as JSON."))
def command(
    *,
    expression: str | None,
    wrt: tuple[str, ...],
    of: tuple[str, ...],
    at: Sequence[str],
    share: bool,
    backward: bool,
    lang: str,
    digits: int,
    as_json: bool,
) -> None:
    """List the operations of EXPR in the order in which they run."""
    from graphviz_ad.write.tape import tape_document, tape_text

    tape = tape_of(expression, at, wrt=wrt, of=of, share=share)
    if as_json:
        from graphviz_ad.write.document import dumps

        output.print_bytes(dumps(tape_document(tape, backward=backward)))
    else:
        output.print_text(tape_text(tape, backward=backward, digits=digits, lang=lang))
