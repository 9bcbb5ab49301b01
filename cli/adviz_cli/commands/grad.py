"""``adviz grad``: the backward pass as a program of its own, beside the forward pass."""

from __future__ import annotations

from functools import partial
from typing import Any

from adviz_cli.command import command as make
from adviz_cli.options import OUTPUTS, PROGRAM, QUIET, as_json, row
from adviz_cli.passing import run
from adviz_cli.picture_options import PIXELS, PLAIN
from graphviz_ad.write.gradient import GradientDrawing

__all__ = ["command"]

EXAMPLES = (
    'adviz grad "(2*x+3)**2" --at x=2              both passes, with values',
    'adviz grad "(y-(m*x+c))**2" -w m -w c -o backward.svg',
    'adviz grad "x**3" --order 2                   second derivatives',
    'adviz grad "tanh(w*x)" -o gradient.adviz      as a program in adviz\'s language',
)
# What only pictures of paths have.
_WITHOUT = frozenset(("labels", "constants", "table", "highlight"))


@make("grad", EXAMPLES, *PROGRAM, row("order"), *PLAIN, *OUTPUTS, *PIXELS,
      as_json("Print it as JSON."), QUIET)  # fmt: skip
def command(*, expression: str | None, order: int, **options: Any) -> None:  # noqa: ANN401 - click's options
    """Differentiate EXPR into a program: its backward pass, in the same operations.

    Without -o both passes are printed.  A picture has them beneath each other, every adjoint below
    what it is the adjoint of.
    """
    drawing = partial(GradientDrawing, order=order)
    run(expression, options, drawing, doing="differentiating", without=_WITHOUT)
