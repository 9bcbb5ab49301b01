"""Somebody's graph of graphviz, the very same, with what is wrong coloured in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from graphviz_ad.check.verdict import Verdict
from graphviz_ad.claims import Claims
from graphviz_ad.errors import NotSupported
from graphviz_ad.explain.finding_order import Told, numbered
from graphviz_ad.explain.finding_words import FindingWords
from graphviz_ad.read.claims import nodes_by_id

__all__ = ["annotated"]

FAULT, SPOILT = "#b42318", "#9a5b55"
_ID = r'(?:"(?:[^"\\]|\\.)*"|[^\s"\[\];:>-][^\s"\[\];:]*|-?[\d.]+)'
_EDGE = re.compile(
    rf"^\s*(?P<tail>{_ID})(?::\S+)*\s*->\s*(?P<head>{_ID})(?::\S+?)*\s*(?P<list>\[.*\])?\s*;?\s*$", re.DOTALL
)

Wanted = tuple[str, str, int]
"""Ids of tail and head as the source has them, and which of the parallel edges."""


def annotated(source: Any, claims: Claims, verdict: Verdict) -> Any:  # noqa: ANN401 - graphviz ships no types
    """Return a copy of a ``graphviz.Digraph`` or ``Source`` in which findings are told.

    Edges and nodes that are wrong are red, with "given 2, should be 3"; what follows from them is
    paler.  Everything else is as it was.

    Raises
    ------
    NotSupported
        It is no object of graphviz.

    Examples
    --------
    >>> import graphviz
    >>> from graphviz_ad import debug
    >>> drawn = graphviz.Digraph()
    >>> drawn.node("x", value="3"); drawn.node("y", op="square"); drawn.edge("x", "y", local="3")
    >>> debug(drawn).annotated().body[2].strip()
    'x -> y [local=3 color="#b42318" fontcolor="#b42318" penwidth=2 label="given 3, should be 6"]'
    """
    if not (hasattr(source, "render") and isinstance(getattr(source, "source", None), str)):
        what = f"only a Digraph or a Source of graphviz can be annotated, not {type(source).__name__}"
        raise NotSupported(what, hint="svg() and png() draw everything else")
    words = FindingWords(claims.graph)
    told = [each for each in numbered(verdict.findings, verdict.roots) if each.number is not None]
    body = getattr(source, "body", None)
    lines = list(body) if body is not None else str(source.source).splitlines(keepends=True)
    ids = {node: id_ for id_, node in nodes_by_id(source).items()}
    found = _Lines(lines, ids)
    for each in told:
        found.annotate(words, each)
    if body is not None:
        made = source.copy()
        made.body = [*found.lines, *found.nodes]
        return made
    import graphviz

    end = max((k for k, line in enumerate(found.lines) if "}" in line), default=len(found.lines))
    before, mark, after = found.lines[end].rpartition("}") if end < len(found.lines) else ("", "", "")
    text = "".join([*found.lines[:end], before, *found.nodes, mark, after, *found.lines[end + 1 :]])
    return graphviz.Source(text, filename=source.filename, directory=source.directory, format=source.format)


class _Lines:
    """The lines of a graph in DOT, one statement each, as graphviz and most people write them."""

    def __init__(self, lines: list[str], ids: Mapping[int, str]) -> None:
        self.lines = lines
        self.nodes: list[str] = []
        self._ids = ids
        self._edges: dict[tuple[str, str], list[int]] = {}
        self._told: set[object] = set()
        for k, line in enumerate(lines):
            match = _EDGE.match(line)
            if match:
                self._edges.setdefault((_plain(match["tail"]), _plain(match["head"])), []).append(k)
        known = set(ids.values())
        # Between value and operation small engines draw a circle of its own.
        self._circles = {head: tail for tail, head in self._edges if tail not in known and head in known}

    def annotate(self, words: FindingWords, told: Told) -> None:
        """Colour the edge or the node of a finding; of several at one place the first."""
        finding = told.finding
        color = FAULT if told.root is None else SPOILT
        text = words.numbers(finding) or words.what(finding)
        edge = words.edge(finding.edge)
        place = None if edge is None else self._line(edge, words)
        if place is not None:
            if place not in self._told:
                self._told.add(place)
                attributes = f'color="{color}" fontcolor="{color}" penwidth=2 label={_quoted(text)}'
                self.lines[place] = _with(self.lines[place], attributes)
            return
        node = words.node(finding.node)
        id_ = None if node is None else self._ids.get(node)
        if id_ is not None and id_ not in self._told:
            self._told.add(id_)
            attributes = f'color="{color}" fontcolor="{color}" penwidth=2 xlabel={_quoted(text)}'
            self.nodes.append(f"\t{_quoted(id_)} [{attributes}]\n")

    def _line(self, edge: tuple[int, int, int], words: FindingWords) -> int | None:
        """Return the line of an edge, which may have been drawn either way."""
        tail, head, slot = edge
        if tail not in self._ids or head not in self._ids:
            return None
        graph = words.graph
        before: Sequence[int] = graph.operands[graph.starts[head] : graph.starts[head] + slot]
        turn = list(before).count(tail)
        one, other = self._ids[tail], self._ids[head]
        circle = self._circles.get(other, other)
        for ends in ((one, other), (one, circle), (other, one)):
            if found := self._edges.get(ends):
                return found[min(turn, len(found) - 1)]
        return None


def _with(line: str, attributes: str) -> str:
    """Return a statement with further attributes; of two with one name the last one counts."""
    stripped = line.rstrip().removesuffix(";").rstrip()
    if stripped.endswith("]"):
        return f"{stripped[:-1].rstrip()} {attributes}]\n"
    return f"{stripped} [{attributes}]\n"


def _plain(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if text.startswith('"') else text


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
