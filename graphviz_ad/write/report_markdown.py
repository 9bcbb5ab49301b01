"""The report of the debugger as Markdown: the verdict, a table of the findings, what each says."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphviz_ad.check.verdict import Verdict
from graphviz_ad.claims import Claims
from graphviz_ad.explain.finding_order import Told
from graphviz_ad.explain.finding_words import DIGITS, FindingWords
from graphviz_ad.write.markdown import escaped
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

__all__ = ["report_markdown"]

MOST = 60


def report_markdown(
    claims: Claims,
    verdict: Verdict,
    *,
    digits: int = DIGITS,
    also: Sequence[str] = (),
    lang: str = "en",
) -> str:
    """Return the report as Markdown; the parameters are those of `report_text`."""
    words = FindingWords(claims.graph, digits, lang)
    told = tell(claims, verdict)
    about = [read_from(claims), *assumed(claims), *also, *unjudged(claims, verdict)]
    blocks = [
        [f"**{escaped(words.said(verdict_line(claims, told)))}**"],
        [f"* {escaped(words.said(line))}" for line in about],
    ]
    found = [each for each in told if each.number is not None]
    if found:
        blocks += [_table(words, found[:MOST])]
        if len(found) > MOST:
            blocks += [[words.said(f"and {len(found) - MOST} more")]]
        blocks += [_said(words, each) for each in found[:MOST] if each.root is None]
    blocks += [[f"* {escaped(words.said(f'note: {words.message(note)}'))}" for note, _ in grouped(told)]]
    return paragraphs(blocks)


def _table(words: FindingWords, found: Sequence[Told]) -> list[str]:
    heads = " | ".join(words.said(head) for head in ("fault", "where", "given", "should be"))
    lines = [f"| | {heads} |", "|--:|---|---|--:|--:|"]
    for each in found:
        finding = each.finding
        follows = "" if each.root is None else f" (follows from {each.root})"
        cells = (
            str(each.number),
            words.said(f"{words.what(finding)}{follows}"),
            words.place(finding),
            words.number(finding.given),
            words.number(finding.expected),
        )
        lines.append(f"| {' | '.join(escaped(cell) for cell in cells)} |")
    return lines


def _said(words: FindingWords, told: Told) -> list[str]:
    finding = told.finding
    lines = [f"{told.number}\\. {escaped(words.message(finding))}"]
    if finding.hint:
        lines.append(f"   {escaped(words.said(f'Hint: {words.hint(finding)}'))}")
    others = words.others(told)
    if others:
        lines.append(f"   {escaped(words.said(f'Or: {others} would give the same numbers'))}")
    if finding.source is not None:
        where, *code = map(words.said, source_lines(finding.source))
        fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", finding.source.text)), default=0))
        lines.append(f"   {escaped(where)}")
        if code:
            lines += ["", f"   {fence}python", *(line.removeprefix(" ") for line in code), f"   {fence}"]
    return lines
