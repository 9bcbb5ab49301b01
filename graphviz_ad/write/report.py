"""What `graphviz_ad.debug` returns: what is wrong in a graph, made into a format when asked."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from graphviz_ad.check.verdict import Verdict
from graphviz_ad.claims import Claims
from graphviz_ad.errors import NotSupported
from graphviz_ad.finding import Finding
from graphviz_ad.noun import replace
from graphviz_ad.write import files
from graphviz_ad.write.formats import Format, format_of

if TYPE_CHECKING:
    from graphviz_ad.draw.options import DrawOptions
    from graphviz_ad.picture import Picture

__all__ = ["FORMATS", "LOOKS", "Report"]

LOOKS = ("theme", "background", "ids", "scale")


class Report:
    """What is wrong in a graph, and how it is told; made into a format when asked.

    Attributes
    ----------
    claims, verdict
        What was read, and what is right and wrong of it.
    notes
        What writing had to say: that a scale was lowered, that a font of the system was used.
    """

    def __init__(
        self,
        claims: Claims,
        verdict: Verdict,
        *,
        options: DrawOptions | None = None,
        also: tuple[str, ...] = (),
        source: object = None,
        **look: object,
    ) -> None:
        self.claims = claims
        self.verdict = verdict
        self.notes: list[str] = []
        self._options = options
        self._also = also
        self._source = source
        self._look: dict[str, Any] = {
            "theme": "auto",
            "background": "auto",
            "ids": None,
            "scale": 2.0,
            **look,
        }
        self._picture: Picture | None = None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found, the most likely root first."""
        return self.verdict.findings

    @property
    def ok(self) -> bool:
        """Whether nothing is an error."""
        return self.verdict.ok

    @property
    def options(self) -> DrawOptions:
        """The options of the picture."""
        if self._options is None:
            from graphviz_ad.draw.options import DrawOptions

            self._options = DrawOptions()
        return self._options

    def picture(self) -> Picture:
        """Return the placed picture; laid out when first asked for."""
        if self._picture is None:
            from graphviz_ad.draw.claims import draw_claims

            self._picture = draw_claims(self.claims, self.verdict, self.options)
        return self._picture

    def svg(self) -> str:
        """Return the graph as SVG, with what it states and what is wrong."""
        from graphviz_ad.write.svg import svg

        return svg(self.picture(), **{key: self._look[key] for key in ("theme", "background", "ids")})

    def png(self) -> bytes:
        """Return the same as PNG."""
        from graphviz_ad.write.png import png

        data, notes = png(
            self.picture(), **{key: self._look[key] for key in ("theme", "background", "scale")}
        )
        self.notes += notes
        return data

    def text(self, *, color: bool = False) -> str:
        """Return the report as text, with colours for a terminal if asked."""
        from graphviz_ad.write.report_text import report_text

        return report_text(self.claims, self.verdict, color=color, also=self._also)

    def markdown(self) -> str:
        """Return the report as Markdown."""
        from graphviz_ad.write.report_markdown import report_markdown

        return report_markdown(self.claims, self.verdict, also=self._also)

    def document(self) -> dict[str, object]:
        """Return the report as a JSON document, schema 1."""
        from graphviz_ad.write.report_document import report_document

        return report_document(self.claims, self.verdict)

    def fixed(self) -> dict[str, object]:
        """Return the graph as a JSON document with the right values, local derivatives and gradients.

        Raises
        ------
        NotSupported
            It is no computation, so nobody knows what is right.
        """
        from graphviz_ad.write.claims_document import claims_document

        if self.verdict.tape is None:
            what = self.findings[0].message if self.findings else "it is no computation"
            raise NotSupported(f"the graph cannot be corrected: {what}", hint="mend its structure first")
        return claims_document(self.claims, right=self.verdict.tape)

    def annotated(self) -> Any:  # noqa: ANN401 - graphviz ships no types
        """Return the ``graphviz.Digraph`` or ``Source`` that was read, with what is wrong coloured in it.

        Raises
        ------
        NotSupported
            Something else was read.
        """
        from graphviz_ad.write.annotation import annotated

        return annotated(self._source, self.claims, self.verdict)

    def in_format(self, entry: Format) -> Format:
        """Return a format as reports are written in it.

        Raises
        ------
        NotSupported
            A report has nothing that this format could show.
        """
        make = FORMATS.get(entry.name)
        if make is None:
            what = f"a report cannot be written as {entry.name}: {entry.about}"
            raise NotSupported(what, legal=FORMATS)
        return replace(entry, write=lambda _drawing: make(self))

    def save(self, path: str | os.PathLike[str], format: str | None = None) -> bool:  # noqa: A002 - the field's word
        """Write a file whose suffix (or ``format``) says what it is; return whether it changed."""
        return files.write(path, self.in_format(format_of(path, format)).write(self))  # type: ignore[arg-type]

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        from graphviz_ad.write.notebook import bundle

        return bundle(self.svg, self.text, include, exclude)

    def __repr__(self) -> str:
        return self.text().rstrip("\n")


def _json(report: Report) -> bytes:
    from graphviz_ad.write.document import dumps

    return dumps(report.document())


FORMATS: Mapping[str, Callable[[Report], bytes]] = {
    "svg": lambda report: report.svg().encode(),
    "png": lambda report: report.png(),
    "txt": lambda report: report.text().encode(),
    "md": lambda report: report.markdown().encode(),
    "json": _json,
}
"""How a report becomes bytes, by the name of the format; others make no sense for one."""
