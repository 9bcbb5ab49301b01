"""``adviz draw``: the picture, as files, into a pipe, or as adviz.svg beside the path table."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import click

from adviz_cli import output, watching
from adviz_cli.command import command as make
from adviz_cli.options import PROGRAM
from adviz_cli.picture_options import FIELDS, PICTURE, WRITING, looks
from adviz_cli.progress import Progress
from adviz_cli.request import tape_of
from adviz_cli.targets import Target, deliver, is_foreign, standard_output, targets_of
from graphviz_ad.embed.sources import file_of
from graphviz_ad.explain.words import Words
from graphviz_ad.write import rows
from graphviz_ad.write.drawing import Drawing, drawn
from graphviz_ad.write.formats import FORMATS

__all__ = ["command"]

DEFAULT_FILE = "adviz.svg"
EXAMPLES = (
    'adviz "(y-(m*x+c))**2" --wrt x --at "y=1 m=2 x=3 c=4" -o loss.svg',
    'adviz "y1 = x1*x2; y2 = sin(x1)" --at x1=2,x2=3 -o jacobian.png -o jacobian.md',
    'adviz "-a*b" -w a                      an expression may begin with a minus',
    'adviz "tanh(w*x)" > tanh.svg           into a pipe or file goes the SVG',
    "adviz @model.adviz --at x=1 --watch -o model.svg",
)


@make("draw", EXAMPLES, *PROGRAM, *PICTURE, *WRITING)
def command(*, expression: str | None, watch: bool, **options: Any) -> int:  # noqa: ANN401 - click's options
    """Draw the computational graph of EXPR with every path from the outputs to the inputs.

    EXPR is an expression or a program (assignments separated by ; or newlines), @FILE, or - for
    standard input.  Without -o, a terminal gets the path table and the picture goes to adviz.svg;
    a pipe gets the SVG.
    """
    kind = options["kind"]
    targets = targets_of(
        options["outputs"], kind, otherwise="svg", as_json=options["as_json"], program=expression
    )
    if not targets and (kind or not output.is_terminal()):
        targets = [] if watch else [standard_output(kind or "svg")]
    if not watch:
        _draw(expression, targets, options)
        return 0
    file = file_of(expression or "")
    if file is None or not (targets or output.is_terminal()):
        raise click.UsageError(
            "--watch needs a program's file and -o: adviz @model.adviz --watch -o model.svg",
            click.get_current_context(silent=True),
        )
    return watching.repeat(file, lambda: _draw(expression, targets, options))


def _draw(expression: str | None, targets: Sequence[Target], options: Mapping[str, Any]) -> None:
    quiet = options["quiet"]
    progress = Progress(verbose=options["verbose"], quiet=quiet)
    drawing = _drawing(expression, options, progress)
    table = not targets
    pictured = any(target.entry.name in ("svg", "png", "pdf", "tex") for target in targets)
    if pictured:
        _lay_out(drawing, options["engine"], progress)
    written = deliver(drawing, targets, progress=progress, quiet=quiet)
    if table:
        output.print_text(drawing.text(color=output.colored(options["color"])))
        _lay_out(drawing, options["engine"], progress)
        written = _write_default(drawing, quiet=quiet)
    told = table or any(not t.is_file and t.entry.name in ("txt", "md") for t in targets)
    notes = [] if told else rows.notes(Words(drawing.pictured))
    output.say([*notes, *(f"note: {message}" for message in drawing.notes)], quiet=quiet)
    if options["show"]:
        _open(written)


def _lay_out(drawing: Drawing, engine: str | None, progress: Progress) -> None:
    """Have the picture placed, which is what can take long."""
    if progress.verbose:
        from graphviz_ad.engine import find

        found = find(engine)
        output.say([f"layout program: {found.path} ({found.origin})"])
    with progress.step(f"laying out {len(drawing.pictured.tape.graph)} nodes"):
        drawing.picture()


def _write_default(drawing: Drawing, *, quiet: bool) -> list[str]:
    """Write adviz.svg, unless a file of somebody else's is there; return the names of written files."""
    if is_foreign(DEFAULT_FILE):
        output.say(
            [f"{DEFAULT_FILE} was not written: the file of that name is not adviz's; name another with -o"],
            quiet=quiet,
        )
        return []
    return deliver(drawing, [Target(DEFAULT_FILE, FORMATS["svg"])], quiet=quiet)


def _open(written: Sequence[str]) -> None:
    if not written:
        output.say(["nothing to open: no file was written"])
    elif click.launch(os.path.abspath(written[0])):
        output.say([f"{written[0]} could not be opened: nothing here shows such files"])


def _drawing(expression: str | None, options: Mapping[str, Any], progress: Progress) -> Drawing:
    program = {name: options[name] for name in ("wrt", "of", "share")}
    tape = tape_of(expression, options["at"], progress=progress, **program)
    with progress.step("finding the paths"):
        how = {name: options[name] for name in FIELDS} | looks(options)
        return drawn(tape, max_paths=options["max_paths"], **program, **how)
