"""What is to be computed, and the way to its tape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adviz_cli import output, sources
from adviz_cli.progress import Progress
from graphviz_ad.errors import NotSupported
from graphviz_ad.graph import Graph
from graphviz_ad.tape import Tape

__all__ = ["tape_of"]


def tape_of(
    expression: str | None,
    at: Sequence[str],
    *,
    wrt: Sequence[str] = (),
    of: Sequence[str] = (),
    share: bool = False,
    progress: Progress | None = None,
) -> Tape:
    """Return the tape that the program options ask for."""
    from graphviz_ad.differentiate import evaluate
    from graphviz_ad.read import read_text
    from graphviz_ad.read.program.values import read_values

    progress = progress or Progress()
    source = sources.read(expression)
    with progress.step("reading the program"):
        values = read_values(at)
        if source.form == sources.PYTHON and not (of or share):
            graph, values = _ran(source, values)
        elif source.form == sources.PROGRAM:
            graph = read_text(source.text, values, wrt=wrt, of=of, share=share)
        elif of or share:
            raise NotSupported(
                "--of and --share are for programs", hint="a graph is drawn as it is, every output"
            )
        else:
            graph, values = _graph(source, values)
    with progress.step(f"evaluating {len(graph)} nodes"):
        return evaluate(graph, values)


def _ran(source: sources.Source, values: Mapping[str, float]) -> tuple[Graph, dict[str, float]]:
    """Return the graph of a function, or of a value, in a Python file; what it prints is passed on."""
    from graphviz_ad.live.loading import load

    loaded = load(source.text, source.name, values)
    output.say(loaded.printed.splitlines())
    return loaded.graph, dict(loaded.at)


def _graph(source: sources.Source, values: Mapping[str, float]) -> tuple[Graph, dict[str, float]]:
    """Return a graph that somebody wrote, and the values of its inputs: its own, where none are given."""
    from graphviz_ad.read.formats.document import listing_of_document
    from graphviz_ad.read.formats.dot import listing_of_dot
    from graphviz_ad.read.listing.assembly import graph_of
    from graphviz_ad.read.listing.meaning import values_of

    listing = (listing_of_document if source.form == sources.JSON else listing_of_dot)(source.text)
    return graph_of(listing), values_of(listing) | dict(values)
