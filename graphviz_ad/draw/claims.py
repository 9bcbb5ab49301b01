"""The steps from claims and their verdict to a placed picture, in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphviz_ad.check.verdict import Verdict
from graphviz_ad.claims import Claims
from graphviz_ad.draw.fault_marks import fault_marks
from graphviz_ad.draw.fault_table import fault_table
from graphviz_ad.draw.folding import fold
from graphviz_ad.draw.heading import alt, full_stops
from graphviz_ad.draw.label_places import Label, lines_of, occupied, place_labels
from graphviz_ad.draw.moving import bounds
from graphviz_ad.draw.near_findings import shown_nodes
from graphviz_ad.draw.notes import mark_nodes, signs
from graphviz_ad.draw.options import DrawOptions
from graphviz_ad.draw.page import MARGIN, NARROWEST, Page
from graphviz_ad.draw.pieces import add_pieces, add_wires
from graphviz_ad.draw.placing import place
from graphviz_ad.draw.scene import Scene
from graphviz_ad.draw.stating import Stated
from graphviz_ad.errors import shorten
from graphviz_ad.explain.finding_order import Told, numbered, summary
from graphviz_ad.explain.finding_words import FindingWords
from graphviz_ad.number import json_number
from graphviz_ad.picture import Mark, Picture

__all__ = ["draw_claims"]

DEFAULT = DrawOptions()
LONGEST_TITLE = 400
MOST_SENTENCES = 60


def draw_claims(claims: Claims, verdict: Verdict, options: DrawOptions = DEFAULT) -> Picture:
    """Return the placed picture of a graph with what it states, and what is wrong of it.

    Parameters
    ----------
    claims, verdict
        What was read, and what `graphviz_ad.check.judge` says of it.
    options
        Those of `graphviz_ad.draw.draw`; ``labels``, ``constants`` and ``highlight`` have no
        meaning here, and of ``table`` only ``none`` has one: nothing below the graph.

    Raises
    ------
    NotSupported
        What is asked for would have too many nodes to be read.
    RenderProblem
        The layout program is missing or failed.

    Examples
    --------
    Where the power rule of ``p**3 + p`` overwrites, p is marked with "given 5.07, should be 6.07".
    """
    told = numbered(verdict.findings, verdict.roots, verdict.instead)
    words = FindingWords(claims.graph, options.digits, options.lang)
    stated = Stated(claims, verdict, told, words)
    scene = Scene(stated.derivation(), options.digits, options.lang)
    for node, name in words.own.items():
        scene.labels[node] = name
    nodes = shown_nodes(scene, told, words, options)
    add_pieces(scene, nodes, constants=False)
    add_wires(scene)
    stated.write(scene)
    fold(scene)
    mark_nodes(scene)
    if not scene.pieces:
        return _compose(scene, stated, options, {}, [])
    place(scene, options)
    lines = lines_of(scene)
    space = occupied(scene, lines)
    marks = [*fault_marks(scene, told, words, lines, space), *signs(scene)]
    return _compose(scene, stated, options, place_labels(scene, lines, space), marks)


def _compose(
    scene: Scene, stated: Stated, options: DrawOptions, labels: Mapping[str, Label], marks: list[Mark]
) -> Picture:
    """Put title, graph, the table of findings and notes below each other."""
    extent = bounds(scene, labels, marks) if scene.pieces else (0.0, 0.0, 0.0, 0.0)
    claims, told, words = stated.claims, stated.told, stated.words
    verdict = scene.told(_verdict(told))
    title = verdict if options.title is None else shorten(options.title, LONGEST_TITLE)
    page = Page(max(extent[2] - extent[0], NARROWEST))
    page.add_title(title)
    page.add_graph(scene, labels, marks, extent)
    if options.table != "none":
        table = fault_table(told, words, MARGIN, page.y + 18, page.width)
        if table.texts:
            page.rules.append((MARGIN, page.y + 14, MARGIN + page.width, page.y + 14))
            page.texts += table.texts
            page.marks += table.marks
            page.y = table.bottom
    page.add_notes(scene)
    sentences = _sentences(told, words)
    return page.picture(
        title=title or verdict,
        alt=alt(title or verdict, sentences, options),
        description=full_stops([each for each in (verdict, *sentences, scene.message) if each], options.lang),
        record={
            "adviz": 1,
            "schema": 1,
            "kind": claims.kind,
            "at": {name: json_number(float(value)) for name, value in claims.at.items()},
            "options": options.chosen,
            "debug": [told.finding.fault for told in stated.told[:MOST_SENTENCES]],
        },
        lang=options.lang,
    )


def _verdict(told: Sequence[Told]) -> str:
    """Return the heading: what was found, notes apart, which stand below."""
    found = summary([each for each in told if each.number is not None])
    return found or "no fault found"


def _sentences(told: Sequence[Told], words: FindingWords) -> list[str]:
    """Return what was found, a sentence each without its full stop."""
    sentences = []
    for each in told[:MOST_SENTENCES]:
        finding = each.finding
        place, numbers = words.place(finding), words.numbers(finding)
        colon, semicolon = words.said(": "), words.said("; ")
        number = "" if each.number is None else f"{each.number}{colon}"
        said = semicolon.join(part for part in (place, words.message(finding), numbers) if part)
        sentences.append(f"{number}{words.what(finding)}{colon}{said}")
    return sentences
