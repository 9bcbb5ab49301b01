"""The whole way from a text to its backward pass: `draw_gradient`, and the `GradientDrawing`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from graphviz_ad.differentiate import evaluate
from graphviz_ad.differentiate.passes import passes
from graphviz_ad.explain.passing import check, pass_words, told, with_formulas
from graphviz_ad.explain.words import Words
from graphviz_ad.explanation import Derivation
from graphviz_ad.graph import Graph
from graphviz_ad.noun import replace
from graphviz_ad.tape import Tape
from graphviz_ad.write.drawing import Drawing, graph_of, recorded
from graphviz_ad.write.sheet import json_bytes, options_of

if TYPE_CHECKING:
    from graphviz_ad.draw import DrawOptions
    from graphviz_ad.picture import Picture

__all__ = ["FORMATS", "GradientDrawing", "draw_gradient"]


def _markdown(drawing: GradientDrawing) -> bytes:
    from graphviz_ad.write.gradient_text import gradient_markdown

    return gradient_markdown(drawing.passes, drawing.words, drawing.program()).encode()


def _program(drawing: GradientDrawing) -> bytes:
    from graphviz_ad.write.program import program

    return f"{program(drawing.passes.graph)}\n".encode()


FORMATS: Mapping[str, Callable[[GradientDrawing], bytes]] = {
    "svg": lambda drawing: drawing.svg().encode(),
    "png": lambda drawing: drawing.png(),
    "pdf": lambda drawing: drawing.pdf(),
    "tex": lambda drawing: drawing.tex().encode(),
    "mmd": lambda drawing: drawing.mermaid().encode(),
    "dot": lambda drawing: drawing.dot().encode(),
    "json": json_bytes,
    "txt": lambda drawing: drawing.text().encode(),
    "md": _markdown,
    "adviz": _program,
}
"""How a gradient becomes bytes, by the name of the format."""


class GradientDrawing(Drawing):
    """A program beside its backward pass; made into a format when asked.

    Parameters
    ----------
    tape
        The program, with values or without.
    order
        How often it is differentiated.
    wrt, options, look
        As for `graphviz_ad.write.drawing.Drawing`.

    Attributes
    ----------
    passes
        The graph of all passes, and which node belongs to which.
    """

    called = "a gradient"
    formats = FORMATS

    def __init__(
        self,
        tape: Tape,
        *,
        order: int = 1,
        wrt: Sequence[str] = (),
        options: DrawOptions | None = None,
        **look: object,
    ) -> None:
        super().__init__(tape, wrt=wrt, max_paths=0, options=options, **look)  # type: ignore[arg-type]
        self.passes = with_formulas(passes(self.pictured.tape.graph, wrt, order=order), self.pictured)
        self._told = told(self.passes, self.pictured)
        found = check(self.passes, self._told.tape)
        self._told = replace(self._told, notes=(*self._told.notes, *found))

    @property
    def words(self) -> Words:
        """The words of all passes."""
        return pass_words(self.passes, self._told, self.options.digits, self.options.lang)

    def program(self) -> list[str]:
        """Return the lines of the program."""
        from graphviz_ad.write.rows import program

        return program(Words(self.pictured, lang=self.options.lang))

    def _told_elsewhere(self) -> Derivation:
        return self.words.derivation

    def _placed(self) -> Picture:
        from graphviz_ad.draw.gradient import draw_passes

        return draw_passes(self.passes, self._told, self.options)

    def text(self, *, color: bool = False) -> str:  # noqa: ARG002 - passes have no colours of paths
        """Return the passes, a line a node, and the derivatives."""
        from graphviz_ad.write.gradient_text import gradient_text

        return gradient_text(self.passes, self.words, self.program())

    def document(self) -> dict[str, object]:
        """Return the passes as a JSON document, schema 1."""
        from graphviz_ad.write.gradient_document import gradient_document

        return gradient_document(self.passes, self.words)


def draw_gradient(
    source: str | Graph,
    at: Mapping[str, float] | None = None,
    *,
    wrt: Sequence[str] = (),
    of: Sequence[str] = (),
    order: int = 1,
    share: bool = False,
    **how: object,
) -> GradientDrawing:
    """Draw a program or a graph beside its backward pass.

    Parameters
    ----------
    source, at, wrt, of, share
        As for `graphviz_ad.write.drawing.draw`.
    order
        How often it is differentiated; 2 adds the second derivatives.
    **how
        As for `graphviz_ad.write.drawing.draw`.

    Raises
    ------
    AdvizError
        What is wrong, where, and what to do; see `graphviz_ad.errors`.

    Examples
    --------
    >>> drawing = draw_gradient("(2*x + 3)**2", {"x": 2}, order=2)
    >>> [(entry["name"], entry["value"]) for entry in drawing.document()["derivatives"]]
    [('x̄', 28), ('x̿', 8)]
    """
    options, look = options_of("draw_gradient", how)
    options = replace(options, record=recorded(wrt=wrt, of=of, share=share))
    graph = graph_of(source, at, wrt=wrt, of=of, share=share)
    return GradientDrawing(evaluate(graph, at), order=order, wrt=wrt, options=options, **look)
