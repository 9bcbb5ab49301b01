"""``adviz debug``: what is wrong in a graph that somebody else made, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from adviz_cli import output, sources, watching
from adviz_cli.command import command as make
from adviz_cli.options import COLOR, OUTPUTS, QUIET, as_json, option, row, rows
from adviz_cli.picture_options import PIXELS, PLAIN, looks
from adviz_cli.progress import Progress
from adviz_cli.targets import Target, deliver, standard_output, targets_of
from graphviz_ad.embed import suspects
from graphviz_ad.noun import replace
from graphviz_ad.write.debugging import reported
from graphviz_ad.write.formats import FORMATS
from graphviz_ad.write.report import Report

__all__ = ["command"]

EXAMPLES = (
    "adviz debug engine.py:loss               an object of your engine",
    "adviz debug graph.json -o graph.svg      a graph by hand, with its numbers",
    "adviz debug derivation.txt --at x=3      a backward pass below a line ---",
    "adviz debug graph.dot --fix -o x.json    the same with the right numbers",
)
OPTIONS = (
    click.argument("expression", required=False, metavar="SOURCE"),
    row("at", help="Values of inputs that state none: -a x=3."),
    *rows("points", "tolerance", "edges"),
)
TIMEOUT = row(
    "timeout",
    section="Other",
    default=60.0,
    help="Seconds for the layout, and for code that is run. Default: 60.",
)
FIX = option("Output", "--fix", is_flag=True, help="Write the graph as JSON with the right numbers.")
WATCH = option("Output", "--watch", is_flag=True, help="Debug again whenever the file changes.")
# The last of the options of pictures is the time limit, which here is about more.
PICTURE = PLAIN[:-1]
FIELDS = ("rankdir", "lang", "title", "alt", "digits", "full", "focus", "radius", "engine", "timeout")


@make("debug", EXAMPLES, *OPTIONS, *PICTURE, *OUTPUTS, FIX, *PIXELS,
      as_json("Print the findings as JSON."), COLOR, WATCH, QUIET, TIMEOUT)  # fmt: skip
def command(*, expression: str | None, watch: bool, **options: Any) -> int:  # noqa: ANN401 - click's options
    """Find what is wrong in SOURCE: which edge or node, and why.

    SOURCE is a file with a graph (.json .dot .gv .graphml .gexf), a program with a backward pass
    below a line --- (text, .adviz, .txt), - for standard input, or FILE.py:NAME and
    package.module:NAME for an object of somebody's engine.  Exit code 1 says that there is an error.
    """
    kind = "json" if options["fix"] and not options["outputs"] else options["kind"]
    targets = targets_of(
        options["outputs"], options["kind"], otherwise="txt", as_json=options["as_json"], program=expression
    )
    if not targets and kind not in (None, "txt"):
        targets = [standard_output(kind)]
    if options["fix"] and all(target.entry.name != "json" for target in targets):
        raise click.UsageError(
            "--fix writes a graph as JSON: adviz debug graph.json --fix -o fixed.json",
            click.get_current_context(silent=True),
        )
    if not watch:
        return _debug(expression, targets, options)
    file = suspects.file_of(expression or "")
    if file is None:
        raise click.UsageError(
            "--watch needs a file: adviz debug graph.json --watch", click.get_current_context(silent=True)
        )
    return watching.repeat(file, lambda: _tell(expression, targets, options))


def _tell(expression: str | None, targets: Sequence[Target], options: Mapping[str, Any]) -> None:
    _debug(expression, targets, options)


def _debug(expression: str | None, targets: Sequence[Target], options: Mapping[str, Any]) -> int:
    """Read, judge and tell; return the exit code."""
    from graphviz_ad.read.program.values import read_values

    quiet = options["quiet"]
    progress = Progress(quiet=quiet)
    suspect = sources.suspect_of(expression)
    at = dict(read_values(options["at"]))
    with progress.step(suspects.reading(suspect, options["timeout"])):
        claims = suspects.claims_of(suspect, at, edges=options["edges"], timeout=options["timeout"])
    with progress.step(f"checking {len(claims.graph)} nodes"):
        report = reported(
            claims,
            source=suspect.text,
            points=options["points"],
            tolerance=options["tolerance"],
            **{name: options[name] for name in FIELDS},
            **looks(options),
        )
    made = [Target(target.name, _entry(report, target, fix=options["fix"])) for target in targets]
    # An exit code that says "wrong" is of no use without a reason; a picture may fail, the text cannot.
    if not targets or (not quiet and all(target.is_file for target in targets)):
        output.print_text(report.text(color=output.colored(options["color"])))
    deliver(report, made, progress=progress, quiet=quiet)
    output.say([f"note: {message}" for message in report.notes], quiet=quiet)
    return 0 if report.ok else 1


def _entry(report: Report, target: Target, *, fix: bool) -> Any:  # noqa: ANN401
    """Return how a target is written; with --fix its JSON is the graph itself, corrected."""
    if not fix or target.entry.name != "json":
        return report.in_format(target.entry)
    from graphviz_ad.write.document import dumps

    return replace(FORMATS["json"], write=lambda _drawing: dumps(report.fixed()))
