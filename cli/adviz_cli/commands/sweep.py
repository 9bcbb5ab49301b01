"""``adviz sweep``: what forward or reverse mode carries along every edge, in order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from adviz_cli.command import command as make
from adviz_cli.options import OUTPUTS, PROGRAM, QUIET, as_json, rows
from adviz_cli.passing import run
from adviz_cli.picture_options import LOOK, PIXELS
from graphviz_ad.write.sweep_drawing import SweepDrawing

__all__ = ["command"]

EXAMPLES = (
    'adviz sweep "(2*x+3)**2" --at x=2                     from f back to x',
    'adviz sweep "x**2*(x+1)" --at x=2 --mode forward -o sweep.svg',
    'adviz sweep "y1=x1*x2; y2=x1+x2" --at "x1=2 x2=3" --seed y2',
    'adviz sweep "x*sin(y)" --at "x=2 y=1" --mode forward --seed "x=1 y=0.5"',
)
# What only pictures of paths have; the table of a sweep is the Jacobian.
_WITHOUT = frozenset(("table", "highlight"))


@make("sweep", EXAMPLES, *PROGRAM, *rows("mode", "seed"), *LOOK, *OUTPUTS, *PIXELS,
      as_json("Print it as JSON."), QUIET)  # fmt: skip
def command(
    *,
    expression: str | None,
    mode: str,
    seed: Sequence[str],
    **options: Any,  # noqa: ANN401 - click's options
) -> None:
    """Sweep EXPR once: the number that is carried on every edge, in the order of the visits.

    Without -o the visits are printed, and the Jacobian that the sweeps fill, row by row or column
    by column.  A picture shows one sweep.
    """
    from graphviz_ad.read.program.seeds import read_seeds

    drawing = partial(SweepDrawing, mode=mode, seed=read_seeds(seed) if seed else None)
    run(expression, options, drawing, doing="sweeping", without=_WITHOUT)
