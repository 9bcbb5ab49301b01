"""The one shape of everything adviz has to say about a graph.

Notes of the tape (a kink, a domain edge), findings of the debugger and the
``notes`` of the JSON document are all a `Finding`.
"""

from __future__ import annotations

from graphviz_ad.noun import noun

__all__ = ["Finding", "Source"]


@noun
class Source:
    """Where in somebody's files a finding points to."""

    file: str
    line: int
    text: str


@noun
class Finding:
    """One thing to know about one place of a graph.

    Attributes
    ----------
    fault
        Identifier: ``kink``, ``flat``, ``domain_edge``, ``not_real``, ``non_finite``,
        ``unused_input``, ...
    severity
        ``error``, ``warning`` or ``note``.
    node, edge
        Structural ids, ``n3`` and ``n3_1``, or None.
    by
        The node that caused it, when that is another one.
    given, expected
        The two numbers (or words) that part, when there are two.
    message, hint
        What a reader is told, and what to do about it.
    source
        Place in a file, for graphs that were built by somebody's code.
    """

    fault: str
    severity: str = "note"
    node: str | None = None
    edge: str | None = None
    by: str | None = None
    given: float | str | None = None
    expected: float | str | None = None
    message: str = ""
    hint: str = ""
    source: Source | None = None
