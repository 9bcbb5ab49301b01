"""What ``adviz sweep`` and ``adviz grad`` have in common: from their options to text and files."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any

from adviz_cli import output
from adviz_cli.picture_options import FIELDS, looks
from adviz_cli.progress import Progress
from adviz_cli.request import tape_of
from adviz_cli.targets import Target, deliver, standard_output, targets_of
from graphviz_ad.write.drawing import recorded
from graphviz_ad.write.sheet import Sheet

__all__ = ["run"]


def run(
    expression: str | None,
    options: Mapping[str, Any],
    make: Callable[..., Sheet],
    *,
    doing: str,
    without: Container[str],
) -> None:
    """Draw and tell a program as its options ask; without a target the text is printed.

    Parameters
    ----------
    expression, options
        What the command was given.
    make
        Makes the drawing of a tape, from ``wrt``, ``options`` and looks.
    doing
        What that is, for the progress: ``sweeping``.
    without
        Fields of `DrawOptions` that have no meaning here.
    """
    from graphviz_ad.draw.options import DrawOptions

    kind, quiet = options["kind"], options["quiet"]
    targets = targets_of(
        options["outputs"], kind, otherwise="txt", as_json=options["as_json"], program=expression
    )
    targets = targets or [standard_output(kind or "txt")]
    progress = Progress(quiet=quiet)
    program = {name: options[name] for name in ("wrt", "of", "share")}
    tape = tape_of(expression, options["at"], progress=progress, **program)
    fields = {name: options[name] for name in FIELDS if name not in without}
    how = DrawOptions(record=recorded(**program), **fields)
    with progress.step(f"{doing} {len(tape.graph)} nodes"):
        drawing = make(tape, wrt=options["wrt"], options=how, **looks(options))
    made = [Target(target.name, drawing.in_format(target.entry)) for target in targets]
    deliver(drawing, made, progress=progress, quiet=quiet)
    output.say([f"note: {message}" for message in drawing.notes], quiet=quiet)
