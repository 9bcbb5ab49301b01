"""The whole way from a text to files: `draw`, and the `Drawing` that it returns."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from graphviz_ad.differentiate import evaluate
from graphviz_ad.errors import NotSupported, UnknownName
from graphviz_ad.explain import explain
from graphviz_ad.explanation import Derivation
from graphviz_ad.graph import Graph
from graphviz_ad.noun import replace
from graphviz_ad.read import read_text
from graphviz_ad.tape import Tape
from graphviz_ad.write import files
from graphviz_ad.write.formats import format_of

if TYPE_CHECKING:
    from graphviz_ad.draw import DrawOptions
    from graphviz_ad.picture import Picture

__all__ = ["Drawing", "draw", "drawn"]

_LOOKS = {"theme": "auto", "background": "auto", "ids": None, "scale": 2.0}


class Drawing:
    """What was derived, and how it is to look; made into a format when asked.

    Attributes
    ----------
    derivation, pictured
        Paths, products, totals and all checks; the same without difference quotients.
    options
        How the picture is made.
    notes
        What writing had to say: that a scale was lowered, that a font of the system was used.
    """

    def __init__(
        self,
        tape: Tape,
        *,
        wrt: Sequence[str] = (),
        max_paths: int = 7,
        options: DrawOptions | None = None,
        theme: str = "auto",
        background: str = "auto",
        ids: str | None = None,
        scale: float = 2.0,
    ) -> None:
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
        self._options = options
        self.look = {"theme": theme, "background": background, "ids": ids, "scale": scale}
        self.notes: list[str] = []
        self._picture: Picture | None = None

    @property
    def derivation(self) -> Derivation:
        """Paths, products, totals and all checks; computed when first asked for."""
        if self._derivation is None:
            tape = self.pictured.tape
            self._derivation = (
                explain(tape, wrt=self._wrt, max_paths=self._max_paths) if tape.complete else self.pictured
            )
        return self._derivation

    @property
    def options(self) -> DrawOptions:
        """The options of the picture."""
        if self._options is None:
            from graphviz_ad.draw import DrawOptions

            self._options = DrawOptions()
        return self._options

    def with_formulas(self) -> Derivation:
        """Return the derivation with products and totals also as formulas."""
        tape = self.pictured.tape
        if not tape.complete:
            return self.pictured
        return explain(tape, wrt=self._wrt, max_paths=self._max_paths, formulas=True)

    def picture(self) -> Picture:
        """Return the placed picture; laid out when first asked for."""
        if self._picture is None:
            from graphviz_ad.draw import draw as place

            self._picture = place(self.pictured, self.options)
        return self._picture

    def svg(self) -> str:
        """Return the picture as SVG."""
        from graphviz_ad.write.svg import svg

        look = {key: self.look[key] for key in ("theme", "background", "ids")}
        return svg(self.picture(), **look)  # type: ignore[arg-type]

    def png(self) -> bytes:
        """Return the picture as PNG."""
        from graphviz_ad.write.png import png

        look = {key: self.look[key] for key in ("theme", "background", "scale")}
        data, notes = png(self.picture(), **look)  # type: ignore[arg-type]
        self.notes += notes
        return data

    def text(self, *, color: bool = False) -> str:
        """Return the path table as text, with colours for a terminal if asked."""
        from graphviz_ad.write.text import text

        return text(self.derivation, color=color, digits=self.options.digits, table=self.options.table)

    def save(self, path: str | os.PathLike[str], format: str | None = None) -> bool:  # noqa: A002 - the field's word
        """Write a file whose suffix (or ``format``) says what it is.

        Returns
        -------
        bool
            False when the file held the same bytes and was left untouched.
        """
        return files.write(path, format_of(path, format).write(self))

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        from graphviz_ad.write.notebook import bundle

        return bundle(self.svg, self.text, include, exclude)

    def __repr__(self) -> str:
        return self.text().rstrip("\n")


def draw(
    source: str | Graph,
    at: Mapping[str, float] | None = None,
    *,
    wrt: Sequence[str] = (),
    of: Sequence[str] = (),
    share: bool = False,
    max_paths: int = 7,
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
    if isinstance(source, Graph):
        if of or share:
            raise NotSupported("of and share are for programs; a graph has its outputs and is drawn as it is")
        graph = source
    else:
        graph = read_text(source, at, wrt=wrt, of=of, share=share)
    return drawn(evaluate(graph, at), wrt=wrt, max_paths=max_paths, **how)


def drawn(tape: Tape, *, wrt: Sequence[str] = (), max_paths: int = 7, **how: object) -> Drawing:
    """Return the drawing of a tape; the options are those of `draw`.

    Raises
    ------
    UnknownName
        There is no such option.
    """
    from graphviz_ad.draw import DrawOptions

    look = {key: how.pop(key) for key in _LOOKS if key in how}
    unknown = sorted(set(how) - set(DrawOptions.__annotations__))
    if unknown:
        legal = [*_LOOKS, *DrawOptions.__annotations__]
        raise UnknownName(f"draw has no option {unknown[0]!r}", legal=legal)
    return Drawing(tape, wrt=wrt, max_paths=max_paths, options=DrawOptions(**how), **look)  # type: ignore[arg-type]
