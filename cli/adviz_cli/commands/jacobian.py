"""``adviz jacobian``: every output by every input, and which sweep is cheaper."""

from __future__ import annotations

from collections.abc import Sequence

from adviz_cli import output
from adviz_cli.command import command as make
from adviz_cli.options import PROGRAM, as_json, rows
from adviz_cli.request import tape_of

__all__ = ["command"]

EXAMPLES = (
    'adviz jacobian "y1 = x1*x2; y2 = sin(x1) + x2; y3 = x1*x2*x2" --at "x1=2 x2=3"',
    'adviz jacobian "y1 = x1*x2; y2 = sin(x1)"         without values: in symbols',
)


@make("jacobian", EXAMPLES, *PROGRAM, *rows("lang", "digits"), as_json("Print it as JSON."))
def command(
    *,
    expression: str | None,
    wrt: tuple[str, ...],
    of: tuple[str, ...],
    at: Sequence[str],
    share: bool,
    lang: str,
    digits: int,
    as_json: bool,
) -> None:
    """Print the derivative of every output of EXPR by every input."""
    from graphviz_ad.explain import explain
    from graphviz_ad.write.jacobian import jacobian_document, jacobian_text

    tape = tape_of(expression, at, wrt=wrt, of=of, share=share)
    derivation = explain(tape, wrt=wrt, max_paths=0, formulas=as_json or not tape.complete)
    if as_json:
        from graphviz_ad.write.document import dumps

        output.print_bytes(dumps(jacobian_document(derivation)))
    else:
        output.print_text(jacobian_text(derivation, digits=digits, lang=lang))
