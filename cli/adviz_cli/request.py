"""What is to be computed, and the way to its tape."""

from __future__ import annotations

from collections.abc import Sequence

from adviz_cli import output, sources
from adviz_cli.progress import Progress
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
    from graphviz_ad.embed.sources import graph_of
    from graphviz_ad.read.program.values import read_values

    progress = progress or Progress()
    source = sources.read(expression)
    with progress.step("reading the program"):
        graph, values, printed = graph_of(source, read_values(at), wrt=wrt, of=of, share=share)
        output.say(printed.splitlines())
    with progress.step(f"evaluating {len(graph)} nodes"):
        return evaluate(graph, values)
