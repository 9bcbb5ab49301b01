"""What reports say about the whole: the verdict in one line, what was read, what could not be judged."""

from __future__ import annotations

from collections.abc import Sequence

from graphviz_ad.check.verdict import Verdict
from graphviz_ad.claims import Claims
from graphviz_ad.explain.finding_order import Told, numbered, summary
from graphviz_ad.explain.legible import printable
from graphviz_ad.finding import Finding, Source
from graphviz_ad.graph import CONSTANT, INPUT, OUTPUT
from graphviz_ad.ops import TABLE

__all__ = ["assumed", "checked", "grouped", "read_from", "source_lines", "tell", "unjudged", "verdict_line"]

LONGEST = 600
MOST_NAMES = 6
MOST_CODE, LONGEST_CODE = 8, 120
_KINDS = ("values", "local derivatives", "gradients")


def tell(claims: Claims, verdict: Verdict) -> list[Told]:
    """Return the findings with their numbers, without what was assumed while reading."""
    known = {(note.fault, note.message) for note in claims.notes}
    # One line says it of all nodes.
    aggregated = {note.fault for note in claims.notes} & {"unknown_operation"}
    return [
        told
        for told in numbered(verdict.findings, verdict.roots, verdict.instead)
        if told.number is not None
        or ((told.finding.fault, told.finding.message) not in known and told.finding.fault not in aggregated)
    ]


def checked(claims: Claims) -> dict[str, int]:
    """Return how many numbers a graph states of each kind: so many are checked.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> checked(Claims(read_text("x*x"), {"x": 3}, values={0: 3.0, 1: 9.0}, partials={0: 3.0}))
    {'values': 1, 'local derivatives': 1, 'gradients': 0}
    """
    graph = claims.graph
    # Nobody can check what an operation that the table lacks states.
    unknown = {k for k, op in enumerate(graph.ops) if op not in TABLE and op not in (INPUT, CONSTANT, OUTPUT)}
    taken = {edge for head in unknown for edge in range(graph.starts[head], graph.starts[head + 1])}
    values = sum(graph.ops[node] != INPUT and node not in unknown for node in claims.values)
    locals_ = len((claims.partials.keys() | claims.probes.keys()) - taken)
    gradients = len(claims.adjoints) + sum(line.node is not None for line in claims.lines)
    return dict(zip(_KINDS, (values, locals_, gradients), strict=True))


def verdict_line(claims: Claims, told: Sequence[Told]) -> str:
    """Return the verdict: what was found, or what agrees."""
    found = summary(told)
    if any(each.number is not None for each in told):
        return found
    counts = checked(claims)
    nodes = f"{len(claims.graph)} node{'' if len(claims.graph) == 1 else 's'}"
    notes = f"; {found}" if found else ""
    if not any(counts.values()):
        return f"no fault found in {nodes}, but nothing is stated that could be checked{notes}"
    agree = ", ".join(_counted(count, kind) for kind, count in counts.items() if count)
    one = sum(counts.values()) == 1
    return f"no fault found in {nodes}: {agree} agree{'s' if one else ''}{notes}"


def _counted(count: int, kind: str) -> str:
    return f"{count} {kind.removesuffix('s') if count == 1 else kind}"


def read_from(claims: Claims) -> str:
    """Return what was read, with how much of it there is: ``JSON: 3 nodes, 2 values``."""
    graph = claims.graph
    parts = [f"{len(graph)} node{'' if len(graph) == 1 else 's'}"]
    parts += [_counted(count, kind) for kind, count in checked(claims).items() if count]
    at = ", ".join(
        f"{printable(name)} = {value:.7g}" for name, value in list(claims.at.items())[:MOST_NAMES]
    ).replace("-", "−")
    more = f" and {len(claims.at) - MOST_NAMES} more" if len(claims.at) > MOST_NAMES else ""
    return f"read {claims.kind or 'a graph'}: {', '.join(parts)}" + (f", at {at}{more}" if at else "")


def assumed(claims: Claims) -> list[str]:
    """Return what was taken for granted while reading, each on a line."""
    told = dict.fromkeys(
        printable(note.message, LONGEST) for note in claims.notes if note.message and note.severity == "note"
    )
    return [f"note: {message}" for message in told]


def unjudged(claims: Claims, verdict: Verdict) -> list[str]:
    """Return what could not be judged, and why."""
    if verdict.tape is None:
        return ["not judged: values, local derivatives and gradients, since this is no computation yet"]
    tape, graph = verdict.tape, claims.graph
    missing = [node for node in graph.inputs if _is_missing(tape.primals[node])]
    told = []
    if missing and not claims.lines:
        labels = graph.labels()
        names = ", ".join(printable(labels[node]) for node in missing[:MOST_NAMES])
        more = f" and {len(missing) - MOST_NAMES} more" if len(missing) > MOST_NAMES else ""
        verb = "has" if len(missing) == 1 else "have"
        told.append(f"not judged: what depends on {names}{more}, which {verb} no value")
    if not claims.adjoints and not claims.lines and not claims.probes:
        told.append("not judged: gradients, since none is stated")
    return told


def _is_missing(value: float | None) -> bool:
    return value is None or value != value


def source_lines(source: Source) -> list[str]:
    r"""Return a place in somebody's code, and the code.

    Examples
    --------
    >>> source_lines(Source("engine.py", 12, "def rule():\n    x.grad = 1"))
    ['engine.py, line 12:', '    def rule():', '        x.grad = 1']
    """
    where = printable(f"{source.file}, line {source.line}".removeprefix(", "), 200)
    lines = [line.expandtabs(4).rstrip() for line in source.text.strip("\n").splitlines()]
    if not any(lines):
        return [where]
    shown = [f"    {printable(line, LONGEST_CODE)}" for line in lines[:MOST_CODE] if line]
    more = len(lines) - MOST_CODE
    return [f"{where}:", *shown, *([f"    ... {more} more lines"] if more > 0 else [])]


def grouped(told: Sequence[Told]) -> list[tuple[Finding, int]]:
    """Return the notes, those of one kind that say the same of several nodes once, with their number.

    Examples
    --------
    >>> grouped([Told(Finding("kink", message="a")), Told(Finding("kink", message="a"))])[0][1]
    2
    """
    counts: dict[tuple[str, str], list[Finding]] = {}
    for each in told:
        if each.number is None and each.finding.message:
            counts.setdefault((each.finding.fault, each.finding.message), []).append(each.finding)
    return [(same[0], len(same)) for same in counts.values()]
