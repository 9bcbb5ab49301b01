"""The font of pictures that carry their letters with them, and whether it has those of a picture."""

from __future__ import annotations

from graphviz_ad.picture import Picture
from graphviz_ad.write.theme import FAMILY

__all__ = ["COVERED", "NOTE", "SINGLE", "files", "has_letters", "is_covered", "name", "with_family"]

# What Arimo lacks within the blocks that it covers otherwise.
COVERED = (
    (0x20, 0x24F),
    (0x300, 0x36F),
    (0x370, 0x3FF),
    (0x400, 0x45F),
    (0x1E00, 0x1EFF),
    (0x2010, 0x2027),
    (0x2070, 0x209C),
)
SINGLE = frozenset("←↑→↓∂∆∏∑−√∞∩∫≈≠≡≤≥\ufffd\ufb01\ufb02ħ€№ℓ™")
NOTE = "this {} depends on the fonts of this machine: it has letters that ours lacks"


def is_covered(picture: Picture) -> bool:
    """Whether our own font has every character of a picture."""
    texts = [*picture.texts, *(text for row in picture.rows for text in row.texts)]
    texts += [text for box in picture.boxes for text in box.texts]
    texts += [text for arrow in picture.arrows for text in arrow.label]
    return has_letters("".join(text.text for text in texts))


def has_letters(text: str) -> bool:
    """Whether our own font has every character of a text.

    Examples
    --------
    >>> has_letters("∂L/∂x̄ ≈ −18"), has_letters("損")
    (True, False)
    """
    return all(
        character in SINGLE or any(first <= ord(character) <= last for first, last in COVERED)
        for character in set(text) - {"\n"}
    )


def name() -> str:
    """Return the name of the family.

    Raises
    ------
    ImportError
        The font is not installed.

    Examples
    --------
    >>> name()
    'Arimo'
    """
    import fontpkg_arimo

    return str(fontpkg_arimo.FAMILY)


def files() -> list[str]:
    """Return the files of our font, in order.

    Raises
    ------
    ImportError
        The font is not installed.

    Examples
    --------
    >>> {path.rpartition(".")[2] for path in files()}
    {'ttf'}
    """
    import fontpkg_arimo

    return sorted(str(path) for path in (fontpkg_arimo.ROOT / "files").glob("*.ttf"))


def with_family(svg: str) -> str:
    """Return a picture that asks for our font first, and for others where that lacks a letter."""
    return svg.replace(f'font-family="{FAMILY}"', f'font-family="{name()},{FAMILY}"', 1)
