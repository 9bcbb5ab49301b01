"""What is written at an edge: its local derivative, in one of six stages."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from graphviz_ad.draw.scene import Scene, Wire, fitted
from graphviz_ad.number import read, show, subscript

__all__ = ["add_labels"]

WIDEST_LABEL = 170.0


def add_labels(scene: Scene, stage: str) -> dict[int, str]:
    """Give every differentiated wire its label and its title.

    Returns
    -------
    dict
        What stands for the local derivative of each position of ``graph.operands`` in formulas:
        a letter, a partial or a symbol, by the stage.
    """
    letters = _letters(set(scene.labels))
    words: dict[int, str] = {}
    for wire in scene.wires:
        if wire.role == "constant":
            continue
        text = scene.derivation.edge_symbols.get(wire.edge, "")
        symbol = scene.words.symbol(text) if text else ""
        if stage in {"letters", "partials"} and not scene.is_output(wire.head.node):
            words[wire.edge] = next(letters) if stage == "letters" else _partial(scene, wire)
        else:
            words[wire.edge] = symbol
        wire.title = _title(scene, wire, symbol)
        if stage != "none":
            told = _told(scene, wire, words[wire.edge], stage)
            wire.lines = [fitted(text, role, WIDEST_LABEL) for text, role in told]
    return words


def _told(scene: Scene, wire: Wire, word: str, stage: str) -> list[tuple[str, str]]:
    """Return the text and the role of each line: word over number, or one of them."""
    value = scene.derivation.tape.partials[wire.edge]
    if stage in {"letters", "partials", "symbols"} or value is None:
        return [(word, "number" if stage != "partials" else "symbol")] if word else []
    shown = show(value, scene.digits)
    if stage == "values" or word in {"", shown.text}:
        return [(shown.text, "number")]
    number = (f"{shown.equals} {shown.text}", "number")
    return [number] if read(word) is not None else [(word, "symbol"), number]


def _title(scene: Scene, wire: Wire, symbol: str) -> str:
    head, tail = scene.labels[wire.head.node], scene.labels[wire.tail.node]
    parts = [f"∂{head}/∂{tail}"]
    if symbol:
        parts.append(f"= {symbol}")
    value = scene.derivation.tape.partials[wire.edge]
    if value is not None and (shown := show(value, scene.digits)).text != symbol:
        parts.append(f"{shown.equals} {shown.text}")
    if wire.role == "dead":
        parts.append("(not selected)")
    return scene.told(" ".join(parts))


def _partial(scene: Scene, wire: Wire) -> str:
    """Return the partial as textbooks write it before they work it out: ∂mul(u₁,u₂)/∂u₂."""
    count = len(scene.operands(wire.head.node))
    op = scene.derivation.tape.graph.ops[wire.head.node]
    operands = [subscript(f"u{k + 1}") for k in range(count)] if count > 1 else ["u"]
    return f"∂{op}({','.join(operands)})/∂{operands[wire.slot]}"


def _letters(taken: set[str]) -> Iterator[str]:
    """Yield a, b, ... z, a₁, b₁, ... but none that is a name in the picture."""
    for round_ in itertools.count():
        for letter in "abcdefghijklmnopqrstuvwxyz":
            name = letter if not round_ else subscript(f"{letter}{round_}")
            if name not in taken:
                yield name
