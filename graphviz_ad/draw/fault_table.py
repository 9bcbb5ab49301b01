"""The table below the picture of claims: each finding with its number, where, what, given, should be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from graphviz_ad.draw.fault_marks import kind_of
from graphviz_ad.draw.measure import fit, room
from graphviz_ad.draw.notes import wrapped
from graphviz_ad.explain.finding_order import Told
from graphviz_ad.explain.finding_words import FindingWords
from graphviz_ad.picture import Mark, Text, visit_radius

__all__ = ["FaultTable", "fault_table"]

MOST = 12
ROW, HEAD, LINE = 22.0, 24.0, 17.0
NUMBER_AT, TEXT_AT = 11.0, 30.0
GAP = 26.0
WIDEST = (250.0, 330.0, 150.0, 150.0)
NARROWEST = 520.0
HEADS = ("where", "what", "given", "should be")


class FaultTable(NamedTuple):
    """Texts and marks of the table, and where it ends."""

    texts: list[Text]
    marks: list[Mark]
    bottom: float


def fault_table(
    told: Sequence[Told], words: FindingWords, left: float, top: float, width: float
) -> FaultTable:
    """Return the table of the numbered findings; below each root stands what it says in full."""
    found = [each for each in told if each.number is not None]
    table = FaultTable([], [], top)
    if not found:
        return table
    rows = [_cells(each, words) for each in found[:MOST]]
    starts = _starts(rows, left + TEXT_AT, words)
    texts, marks = table.texts, table.marks
    names = [words.said(head) for head in HEADS]
    used = [any(row[column] for row in rows) for column in range(len(HEADS))]
    heads = zip(starts, names, used, strict=True)
    texts += [Text(x, top + 16, head, "head", "start") for x, head, there in heads if there]
    y = top + HEAD
    for each, cells in zip(found, rows, strict=False):
        number = str(each.number)
        marks.append(Mark(kind_of(each), -1, left + max(NUMBER_AT, visit_radius(number)), y + 11, number))
        for x, cell, widest in zip(starts, cells, WIDEST, strict=True):
            if cell:
                shown = fit(cell, "cell", widest)
                texts.append(Text(x, y + 15.5, shown, "cell", "start", cell if shown != cell else ""))
        y += ROW
        if each.root is None:
            for line in _sentences(each, words, max(width - TEXT_AT, NARROWEST)):
                texts.append(Text(left + TEXT_AT, y + 11, line, "value", "start"))
                y += LINE
            y += 5
    if len(found) > MOST:
        more = words.said(f"and {len(found) - MOST} more")
        texts.append(Text(left + TEXT_AT, y + 14, more, "note", "start"))
        y += ROW
    return FaultTable(texts, marks, y)


def _sentences(told: Told, words: FindingWords, width: float) -> list[str]:
    """Return what a root says in full, and what else it may be, in lines that fit."""
    message, others = words.message(told.finding), words.others(told)
    said = wrapped(message, width) if message else []
    return [*said, *(wrapped(words.said(f"or: {others}"), width) if others else [])]


def _cells(told: Told, words: FindingWords) -> tuple[str, str, str, str]:
    finding = told.finding
    follows = "" if told.root is None else f", follows from {told.root}"
    return (
        words.short_place(finding),
        words.said(f"{words.what(finding)}{follows}"),
        *words.pair(finding.given, finding.expected),
    )


def _starts(rows: Sequence[Sequence[str]], left: float, words: FindingWords) -> list[float]:
    """Return where the columns begin."""
    starts = []
    for column, (head, widest) in enumerate(zip(HEADS, WIDEST, strict=True)):
        starts.append(left)
        needed = max(room(words.said(head), "head"), *(room(row[column], "cell") for row in rows))
        left += min(needed, widest) + GAP
    return starts
