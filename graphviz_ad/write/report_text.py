"""The report of the debugger as plain text: the verdict, then the findings, the most likely root first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphviz_ad.check.verdict import Verdict
from graphviz_ad.claims import Claims
from graphviz_ad.explain.finding_order import Told
from graphviz_ad.explain.finding_words import DIGITS, FindingWords
from graphviz_ad.explain.legible import printable
from graphviz_ad.finding import Finding
from graphviz_ad.write.report_words import (
    assumed,
    grouped,
    read_from,
    source_lines,
    tell,
    unjudged,
    verdict_line,
)
from graphviz_ad.write.rows import paragraphs

__all__ = ["report_text"]

MOST, MOST_FOLLOWING, MOST_NOTES = 20, 8, 6
LONGEST = 600
INDENT = "   "
_COLORS = {"error": "1;31", "warning": "1;33", "good": "1;32"}


def report_text(
    claims: Claims,
    verdict: Verdict,
    *,
    color: bool = False,
    digits: int = DIGITS,
    also: Sequence[str] = (),
    lang: str = "en",
) -> str:
    """Return the verdict, what was read, the findings with what follows from each, and the notes.

    Parameters
    ----------
    claims, verdict
        What was read, and what `graphviz_ad.check.judge` says of it.
    color
        Whether the verdict and the numbers of findings have the colours of a terminal.
    digits
        Significant digits of shown numbers.
    also
        What else was done, a line each.
    lang
        The language of the words.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> claims = Claims(read_text("t = tanh(x); y = 3*t"), {"x": 0.8}, adjoints={0: 0.559}, kind="JSON")
    >>> message = "contribution t → x equals the local derivative alone"
    >>> found = Finding("upstream_not_multiplied", "error", "n1", "n1_0", None, 0.559, 1.677, message)
    >>> print(report_text(claims, Verdict((found,), (None,))))
    1 error
    read JSON: 4 nodes, 1 gradient, at x = 0.8
    <BLANKLINE>
    1  error: upstream not multiplied, at operand x of t = tanh(x)
       contribution t → x equals the local derivative alone
       given 0.559, should be 1.677
    <BLANKLINE>
    not judged: values, local derivatives and gradients, since this is no computation yet
    <BLANKLINE>
    """
    words = FindingWords(claims.graph, digits, lang)
    told = tell(claims, verdict)
    line = words.said(verdict_line(claims, told))
    if color:
        worst = next((each.finding.severity for each in told if each.number is not None), "good")
        line = f"\x1b[{_COLORS[worst]}m{line}\x1b[0m"
    blocks = [[line, *map(words.said, (read_from(claims), *assumed(claims), *also))]]
    blocks += list(_findings(words, told, color=color))
    unknown = [words.said(each) for each in unjudged(claims, verdict)]
    return paragraphs([*blocks, unknown, _notes(words, told)])


def _findings(words: FindingWords, told: Sequence[Told], *, color: bool) -> Iterator[list[str]]:
    """Yield a block for every root, with what follows from it."""
    following: dict[int, list[Told]] = {}
    for each in told:
        if each.root is not None:
            following.setdefault(each.root, []).append(each)
    roots = [each for each in told if each.number is not None and each.root is None]
    for each in roots[:MOST]:
        number = each.number or 0
        width = max(2, len(str(number)) + 1)
        lines = _root(words, each)
        shown = str(number).ljust(width)
        if color:
            shown = f"\x1b[{_COLORS[each.finding.severity]}m{number}\x1b[0m" + " " * (
                width - len(str(number))
            )
        pad = " " * width
        after = following.get(number, [])
        lines += [f"{_following(words, each)}" for each in after[:MOST_FOLLOWING]]
        if len(after) > MOST_FOLLOWING:
            lines.append(words.said(f"and {len(after) - MOST_FOLLOWING} more that follow from {number}"))
        yield [f"{shown} {lines[0]}", *(f"{pad} {line}" for line in lines[1:])]
    if len(roots) > MOST:
        yield [words.said(f"and {len(roots) - MOST} more, all of them in the JSON document")]


def _root(words: FindingWords, told: Told) -> list[str]:
    finding = told.finding
    place = words.place(finding)
    lines = [words.said(f"{finding.severity}: {words.what(finding)}{f', at {place}' if place else ''}")]
    lines += [printable(line, LONGEST) for line in words.message(finding).splitlines() if line.strip()]
    numbers = words.numbers(finding)
    # What the message says in full needs no second line.
    if numbers and not _says(finding.message, words, finding):
        lines.append(numbers)
    if finding.hint:
        lines.append(words.said(f"hint: {printable(words.hint(finding), LONGEST)}"))
    others = words.others(told)
    if others:
        lines.append(words.said(f"or: {others} would give the same numbers"))
    if finding.source is not None:
        lines += map(words.said, source_lines(finding.source))
    return lines


def _says(message: str, words: FindingWords, finding: Finding) -> bool:
    """Whether a message has both numbers, so that a line of their own would repeat them."""
    told = [text for text in (words.number(finding.given), words.number(finding.expected)) if text]
    return all(re.search(rf"(?<![\w.]){re.escape(text)}(?![\w.]*\w)", message) for text in told)


def _following(words: FindingWords, told: Told) -> str:
    finding = told.finding
    place = words.short_place(finding)
    numbers = words.numbers(finding)
    parts = [f"at {place}" if place else "", numbers or printable(words.message(finding), LONGEST)]
    shown = ", ".join(part for part in parts if part)
    what = f"{words.what(finding)}{f', {shown}' if shown else ''}"
    return words.said(f"{told.number}  follows from {told.root}: {what}")


def _notes(words: FindingWords, told: Sequence[Told]) -> list[str]:
    lines = []
    found = grouped(told)
    for finding, count in found[:MOST_NOTES]:
        place = words.short_place(finding) if count == 1 else words.said(f"{count} places")
        at = f"at {place}: " if place and place not in finding.message else ""
        hint = f"{words.said('; ')}{words.hint(finding)}" if finding.hint else ""
        lines.append(printable(words.said(f"note: {at}{words.message(finding)}") + hint, LONGEST))
    if len(found) > MOST_NOTES:
        more = f"note: {len(found) - MOST_NOTES} more notes, all of them in the JSON document"
        lines.append(words.said(more))
    return lines
