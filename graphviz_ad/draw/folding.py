"""What a picture leaves out, as quiet boxes beside the nodes that it shows, with how much they hold.

Each node that is left out is in one box, that of the shown node nearest to it, before or behind
it.  What leads from a box to other shown nodes is drawn where that makes no circle, since a box
of many nodes may lie before and behind the same node; else a small box with dots stands for it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from graphviz_ad.draw.measure import room
from graphviz_ad.draw.near_findings import operands, users
from graphviz_ad.draw.pieces import BOX_PADDING
from graphviz_ad.draw.scene import Piece, Scene, Wire

__all__ = ["fold"]

HEIGHT = 28.0
FIRST_SLOT = 1_000_000
"""Wires of folded boxes are numbered from here, so that no two of one head are alike."""
MOST_CROSSING = 2
"""So many wires may a box have to other nodes than its own."""

Part = tuple[int, bool]
"""The shown node that a box stands at, and whether it stands before it."""


def fold(scene: Scene) -> None:
    """Add the boxes and their wires to the pieces and wires that are shown."""
    if len(scene.pieces) < len(scene.derivation.tape.graph):
        _Folding(scene).write()


class _Folding:
    """What is left out of one scene, by the shown node that it is nearest to."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.graph = scene.derivation.tape.graph
        self.uses = users(self.graph)
        self.shown = sorted(piece.node for piece in scene.pieces.values())
        self.parts = self._parts()
        self.counts: dict[Part, int] = {}
        for part in self.parts.values():
            self.counts[part] = self.counts.get(part, 0) + 1
        self.after: dict[str, set[str]] = {}
        for wire in scene.wires:
            self.after.setdefault(wire.tail.key, set()).add(wire.head.key)

    def _parts(self) -> dict[int, Part]:
        """Return the box of every node that is left out: that of the shown node nearest to it."""
        found: dict[int, Part] = {}
        drawn = set(self.shown)
        row: deque[int] = deque()
        for node in self.shown:
            for other, before in self._beside(node):
                if other not in drawn and other not in found:
                    found[other] = node, before
                    row.append(other)
        while row:
            node = row.popleft()
            for other, _ in self._beside(node):
                if other not in drawn and other not in found:
                    found[other] = found[node]
                    row.append(other)
        return found

    def _beside(self, node: int) -> Iterator[tuple[int, bool]]:
        yield from ((other, True) for other in operands(self.graph, node))
        yield from ((other, False) for other in self.uses.get(node, ()))

    def write(self) -> None:
        """Add the boxes at their own nodes, then what leads to others."""
        pieces = self.scene.pieces
        for part, count in self.counts.items():
            node, before = part
            shown = f"{count} node{'' if count == 1 else 's'}"
            box = _box(_key(part), self.scene.told(shown), self.scene.told(f"{shown} that are not drawn"))
            pieces[box.key] = box
            ends = (box, pieces[f"n{node}"]) if before else (pieces[f"n{node}"], box)
            self._wire(*ends)
        crossing: dict[str, int] = {}
        for node in self.shown:
            for other, before in dict.fromkeys(self._beside(node)):
                outside = self.parts.get(other)
                if outside is None or outside == (node, before):
                    continue
                box, own = pieces[_key(outside)], pieces[f"n{node}"]
                ends = (box, own) if before else (own, box)
                if ends[1].key in self.after.get(ends[0].key, ()):
                    continue
                if crossing.get(box.key, 0) < MOST_CROSSING and not self._leads(ends[1].key, ends[0].key):
                    crossing[box.key] = crossing.get(box.key, 0) + 1
                    self._wire(*ends)
                else:
                    self._stub(own, before=before)

    def _stub(self, own: Piece, *, before: bool) -> None:
        """Add dots for what is in another node's box."""
        key = f"{own.key}{'b' if before else 'a'}"
        # Who has a box of dots, or one of its own, on that side shows that there is more.
        if key in self.scene.pieces or (not before and self.after.get(own.key)):
            return
        box = _box(key, "…", self.scene.told("nodes that are not drawn"))
        self.scene.pieces[key] = box
        self._wire(*((box, own) if before else (own, box)))

    def _leads(self, start: str, end: str) -> bool:
        """Whether a way leads from one piece to another."""
        seen, stack = {start}, [start]
        while stack:
            key = stack.pop()
            if key == end:
                return True
            for other in self.after.get(key, ()):
                if other not in seen:
                    seen.add(other)
                    stack.append(other)
        return False

    def _wire(self, tail: Piece, head: Piece) -> None:
        self.after.setdefault(tail.key, set()).add(head.key)
        self.scene.wires.append(Wire(-1, FIRST_SLOT + len(self.scene.wires), tail, head, "faint"))


def _key(part: Part) -> str:
    return f"{'b' if part[1] else 'a'}{part[0]}"


def _box(key: str, text: str, title: str) -> Piece:
    piece = Piece(key, -1, ["constant", "quiet"], title)
    piece.lines = [(text, "constant", "")]
    piece.width = room(text, "constant") + 2 * BOX_PADDING
    piece.height = HEIGHT
    return piece
