"""A picture in a file beside the one that its source asks for now."""

from __future__ import annotations

import os
from collections.abc import Iterator

from graphviz_ad.embed.saying import again, differences, foreign, record_of
from graphviz_ad.errors import AdvizError, NotSupported

__all__ = ["compared"]

SHOWN = 20
"""So many lines of a difference are told."""


def compared(name: str, before: bytes, now: bytes) -> Iterator[str]:
    """Yield what a file says differently from its source; an SVG also from its own metadata."""
    if before == now:
        return
    kind = os.path.splitext(name)[1].lower()
    if kind == ".png":
        if _texts_of_png(before) != _texts_of_png(now):
            yield f"{name} was made from something else than its source says"
        return
    if kind != ".svg":
        yield f"{name} is not what its source says"
        return
    yield from _svgs_compared(name, before.decode("utf-8", "replace"), now.decode())


def _svgs_compared(name: str, text: str, now: str) -> Iterator[str]:
    if strange := foreign(text, now):
        yield f"{name} is not as adviz writes it: {strange}"
    if parted := differences(text, now):
        yield f"{name} says something else than its source\n{_indented(parted)}"
    record = record_of(text)
    if record is None:
        yield f"{name} has no metadata that say what it was made from"
        return
    try:
        parted = differences(text, again(record).svg())
    except NotSupported:
        return
    except AdvizError as error:
        yield f"{name}: {error}"
        return
    if parted:
        yield f"{name} says something else than its own metadata\n{_indented(parted)}"


def _texts_of_png(data: bytes) -> dict[str, str] | None:
    import io

    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(data)) as image:
            image.load()
            return dict(getattr(image, "text", {}))
    except (UnidentifiedImageError, OSError, ValueError):
        return None


def _indented(lines: list[str]) -> str:
    shown = [f"    {line}" for line in lines[:SHOWN]]
    return "\n".join([*shown, f"    and {len(lines) - SHOWN} more"] if len(lines) > SHOWN else shown)
