"""What a picture is called, and the sentences that tell what it shows."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphviz_ad.draw.measure import fit
from graphviz_ad.draw.options import DrawOptions
from graphviz_ad.draw.scene import Scene
from graphviz_ad.errors import AdvizError, shorten
from graphviz_ad.explain.sums import sum_line
from graphviz_ad.expression import TYPESET, parse_program, write
from graphviz_ad.number import json_number
from graphviz_ad.wording import told as translated

__all__ = ["alt", "description", "full_stops", "heading", "program", "record", "said_of", "totals"]

LONGEST_SOURCE = 2000
"""Longer programs are shown as typed: the title is cut to a line anyway."""
LONGEST_TITLE = 4000
LONGEST_CUT = 400
"""Characters of the title that are kept in full, for those who point at what is cut."""
MOST_SENTENCES = 60
MOST_TOTALS = 8
"""Derivatives that the alternative text tells: it is heard in one go."""


def program(scene: Scene) -> str:
    """Return the program typeset, on one line: ``y = x²·(x + 1)``."""
    graph = scene.derivation.tape.graph
    if len(graph.source) > LONGEST_SOURCE:
        return " ".join(graph.source.split())
    try:
        statements = parse_program(graph.source).statements
    except AdvizError:
        return " ".join(graph.source.split())
    named = {statement.name for statement in statements}
    bare = iter([graph.names[node] for node in graph.outputs if graph.names[node] not in named])
    told = []
    for statement in statements:
        left = statement.name or next(bare, "f")
        if statement.params is not None:
            left += f"({', '.join(statement.params)})"
        told.append(f"{left} = {write(statement.term, TYPESET, scene.words.names)}")
    return "; ".join(told)


def heading(scene: Scene, options: DrawOptions) -> str:
    """Return the whole title: what the user chose, else the program and its values."""
    return said_of(scene) if options.title is None else shorten(options.title, LONGEST_TITLE)


def said_of(scene: Scene) -> str:
    """Return the program and its values: what a picture is called, also one that shows no title."""
    given = scene.words.given()
    return shorten(program(scene) + (scene.told(f" at {given}") if given else ""), LONGEST_TITLE)


def short_title(title: str, widest: float) -> str:
    """Return a title that needs no more room than ``widest``, cut behind a statement or a value.

    Cut in its middle, a title could say something false: ``… = 1`` may lose what is divided by.
    """
    if fit(title, "title", widest) == title:
        return title
    ends = [found.start() for found in re.finditer(r"; |, | at |，", title[:LONGEST_CUT])]
    for end in reversed(ends):
        shown = f"{title[:end]} …"
        if fit(shown, "title", widest) == shown:
            return shown
    return fit(title, "title", widest)


def totals(scene: Scene) -> list[str]:
    """Return the value of every output and every derivative, a sentence each without its full stop."""
    derivation = scene.derivation
    values = ((node, scene.value(node)) for node in derivation.tape.graph.outputs)
    told = [f"{scene.labels[node]} {value}" for node, value in values if value]
    return told + [sum_line(scene.words, e) for e in derivation.explanations[:MOST_SENTENCES]]


def alt(title: str, told: Sequence[str], options: DrawOptions) -> str:
    """Return the sentence that stands in for the picture: what the user chose, else title and totals.

    Examples
    --------
    >>> alt("f = x·x at x = 3", ["f = 9", "∂f/∂x = 3 + 3 = 6"], DrawOptions())
    'f = x·x at x = 3: f = 9; ∂f/∂x = 3 + 3 = 6'
    """
    if options.alt is not None:
        return options.alt
    said = [shorten(each, LONGEST_CUT) for each in told[:MOST_TOTALS]]
    if len(told) > MOST_TOTALS:
        said.append(translated(f"and {len(told) - MOST_TOTALS} more", options.lang))
    colon, semicolon = (translated(sign, options.lang) for sign in (": ", "; "))
    return f"{shorten(title, LONGEST_CUT)}{colon}{semicolon.join(said)}" if said else title


def description(scene: Scene, rows: Sequence[str], options: DrawOptions) -> str:
    """Return in sentences what the picture shows: values, every derivative, every path."""
    derivation = scene.derivation
    told = [] if options.alt is None else [options.alt.strip().rstrip(".")]
    told += totals(scene)
    told += rows[:MOST_SENTENCES]
    told += [scene.told(note.message) for note in derivation.notes[:MOST_SENTENCES] if note.message]
    if scene.message:
        told.append(scene.message)
    return full_stops(told, options.lang)


def full_stops(told: Sequence[str], lang: str) -> str:
    """Return sentences behind each other, each with its full stop."""
    return "".join(f"{each}{translated('. ', lang)}" for each in told).rstrip(" ")


def record(scene: Scene, options: DrawOptions) -> dict[str, object]:
    """Return what the picture can be made from again."""
    derivation = scene.derivation
    return {
        "adviz": 1,
        "schema": 1,
        "source": derivation.tape.graph.source,
        "at": {name: json_number(value) for name, value in derivation.tape.at.items()},
        "wrt": list(derivation.inputs),
        "of": list(derivation.outputs),
        "options": options.chosen,
    }
