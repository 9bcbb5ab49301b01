"""Nodes and edges of a derivation as pieces and wires: texts, sizes, titles."""

from __future__ import annotations

import math

from graphviz_ad.draw.measure import room
from graphviz_ad.draw.scene import Piece, Scene, Wire, fitted
from graphviz_ad.explain.signs import sign
from graphviz_ad.graph import CONSTANT, INPUT, OUTPUT
from graphviz_ad.tape import LIVE, UNSELECTED

__all__ = ["add_pieces", "add_wires"]

BOX_HEIGHT, BOX_NARROWEST, BOX_PADDING = 46.0, 54.0, 10.0
RADIUS, LARGEST_RADIUS, FLAT_RADIUS = 24.0, 40.0, 29.0
QUIET_RADIUS = 16.0
RING = 3.0
"""Distance of the two rings of an output."""
WIDEST_NAME, WIDEST_SIGN = 150.0, 180.0


def add_pieces(scene: Scene, nodes: list[int], *, constants: bool) -> None:
    """Make a piece of every node in ``nodes`` (and, if asked for, of their constants)."""
    asked = {e.source for e in scene.derivation.explanations}
    ops = scene.derivation.tape.graph.ops
    for node in nodes:
        op = ops[node]
        if op in {INPUT, CONSTANT, OUTPUT}:
            piece = _circle(scene, node, {INPUT: "variable", CONSTANT: "constant"}.get(op, "output"))
        else:
            piece = _box(scene, node, constants=constants)
        if node in asked:
            piece.roles.append("wrt")
        scene.pieces[piece.key] = piece
        if constants and piece.shape == "box":
            _add_literals(scene, piece)


def _circle(scene: Scene, node: int, role: str) -> Piece:
    name = scene.labels[node]
    value = scene.value(node)
    piece = Piece(f"n{node}", node, [role], f"{name} {value}".strip())
    piece.shape = "double" if role == "output" else "ellipse"
    quiet = role == "constant"
    shown, _, full = fitted(name, "name", WIDEST_NAME)
    piece.lines.append((shown, "constant" if quiet else "name", full))
    number = value.removeprefix("= ")
    if number and number != name:
        piece.lines.append((number, "value", ""))
    _round(piece, QUIET_RADIUS if quiet else RADIUS)
    return piece


def _round(piece: Piece, radius: float) -> None:
    """Size a circle, or an ellipse for long texts, around the lines of a piece."""
    half = max(room(text, role) for text, role, _ in piece.lines) / 2 + 2
    # Corners of the block of text that must lie inside: 14 px above and below the middle for two lines.
    corner = 14.0 if len(piece.lines) > 1 else 7.0
    extra = RING if piece.shape == "double" else 0.0
    around = math.hypot(half, corner)
    if around <= LARGEST_RADIUS:
        piece.width = piece.height = 2 * (max(radius, around) + extra)
        return
    flat = FLAT_RADIUS
    piece.width = 2 * (half / math.sqrt(1 - (corner / flat) ** 2) + 2 + extra)
    piece.height = 2 * (flat + extra)


def _box(scene: Scene, node: int, *, constants: bool) -> Piece:
    op, label, value = scene.derivation.tape.graph.ops[node], scene.labels[node], scene.value(node)
    words = scene.words
    piece = Piece(f"n{node}", node, ["operation"], f"{label} = {words.formula(node)} {value}".strip())
    whole = sign(op, [None] * len(scene.operands(node))) if constants else words.sign(node)
    # The font of PNGs has no cube root.
    whole = op if whole == "∛" else whole
    piece.lines.append(fitted(whole, "sign", WIDEST_SIGN))
    name, role, full = fitted(label, "value", WIDEST_NAME)
    piece.lines.append((f"{name} {value}".strip(), role, full))
    widest = max(room(text, role) for text, role, _ in piece.lines)
    piece.width = max(BOX_NARROWEST, widest + 2 * BOX_PADDING)
    piece.height = BOX_HEIGHT
    return piece


def _add_literals(scene: Scene, box: Piece) -> None:
    """Add a small circle for each constant that is written into the operation."""
    graph = scene.derivation.tape.graph
    first = graph.starts[box.node]
    for edge, operand in scene.operands(box.node):
        if operand >= 0:
            continue
        text = scene.words.constant(operand)
        piece = Piece(f"{box.key}_{edge - first}c", -1, ["constant"], scene.told(f"constant {text}"))
        piece.shape = "ellipse"
        piece.lines.append(fitted(scene.words.short(operand), "constant", WIDEST_NAME))
        _round(piece, QUIET_RADIUS)
        scene.pieces[piece.key] = piece


def add_wires(scene: Scene) -> None:
    """Make a wire of every edge between two pieces that are there."""
    tape = scene.derivation.tape
    roles = {LIVE: "plain", UNSELECTED: "dead"}
    for head in list(scene.pieces.values()):
        if head.node < 0:
            continue
        for slot, (edge, operand) in enumerate(scene.operands(head.node)):
            key = f"n{operand}" if operand >= 0 else f"{head.key}_{slot}c"
            tail = scene.pieces.get(key)
            if tail is not None:
                role = "constant" if operand < 0 else roles.get(tape.states[edge], "constant")
                scene.wires.append(Wire(edge, slot, tail, head, role))
