"""How nodes, paths and factors are told in words, the same in pictures and in text.

A path is told from the output back, each operation by sign and label:
``L ← × v₇ ← − v₃ ← + v₂ ← × v₁ ← x``.  Where two operands of an operation are the same node,
the operand's place is said too, so that no two paths read alike.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from graphviz_ad.errors import AdvizError
from graphviz_ad.explain import signs
from graphviz_ad.explain.legible import holds, printable
from graphviz_ad.explanation import Chain, Derivation
from graphviz_ad.expression import TYPESET, parse_expression, write
from graphviz_ad.finding import Finding
from graphviz_ad.graph import OUTPUT
from graphviz_ad.number import DIGITS, show, subscript
from graphviz_ad.wording import told

__all__ = ["ARROW", "TIMES", "Words", "forks", "holds", "path_words", "printable"]

ARROW, TIMES = " ← ", " · "
LONG, ENDS = 40, 6
MOST_GIVEN = 40
_NEEDS_BRACKETS = frozenset(("add", "sub", "div", "mod", "floordiv", "neg", "pos", "if", "compare"))
_MANY_DIGITS = re.compile(r"\d[\d.]{12,}\d")
_NUMBERS = {"pi": "π", "tau": "τ"}
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


class Words:
    """The words of one derivation; made once, since labels are numbered over the whole graph.

    Parameters
    ----------
    derivation
        What is told.
    digits
        Significant digits of shown numbers.
    lang
        One of `graphviz_ad.wording.LANGUAGES`.
    """

    def __init__(self, derivation: Derivation, digits: int = DIGITS, lang: str = "en") -> None:
        self.derivation = derivation
        self.lang = lang
        self.graph = graph = derivation.tape.graph
        self.digits = digits
        self.labels = [printable(label) for label in graph.typeset_labels()]
        plain = graph.labels()
        # Only labels of ours get subscripts: the names that the texts of symbols are made of.
        ours = range(len(graph))
        self.names = {plain[i]: self.labels[i] for i in ours if i not in graph.names}
        # A variable that is called pi is no number, and is written as it is called.
        self.names |= {name: name for name in _NUMBERS if name in graph.scope}
        # Somebody's graph may bear a name twice; then the id tells the nodes apart.
        bearers = Counter(label for i, label in enumerate(self.labels) if graph.ops[i] != OUTPUT)
        for index, label in enumerate(self.labels):
            if bearers[label] > 1 and graph.ops[index] != OUTPUT:
                self.labels[index] = f"{label} (n{index})"
        self._typeset: dict[str, tuple[str, bool]] = {}
        self._forks: frozenset[int] | None = None

    def told(self, text: str) -> str:
        """Return a sentence in the reader's language."""
        return told(text, self.lang)

    def name(self, name: str) -> str:
        """Return the name of a variable, safe to show."""
        return printable(name)

    def sign(self, node: int) -> str:
        """Return the sign of an operation with its constants, ``× 2``; '' for other nodes."""
        graph = self.graph
        if not graph.is_operation(node):
            return ""
        operands = graph.operands[graph.starts[node] : graph.starts[node + 1]]
        args = [None if x >= 0 else self.short(x) for x in operands]
        return printable(signs.sign(graph.ops[node], args))

    def constant(self, operand: int) -> str:
        """Return a constant that is written into an operation, typeset."""
        text = self.graph.constant_text(operand)
        return _NUMBERS.get(text, text.replace("-", "−"))

    def short(self, operand: int) -> str:
        """Return a constant as `constant` does, rounded (``≈ 2.507``) where it has very many digits."""
        text = self.constant(operand)
        if not self.is_rounded(text):
            return text
        shown = show(self.graph.constants[-1 - operand], self.digits)
        return shown.text if shown.exact else f"{shown.equals} {shown.text}"

    def formula(self, node: int) -> str:
        """Return an operation with its operands in labels, ``m·x``."""
        graph = self.graph
        operands = graph.operands[graph.starts[node] : graph.starts[node + 1]]
        args = [self.constant(x) if x < 0 else self.labels[x] for x in operands]
        return signs.formula(printable(graph.ops[node]), args)

    def node(self, node: int) -> str:
        """Return a node by sign and label, ``× v₇``; variables by name alone."""
        sign = self.sign(node)
        return f"{sign} {self.labels[node]}" if sign else self.labels[node]

    def place(self, edge: int) -> str:
        """Return the operand's place, `` (2nd)``, where other operands are the same node; else ''."""
        graph = self.graph
        view = graph.edge(edge)
        operands = graph.operands[graph.starts[view.head] : graph.starts[view.head + 1]]
        if operands.count(view.tail) < 2:
            return ""
        return self.told(f" ({_ORDINALS.get(view.slot + 1, f'{view.slot + 1}th')})")

    def steps(self, chain: Chain, target: int) -> list[str]:
        """Return the nodes along a path in words, the output first; long paths are cut.

        What is left out is the same on all shown paths: steps where they part are kept.
        """
        edges, tails = chain.path.edges, self.graph.operands
        kept = self._kept(edges)
        steps = [self.labels[target]]
        skipped = 0
        for place, edge in enumerate(edges):
            if kept is not None and place not in kept:
                skipped += 1
                continue
            if skipped:
                steps.append(self.told(f"… {skipped} more …"))
                skipped = 0
            steps.append(self.node(tails[edge]) + self.place(edge))
        return steps

    def path(self, chain: Chain, target: int) -> str:
        """Return ``L ← × v₇ ← − v₃ ← x``."""
        return ARROW.join(self.steps(chain, target))

    def symbol(self, text: str) -> str:
        """Return the text of a symbol as it is shown: ``2·v₃``."""
        return self._shown(text)[0]

    def is_rounded(self, text: str) -> bool:
        """Whether a formula has a number with so many digits that it can only be rounded."""
        return _MANY_DIGITS.search(text) is not None

    def factor(self, text: str) -> str:
        """Return the text of a symbol as a factor: in brackets where it is a sum or negative."""
        shown, brackets = self._shown(text)
        return f"({shown})" if brackets else shown

    def local_derivatives(self, chain: Chain) -> str:
        """Return ``1 · v₆ · (−1) · 1 · m``."""
        return self._product([self.factor(symbol) for symbol in chain.symbols], chain)

    def numbers(self, chain: Chain) -> str:
        """Return ``1 · (−9) · (−1) · 1 · 2``; where a value is missing, the symbol."""
        pairs = zip(chain.factors, chain.symbols, strict=True)
        return self._product(
            [
                self.factor(symbol) if factor is None else signs.bracketed(show(factor, self.digits).text)
                for factor, symbol in pairs
            ],
            chain,
        )

    def product(self, chain: Chain) -> tuple[str, bool]:
        """Return the product, and whether what is shown of the chain multiplies to it exactly.

        Without a number it is the formula in the inputs, or '' when no algebra was asked for.
        """
        if chain.product is None:
            return ("" if chain.symbol is None else self.symbol(chain.symbol)), True
        shown = show(chain.product, self.digits)
        factors = [show(factor, self.digits) for factor in chain.factors if factor is not None]
        exact = shown.exact and all(factor.exact for factor in factors)
        if not math.isfinite(chain.product) and all(math.isfinite(f or 0.0) for f in chain.factors):
            exact = False  # the floats have overflown, not the numbers
        return shown.text, exact and holds((f.text for f in factors), shown.text, product=True)

    def message(self, note: Finding) -> str:
        """Return what a note says, with our labels set as everywhere: v₁."""
        message = re.sub(r"\b[a-z]_*\d+\b", lambda found: self.names.get(found[0], found[0]), note.message)
        return self.told(message)

    def derivative(self, output: str, name: str) -> str:
        """Return ``∂L/∂x``."""
        return f"∂{self.name(output)}/∂{self.name(name)}"

    def given(self) -> str:
        """Return the values that were given: ``x = 3, c = 4``, or ''."""
        at = list(self.derivation.tape.at.items())
        given = [f"{self.name(name)} = {show(value, 17).text}" for name, value in at[:MOST_GIVEN]]
        more = len(at) - len(given)
        return ", ".join(given + ([self.told(f"… {more} more")] if more else []))

    def _shown(self, text: str) -> tuple[str, bool]:
        found = self._typeset.get(text)
        if found is None:
            try:
                term = parse_expression(text)
                brackets = term.op in _NEEDS_BRACKETS or (term.op == "number" and term.value < 0)
                found = write(term, TYPESET, self.names), brackets
            except AdvizError:  # names of somebody's graph that our language does not have
                found = printable(subscript(text) if text in self.names else text), False
            self._typeset[text] = found
        return found

    def _product(self, factors: Sequence[str], chain: Chain) -> str:
        kept = self._kept(chain.path.edges)
        if kept is not None:
            factors = [*factors[:ENDS], "…", *factors[-ENDS:]]
        return TIMES.join(factors) if factors else "1"

    def _kept(self, edges: Sequence[int]) -> frozenset[int] | None:
        """Return the places of a long path that are told, or None for all."""
        if len(edges) <= LONG:
            return None
        if self._forks is None:
            self._forks = forks(chain for e in self.derivation.explanations for chain in e.chains)
        ends = (*range(ENDS), *range(len(edges) - ENDS, len(edges)))
        return frozenset((*ends, *(place for place, edge in enumerate(edges) if edge in self._forks)))


def forks(chains: Iterable[Chain]) -> frozenset[int]:
    """Return the edges by which shown paths part: different ones that follow the same edge."""
    following: dict[int, int] = {}
    parting: set[int] = set()
    for chain in chains:
        # -1 stands before every path, so that paths from different outputs part too.
        for edge, after in pairwise((-1, *chain.path.edges)):
            known = following.setdefault(edge, after)
            if known != after:
                parting.update((known, after))
    return frozenset(parting)


def path_words(derivation: Derivation, chain: Chain) -> str:
    """Return one path in words; for many, make one `Words`."""
    graph = derivation.tape.graph
    output = graph.edge(chain.path.edges[0]).head if chain.path.edges else graph.outputs[0]
    return Words(derivation).path(chain, output)
