"""``adviz draw``: the picture, as files, into a pipe, or as adviz.svg beside the path table."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import click

from adviz_cli import output, sources, watching
from adviz_cli.options import command as make
from adviz_cli.options import program_options, request_of
from graphviz_ad.errors import AdvizError
from graphviz_ad.write import files
from graphviz_ad.write.drawing import Drawing
from graphviz_ad.write.formats import FORMATS, format_of

__all__ = ["command"]

DEFAULT_FILE = "adviz.svg"
MARK = b'"adviz"'
EXAMPLES = """\
  adviz "(y-(m*x+c))**2" --wrt x --at "y=1 m=2 x=3 c=4" -o loss.svg
  adviz "y1 = x1*x2; y2 = sin(x1)" --at x1=2,x2=3 -o jacobian.png
  adviz "-a*b" -w a                     an expression may begin with a minus
  adviz "tanh(w*x)" | less              into a pipe goes the SVG
  adviz @model.adviz --at x=1 --watch -o model.svg
"""


@make("draw", EXAMPLES)
@program_options
@click.option("-o", "--output", "outputs", multiple=True, metavar="FILE|-", help="Write FILE; its suffix is the format (repeat).")
@click.option("-T", "--format", "kind", metavar="FORMAT", help=f"Format where no suffix tells: {', '.join(FORMATS)}.")
@click.option("--labels", default="both", metavar="STAGE", help="At edges: none, letters, partials, symbols, values, both.")
@click.option("--constants", default="boxes", metavar="HOW", help="Constants inside boxes, or as small nodes.")
@click.option("--table", default="paths", metavar="WHAT", help="Below the graph: paths, jacobian, none.")
@click.option("--max-paths", default=7, type=click.IntRange(min=1), metavar="N", show_default=True, help="Draw the N largest paths.")
@click.option("--rankdir", default="LR", metavar="DIR", help="Direction: LR, RL, TB, BT.")
@click.option("--theme", default="auto", metavar="THEME", help="Colours: auto, light, dark.")
@click.option("--background", default="auto", metavar="HOW", help="auto (opaque) or transparent.")
@click.option("--scale", default=2.0, type=float, metavar="X", show_default=True, help="Pixels of a PNG a unit of the picture.")
@click.option("--dpi", type=float, metavar="DPI", help="The same as dots an inch (96 is scale 1).")
@click.option("--title", metavar="TEXT", help="Heading; '' for none.")
@click.option("--alt", metavar="TEXT", help="What a screen reader says first.")
@click.option("--highlight", type=click.IntRange(min=1), metavar="N", help="Let path N stand out.")
@click.option("--digits", default=4, type=click.IntRange(1, 17), metavar="N", show_default=True, help="Significant digits.")
@click.option("--ids", metavar="PREFIX", help="Give paths and nodes ids that begin so.")
@click.option("--full", is_flag=True, help="Draw every node, however many.")
@click.option("--focus", metavar="NODE", help="Draw only what is near this node.")
@click.option("--radius", default=2, type=click.IntRange(min=0), metavar="R", show_default=True, help="How many edges are near.")
@click.option("--engine", metavar="PROGRAM", help="Layout program (else ADVIZ_DOT, the installed one, dot).")
@click.option("--timeout", default=20.0, type=click.FloatRange(min=0, min_open=True), metavar="S", show_default=True, help="Seconds for the layout.")
@click.option("--open", "show", is_flag=True, help="Open the first file that was written.")
@click.option("--watch", is_flag=True, help="Draw again whenever the program's file changes.")
@click.option("--json", "as_json", is_flag=True, help="Print the JSON document (schema 1).")
@click.option("--color", default="auto", type=click.Choice(["auto", "always", "never"]), help="Colours of the table.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but errors.")
@click.option("-v", "--verbose", count=True, help="Say what is done.")
def command(expression: str | None, watch: bool, **options: Any) -> int:  # noqa: ANN401 - click's options
    """Draw the computational graph of EXPR with every path from the outputs to the inputs.

    EXPR is an expression or a program (assignments separated by ; or newlines), @FILE, or - for
    standard input.  Without -o, a terminal gets the path table and the picture goes to adviz.svg;
    a pipe gets the SVG.
    """
    if watch:
        file = sources.file_of(expression or "")
        if file is None:
            raise click.UsageError("--watch needs a file: adviz @model.adviz --watch -o model.svg")
        return watching.repeat(file, lambda: _draw(expression, options))
    _draw(expression, options)
    return 0


def _draw(expression: str | None, options: Mapping[str, Any]) -> None:
    targets = [(name, format_of(name, options["kind"] or ("svg" if name == "-" else None))) for name in options["outputs"]]
    quiet = options["quiet"]
    drawing = _drawing(expression, options)
    written = []
    # Everything is made before anything is written: an error leaves no half of the files.
    made = [(name, entry, entry.write(drawing)) for name, entry in targets]
    for name, entry, data in made:
        if name == "-":
            output.print_bytes(data, binary=entry.binary)
        else:
            changed = files.write(name, data)
            written.append(name)
            output.say([f"{name} {'written' if changed else 'is up to date'}"], quiet=quiet)
    told = False
    if options["as_json"]:
        output.print_bytes(FORMATS["json"].write(drawing), binary=False)
    elif not targets:
        told = _default(drawing, options, written)
    notes = [] if told else [note.message for note in drawing.derivation.notes if note.message]
    output.say([f"note: {message}" for message in [*notes, *drawing.notes]], quiet=quiet)
    _verbose(options["verbose"], options["engine"])
    if options["show"] and written:
        click.launch(os.path.abspath(written[0]))


def _default(drawing: Drawing, options: Mapping[str, Any], written: list[str]) -> bool:
    """Do what is right without -o; return whether the notes were told."""
    kind = options["kind"]
    if kind or not output.wants_terminal():
        entry = format_of("-", kind or "svg")
        output.print_bytes(entry.write(drawing), binary=entry.binary)
        return entry.name in ("txt", "md")
    output.print_text(drawing.text(color=output.colored(options["color"])))
    if _is_foreign(DEFAULT_FILE):
        message = f"{DEFAULT_FILE} was not written: the file that is there is not adviz's; name another with -o"
    else:
        files.write(DEFAULT_FILE, FORMATS["svg"].write(drawing))
        written.append(DEFAULT_FILE)
        message = f"{DEFAULT_FILE} written"
    output.say([message], quiet=options["quiet"])
    return True


def _is_foreign(path: str) -> bool:
    """Whether a file is there that adviz has not written."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return b"<metadata" not in data or MARK not in data


def _drawing(expression: str | None, options: Mapping[str, Any]) -> Drawing:
    from graphviz_ad.draw import DrawOptions

    request = request_of(expression, options["wrt"], options["of"], options["at"], share=options["share"])
    names: Sequence[str] = (
        "labels", "constants", "table", "rankdir", "title", "alt", "highlight", "digits", "full", "focus", "radius",
        "engine", "timeout",
    )  # fmt: skip
    record = {name: list(options[name]) for name in ("wrt", "of") if options[name]}
    if options["max_paths"] != 7:
        record["max_paths"] = options["max_paths"]
    if options["share"]:
        record["share"] = True
    how = DrawOptions(record=record, **{name: options[name] for name in names})
    scale = options["scale"] if options["dpi"] is None else options["dpi"] / 96
    if not 0 < scale < 1e4:
        raise AdvizError(f"the scale must be a positive number, not {scale:g}")
    return Drawing(
        request.tape(), wrt=request.wrt, max_paths=options["max_paths"], options=how, theme=options["theme"],
        background=options["background"], ids=options["ids"], scale=scale,
    )  # fmt: skip


def _verbose(level: int, engine: str | None) -> None:
    if level:
        from graphviz_ad.engine import find

        found = find(engine)
        output.say([f"layout program: {found.path} ({found.origin})"])
