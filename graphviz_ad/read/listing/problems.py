"""What can be wrong with a graph that somebody wrote, in words with the place and what to do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graphviz_ad.errors import GraphProblem, close_matches, shorten
from graphviz_ad.read.listing.records import Record

__all__ = ["cycle", "duplicate", "missing", "no_output", "shown", "unlisted", "uses_output"]

_LONGEST_CYCLE = 12


def shown(word: str) -> str:
    """Return somebody's id as messages show it: on one line, not long, nothing that moves the cursor.

    Examples
    --------
    >>> shown("a b"), shown(""), shown("x" * 50)
    ('a b', "''", 'xxxxxxxxxxxxxxxxxxxx…xxxxxxxxxxxxxxxxxxx')
    """
    return shorten("".join(c if c.isprintable() else "\ufffd" for c in " ".join(word.split()))) or "''"


def duplicate(first: Record, second: Record) -> GraphProblem:
    """Return the error for an id that two nodes have."""
    hint = "give one of them another id: an operand has to name one node"
    where = f"{first.where} and {second.where}"
    return GraphProblem(f"two nodes have the id {shown(first.id)}", where=where, hint=hint)


def missing(ref: str, where: str, ids: Iterable[str]) -> GraphProblem:
    """Return the error for an id that no node has."""
    known = list(ids)
    hint = close_matches(ref, known) or "write the node, or declare an input of that name"
    return GraphProblem(f"there is no node {shown(ref)}", where=where, legal=map(shown, known), hint=hint)


def cycle(records: Sequence[Record]) -> GraphProblem:
    """Return the error for values that need each other; each record is an operand of the next one."""
    ids = [shown(record.id) for record in records]
    if len(ids) > _LONGEST_CYCLE:
        ids[_LONGEST_CYCLE - 4 : -3] = [f"... ({len(ids) - _LONGEST_CYCLE + 1} more) ..."]
    what = f"{ids[0]} is its own operand" if len(ids) == 1 else f"a cycle: {' -> '.join([*ids, ids[0]])}"
    hint = "no value on it can be computed first: take away one of these operands"
    return GraphProblem(what, where=records[0].where, hint=hint)


def no_output(unused: Sequence[Record]) -> GraphProblem:
    """Return the error for a graph of which nothing is differentiated."""
    hint = "name the node that is to be differentiated"
    if unused:
        ids = ", ".join(shown(record.id) for record in unused[-3:])
        hint = f"{hint}; nothing uses {ids}"
    return GraphProblem("the graph has no output", hint=hint)


def unlisted(record: Record) -> GraphProblem:
    """Return the error for an output node that the list of outputs leaves out."""
    what = f"the output {shown(record.id)} is not among the outputs"
    return GraphProblem(what, where=record.where, hint="name it there too, or take it away")


def uses_output(record: Record, ref: str, where: str) -> GraphProblem:
    """Return the error for an operand that is an output."""
    what = f"{shown(record.id)} uses the output {shown(ref)}"
    return GraphProblem(what, where=where, hint="an output is an end: use what it shows")
