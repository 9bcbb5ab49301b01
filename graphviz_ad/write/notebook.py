"""What notebooks and galleries show of something: a picture where there can be one, text anyhow."""

from __future__ import annotations

import sys
from collections.abc import Container
from typing import TYPE_CHECKING

from graphviz_ad.errors import AdvizError

if TYPE_CHECKING:
    from graphviz_ad.write.sheet import Sheet

__all__ = ["Shown", "asked", "inline"]

SVG, TEXT, HTML = "image/svg+xml", "text/plain", "text/html"


def asked(kind: str, include: object, exclude: object) -> bool:
    """Whether a notebook wants a representation of this kind.

    Examples
    --------
    >>> asked("text/plain", None, None), asked("text/plain", ["image/png"], None)
    (True, False)
    """
    wanted = not isinstance(include, Container) or not include or kind in include
    return wanted and not (isinstance(exclude, Container) and kind in exclude)


def inline(svg: str) -> str:
    r"""Return an SVG as HTML, in the wrapper that Markdown leaves alone.

    Examples
    --------
    >>> inline("<svg></svg>\n")
    '<div class="adviz-figure"><svg></svg></div>'
    """
    return f'<div class="adviz-figure">{svg.rstrip()}</div>'


class Shown:
    """Something that notebooks, galleries and marimo show by itself."""

    __slots__ = ()

    def _shown_sheet(self) -> Sheet | None:
        """Return what is drawn of it, None where a picture would show nothing."""
        raise NotImplementedError

    def _shown_text(self) -> str:
        """Return what is told of it as text."""
        return repr(self)

    def _drawn(self) -> tuple[str, str, str]:
        """Return the SVG and what a screen reader says of it; where there can be none, two blanks and why."""
        sheet = self._shown_sheet()
        if sheet is None:
            return "", "", ""
        try:
            return sheet.svg(), sheet.alt, ""
        except AdvizError as error:
            return "", "", f"\nno picture: {error}\n"

    def _repr_mimebundle_(
        self, include: object = None, exclude: object = None
    ) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
        """Return what Jupyter shows, by its kind, and what there is to say of each."""
        svg, alt, refused = self._drawn() if asked(SVG, include, exclude) else ("", "", "")
        found = {SVG: svg} if svg else {}
        # A picture that was wanted and is not there leaves the text.
        if asked(TEXT, include, exclude) or refused:
            found[TEXT] = self._shown_text() + refused
        return found, {SVG: {"alt": alt}} if svg else {}

    def _repr_html_(self) -> str | None:
        """Return the picture for galleries of examples, which ask for nothing else; Jupyter has it above."""
        shell = sys.modules.get("IPython")
        if shell is not None and shell.get_ipython() is not None:
            return None
        svg, _, _ = self._drawn()
        return inline(svg) if svg else None

    def _mime_(self) -> tuple[str, str]:
        """Return what marimo shows, and its kind."""
        svg, _, refused = self._drawn()
        return (HTML, inline(svg)) if svg else (TEXT, self._shown_text() + refused)
