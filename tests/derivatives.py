"""What many tests ask of a program: its tape, its value, its gradient by the reverse sweep."""

from __future__ import annotations

from graphviz_ad.differentiate import evaluate, reverse
from graphviz_ad.differentiate.ring import REAL
from graphviz_ad.explain import explain
from graphviz_ad.expression import normal
from graphviz_ad.read import read_text


def tape_of(text, at=None, **options):
    """Return the tape of a program at a point."""
    graph = read_text(text, at, **options)
    names = {graph.names[node] for node in graph.inputs}
    return evaluate(graph, {name: value for name, value in (at or {}).items() if normal(name) in names})


def value_of(text, at=None, **options):
    """Return the value of the first output."""
    tape = tape_of(text, at, **options)
    return tape.primals[tape.graph.outputs[0]]


def gradient(text, at=None, **options):
    """Return value and derivatives of the first output by the reverse sweep, by variable."""
    tape = tape_of(text, at, **options)
    output = tape.graph.outputs[0]
    adjoints = reverse(tape, {output: 1.0}, REAL)
    slopes = {tape.graph.names[node]: adjoints[node] or 0.0 for node in tape.graph.inputs}
    return tape.primals[output], slopes


def told(text, at=None, wrt=(), formulas=False, max_paths=7, **options):
    """Return the explanations of a program by output and input."""
    tape = tape_of(text, at, wrt=wrt, **options)
    derivation = explain(tape, wrt=wrt, formulas=formulas, max_paths=max_paths)
    return {(e.output, e.input): e for e in derivation.explanations}


def faults(tape):
    """Return what the notes of a tape are about."""
    return [note.fault for note in tape.notes]
