"""What a graph states, written into its boxes and at its edges, and beside it what it should be."""

from __future__ import annotations

from collections.abc import Sequence

from graphviz_ad.check.lines import stated_gradients
from graphviz_ad.check.verdict import Verdict
from graphviz_ad.claims import Claims
from graphviz_ad.differentiate.activity import active
from graphviz_ad.draw.carrying import enlarge
from graphviz_ad.draw.measure import room
from graphviz_ad.draw.pieces import BOX_PADDING
from graphviz_ad.draw.scene import Piece, Scene, Wire, fitted
from graphviz_ad.explain.finding_order import Told
from graphviz_ad.explain.finding_words import FindingWords
from graphviz_ad.explain.legible import printable
from graphviz_ad.explanation import Derivation
from graphviz_ad.graph import OUTPUT
from graphviz_ad.noun import replace
from graphviz_ad.number import show
from graphviz_ad.tape import LIVE, NOT_DIFFERENTIATED, Tape

__all__ = ["Stated"]

WIDEST = 260.0
FAULTY, SPOILT = "faulty", "spoilt"


class Stated:
    """The claims of one picture, and which places of it are wrong.

    Parameters
    ----------
    claims, verdict
        What was read, and what is right.
    told
        The findings with their numbers.
    words
        The words for them.
    """

    def __init__(self, claims: Claims, verdict: Verdict, told: Sequence[Told], words: FindingWords) -> None:
        self.claims = claims
        self.verdict = verdict
        self.told = told
        self.words = words
        # Of a backward pass by hand, what its lines come to.
        self.gradients = stated_gradients(claims) if claims.lines else claims.adjoints
        self.nodes: dict[int, str] = {}
        self.edges: dict[int, str] = {}
        self._given: dict[int, tuple[str, str]] = {}
        for each in told:
            self._mark(each)

    def _mark(self, told: Told) -> None:
        if told.number is None:
            return
        finding, role = told.finding, FAULTY if told.root is None else SPOILT
        found = self.words.edge(finding.edge)
        if found is None:
            node = self.words.node(finding.node)
            if node is not None:
                self.nodes.setdefault(node, role)
            return
        edge = self.claims.graph.starts[found[1]] + found[2]
        self.edges.setdefault(edge, role)
        given, expected = self.words.pair(finding.given, finding.expected)
        if given or expected:
            self._given.setdefault(edge, (given, expected))

    def derivation(self) -> Derivation:
        """Return what pictures are made of: the graph with the stated numbers, and the notes."""
        claims, graph = self.claims, self.claims.graph
        inputs = {node: claims.at.get(graph.names.get(node, "")) for node in graph.inputs}
        primals = [claims.values.get(node, inputs.get(node)) for node in range(len(graph))]
        partials = [self._partial(edge) for edge in range(len(graph.operands))]
        known = {(note.fault, note.message) for note in claims.notes}
        notes = tuple(
            replace(each.finding, message=self.words.message(each.finding))
            for each in self.told
            if each.number is None and (each.finding.fault, each.finding.message) not in known
        )
        tape = Tape(graph, claims.at, primals, partials, self._states(), (), complete=False)
        return Derivation(tape, (), (), (), notes, {})

    def _partial(self, edge: int) -> float | None:
        probe = self.claims.probes.get(edge)
        return self.claims.partials.get(edge) if probe is None else probe.once

    def _states(self) -> bytearray:
        graph = self.claims.graph
        if self.verdict.tape is not None:
            return self.verdict.tape.states
        flags = active(graph)
        return bytearray(
            LIVE if operand >= 0 and flags[operand] else NOT_DIFFERENTIATED for operand in graph.operands
        )

    def write(self, scene: Scene) -> None:
        """Write gradients and wrong values into the pieces, local derivatives at the wires."""
        for piece in scene.pieces.values():
            if piece.node >= 0:
                self._write_piece(scene, piece)
        for wire in scene.wires:
            self._write_wire(scene, wire)

    def _write_piece(self, scene: Scene, piece: Piece) -> None:
        node = piece.node
        role = self.nodes.get(node)
        if role is None and (node in self.verdict.values or node in self.verdict.gradients):
            role = SPOILT
        if role is not None:
            piece.roles.append(role)
        right = self.verdict.values.get(node)
        if right is not None and node in self.claims.values:
            self._wrong_value(scene, piece, self.claims.values[node], right)
        gradient = self._gradient(node)
        if gradient:
            told, color = gradient
            piece.lines.append(fitted(told, color, WIDEST))
            piece.title += f"{self.words.said('; ')}{told}"
            enlarge(piece)

    def _wrong_value(self, scene: Scene, piece: Piece, given: float, right: float) -> None:
        color = "wrong" if self._is_faulty(piece.node) else "spoilt"
        shown, expected = self.words.pair(given, right)
        label = "" if piece.shape != "box" else f"{scene.labels[piece.node]} = "
        text = self.words.said(f"{label}{shown}, should be {expected}")
        line = fitted(text, color, WIDEST)
        piece.lines[1:] = [line]
        piece.title += self.words.said(f", should be {expected}")
        needed = room(line[0], color)
        if piece.shape == "box":
            piece.width = max(piece.width, needed + 2 * BOX_PADDING)
        else:
            enlarge(piece)

    def _gradient(self, node: int) -> tuple[str, str] | None:
        """Return the gradient that a node states, with the right one where it is wrong, and its role."""
        given, right = self.gradients.get(node), self.verdict.gradients.get(node)
        if given is None and right is None:
            return None
        if right is None:
            if self.claims.graph.ops[node] == OUTPUT:
                # The operation before it says the same.
                return None
            shown = show(given or 0.0, self.words.digits)
            return self.words.said(f"grad {'' if shown.exact else '≈ '}{shown.text}"), "value"
        color = "wrong" if self._is_faulty(node) else "spoilt"
        told, expected = self.words.pair(given, right)
        whole = f"grad {told}, should be {expected}" if told else f"grad should be {expected}"
        return self.words.said(whole), color

    def _is_faulty(self, node: int) -> bool:
        return self.nodes.get(node) == FAULTY

    def _write_wire(self, scene: Scene, wire: Wire) -> None:
        head, tail = scene.labels[wire.head.node], scene.labels[wire.tail.node]
        given = self._partial(wire.edge)
        wire.title = f"∂{head}/∂{tail}"
        right = self.verdict.partials.get(wire.edge)
        if right is not None and given is not None and len(set(self.words.pair(given, right))) == 1:
            # The rule is at fault, not the number that it came to here.
            right = None
        role = self.edges.get(wire.edge) or (FAULTY if right is not None else None)
        lines: list[tuple[str, str]] = []
        if given is not None and right is None:
            shown = show(given, self.words.digits)
            lines.append((f"{'' if shown.exact else '≈ '}{shown.text}", "number"))
            wire.title += f" {shown.equals} {shown.text}"
        pair = self.words.pair(given, right) if right is not None else self._given.get(wire.edge, ("", ""))
        if role is not None:
            wire.role = role
            color = "wrong" if role == FAULTY else "spoilt"
            verb = "given" if right is not None or given is None else "passes on"
            lines += [(self.words.said(f"{verb} {pair[0]}"), color)] if pair[0] else []
            lines += [(self.words.said(f"should be {pair[1]}"), color)] if pair[1] else []
            if all(pair):
                wire.title = self.words.said(f"{wire.title}; {verb} {pair[0]}, should be {pair[1]}")
        wire.lines = [fitted(printable(text), color, WIDEST) for text, color in lines]
        if scene.is_output(wire.head.node) and role is None:
            wire.lines = []
