"""From a tape and its seeds to a sweep: what stands on every edge, what meets at every node."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from graphviz_ad.differentiate.ring import REAL
from graphviz_ad.differentiate.sweep import forward, reverse
from graphviz_ad.errors import NotSupported, UnknownName, close_matches
from graphviz_ad.explanation import Derivation, Sweep
from graphviz_ad.tape import Tape

__all__ = ["FORWARD", "MODES", "REVERSE", "ends", "seeded", "sweep", "units"]

FORWARD, REVERSE = "forward", "reverse"
MODES = (FORWARD, REVERSE)


def sweep(tape: Tape, mode: str, seed: Mapping[int, float]) -> Sweep:
    """Sweep a complete tape, and keep what is carried along the way.

    Parameters
    ----------
    tape
        The tape; every input has a value.
    mode
        ``forward`` or ``reverse``.
    seed
        What each seeded node starts with: inputs forward, outputs in reverse.

    Examples
    --------
    >>> from graphviz_ad.differentiate import evaluate
    >>> from graphviz_ad.read import read_text
    >>> tape = evaluate(read_text("(2*x + 3)**2"), {"x": 2})
    >>> there, back = sweep(tape, "forward", {0: 1.0}), sweep(tape, "reverse", {4: 1.0})
    >>> there.visits, [there.carried[node] for node in there.visits]
    ((0, 1, 2, 3, 4), [1.0, 2.0, 2.0, 28.0, 28.0])
    >>> back.visits, [back.carried[node] for node in back.visits]
    ((4, 3, 2, 1, 0), [1.0, 1.0, 14.0, 14.0, 28.0])
    """
    ahead = mode == FORWARD
    carried = (forward if ahead else reverse)(tape, seed, REAL)
    graph, weights = tape.graph, REAL.weights(tape)
    wires: list[float | None] = [None] * len(weights)
    brought: list[float | None] = [None] * len(weights)
    added: dict[int, list[int]] = {}
    for head in range(len(graph)):
        for edge in range(graph.starts[head], graph.starts[head + 1]):
            tail, weight = graph.operands[edge], weights[edge]
            number = carried[tail if ahead else head]
            if weight is None or number is None:
                continue
            # The factors in the sweep's own order: a nan keeps its sign.
            brought[edge] = REAL.mul(weight, number) if ahead else REAL.mul(number, weight)
            wires[edge] = number if ahead else brought[edge]
            added.setdefault(head if ahead else tail, []).append(edge)
    order = range(len(graph)) if ahead else range(len(graph) - 1, -1, -1)
    return Sweep(
        tape=tape,
        mode=mode,
        seed=dict(seed),
        carried=carried,
        wires=wires,
        brought=brought,
        added={node: tuple(edges) for node, edges in added.items()},
        visits=tuple(node for node in order if carried[node] is not None),
    )


def ends(derivation: Derivation, mode: str) -> list[tuple[str, int]]:
    """Return where a sweep may begin: name and node of every input, in reverse of every output.

    Raises
    ------
    UnknownName
        There is no such mode.
    NotSupported
        There is no input.
    """
    if mode not in MODES:
        raise UnknownName(f"unknown mode {mode!r}", legal=MODES, hint=close_matches(mode, MODES))
    if mode == REVERSE:
        return list(zip(derivation.outputs, derivation.tape.graph.outputs, strict=True))
    if not derivation.inputs:
        raise NotSupported(
            "there is no input that a forward sweep could begin at",
            hint="write a variable into the program, or sweep in reverse",
        )
    return [(e.input, e.source) for e in derivation.explanations[: len(derivation.inputs)]]


def seeded(derivation: Derivation, mode: str, seed: Mapping[str, float]) -> dict[int, float]:
    """Return seeds by node, from seeds by name.

    Raises
    ------
    UnknownName
        A name at which a sweep of this mode does not begin.

    Examples
    --------
    >>> from graphviz_ad.differentiate import evaluate
    >>> from graphviz_ad.explain import explain
    >>> from graphviz_ad.read import read_text
    >>> derivation = explain(evaluate(read_text("x*y"), {"x": 3, "y": 4}))
    >>> seeded(derivation, "forward", {"y": 0.5}), seeded(derivation, "reverse", {"f": 1})
    ({1: 0.5}, {3: 1.0})
    """
    known = dict(ends(derivation, mode))
    if not seed:
        raise NotSupported("a sweep needs a seed", hint=f"begin at one of {', '.join(list(known)[:8])}")
    for name in seed:
        if name not in known:
            raise _unknown(derivation, mode, name, list(known))
    return {known[name]: float(value) for name, value in seed.items()}


def _unknown(derivation: Derivation, mode: str, name: str, legal: Sequence[str]) -> UnknownName:
    if mode == FORWARD:
        what = f"a forward sweep begins at inputs, and none is called {name!r}"
        elsewhere, other = derivation.outputs, REVERSE
    else:
        what = f"a reverse sweep begins at outputs, and none is called {name!r}"
        elsewhere, other = derivation.inputs, FORWARD
    hint = f"{name} is where a {other} sweep begins" if name in elsewhere else close_matches(name, legal)
    return UnknownName(what, legal=legal, hint=hint)


def units(derivation: Derivation, mode: str) -> Iterator[Sweep]:
    """Yield the sweep from each input, in reverse from each output: together they fill the Jacobian."""
    for _, node in ends(derivation, mode):
        yield sweep(derivation.tape, mode, {node: 1.0})
