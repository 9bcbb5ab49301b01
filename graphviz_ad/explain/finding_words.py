"""How findings about somebody's graph are told: where, what is given, what it should be."""

from __future__ import annotations

import re

from graphviz_ad.explain import signs
from graphviz_ad.explain.finding_order import Told
from graphviz_ad.explain.legible import printable
from graphviz_ad.finding import Finding
from graphviz_ad.graph import OUTPUT, Graph
from graphviz_ad.number import show
from graphviz_ad.wording import told

__all__ = ["DIGITS", "FindingWords", "own_names"]

DIGITS = 7
"""Of numbers that are to be told apart."""
MOST_OTHERS, MOST_OPERANDS = 3, 12
_LABEL = re.compile(r"\b[a-z]_*\d+\b")
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


def own_names(graph: Graph) -> dict[int, str]:
    """Return the name of every nameless operation that is an output: whoever wrote it calls it so.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> own_names(read_text("y = 2*tanh(x)"))
    {2: 'y'}
    """
    found: dict[int, str] = {}
    for output in graph.outputs:
        node = graph.operands[graph.starts[output]]
        if node >= 0 and node not in graph.names and graph.is_operation(node) and output in graph.names:
            found.setdefault(node, graph.names[output])
    return found


def _shown(value: float | str | None, digits: int) -> str:
    if value is None or isinstance(value, str):
        return printable(value or "", 200)
    return show(float(value), digits).text


class FindingWords:
    """The words of the findings about one graph.

    Parameters
    ----------
    graph
        What they are about.
    digits
        Significant digits of shown numbers.
    lang
        One of `graphviz_ad.wording.LANGUAGES`.
    """

    def __init__(self, graph: Graph, digits: int = DIGITS, lang: str = "en") -> None:
        self.graph = graph
        self.lang = lang
        self.digits = digits
        self.plain = graph.labels()
        own = self.own = own_names(graph)
        self._renamed = {self.plain[node]: name for node, name in own.items()}
        for node, name in own.items():
            self.plain[node] = name
        self.labels = [printable(label) for label in graph.typeset_labels()]
        self._typeset: dict[str, str] = {}
        for node, label in enumerate(self.plain):
            if node in own:
                self.labels[node] = printable(label)
            elif node not in graph.names:
                self._typeset[label] = self.labels[node]
        self._typeset |= {label: printable(name) for label, name in self._renamed.items()}

    def said(self, text: str) -> str:
        """Return a sentence in the reader's language."""
        return told(text, self.lang)

    def message(self, finding: Finding) -> str:
        """Return what a finding says, with the names that the nodes have here: v₁ for v1."""
        return self.said(_LABEL.sub(lambda found: self._typeset.get(found[0], found[0]), finding.message))

    def hint(self, finding: Finding) -> str:
        """Return what to do; it may be code, so that labels stay as they are."""
        return self.said(_LABEL.sub(lambda found: self._renamed.get(found[0], found[0]), finding.hint))

    def label(self, node_id: str | None) -> str:
        """Return what the node with a structural id is called, '' where there is none."""
        node = self.node(node_id)
        return "" if node is None else self.labels[node]

    def node(self, node_id: str | None) -> int | None:
        """Return the index of a structural id, ``n3`` or that of an edge, ``n3_1``."""
        digits = (node_id or "").partition("_")[0].removeprefix("n")
        if not digits.isdecimal() or not digits.isascii():
            return None
        node = int(digits)
        return node if node < len(self.graph) else None

    def edge(self, edge_id: str | None) -> tuple[int, int, int] | None:
        """Return tail, head and slot of the structural id of an edge; a constant's tail is negative."""
        head = self.node(edge_id)
        slot = (edge_id or "").partition("_")[2]
        if head is None or not slot.isdecimal():
            return None
        position = self.graph.starts[head] + int(slot)
        if position >= self.graph.starts[head + 1]:
            return None
        return self.graph.operands[position], head, int(slot)

    def place(self, finding: Finding) -> str:
        """Return where a finding is: ``p``, ``c = p³``, ``operand x of t = tanh(x)``; '' for nowhere.

        Examples
        --------
        >>> from graphviz_ad.read import read_text
        >>> words = FindingWords(read_text("t = tanh(x); y = t*t"))
        >>> words.place(Finding("wrong_local", node="n1", edge="n1_0"))
        'operand x of t = tanh(x)'
        >>> words.place(Finding("wrong_local", node="n2", edge="n2_1"))
        'operand t (2nd) of y = t·t'
        """
        edge = self.edge(finding.edge)
        if edge is None:
            node = self.node(finding.node)
            return "" if node is None else self.told(node)
        tail, head, slot = edge
        return self.said(f"operand {self._operand(tail)}{self._turn(tail, head, slot)} of {self.told(head)}")

    def short_place(self, finding: Finding) -> str:
        """Return where a finding is without formulas: ``p``, ``x of t``."""
        edge = self.edge(finding.edge)
        if edge is None:
            return self.label(finding.node)
        tail, head, slot = edge
        return self.said(f"{self._operand(tail)}{self._turn(tail, head, slot)} of {self.labels[head]}")

    def told(self, node: int) -> str:
        """Return a node with what it computes: ``t = tanh(x)``."""
        graph, label = self.graph, self.labels[node]
        operands = graph.operands[graph.starts[node] : graph.starts[node + 1]]
        if graph.is_operation(node):
            shown = [self._operand(x) for x in operands[:MOST_OPERANDS]]
            if len(operands) > MOST_OPERANDS:
                shown[-1] = self.said(f"and {len(operands) - MOST_OPERANDS + 1} more")
            return f"{label} = {signs.formula(printable(graph.ops[node]), shown)}"
        same = [self._operand(x) for x in operands]
        return f"{label} = {same[0]}" if graph.ops[node] == OUTPUT and same and same[0] != label else label

    def number(self, value: float | str | None) -> str:
        """Return a given or expected number, or the words that stand for it."""
        return self.said(_shown(value, self.digits)) if isinstance(value, str) else _shown(value, self.digits)

    def numbers(self, finding: Finding) -> str:
        """Return ``given 2, should be 3``, or what of it there is."""
        given, expected = self.pair(finding.given, finding.expected)
        if not given:
            return self.said(f"should be {expected}") if expected else ""
        return self.said(f"given {given}, should be {expected}" if expected else f"given {given}")

    def pair(self, given: float | str | None, expected: float | str | None) -> tuple[str, str]:
        """Return two numbers with as many digits as it takes to tell them apart.

        Examples
        --------
        >>> from graphviz_ad.read import read_text
        >>> FindingWords(read_text("x"), 3).pair(0.12345, 0.12349)
        ('0.12345', '0.12349')
        """
        told = self.number(given), self.number(expected)
        if not isinstance(given, str) and not isinstance(expected, str) and given != expected:
            for digits in range(self.digits + 1, 18):
                if None in (given, expected) or told[0] != told[1]:
                    break
                told = _shown(given, digits), _shown(expected, digits)
        return told

    def what(self, finding: Finding) -> str:
        """Return the kind of a fault in words: ``wrong local``."""
        return self.said(printable(finding.fault.replace("_", " ")))

    def others(self, told: Told) -> str:
        """Return what else would give the same numbers: ``rule missing at e``; '' for nothing.

        Examples
        --------
        >>> from graphviz_ad.read import read_text
        >>> words = FindingWords(read_text("t = tanh(x); y = t*t"))
        >>> words.others(Told(Finding("kink"), 1, None, (Finding("rule_missing", node="n1"),) * 2))
        'rule missing at t'
        """
        own = self._named(told.finding)
        named = [name for name in dict.fromkeys(map(self._named, told.instead)) if name != own]
        shown, more = named[:MOST_OTHERS], len(named) - MOST_OTHERS
        if more > 0:
            return self.said(f"{', '.join(shown)} or {more} other{'' if more == 1 else 's'}")
        return self.said(" or ".join(filter(None, (", ".join(shown[:-1]), *shown[-1:]))))

    def _named(self, finding: Finding) -> str:
        place = self.short_place(finding)
        return self.said(f"{self.what(finding)} at {place}") if place else self.what(finding)

    def _operand(self, operand: int) -> str:
        if operand >= 0:
            return self.labels[operand]
        return self.graph.constant_text(operand).replace("-", "−")

    def _turn(self, tail: int, head: int, slot: int) -> str:
        """Return the operand's place, `` (2nd)``, where other operands are the same node."""
        graph = self.graph
        if list(graph.operands[graph.starts[head] : graph.starts[head + 1]]).count(tail) < 2:
            return ""
        return self.said(f" ({_ORDINALS.get(slot + 1, f'{slot + 1}th')})")
