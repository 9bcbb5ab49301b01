"""What `graphviz_ad.debug` returns: what is wrong in a graph, made into a format when asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from graphviz_ad.check.verdict import Verdict
from graphviz_ad.claims import Claims
from graphviz_ad.errors import NotSupported
from graphviz_ad.finding import Finding
from graphviz_ad.write.sheet import Sheet, json_bytes

if TYPE_CHECKING:
    from graphviz_ad.draw.options import DrawOptions
    from graphviz_ad.picture import Picture

__all__ = ["FORMATS", "Report"]


FORMATS: Mapping[str, Callable[[Report], bytes]] = {
    "svg": lambda report: report.svg().encode(),
    "png": lambda report: report.png(),
    "pdf": lambda report: report.pdf(),
    "tex": lambda report: report.tex().encode(),
    "txt": lambda report: report.text().encode(),
    "md": lambda report: report.markdown().encode(),
    "json": json_bytes,
}
"""How a report becomes bytes, by the name of the format; others make no sense for one."""


class Report(Sheet):
    """What is wrong in a graph, and how it is told; made into a format when asked.

    Attributes
    ----------
    claims, verdict
        What was read, and what is right and wrong of it.
    """

    called = "a report"
    formats = FORMATS

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
        super().__init__(options, look)
        self.claims = claims
        self.verdict = verdict
        self._also = also
        self._source = source

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What was found, the most likely root first."""
        return self.verdict.findings

    @property
    def ok(self) -> bool:
        """Whether nothing is an error."""
        return self.verdict.ok

    def _placed(self) -> Picture:
        from graphviz_ad.draw.claims import draw_claims

        return draw_claims(self.claims, self.verdict, self.options)

    def text(self, *, color: bool = False) -> str:
        """Return the report as text, with colours for a terminal if asked."""
        from graphviz_ad.write.report_text import report_text

        return report_text(self.claims, self.verdict, color=color, also=self._also, lang=self.options.lang)

    def markdown(self) -> str:
        """Return the report as Markdown."""
        from graphviz_ad.write.report_markdown import report_markdown

        return report_markdown(self.claims, self.verdict, also=self._also, lang=self.options.lang)

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
