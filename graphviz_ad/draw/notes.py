"""Findings in the picture: a sign at the node that they are about, and a line below the table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from graphviz_ad.draw.curve import along, length
from graphviz_ad.draw.measure import fit, room
from graphviz_ad.draw.scene import Piece, Scene
from graphviz_ad.draw.space import Space
from graphviz_ad.finding import Finding
from graphviz_ad.picture import Mark, Point, Text

__all__ = ["mark_nodes", "signs", "stops", "write_notes"]

LOUD = frozenset(("kink", "domain_edge", "not_real", "non_finite"))
"""What is drawn at a node, whatever its severity; warnings and errors are drawn too."""
SILENT = frozenset(("unused_input", "directional"))
"""What the table says already, or what went well."""
MOST = 8
LINE = 17.0
INDENT = 22.0
# No line begins with a closing sign, none ends in an opening one.
_UNBROKEN = re.compile("（?(?:[㐀-鿿]|[^㐀-鿿，。：；、）？（]+)?[，。：；、）？]*")


def _is_loud(note: Finding) -> bool:
    return note.fault in LOUD or note.severity != "note"


def _node(scene: Scene, note: Finding) -> Piece | None:
    key = note.node or (note.edge or "").partition("_")[0]
    return scene.pieces.get(key)


def mark_nodes(scene: Scene) -> None:
    """Give the nodes that a finding is about their role."""
    for note in scene.derivation.notes:
        piece = _node(scene, note)
        if piece is not None and _is_loud(note) and "noted" not in piece.roles:
            piece.roles.append("noted")


def signs(scene: Scene) -> tuple[Mark, ...]:
    """Return the sign of each node with findings, at its upper right corner."""
    told: dict[str, list[str]] = {}
    for note in scene.derivation.notes:
        piece = _node(scene, note)
        if piece is not None and _is_loud(note):
            told.setdefault(piece.key, []).append(scene.words.message(note))
    marks = []
    for key, messages in told.items():
        piece = scene.pieces[key]
        share = 0.5 if piece.shape == "box" else 0.36
        x, y = piece.x + share * piece.width - 2, piece.y - share * piece.height + 1
        marks.append(Mark("sign", -1, x, y, "!", scene.told("; ").join(messages)))
    return tuple(marks)


def stops(scene: Scene, lines: Mapping[str, Sequence[Point]], space: Space) -> tuple[Mark, ...]:
    """Return the sign on each edge that was not selected, so that no gradient passes."""
    marks = []
    for wire in scene.wires:
        if wire.role == "dead":
            points = lines[wire.key]
            (x, y), _ = along(points, length(points) * 0.62)
            space.take((x - 6, y - 6, 12, 12))
            marks.append(Mark("stop", -1, x, y, "", scene.told(f"{wire.title}: no gradient passes")))
    return tuple(marks)


def write_notes(scene: Scene, left: float, top: float, width: float) -> tuple[list[Text], list[Mark], float]:
    """Return the lines that say what was found, their signs, and where they end."""
    texts: list[Text] = []
    marks: list[Mark] = []
    told = dict.fromkeys([(scene.message, True)] if scene.message else [])
    told |= dict.fromkeys(
        (scene.words.message(note), _is_loud(note))
        for note in scene.derivation.notes
        if note.message and note.fault not in SILENT
    )
    lines = list(told)
    if len(lines) > MOST:
        lines = [*lines[: MOST - 1], (scene.told(f"and {len(lines) - MOST + 1} more"), False)]
    for message, loud in lines:
        if loud:
            marks.append(Mark("sign", -1, left + 9, top + 10, "!"))
        for line in wrapped(message, max(width - INDENT, 300)):
            texts.append(Text(left + INDENT, top + 14, line, "note", "start"))
            top += LINE
        top += 3
    return texts, marks, top


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Yield what stays on one line, and the blank before it; Chinese may break behind each character."""
    for word in text.split():
        pieces = [word] if word.isascii() else _UNBROKEN.findall(word)
        yield from ((" " if k == 0 else "", piece) for k, piece in enumerate(pieces) if piece)


def wrapped(text: str, width: float, role: str = "note") -> Sequence[str]:
    """Return the text in lines no wider than ``width``, broken between words."""
    lines = [""]
    for blank, piece in _pieces(text):
        word = fit(piece, role, width)
        longer = f"{lines[-1]}{blank}{word}".strip()
        if lines[-1] and room(longer, role) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
