"""The whole way from a text to the files of a sweep: `sweep`, and the `SweepDrawing` that it returns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from graphviz_ad.differentiate import evaluate
from graphviz_ad.explain import sweeping
from graphviz_ad.explanation import Sweep
from graphviz_ad.graph import Graph
from graphviz_ad.noun import replace
from graphviz_ad.tape import Tape
from graphviz_ad.write.drawing import Drawing, graph_of, recorded
from graphviz_ad.write.evaluation import demand_values
from graphviz_ad.write.formats import Format
from graphviz_ad.write.sheet import json_bytes, options_of

if TYPE_CHECKING:
    from graphviz_ad.draw import DrawOptions
    from graphviz_ad.picture import Picture

__all__ = ["FORMATS", "SweepDrawing", "sweep"]

MOST_SWEEPS = 64
"""So many sweeps are told in data; the text tells fewer, a picture one."""


def _markdown(drawing: SweepDrawing) -> bytes:
    from graphviz_ad.write.sweep import sweep_markdown

    options = drawing.options
    told = sweep_markdown(drawing.pictured, drawing.sweeps, digits=options.digits, lang=options.lang)
    return told.encode()


FORMATS: Mapping[str, Callable[[SweepDrawing], bytes]] = {
    "svg": lambda drawing: drawing.svg().encode(),
    "png": lambda drawing: drawing.png(),
    "pdf": lambda drawing: drawing.pdf(),
    "tex": lambda drawing: drawing.tex().encode(),
    "txt": lambda drawing: drawing.text().encode(),
    "md": _markdown,
    "json": json_bytes,
}
"""How a sweep becomes bytes, by the name of the format; others make no sense for one."""


class SweepDrawing(Drawing):
    """One sweep as a picture, all of them as text and data; made into a format when asked.

    Parameters
    ----------
    tape
        What is swept; every input has a value.
    mode
        ``reverse`` or ``forward``.
    seed
        What outputs (forward: inputs) start with, by name.  None: each of them alone with 1, the
        first in the picture.
    wrt, options, look
        As for `graphviz_ad.write.drawing.Drawing`.
    """

    called = "a sweep"
    formats = FORMATS

    def __init__(
        self,
        tape: Tape,
        *,
        mode: str = sweeping.REVERSE,
        seed: Mapping[str, float] | None = None,
        wrt: Sequence[str] = (),
        options: DrawOptions | None = None,
        **look: object,
    ) -> None:
        demand_values(tape, "a sweep")
        super().__init__(tape, wrt=wrt, max_paths=0, options=options, **look)  # type: ignore[arg-type]
        self.mode = mode
        self._ends = sweeping.ends(self.pictured, mode)
        self._seed = None if seed is None else sweeping.seeded(self.pictured, mode, seed)
        self._sweeps: tuple[Sweep, ...] = ()

    @property
    def sweeps(self) -> tuple[Sweep, ...]:
        """The sweep that was asked for, or one from each input or output; of very many the first."""
        if not self._sweeps:
            tape, mode = self.pictured.tape, self.mode
            if self._seed is not None:
                self._sweeps = (sweeping.sweep(tape, mode, self._seed),)
            else:
                self._sweeps = tuple(islice(sweeping.units(self.pictured, mode), MOST_SWEEPS))
        return self._sweeps

    def _placed(self) -> Picture:
        from graphviz_ad.draw.sweep import draw_sweep

        seed = self._seed
        if seed is None:
            (name, node), count = self._ends[0], len(self._ends)
            seed = {node: 1.0}
            if count > 1:
                shown = f"the picture shows the {self.mode} sweep from {name}, the first of {count}"
                self.notes.append(f"{shown}; --seed {self._ends[1][0]} shows another")
        found = sweeping.sweep(self.pictured.tape, self.mode, seed)
        return draw_sweep(self.pictured, found, self.options)

    def text(self, *, color: bool = False) -> str:  # noqa: ARG002 - a sweep has no colours of paths
        """Return the visits in order, what they carry, and the Jacobian."""
        from graphviz_ad.write.sweep import sweep_text

        return sweep_text(self.pictured, self.sweeps, digits=self.options.digits, lang=self.options.lang)

    def document(self) -> dict[str, object]:
        """Return the sweeps as a JSON document, schema 1."""
        from graphviz_ad.write.sweep_document import sweep_document

        return sweep_document(self.pictured, self.sweeps)

    def _instead_of(self, entry: Format) -> str:
        return f"adviz draw EXPR -o x{entry.suffixes[0]} writes the graph"


def sweep(
    source: str | Graph,
    at: Mapping[str, float] | None = None,
    *,
    mode: str = sweeping.REVERSE,
    seed: Mapping[str, float] | str | None = None,
    wrt: Sequence[str] = (),
    of: Sequence[str] = (),
    share: bool = False,
    **how: object,
) -> SweepDrawing:
    """Sweep a program or a graph, and draw what is carried.

    Parameters
    ----------
    source, at, wrt, of, share
        As for `graphviz_ad.write.drawing.draw`.
    mode
        ``reverse``: adjoints, from the outputs back; ``forward``: tangents, from the inputs on.
    seed
        ``{"y1": 1, "y2": -1}`` or the name of the one output (forward: input) that starts with 1.
        None: each alone, the first in the picture.
    **how
        As for `graphviz_ad.write.drawing.draw`.

    Raises
    ------
    AdvizError
        What is wrong, where, and what to do; see `graphviz_ad.errors`.

    Examples
    --------
    >>> drawing = sweep("(2*x + 3)**2", {"x": 2})
    >>> [drawing.sweeps[0].carried[node] for node in drawing.sweeps[0].visits]
    [1.0, 1.0, 14.0, 14.0, 28.0]
    """
    options, look = options_of("sweep", how)
    options = replace(options, record=recorded(wrt=wrt, of=of, share=share))
    graph = graph_of(source, at, wrt=wrt, of=of, share=share)
    if isinstance(seed, str):
        from graphviz_ad.read.program.seeds import read_seeds

        seed = read_seeds([seed])
    return SweepDrawing(evaluate(graph, at), mode=mode, seed=seed, wrt=wrt, options=options, **look)
