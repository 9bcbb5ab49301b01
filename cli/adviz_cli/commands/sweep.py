"""``adviz sweep``: what forward or reverse mode carries along every edge, in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adviz_cli import output
from adviz_cli.command import command as make
from adviz_cli.options import OUTPUTS, PROGRAM, QUIET, as_json, choice, digits, option
from adviz_cli.picture_options import FIELDS, LOOK, PIXELS
from adviz_cli.progress import Progress
from adviz_cli.request import tape_of
from adviz_cli.targets import Target, deliver, standard_output, targets_of
from graphviz_ad.write.sweep_drawing import SweepDrawing

__all__ = ["command"]

EXAMPLES = (
    'adviz sweep "(2*x+3)**2" --at x=2                     from f back to x',
    'adviz sweep "x**2*(x+1)" --at x=2 --mode forward -o sweep.svg',
    'adviz sweep "y1=x1*x2; y2=x1+x2" --at "x1=2 x2=3" --seed y2',
    'adviz sweep "x*sin(y)" --at "x=2 y=1" --mode forward --seed "x=1 y=0.5"',
)
MODE = option(
    "Program",
    "--mode",
    default="reverse",
    type=choice("forward", "reverse"),
    metavar="MODE",
    help="reverse (default): adjoints, from outputs back; forward: tangents.",
)
SEED = option(
    "Program",
    "--seed",
    multiple=True,
    metavar="NAME",
    help='Begin there with 1, or "x=1 c=0.5". Default: each one alone.',
)
# What only pictures of paths have; the table of a sweep is the Jacobian.
_FIELDS = tuple(name for name in FIELDS if name not in {"table", "highlight"})


@make("sweep", EXAMPLES, *PROGRAM, MODE, SEED, *LOOK, *OUTPUTS, *PIXELS, digits(),
      as_json("Print it as JSON."), QUIET)  # fmt: skip
def command(
    *,
    expression: str | None,
    seed: Sequence[str],
    as_json: bool,
    quiet: bool,
    **options: Any,  # noqa: ANN401 - click's options
) -> None:
    """Sweep EXPR once: the number that is carried on every edge, in the order of the visits.

    Without -o the visits are printed, and the Jacobian that the sweeps fill, row by row or column
    by column.  A picture shows one sweep.
    """
    from graphviz_ad.draw.options import DrawOptions
    from graphviz_ad.read.program.seeds import read_seeds

    kind = options["kind"]
    targets = targets_of(options["outputs"], kind, otherwise="txt", as_json=as_json, program=expression)
    targets = targets or [standard_output(kind or "txt")]
    seeds = read_seeds(seed) if seed else None
    progress = Progress(quiet=quiet)
    program = {name: options[name] for name in ("wrt", "of", "share")}
    tape = tape_of(expression, options["at"], progress=progress, **program)
    scale = options["scale"] if options["dpi"] is None else options["dpi"] / 96
    with progress.step(f"sweeping {len(tape.graph)} nodes"):
        drawing = SweepDrawing(
            tape,
            mode=options["mode"],
            seed=seeds,
            wrt=options["wrt"],
            options=DrawOptions(**{name: options[name] for name in _FIELDS}),
            **{name: options[name] for name in ("theme", "background", "ids")},
            scale=scale,
        )
    made = [Target(target.name, drawing.in_format(target.entry)) for target in targets]
    deliver(drawing, made, progress=progress, quiet=quiet)
    output.say([f"note: {message}" for message in drawing.notes], quiet=quiet)
