"""A placed picture as PNG: the same bytes on every machine, as long as our font has all its letters."""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterator

from graphviz_ad.errors import AdvizError, RenderProblem, UnknownName
from graphviz_ad.picture import Picture
from graphviz_ad.write import fonts
from graphviz_ad.write.svg import record, svg
from graphviz_ad.write.theme import THEMES

__all__ = ["DPI", "MOST_PIXELS", "png", "rendered"]

DPI = 96.0
"""Pixels of an SVG are 1/96 inch."""
MOST_PIXELS = 16_000_000
SMALLEST = 0.01
INCH = 0.0254
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def png(
    picture: Picture,
    *,
    theme: str = "auto",
    background: str = "auto",
    scale: float = 2.0,
) -> tuple[bytes, tuple[str, ...]]:
    """Return the picture as the bytes of a PNG file, and what there is to say about them.

    Parameters
    ----------
    picture
        What `graphviz_ad.draw.draw` places.
    theme
        ``light`` (also for ``auto``: a PNG cannot follow the page) or ``dark``.
    background
        ``auto`` is opaque; ``transparent``.
    scale
        Pixels of the PNG a pixel of the picture; lowered where there would be too many.

    Raises
    ------
    RenderProblem
        The renderer or the font is not installed, or rendering failed.
    """
    if theme not in THEMES:
        raise UnknownName(f"unknown theme {theme!r}", legal=THEMES)
    if not (math.isfinite(scale) and scale > 0):
        raise AdvizError(f"the scale must be a positive number, not {scale}")
    notes: list[str] = []
    scale = _capped(picture, scale, notes)
    shown = svg(picture, theme="dark" if theme == "dark" else "light", background=background, styled=False)
    data = rendered(shown, scale, notes, plain=fonts.is_covered(picture))
    return _with_chunks(data, _chunks(picture, scale)), tuple(notes)


def _capped(picture: Picture, scale: float, notes: list[str]) -> float:
    """Return the scale, or a lower one that keeps to `MOST_PIXELS`."""
    area = picture.width * picture.height
    if area * scale * scale <= MOST_PIXELS:
        return scale
    # Rounded down, so that the number in the message is the number that was taken.
    lower = max(math.floor(100 * math.sqrt(MOST_PIXELS / area)) / 100, SMALLEST)
    notes.append(
        f"scale {scale:g} would make {area * scale * scale / 1e6:.0f} million pixels: "
        f"drawn at scale {lower:g}, the limit is {MOST_PIXELS // 1_000_000} million"
    )
    return lower


def rendered(text: str, scale: float, notes: list[str], *, plain: bool) -> bytes:
    """Return an SVG as the bytes of a PNG; ``plain`` says that our own font has all its letters.

    Raises
    ------
    RenderProblem
        The renderer or the font is not installed, or rendering failed.
    """
    try:
        import resvg_py

        family, files = fonts.name(), fonts.files()
    except ImportError as missing:
        raise RenderProblem(
            f"no PNG without {missing.name}", hint="pip install resvg-py fontpkg-arimo, or write SVG"
        ) from missing
    if not plain:
        notes.append(fonts.NOTE.format("PNG"))
    try:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=fonts.with_family(text),
                zoom=scale,
                skip_system_fonts=plain,
                font_files=files,
                font_family=family,
                sans_serif_family=family,
            )
        )
    except Exception as problem:  # resvg_py raises what Rust gives it
        raise RenderProblem(f"the renderer failed: {problem}") from problem


def _chunks(picture: Picture, scale: float) -> Iterator[tuple[bytes, bytes]]:
    """Yield the resolution, the title and the record as chunks of PNG."""
    per_metre = round(DPI * scale / INCH)
    yield b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)
    texts = {"Title": picture.title, "Description": picture.description, "adviz": record(picture)}
    for keyword, text in texts.items():
        # Keyword, not compressed, no language, no translated keyword, text.
        yield b"iTXt", keyword.encode("latin-1") + b"\0\0\0\0\0" + text.encode("utf-8", "replace")


def _with_chunks(data: bytes, chunks: Iterator[tuple[bytes, bytes]]) -> bytes:
    """Return a PNG with chunks inserted behind its header (signature, then 25 bytes of IHDR)."""
    if not data.startswith(_SIGNATURE):
        raise RenderProblem("the renderer gave something that is not a PNG")
    end = len(_SIGNATURE) + 25
    inserted = b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )
    return data[:end] + inserted + data[end:]
