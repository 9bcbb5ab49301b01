"""What is in the picture and how large it is, before anything has a place."""

from __future__ import annotations

from collections.abc import Sequence

from graphviz_ad.draw.measure import fit, room
from graphviz_ad.explain.words import Words
from graphviz_ad.explanation import Chain, Derivation, Explanation
from graphviz_ad.graph import OUTPUT
from graphviz_ad.number import show
from graphviz_ad.picture import Point

__all__ = [
    "GAP",
    "LINE",
    "PITCH",
    "PLAIN_WIDTH",
    "REST_WIDTH",
    "STRAND",
    "Line",
    "Numbered",
    "Piece",
    "Scene",
    "Wire",
    "fitted",
    "number_paths",
]

STRAND, GAP = 2.6, 1.3
PITCH = STRAND + GAP
REST_WIDTH, PLAIN_WIDTH = 5.0, 1.6
LINE = 15.0
"""Height of a line of an edge label."""

Numbered = tuple[int, Explanation, Chain]
Line = tuple[str, str, str]
"""Shown text, role, and the full text if the shown one is shorter."""


def fitted(text: str, role: str, widest: float) -> Line:
    """Return a text as a line that needs no more room than ``widest``."""
    shown = fit(text, role, widest)
    return shown, role, text if shown != text else ""


class Piece:
    """A node on its way into the picture; ``key`` is its id there and in the layout."""

    __slots__ = ("height", "key", "lines", "node", "roles", "shape", "title", "width", "x", "y")

    def __init__(self, key: str, node: int, roles: list[str], title: str) -> None:
        self.key = key
        self.node = node
        self.roles = roles
        self.title = title
        self.shape = "box"
        self.lines: list[Line] = []
        self.width = self.height = 0.0
        self.x = self.y = 0.0


class Wire:
    """An edge on its way into the picture."""

    __slots__ = (
        "at", "edge", "head", "lines", "paths", "rest", "role", "slot", "spline", "tail", "tip", "title",
    )  # fmt: skip

    def __init__(self, edge: int, slot: int, tail: Piece, head: Piece, role: str) -> None:
        self.edge = edge
        self.slot = slot
        self.tail = tail
        self.head = head
        self.role = role
        self.title = ""
        self.lines: list[Line] = []
        self.paths: list[int] = []
        self.rest = False
        self.spline: list[Point] = []
        self.tip: Point = (0.0, 0.0)
        self.at: Point | None = None
        """Where the layout program kept room for the label."""

    @property
    def bundle(self) -> float:
        """Width of all strands together."""
        strands = len(self.paths) * PITCH + (REST_WIDTH + GAP if self.rest else 0.0)
        return strands - GAP if strands else PLAIN_WIDTH

    @property
    def label_size(self) -> tuple[float, float]:
        """Width and height of the label without any padding, (0, 0) where there is none."""
        return max((room(text, role) for text, role, _ in self.lines), default=0.0), LINE * len(self.lines)

    @property
    def key(self) -> str:
        """Structural id of the edge, ``n3_1``."""
        return f"{self.head.key}_{self.slot}"


class Scene:
    """The pieces and wires of one picture, with what many steps look up.

    ``labels`` are the typeset labels of all nodes of the graph, ``message`` says which nodes
    were left out, if any were.
    """

    __slots__ = ("derivation", "digits", "labels", "message", "paths", "pieces", "wires", "words")

    def __init__(self, derivation: Derivation, digits: int, lang: str = "en") -> None:
        self.derivation = derivation
        self.digits = digits
        self.words = Words(derivation, digits, lang)
        self.labels = self.words.labels
        self.paths = number_paths(derivation)
        self.pieces: dict[str, Piece] = {}
        self.wires: list[Wire] = []
        self.message = ""

    def told(self, text: str) -> str:
        """Return a sentence in the reader's language."""
        return self.words.told(text)

    def value(self, node: int) -> str:
        """Return the value of a node with its sign, ``= −9``, or '' where it has none."""
        value = self.derivation.tape.primals[node]
        if value is None:
            return ""
        shown = show(value, self.digits)
        return f"{shown.equals} {shown.text}"

    def operands(self, node: int) -> Sequence[tuple[int, int]]:
        """Return position and operand of every argument of ``node``; constants are negative."""
        graph = self.derivation.tape.graph
        first, last = graph.starts[node], graph.starts[node + 1]
        return [(edge, graph.operands[edge]) for edge in range(first, last)]

    def is_output(self, node: int) -> bool:
        """Whether ``node`` is the circle behind an output."""
        return self.derivation.tape.graph.ops[node] == OUTPUT


def number_paths(derivation: Derivation) -> list[Numbered]:
    """Return every shown path with its number, counted from 1 through the whole picture."""
    chains = ((e, chain) for e in derivation.explanations for chain in e.chains)
    return [(number, e, chain) for number, (e, chain) in enumerate(chains, start=1)]
