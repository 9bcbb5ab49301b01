"""Claims as JSON: the form in which people write graphs by hand, with everything that was stated."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from graphviz_ad.claims import Claims, Line, Probe
from graphviz_ad.differentiate.sweep import reverse
from graphviz_ad.finding import Finding, Source
from graphviz_ad.graph import CONSTANT, OUTPUT, Graph
from graphviz_ad.number import json_number
from graphviz_ad.tape import NOT_DIFFERENTIATED, Tape
from graphviz_ad.write.graph_document import graph_document

__all__ = ["claims_document"]

Json = dict[str, object]


def claims_document(claims: Claims, right: Tape | None = None) -> Json:
    """Return claims as a JSON document, which `graphviz_ad.read.claims` reads back as the same claims.

    Parameters
    ----------
    claims
        What a graph states.
    right
        The graph computed.  With it the document states what is right, and in ``claims`` there
        is nothing about what was wrong: the corrected graph.

    Examples
    --------
    >>> from graphviz_ad.differentiate import evaluate
    >>> from graphviz_ad.read import read_text
    >>> claims = Claims(read_text("y = 3*x"), {"x": 2}, partials={1: 2.0}, adjoints={0: 2.0})
    >>> content = claims_document(claims)
    >>> content["nodes"][1]["local"], content["grads"]
    ([None, 2], {'x': 2})
    >>> content = claims_document(claims, evaluate(claims.graph, {"x": 2}))
    >>> content["nodes"][1]["local"], content["nodes"][1]["value"], content["grads"]
    ([None, 3], 6, {'x': 3})
    """
    # What was called by a wrong name is called by the right one in the graph that was computed.
    graph = claims.graph if right is None else right.graph
    if right is None:
        numbers = _Numbers(claims.values, claims.partials, claims.adjoints)
        content = graph_document(graph, claims.at)
    else:
        numbers = _right(right)
        content = graph_document(graph, right.at)
    nodes = content["nodes"]
    assert isinstance(nodes, list)  # noqa: S101 - for the type checker
    for index, node in enumerate(nodes):
        _state(node, graph, index, numbers)
    names = {node: graph.names[node] for node in graph.inputs}
    grads = {names[node]: _exact(numbers.adjoints[node]) for node in names if node in numbers.adjoints}
    if grads:
        content["grads"] = grads
    content["claims"] = {"kind": claims.kind} if right is not None else _said(claims)
    return content


class _Numbers:
    """The numbers that a document states: values and gradients by node, local derivatives by edge."""

    def __init__(
        self, values: Mapping[int, float], partials: Mapping[int, float], adjoints: Mapping[int, float]
    ) -> None:
        self.values = values
        self.partials = partials
        self.adjoints = adjoints


def _right(tape: Tape) -> _Numbers:
    """Return the true numbers, as far as they are known."""
    graph = tape.graph
    adjoints = reverse(tape, dict.fromkeys(graph.outputs, 1.0)) if tape.complete else []
    live = [edge for edge, state in enumerate(tape.states) if state != NOT_DIFFERENTIATED]
    partials = {edge: tape.partials[edge] for edge in live}
    return _Numbers(_known(enumerate(tape.primals)), _known(partials.items()), _known(enumerate(adjoints)))


def _known(items: object) -> dict[int, float]:
    return {k: number for k, number in items if number is not None}  # type: ignore[attr-defined]


def _state(node: Json, graph: Graph, index: int, numbers: _Numbers) -> None:
    """Add what is stated of a node."""
    if index in numbers.values and graph.ops[index] != CONSTANT:
        node["value"] = _exact(numbers.values[index])
    first, last = graph.starts[index], graph.starts[index + 1]
    local = [numbers.partials.get(edge) for edge in range(first, last)]
    if any(number is not None for number in local) and graph.ops[index] != OUTPUT:
        node["local"] = [_exact(number) for number in local]
    if index in numbers.adjoints and index not in graph.inputs:
        node["grad"] = _exact(numbers.adjoints[index])


def _said(claims: Claims) -> Json:
    """Return what claims say beyond the graph and its numbers."""
    graph = claims.graph
    heads = {}
    if claims.probes:
        heads = {edge.position: edge.id for edge in graph.edges if edge.position in claims.probes}
    found: Json = {
        "kind": claims.kind,
        "stated_ops": {f"n{node}": word for node, word in claims.stated_ops.items()},
        "probes": {heads[edge]: _probe(probe) for edge, probe in claims.probes.items() if edge in heads},
        "missing_rules": [f"n{node}" for node in sorted(claims.missing_rules)],
        "order": [f"n{node}" for node in claims.order],
        "sources": {f"n{node}": _source(source) for node, source in claims.sources.items()},
        "notes": _findings(claims.notes),
        "structure": _findings(claims.structure),
        "lines": [_line(line) for line in claims.lines],
    }
    return {key: value for key, value in found.items() if value or key == "kind"}


def _probe(probe: Probe) -> Json:
    return {key: _exact(getattr(probe, key)) for key in Probe.__annotations__}


def _source(source: Source) -> Json:
    return {"file": source.file, "line": source.line, "text": source.text}


def _line(line: Line) -> Json:
    node = None if line.node is None else f"n{line.node}"
    return {
        "number": line.number,
        "text": line.text,
        "name": line.name,
        "node": node,
        "adds": line.adds,
        "formula": line.formula,
    }


def _findings(findings: Sequence[Finding]) -> list[Json]:
    return [_finding(finding) for finding in findings]


def _finding(finding: Finding) -> Json:
    names = [name for name in Finding.__annotations__ if name != "source"]
    told = {name: getattr(finding, name) for name in names}
    found = {name: value for name, value in told.items() if value not in (None, "") or name == "fault"}
    found = {name: _exact(value) if isinstance(value, float) else value for name, value in found.items()}
    return found if finding.source is None else {**found, "source": _source(finding.source)}


def _exact(value: float | None) -> object:
    """Return a number as JSON has it; -0 stays what it is."""
    if value is None:
        return None
    return -0.0 if value == 0 and math.copysign(1, value) < 0 else json_number(float(value))
