"""``adviz grad``: the backward pass as a program of its own, beside the forward pass."""

from __future__ import annotations

from typing import Any

from adviz_cli import output
from adviz_cli.command import command as make
from adviz_cli.options import OUTPUTS, PROGRAM, QUIET, Whole, as_json, digits, option
from adviz_cli.picture_options import FIELDS, PIXELS, PLAIN
from adviz_cli.progress import Progress
from adviz_cli.request import tape_of
from adviz_cli.targets import Target, deliver, standard_output, targets_of
from graphviz_ad.write.gradient import GradientDrawing

__all__ = ["command"]

EXAMPLES = (
    'adviz grad "(2*x+3)**2" --at x=2              both passes, with values',
    'adviz grad "(y-(m*x+c))**2" -w m -w c -o backward.svg',
    'adviz grad "x**3" --order 2                   second derivatives',
    'adviz grad "tanh(w*x)" -o gradient.adviz      as a program in adviz\'s language',
)
ORDER = option(
    "Program",
    "--order",
    default=1,
    type=Whole(1, 8),
    metavar="N",
    help="Differentiate N times. Default: 1.",
)
# What only pictures of paths have.
_FIELDS = tuple(name for name in FIELDS if name not in {"labels", "constants", "table", "highlight"})


@make("grad", EXAMPLES, *PROGRAM, ORDER, *PLAIN, *OUTPUTS, *PIXELS, digits(),
      as_json("Print it as JSON."), QUIET)  # fmt: skip
def command(
    *,
    expression: str | None,
    order: int,
    as_json: bool,
    quiet: bool,
    **options: Any,  # noqa: ANN401 - click's options
) -> None:
    """Differentiate EXPR into a program: its backward pass, in the same operations.

    Without -o both passes are printed.  A picture has them beneath each other, every adjoint below
    what it is the adjoint of.
    """
    from graphviz_ad.draw.options import DrawOptions

    kind = options["kind"]
    targets = targets_of(options["outputs"], kind, otherwise="txt", as_json=as_json, program=expression)
    targets = targets or [standard_output(kind or "txt")]
    progress = Progress(quiet=quiet)
    program = {name: options[name] for name in ("wrt", "of", "share")}
    tape = tape_of(expression, options["at"], progress=progress, **program)
    scale = options["scale"] if options["dpi"] is None else options["dpi"] / 96
    with progress.step(f"differentiating {len(tape.graph)} nodes"):
        drawing = GradientDrawing(
            tape,
            order=order,
            wrt=options["wrt"],
            options=DrawOptions(**{name: options[name] for name in _FIELDS}),
            **{name: options[name] for name in ("theme", "background", "ids")},
            scale=scale,
        )
    made = [Target(target.name, drawing.in_format(target.entry)) for target in targets]
    deliver(drawing, made, progress=progress, quiet=quiet)
    output.say([f"note: {message}" for message in drawing.notes], quiet=quiet)
