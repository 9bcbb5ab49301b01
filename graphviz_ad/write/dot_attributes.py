"""Texts as attributes in DOT that every layout program hands back as they were."""

from __future__ import annotations

__all__ = ["LONGEST", "encoded"]

LONGEST = 4000
"""Strings of more than 16 kB are a syntax error in some versions of the layout program."""

_UNSAFE = frozenset('%"\\<>&')


def encoded(key: str, text: str) -> dict[str, str]:
    """Return a text as attributes: what DOT would take for something else as ``%22``, and in pieces.

    Examples
    --------
    >>> encoded("called", "x"), encoded("called", 'say "hi"'), encoded("called", "")
    ({'called': 'x'}, {'called': 'say %22hi%22'}, {'called': '%'})
    >>> list(encoded("source", "x + " * 2000))
    ['source', 'source__1']
    """
    plain = "".join(c if c.isprintable() and c not in _UNSAFE else _escaped(c) for c in text) or "%"
    pieces = [plain[start : start + LONGEST] for start in range(0, len(plain), LONGEST)]
    return {key if not number else f"{key}__{number}": piece for number, piece in enumerate(pieces)}


def _escaped(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass"))
