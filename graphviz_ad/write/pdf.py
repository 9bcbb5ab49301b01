"""A placed picture as PDF: our SVG, its lines as lines and its texts as text that can be searched."""

from __future__ import annotations

import os

from graphviz_ad.errors import RenderProblem, UnknownName
from graphviz_ad.picture import Picture
from graphviz_ad.write import fonts
from graphviz_ad.write.points import points
from graphviz_ad.write.svg import record, svg
from graphviz_ad.write.theme import THEMES

__all__ = ["pdf"]

# Texts are handed over beside the page, so that none of them can be read as a command.
_PAGE = """\
#set page(width: {width}pt, height: {height}pt, margin: 0pt, fill: none)
#set document(title: sys.inputs.title, description: sys.inputs.description, date: none)
#pdf.attach("adviz.json", bytes(sys.inputs.record), relationship: "source", mime-type: "application/json")
#image(bytes(sys.inputs.svg), format: "svg", width: 100%, height: 100%, alt: sys.inputs.alt)
"""


def pdf(
    picture: Picture,
    *,
    theme: str = "auto",
    background: str = "auto",
) -> tuple[bytes, tuple[str, ...]]:
    """Return the picture as the bytes of a PDF file of one page, and what there is to say about them.

    Parameters
    ----------
    picture
        What `graphviz_ad.draw.draw` places.
    theme
        ``light`` (also for ``auto``: paper is) or ``dark``.
    background
        ``auto`` is opaque; ``transparent``.

    Returns
    -------
    tuple
        The bytes; what the picture was made from is attached as ``adviz.json``.  And notes.

    Raises
    ------
    RenderProblem
        The library that writes it is not installed, or failed.
    """
    if theme not in THEMES:
        raise UnknownName(f"unknown theme {theme!r}", legal=THEMES)
    try:
        import typst

        files = fonts.files()
    except ImportError as missing:
        raise RenderProblem(
            f"no PDF without {missing.name}", hint='pip install "graphviz-ad[pdf]", or write SVG'
        ) from missing
    size, notes = points(picture)
    covered = fonts.is_covered(picture)
    if not covered:
        notes += (fonts.NOTE.format("PDF"),)
    shown = svg(picture, theme="dark" if theme == "dark" else "light", background=background, styled=False)
    texts = {
        "svg": fonts.with_family(shown),
        "title": picture.title,
        "description": picture.description,
        "alt": picture.alt or picture.title,
        "record": record(picture),
    }
    page = _PAGE.format(width=f"{picture.width * size:.2f}", height=f"{picture.height * size:.2f}")
    folders = sorted({os.path.dirname(path) for path in files})
    try:
        found = typst.Fonts(
            include_system_fonts=not covered, include_embedded_fonts=False, font_paths=folders
        )
        data = typst.compile(page.encode(), font_paths=found, format="pdf", sys_inputs=texts)
    except Exception as problem:  # typst raises what Rust gives it
        raise RenderProblem(f"the writer of PDF failed: {problem}") from problem
    return data, notes
