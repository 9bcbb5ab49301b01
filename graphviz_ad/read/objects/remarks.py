"""What is to be said of objects while they are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphviz_ad.errors import GraphProblem
from graphviz_ad.finding import Finding
from graphviz_ad.noun import replace
from graphviz_ad.read.objects.families import FAMILIES, Family
from graphviz_ad.read.objects.reaching import at_path
from graphviz_ad.read.objects.sources import source_of
from graphviz_ad.read.objects.unwrapping import kind_of
from graphviz_ad.read.objects.walking import Found

__all__ = ["changed", "hidden_inputs", "no_node", "printed", "raised", "unreadable", "unrecorded_inputs"]

_SHOWN = 12
_TAPES = "a tape: a list of rows (out, ins, locals), of nodes or of their numbers, or of rules that hold out"


def unreadable(nodes: Sequence[Found], numbers: Sequence[float | None]) -> list[Finding]:
    """Return the values that are no numbers."""
    found = []
    for position, (node, number) in enumerate(zip(nodes, numbers, strict=True)):
        if number is None:
            message = f"a value is {kind_of(at_path(node.thing, node.family.value))}, not a number"
            hint = "only computations with single numbers are checked"
            found.append(Finding("not_a_number", "error", node=f"n{position}", message=message, hint=hint))
    return found


def raised(told: Sequence[tuple[Finding, int]]) -> list[Finding]:
    """Return what rules raised, with the number of nodes where they did."""
    return [
        replace(finding, message=f"{finding.message} (and so at {count - 1} more nodes)")
        if count > 1
        else finding
        for finding, count in told
    ]


def changed(nodes: Sequence[Found], things: Sequence[object], rules: Mapping[int, object]) -> list[Finding]:
    """Return the finding that rules change values, at the first node where one did."""
    guilty = {id(thing) for thing in things}
    where = [position for position, node in enumerate(nodes) if id(node.thing) in guilty]
    if not where:
        return []
    more = f" (and so at {len(where) - 1} more nodes)" if len(where) > 1 else ""
    message = f"the rule changes a value, which rules after it still need{more}"
    source = source_of(rules.get(where[0]))
    return [Finding("rule_changes_value", "error", node=f"n{where[0]}", message=message, source=source)]


def unrecorded_inputs(missed: Sequence[tuple[int, str]], rules: Mapping[int, object]) -> list[Finding]:
    """Return findings for operands that rules use though the nodes do not record them."""
    hint = "put it among the inputs of the node, so that the backward pass reaches it"
    found = []
    for position, name in missed[:_SHOWN]:
        message = f"the rule uses {name}, which is not among the recorded inputs"
        source = source_of(rules.get(position))
        found.append(
            Finding(
                "input_not_recorded", "error", node=f"n{position}", message=message, hint=hint, source=source
            )
        )
    return found


def printed(text: str) -> list[Finding]:
    """Return a note on what rules printed."""
    if not text:
        return []
    lines = len(text.splitlines())
    told = "1 line, which is" if lines == 1 else f"{lines} lines, which are"
    return [Finding("printed", message=f"running the rules printed {told} not shown")]


def no_node(root: object) -> GraphProblem:
    """Return the error for an object that is no node of a graph."""
    values = dict.fromkeys(row.value for row in FAMILIES)
    inputs = dict.fromkeys(row.inputs for row in FAMILIES if row.inputs)
    return GraphProblem(
        f"{kind_of(root)} is no node of a graph: an attribute for its value or its inputs is missing",
        legal=(f"value in {', '.join(values)}", f"inputs in {', '.join(inputs)}", _TAPES),
        hint="give the output of the computation, or its tape",
    )


def hidden_inputs(root: object, family: Family) -> GraphProblem:
    """Return the error for an output that does not show what it was computed from."""
    return GraphProblem(
        f"{kind_of(root)} has a value in {family.value} but shows no inputs, and no tape is found",
        legal=(*dict.fromkeys(row.inputs for row in FAMILIES if row.inputs), _TAPES),
        hint="give the output of the computation; with a tape, also the variable that holds it",
    )
