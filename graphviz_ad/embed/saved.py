"""A picture that adviz wrote into a file before, shown as it is: live Python saves what a page shows."""

from __future__ import annotations

import os
import re
from html import unescape

from graphviz_ad.embed.saying import record_of
from graphviz_ad.embed.sources import decoded
from graphviz_ad.errors import AdvizError, NotSupported
from graphviz_ad.write.sheet import Sheet

__all__ = ["SUFFIX", "SavedPicture", "saved"]

SUFFIX = ".svg"
_ROOT = re.compile(r"<svg\b[^>]*>")
_STYLE = re.compile(r"<style>.*?</style>\n?", re.DOTALL)


class SavedPicture(Sheet):
    """An SVG of adviz as a sheet: as SVG, as pixels, and its description as text."""

    called = "a saved picture"

    def __init__(self, svg: str, alt: str = "") -> None:
        super().__init__(None, {})
        self._svg = svg
        self._root = _ROOT.search(svg)
        self._alt = alt

    def svg(self) -> str:
        """Return the picture as it was saved; another alternative text, if one was given."""
        if not self._alt:
            return self._svg
        from graphviz_ad.write.shapes import escape

        return re.sub(
            r'aria-label="[^"]*"', lambda _: f'aria-label="{escape(self._alt)}"', self._svg, count=1
        )

    def png(self) -> bytes:
        """Return the picture as PNG; it has no record there."""
        from graphviz_ad.write.fonts import has_letters
        from graphviz_ad.write.png import rendered

        plain = _STYLE.sub("", self._svg)
        texts = unescape("".join(re.findall(r">([^<]+)<", plain)))
        return rendered(plain, self.look["scale"], self.notes, plain=has_letters(texts))

    @property
    def width(self) -> float:
        """Pixels of the picture from left to right."""
        return float(self._said("width", "0"))

    @property
    def alt(self) -> str:
        """What a screen reader says first."""
        return self._alt or self._said("aria-label", "")

    def text(self, *, color: bool = False) -> str:  # noqa: ARG002 - a description has no colours
        """Return what the picture says of itself."""
        found = re.search(r"<desc>(.*?)</desc>", self._svg, re.DOTALL)
        return f"{self.alt}\n\n{unescape(found[1]) if found else ''}\n"

    def _said(self, attribute: str, otherwise: str) -> str:
        found = re.search(rf'\s{attribute}="([^"]*)"', self._root[0] if self._root else "")
        return unescape(found[1]) if found else otherwise


def saved(path: str, options: dict[str, object]) -> SavedPicture:
    """Return the picture in a file; the only option that it can have is another alternative text.

    Raises
    ------
    AdvizError
        The file cannot be read, or adviz did not write it.
    NotSupported
        It is asked for otherwise than it is.
    """
    others = sorted(options.keys() - {"alt"})
    if others:
        what = f"{os.path.basename(path)} is drawn already: {others[0].replace('_', '-')} cannot be changed"
        raise NotSupported(what, hint="give the program in place of its picture")
    try:
        with open(path, "rb") as file:
            text = decoded(file.read(), path)
    except OSError as error:
        raise AdvizError(f"cannot read {path}: {error.strerror or error}") from error
    if record_of(text) is None:
        raise AdvizError(f"{path} is not a picture of adviz", hint="adviz EXPR -o x.svg writes one")
    return SavedPicture(text, str(options.get("alt", "")))
