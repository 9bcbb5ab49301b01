"""``adviz paths``: the paths, their products and their sum, in words."""

from __future__ import annotations

from collections.abc import Sequence

from adviz_cli import output
from adviz_cli.command import command as make
from adviz_cli.options import COLOR, OUTPUTS, PROGRAM, QUIET, as_json, row, rows
from adviz_cli.progress import Progress
from adviz_cli.request import tape_of
from adviz_cli.targets import deliver, standard_output, targets_of
from graphviz_ad.write.drawing import Drawing

__all__ = ["command"]

EXAMPLES = (
    'adviz paths "x**2*(x+1)" --at x=2',
    'adviz paths "(x + c)*x"                without values: in symbols',
    'adviz paths "(x + c)*x" --json         as data, for programs',
    'adviz paths "(x + c)*x" --at "x=3 c=4" -o paths.md',
)


@make(
    "paths", EXAMPLES, *PROGRAM, *OUTPUTS, row("max-paths", section="Output"),
    *rows("table", "lang", "digits"), as_json("Print the JSON document (schema 1)."), COLOR, QUIET,
)  # fmt: skip
def command(
    *,
    expression: str | None,
    wrt: tuple[str, ...],
    of: tuple[str, ...],
    at: Sequence[str],
    share: bool,
    outputs: Sequence[str],
    kind: str | None,
    max_paths: int,
    table: str,
    lang: str,
    digits: int,
    as_json: bool,
    color: str,
    quiet: bool,
) -> None:
    """List every path from the outputs of EXPR to its inputs, with products and sums."""
    from graphviz_ad.draw.options import DrawOptions

    targets = targets_of(outputs, kind, otherwise="txt", as_json=as_json, program=expression)
    progress = Progress(quiet=quiet)
    tape = tape_of(expression, at, wrt=wrt, of=of, share=share, progress=progress)
    with progress.step(f"finding the paths of {len(tape.graph)} nodes"):
        options = DrawOptions(digits=digits, table=table, lang=lang)
        drawing = Drawing(tape, wrt=wrt, max_paths=max_paths, options=options)
    if not targets and kind in (None, "txt"):
        output.print_text(drawing.text(color=output.colored(color)))
    else:
        deliver(drawing, targets or [standard_output(kind or "txt")], quiet=quiet)
