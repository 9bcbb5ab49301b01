"""Sentences that are known by their fixed words, and what stands between these.

A catalogue maps English phrases to those of another language.  ``{name}`` stands for what is taken
over as it is, ``{name:n}`` for a number or another word without blanks, ``{name:told}`` for what is
translated in its turn, ``{name:maybe}`` for the same where it may be missing.  ``path(|s)`` is
``path`` or ``paths``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

__all__ = ["FIELD", "Phrase", "translated"]

FIELD = re.compile(r"\{(\w+)(?::(\w+))?\}")
_CHOICE = re.compile(r"\\\(((?:[\w ]*\\\|)+[\w ]*)\\\)")
# Two sentences are joined by "; ", and neither reaches into the other.
_KINDS = {None: r"(?:(?!; ).)+?", "n": r"[^\s,;:]+", "told": r".+?", "maybe": r".*?"}
_JOINTS = (("; ", "；"), (", ", "，"))


class Phrase:
    """An English phrase and what it is in the other language.

    Examples
    --------
    >>> phrase = Phrase("{n:n} node(|s) of {name}", "{name} 的 {n} 个节点")
    >>> phrase.said("3 nodes of x"), phrase.said("3 edges of x")
    ('x 的 3 个节点', None)
    """

    __slots__ = ("_fixed", "_kinds", "_other", "_pattern", "weight")

    def __init__(self, english: str, other: str) -> None:
        pieces = FIELD.split(english)
        names, kinds = pieces[1::3], pieces[2::3]
        pattern, fixed = "", list[str]()
        for piece, name, kind in zip(pieces[::3], [*names, ""], [*kinds, None], strict=True):
            escaped = re.escape(piece).replace("\\ ", " ")
            pattern += _CHOICE.sub(lambda found: f"(?:{found[1].replace(chr(92) + '|', '|')})", escaped)
            fixed += _CHOICE.sub("\0", escaped).split("\0")
            pattern += f"(?P<{name}>{_KINDS[kind]})" if name else ""
        # What every text of this phrase has: looking for it is much quicker than matching.
        self._fixed = [text for text in (re.sub(r"\\(.)", r"\1", each) for each in fixed) if text.strip()]
        self._kinds = dict(zip(names, kinds, strict=True))
        self._pattern = re.compile(pattern, re.DOTALL)
        self._other = other
        self.weight = sum(map(len, self._fixed))

    def said(self, text: str, lang: str = "zh") -> str | None:
        """Return ``text`` in the other language, None where it is not of this phrase."""
        if not all(fixed in text for fixed in self._fixed):
            return None
        found = self._pattern.fullmatch(text)
        if found is None:
            return None
        parts = {
            name: translated(part, lang) if self._kinds[name] in ("told", "maybe") else part
            for name, part in found.groupdict().items()
        }
        return FIELD.sub(lambda field: parts[field[1]], self._other)


class _Book:
    """A catalogue; phrases with more fixed words are tried first."""

    def __init__(self, catalogue: Mapping[str, str]) -> None:
        self.exact = {english: other for english, other in catalogue.items() if "{" not in english}
        phrases = [Phrase(english, other) for english, other in catalogue.items() if _is_pattern(english)]
        self.phrases = sorted(phrases, key=lambda phrase: -phrase.weight)

    def said(self, text: str, lang: str) -> str | None:
        """Return a text in the other language, None where nothing of it is known."""
        if text in self.exact:
            return self.exact[text]
        for phrase in self.phrases:
            said = phrase.said(text, lang)
            if said is not None:
                return said
        return self._joined(text, lang)

    def _joined(self, text: str, lang: str) -> str | None:
        """Return several sentences; what is divided by commas only where each piece is known."""
        for joint, other in _JOINTS:
            if joint in text:
                pieces = text.split(joint)
                said = [self.said(piece, lang) for piece in pieces]
                if joint == "; " or None not in said:
                    told = [piece if new is None else new for piece, new in zip(pieces, said, strict=True)]
                    return None if said.count(None) == len(said) else other.join(told)
        return None


def _is_pattern(english: str) -> bool:
    return "{" in english or "(|" in english or "|" in english


@cache
def _book(lang: str) -> _Book:
    from graphviz_ad.wording import zh

    return _Book({"zh": zh.CATALOGUE}[lang])


@cache
def translated(text: str, lang: str) -> str:
    """Return what `graphviz_ad.wording.told` does, from the catalogue."""
    said = _book(lang).said(text, lang)
    return text if said is None else said
