"""What a sweep adds to pieces and wires: carried numbers, their sums, and the way that it takes."""

from __future__ import annotations

import math

from graphviz_ad.draw.curve import unit
from graphviz_ad.draw.measure import fit, room
from graphviz_ad.draw.pieces import BOX_PADDING, LARGEST_RADIUS, RADIUS, RING
from graphviz_ad.draw.scene import Piece, Scene, Wire
from graphviz_ad.explain.sweep_words import carried_value, equation
from graphviz_ad.explain.sweeping import FORWARD
from graphviz_ad.explanation import Sweep
from graphviz_ad.number import show

__all__ = ["add_carried", "enlarge", "turn"]

ARROWS = {"LR": "→", "RL": "←", "TB": "↓", "BT": "↑"}
BACK = {"→": "←", "←": "→", "↓": "↑", "↑": "↓"}
WIDEST_EQUATION = 190.0
BOX_HEIGHT, FLAT_RADIUS = 64.0, 38.0
ABOVE, BELOW = 24.0, 22.0
"""How far the first and the last of three lines reach from the middle of a circle."""
HEAD = 9.0


def add_carried(scene: Scene, sweep: Sweep, rankdir: str) -> None:
    """Write what a sweep carries on every wire that it passes and into every node that it visits."""
    for piece in scene.pieces.values():
        if piece.node >= 0 and sweep.carried[piece.node] is not None:
            _add_equation(scene, sweep, piece)
    arrow = ARROWS[rankdir] if sweep.mode == FORWARD else BACK[ARROWS[rankdir]]
    for wire in scene.wires:
        number = sweep.wires[wire.edge]
        if number is None:
            # Its local derivative is none of this sweep's business.
            wire.lines = [(text, "value", full) for text, _, full in wire.lines]
            continue
        text = show(number, scene.digits).text
        wire.role = "swept"
        carried = f"{text} {arrow}" if arrow in "→↓" else f"{arrow} {text}"
        wire.lines.append((carried, "carried", ""))
        wire.title = scene.told(f"{wire.title}; the sweep carries {text}")


def _add_equation(scene: Scene, sweep: Sweep, piece: Piece) -> None:
    """Add what a node carries as its third line, and make room for it."""
    whole = equation(scene.words, sweep, piece.node)
    piece.title += f"{scene.told('; ')}{whole}"
    text, full = equation(scene.words, sweep, piece.node, brief=True), ""
    if room(text, "carried") > WIDEST_EQUATION:
        # A sum that is cut in its middle would be false: its terms go, then letters of the name.
        name, number = carried_value(scene.words, sweep, piece.node)
        left = WIDEST_EQUATION - room(f" {number}", "carried")
        text, full = f"{fit(name, 'carried', left)} {number}", whole
    piece.lines.append((text, "carried", full))
    enlarge(piece)


def enlarge(piece: Piece) -> None:
    """Make room for the third line of a piece."""
    widths = [room(shown, role) for shown, role, _ in piece.lines]
    if piece.shape == "box":
        piece.width = max(piece.width, max(widths) + 2 * BOX_PADDING)
        piece.height = BOX_HEIGHT
        return
    extra = RING if piece.shape == "double" else 0.0
    corners = _corners(widths)
    around = max(math.hypot(half, away) for half, away in corners)
    if around <= LARGEST_RADIUS:
        piece.width = piece.height = 2 * (max(RADIUS, around) + extra)
        return
    half = max(half / math.sqrt(1 - (away / FLAT_RADIUS) ** 2) for half, away in corners)
    piece.width, piece.height = 2 * (half + 2 + extra), 2 * (FLAT_RADIUS + extra)


def _corners(widths: list[float]) -> list[tuple[float, float]]:
    """Return half the width of each line of a circle, and how far it reaches from the middle."""
    away = [ABOVE, 10.0, BELOW] if len(widths) > 2 else [14.0, 14.0]
    return [(width / 2 + 2, reach) for width, reach in zip(widths, away, strict=False)]


def turn(scene: Scene) -> None:
    """Let the wires that a reverse sweep passes run from the operation to its operand."""
    for wire in scene.wires:
        if wire.role == "swept":
            _turn(wire)


def _turn(wire: Wire) -> None:
    start, back = wire.tip, wire.spline[::-1]
    (x, y), (ex, ey) = start, back[0]
    # The arrowhead was no part of the spline; now it is the first stretch of the way.
    first = [start, (x + (ex - x) / 3, y + (ey - y) / 3), (x + 2 * (ex - x) / 3, y + 2 * (ey - y) / 3)]
    wire.spline = [*first, *back]
    wire.tip = tx, ty = back[-1]
    px, py = next((point for point in reversed(wire.spline) if point != wire.tip), start)
    ux, uy = unit(px - tx, py - ty)
    size = min(HEAD, math.dist((px, py), (tx, ty)) * 0.9)
    wire.spline[-1] = (tx + size * ux, ty + size * uy)
