"""The report of the debugger as JSON, schema 1: the interface for programs."""

from __future__ import annotations

from graphviz_ad.check.verdict import Verdict
from graphviz_ad.claims import Claims
from graphviz_ad.explain.finding_words import FindingWords
from graphviz_ad.finding import Finding
from graphviz_ad.number import json_number
from graphviz_ad.write.report_words import checked

__all__ = ["report_document"]

SCHEMA = 1
Json = dict[str, object]


def report_document(claims: Claims, verdict: Verdict) -> Json:
    """Return the verdict as a JSON document, schema 1.

    Nodes have the ids ``n0``, ``n1``, ... in the order in which they are computed; ``labels``
    says what those that occur are called in the source.

    Returns
    -------
    dict
        ``findings`` are in the order of the report; ``follows`` is the position of the finding
        that one follows from, null for a root; ``instead`` are other faults that would give the
        same numbers.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> claims = Claims(read_text("t = tanh(x)"), {"x": 0.8})
    >>> found = Finding("wrong_local", "error", "n1", "n1_0", None, 0.66, 0.559)
    >>> document = report_document(claims, Verdict((found,), (None,)))
    >>> document["ok"], document["labels"], document["findings"][0]["edge"]
    (False, {'n0': 'x', 'n1': 't'}, ['n0', 'n1', 0])
    """
    words = FindingWords(claims.graph)
    findings = [
        {
            **_finding(words, finding),
            "follows": root,
            "instead": [_finding(words, other) for other in verdict.instead.get(place, ())],
        }
        for place, (finding, root) in enumerate(zip(verdict.findings, verdict.roots, strict=True))
    ]
    counts = checked(claims)
    return {
        "schema": SCHEMA,
        "ok": verdict.ok,
        "kind": claims.kind,
        "at": {name: json_number(float(value)) for name, value in claims.at.items()},
        "checked": {
            "nodes": len(claims.graph),
            "values": counts["values"],
            "locals": counts["local derivatives"],
            "gradients": counts["gradients"],
        },
        "labels": _labels(words, verdict),
        "findings": findings,
        "notes": [
            {"fault": note.fault, "node": note.node, "message": note.message, "hint": note.hint}
            for note in claims.notes
        ],
    }


def _finding(words: FindingWords, finding: Finding) -> Json:
    edge = words.edge(finding.edge)
    source = finding.source
    return {
        "fault": finding.fault,
        "severity": finding.severity,
        "node": finding.node,
        "edge": None if edge is None else [_id(edge[0]), f"n{edge[1]}", edge[2]],
        "by": finding.by,
        "given": _number(finding.given),
        "expected": _number(finding.expected),
        "message": finding.message,
        "hint": finding.hint,
        "source": None if source is None else {"file": source.file, "line": source.line, "text": source.text},
    }


def _id(operand: int) -> str | None:
    """Return the id of an operand; a constant that is written into an operation has none."""
    return f"n{operand}" if operand >= 0 else None


def _number(value: float | str | None) -> float | int | str | None:
    return value if value is None or isinstance(value, str) else json_number(float(value))


def _labels(words: FindingWords, verdict: Verdict) -> dict[str, str]:
    """Return what every node that a finding names is called."""
    nodes: set[int] = set()
    for finding in (*verdict.findings, *(other for more in verdict.instead.values() for other in more)):
        edge = words.edge(finding.edge)
        ends = () if edge is None else edge[:2]
        found = (words.node(finding.node), words.node(finding.by), *ends)
        nodes.update(node for node in found if node is not None and node >= 0)
    return {f"n{node}": words.plain[node] for node in sorted(nodes)}
