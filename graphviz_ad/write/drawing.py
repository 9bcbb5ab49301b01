"""The whole way from a text to files: `draw`, and the `Drawing` that it returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from graphviz_ad.differentiate import evaluate
from graphviz_ad.errors import NotSupported
from graphviz_ad.explain import explain
from graphviz_ad.explanation import Derivation
from graphviz_ad.graph import Graph
from graphviz_ad.noun import replace
from graphviz_ad.read import read_text
from graphviz_ad.tape import Tape
from graphviz_ad.write.sheet import Sheet, options_of

if TYPE_CHECKING:
    from graphviz_ad.draw.options import DrawOptions
    from graphviz_ad.picture import Picture

__all__ = ["MAX_PATHS", "Drawing", "draw", "drawn", "graph_of", "recorded"]

MAX_PATHS = 7
"""So many paths are drawn, unless asked otherwise; the others are one bundle."""


class Drawing(Sheet):
    """What was derived, and how it is to look; made into a format when asked.

    Attributes
    ----------
    derivation, pictured
        Paths, products, totals and all checks; the same without difference quotients.
    """

    def __init__(
        self,
        tape: Tape,
        *,
        wrt: Sequence[str] = (),
        max_paths: int = MAX_PATHS,
        options: DrawOptions | None = None,
        theme: str = "auto",
        background: str = "auto",
        ids: str | None = None,
        scale: float = 2.0,
    ) -> None:
        super().__init__(options, {"theme": theme, "background": background, "ids": ids, "scale": scale})
        if not tape.graph.source:
            from graphviz_ad.write.program import sourced

            tape = replace(tape, graph=sourced(tape.graph))
        self._wrt = tuple(wrt)
        self._max_paths = max_paths
        # Without all values the totals are formulas; with them nobody needs the algebra, and
        # loading it takes longer than all the rest.  Difference quotients are not drawn.
        self.pictured = explain(
            tape, wrt=wrt, max_paths=max_paths, formulas=not tape.complete, quotients=False
        )
        self._derivation: Derivation | None = None

    @property
    def derivation(self) -> Derivation:
        """Paths, products, totals and all checks; computed when first asked for."""
        if self._derivation is None:
            tape = self.pictured.tape
            self._derivation = (
                explain(tape, wrt=self._wrt, max_paths=self._max_paths) if tape.complete else self.pictured
            )
        return self._derivation

    def with_formulas(self) -> Derivation:
        """Return the derivation with products and totals also as formulas."""
        tape = self.pictured.tape
        if not tape.complete:
            return self.pictured
        return explain(tape, wrt=self._wrt, max_paths=self._max_paths, formulas=True)

    def _placed(self) -> Picture:
        from graphviz_ad.draw import draw as place

        return place(self.pictured, self.options)

    def _told_elsewhere(self) -> Derivation:
        """Return what is drawn where somebody else lays the graph out."""
        return self.pictured

    def mermaid(self) -> str:
        """Return the graph as the text of a flowchart of Mermaid."""
        from graphviz_ad.write.mermaid import MOST_EDGES, mermaid

        derivation = self._told_elsewhere()
        edges = sum(1 for _ in derivation.tape.graph.edges)
        if edges > MOST_EDGES:
            self.notes.append(
                f"{edges} edges: Mermaid draws {MOST_EDGES}, unless its maxEdges says otherwise"
            )
        own = self.options
        return mermaid(derivation, rankdir=own.rankdir, digits=own.digits, title=own.title, lang=own.lang)

    def dot(self) -> str:
        """Return the graph as DOT, with all labels."""
        from graphviz_ad.write.dot import dot

        return dot(self._told_elsewhere(), rankdir=self.options.rankdir, digits=self.options.digits)

    def text(self, *, color: bool = False) -> str:
        """Return the path table as text, with colours for a terminal if asked."""
        from graphviz_ad.write.text import text

        options = self.options
        return text(
            self.derivation, digits=options.digits, color=color, table=options.table, lang=options.lang
        )


def draw(
    source: str | Graph,
    at: Mapping[str, float] | None = None,
    *,
    wrt: Sequence[str] = (),
    of: Sequence[str] = (),
    share: bool = False,
    max_paths: int = MAX_PATHS,
    **how: object,
) -> Drawing:
    """Derive and draw a program or a graph.

    Parameters
    ----------
    source
        An expression, or statements separated by newlines or ``;``; or a graph.
    at
        Value by variable; without values everything stays symbolic.
    wrt, of
        Variables to differentiate by (default: every input), outputs to differentiate (default:
        what nothing later uses; of a graph all are).
    share
        Whether equal subexpressions of a text become one node.
    max_paths
        How many paths are drawn in all; the largest products are chosen.
    **how
        ``theme``, ``background``, ``ids``, ``scale``, and the fields of
        `graphviz_ad.draw.DrawOptions` (``labels``, ``rankdir``, ``title``, ...).

    Returns
    -------
    Drawing
        With ``svg()``, ``png()``, ``text()`` and ``save("x.svg")``.

    Raises
    ------
    AdvizError
        What is wrong, where, and what to do; see `graphviz_ad.errors`.

    Examples
    --------
    >>> drawing = draw("(y-(m*x+c))**2", {"y": 1, "m": 2, "x": 3, "c": 4}, wrt=["x"])
    >>> chain = drawing.derivation.explanations[0].chains[0]
    >>> chain.factors, chain.product
    ((1.0, -18.0, -1.0, 1.0, 2.0), 36.0)
    """
    tape = evaluate(graph_of(source, at, wrt=wrt, of=of, share=share), at)
    return drawn(tape, wrt=wrt, of=of, share=share, max_paths=max_paths, **how)


def graph_of(
    source: str | Graph,
    at: Mapping[str, float] | None,
    *,
    wrt: Sequence[str] = (),
    of: Sequence[str] = (),
    share: bool = False,
) -> Graph:
    """Return the graph of a program; a graph is one already.

    Raises
    ------
    NotSupported
        ``of`` or ``share`` is given for a graph.
    """
    if not isinstance(source, Graph):
        return read_text(source, at, wrt=wrt, of=of, share=share)
    if of or share:
        raise NotSupported("of and share are for programs; a graph has its outputs and is drawn as it is")
    return source


def drawn(
    tape: Tape,
    *,
    wrt: Sequence[str] = (),
    of: Sequence[str] = (),
    share: bool = False,
    max_paths: int = MAX_PATHS,
    **how: object,
) -> Drawing:
    """Return the drawing of a tape; the options are those of `draw`.

    ``of`` and ``share`` are for the record only: the tape is made.

    Raises
    ------
    UnknownName
        There is no such option.
    """
    options, look = options_of("draw", how)
    options = replace(options, record=recorded(wrt=wrt, of=of, share=share, max_paths=max_paths))
    return Drawing(tape, wrt=wrt, max_paths=max_paths, options=options, **look)


def recorded(
    *, wrt: Sequence[str] = (), of: Sequence[str] = (), share: bool = False, max_paths: int = MAX_PATHS
) -> dict[str, object]:
    """Return what the record of a picture carries of how it was asked for, so that it can be made again.

    Examples
    --------
    >>> recorded(wrt=["x"]), recorded(share=True, max_paths=3)
    ({'wrt': ['x']}, {'max_paths': 3, 'share': True})
    """
    record: dict[str, object] = {name: list(names) for name, names in (("wrt", wrt), ("of", of)) if names}
    if max_paths != MAX_PATHS:
        record["max_paths"] = max_paths
    return record | ({"share": True} if share else {})
