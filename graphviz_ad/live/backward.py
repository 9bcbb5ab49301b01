"""The backward pass over numbers that remember: one reverse sweep, and what it leaves in them."""

from __future__ import annotations

from collections.abc import Iterable

from graphviz_ad.differentiate.sweep import reverse
from graphviz_ad.finding import Finding
from graphviz_ad.graph import INPUT
from graphviz_ad.live import walk
from graphviz_ad.live.record import check_overwritten, record, tape_of
from graphviz_ad.live.value import Value

__all__ = ["Order", "backward"]

SHOWN = 12
NOT_CLEARED = "backward_called_k_times_leaves_not_cleared"


class Order(list[Value]):
    """The values in the order in which a backward pass visited them, and its notes."""

    def __init__(self, values: Iterable[Value], notes: tuple[Finding, ...]) -> None:
        super().__init__(values)
        self.notes = notes

    def __repr__(self) -> str:
        shown = ", ".join(value.name or value.op for value in self[:SHOWN])
        more = f" and {len(self) - SHOWN} more" if len(self) > SHOWN else ""
        told = [f"note: {note.message}\n  hint: {note.hint}" for note in self.notes]
        return "\n".join([f"visited {shown}{more}", *told])


def backward(root: Value, seed: float, *, paths: bool) -> Order:
    """Carry ``seed`` back from ``root``; see `Value.backward`."""
    recording = record([root])
    check_overwritten(recording)
    found = walk.found(root, recording.values) if paths else []
    tape = tape_of(recording, remarks=False)
    adjoints = reverse(tape, {len(recording.values) - 1: seed})
    full: list[str] = []
    for node, (value, adjoint) in enumerate(zip(recording.values, adjoints, strict=False)):
        if value.op != INPUT:
            value.grad = 0.0 if adjoint is None else adjoint
        elif adjoint is not None:
            before = value.grad or 0.0  # somebody may have cleared it with None
            if before:
                full.append(tape.graph.names[node])
            value.grad = before + adjoint
    walk.hand_over(recording.values, found)
    return Order(reversed(recording.values), _notes(full))


def _notes(full: list[str]) -> tuple[Finding, ...]:
    """Return a note about inputs that had a gradient already."""
    if not full:
        return ()
    shown = ", ".join(full[:SHOWN]) + (" and others" if len(full) > SHOWN else "")
    had = "gradients" if len(full) > 1 else "a gradient"
    message = f"{shown} had {had} from before, and this one was added"
    hint = "that is right where gradients shall add up; else call zero_grad([...]) before backward"
    return (Finding(NOT_CLEARED, message=message, hint=hint),)
