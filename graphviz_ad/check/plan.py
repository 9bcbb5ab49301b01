"""What of a backward pass that was derived by hand is known before any number is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphviz_ad.claims import Claims, Line
from graphviz_ad.expression import Term, parse_expression, walk
from graphviz_ad.graph import Graph
from graphviz_ad.noun import noun
from graphviz_ad.read.claims.gradient_names import adjoint_of

__all__ = ["Plan", "adjoint_node", "plan_of"]


@noun
class Plan:
    """What of a backward pass does not depend on the point.

    Attributes
    ----------
    graph, lines, terms
        The graph; the lines and their right sides.
    names
        By line: the names on its right side.
    lines_of
        Positions of the lines that give the gradient of a node, by node.
    early
        By line: nodes whose gradient it uses although a later line still adds to it, or gives it
        first, or none does.
    undefined
        The lines that use a gradient which no line above gives.
    uses, heads
        The edges that use each node; the operation of each edge.
    seeds
        The outputs that are differentiated.
    called
        The name of a value, by node; an output's is that of the operation it shows.
    """

    graph: Graph
    lines: Sequence[Line]
    terms: Sequence[Term]
    names: Sequence[Sequence[str]]
    lines_of: Mapping[int, Sequence[int]]
    early: Sequence[Sequence[int]]
    undefined: frozenset[int]
    uses: Sequence[Sequence[int]]
    heads: Sequence[int]
    seeds: Sequence[int]
    called: Mapping[int, str]

    def is_above(self, head: int, node: int) -> bool:
        """Whether the gradient of an operation is complete above the last line of an operand's.

        What a line below says of the operation cannot have been used there.
        """
        lines = self.lines_of.get(head)
        return lines is not None and lines[-1] < self.lines_of.get(node, (len(self.lines),))[-1]


def plan_of(claims: Claims) -> Plan:
    r"""Return what is known of a backward pass before any number is.

    Examples
    --------
    >>> from graphviz_ad.read.claims.typed_pass import read_backward_pass
    >>> plan = plan_of(read_backward_pass("u = x*x; y = 3*u\n---\ndx = 2*x*du\ndu = 3"))
    >>> plan.lines_of, plan.early
    ({0: [0], 1: [1]}, [[1], []])
    """
    graph, lines = claims.graph, claims.lines
    terms = [parse_expression(line.formula) for line in lines]
    names = [list(dict.fromkeys(p.text for p in walk(term) if p.op == "name")) for term in terms]
    lines_of: dict[int, list[int]] = {}
    for position, line in enumerate(lines):
        if line.node is not None:
            lines_of.setdefault(line.node, []).append(position)
    early: list[list[int]] = []
    undefined: set[int] = set()
    given: dict[str, int | None] = {}
    for position, line in enumerate(lines):
        used = [adjoint_node(name, given, graph.scope) for name in names[position]]
        unready = [node for node in used if node is not None and node != line.node]
        early.append([node for node in unready if node not in lines_of or lines_of[node][-1] > position])
        if any(node not in lines_of or lines_of[node][0] > position for node in unready):
            undefined.add(position)
        given[line.name] = line.node
    heads = [0] * len(graph.operands)
    uses: list[list[int]] = [[] for _ in range(len(graph))]
    for edge in graph.edges:
        heads[edge.position] = edge.head
        uses[edge.tail].append(edge.position)
    called = {node: name for name, node in reversed(list(graph.scope.items()))}
    seeds = _seeds(graph, lines_of)
    return Plan(graph, lines, terms, names, lines_of, early, frozenset(undefined), uses, heads, seeds, called)


def adjoint_node(name: str, given: Mapping[str, int | None], scope: Mapping[str, int]) -> int | None:
    """Return the node whose gradient a name on a right side is."""
    if name in given:
        return given[name]
    key = None if name in scope else adjoint_of(name, scope)
    return None if key is None else scope[key]


def _seeds(graph: Graph, lines_of: Mapping[int, Sequence[int]]) -> list[int]:
    """Return the outputs whose gradient is given, all if that is so of none."""
    shown = {node: graph.operands[graph.starts[node]] for node in graph.outputs}
    return [node for node, operand in shown.items() if operand in lines_of] or list(graph.outputs)
