"""What a line of a backward pass should read, in the names that its author uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphviz_ad import ops
from graphviz_ad.check.plan import Plan
from graphviz_ad.expression import Term, name, number, simplify, substitute, write
from graphviz_ad.graph import CONSTANT, OUTPUT, Graph
from graphviz_ad.rule import RESULT, parsed

__all__ = ["contribution", "right_side", "spelled"]

_LARGEST = 40
"""A formula of more nodes than this is not told: nobody would type it."""

_SIGNS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}
_ARITHMETIC = frozenset(("add", "sub", "mul", "div", "floordiv", "mod", "pow", "neg"))


def right_side(plan: Plan, node: int, position: int, edges: Sequence[int] | None = None) -> str:
    r"""Return the formula of the gradient of a node, '' where it is too long to be of use.

    Parameters
    ----------
    plan
        The backward pass.
    node
        Whose gradient.
    position
        The line; gradients that lines above give have their names.
    edges
        The contributions; all, if None.

    Examples
    --------
    >>> from graphviz_ad.check.plan import plan_of
    >>> from graphviz_ad.read.claims.typed_pass import read_backward_pass
    >>> text = "u = m*x + c; e = y - u; L = e**2\n---\ndL = 1\nde = 0\ndu = 0\ndm = 0"
    >>> plan = plan_of(read_backward_pass(text))
    >>> [right_side(plan, line.node, k) for k, line in enumerate(plan.lines)]
    ['1', '2*e*dL', '-de', 'du*x']
    """
    wanted = plan.uses[node] if edges is None else edges
    region = _transparent(plan, [plan.heads[edge] for edge in wanted], position)
    if region is None:
        return ""
    gradients: dict[int, Term] = {}
    for head in region:
        called = _gradient_name(plan, head, position)
        if called is not None:
            gradients[head] = name(called)
        else:
            seed = [number(1.0)] if head in plan.seeds else []
            gradients[head] = _sum([*seed, *(_part(plan, edge, gradients) for edge in plan.uses[head])])
    seed = [number(1.0)] if node in plan.seeds and edges is None else []
    return write(simplify(_sum([*seed, *(_part(plan, edge, gradients) for edge in wanted)])))


def contribution(plan: Plan, edge: int, position: int) -> str:
    """Return the formula of what one edge gives to its operand."""
    return right_side(plan, plan.graph.operands[edge], position, [edge])


def spelled(plan: Plan, node: int) -> str:
    """Return a value by its name, else as the formula that it is."""
    return write(_value(plan, node))


def _gradient_name(plan: Plan, node: int, position: int) -> str | None:
    """Return the name of a gradient that is complete above a line."""
    lines = plan.lines_of.get(node)
    return plan.lines[lines[-1]].name if lines and lines[-1] < position else None


def _transparent(plan: Plan, heads: Sequence[int], position: int) -> list[int] | None:
    """Return the operations on the way to gradients that have names, consumers first; None if many."""
    found, todo = set(heads), list(heads)
    while todo:
        head = todo.pop()
        for edge in plan.uses[head] if _gradient_name(plan, head, position) is None else ():
            consumer = plan.heads[edge]
            if consumer not in found:
                found.add(consumer)
                todo.append(consumer)
        if len(found) > _LARGEST:
            return None
    return sorted(found, reverse=True)


def _part(plan: Plan, edge: int, gradients: Mapping[int, Term]) -> Term:
    """Return local derivative times gradient, the gradient first where the other is a single name."""
    graph, head = plan.graph, plan.heads[edge]
    if graph.ops[head] == OUTPUT:
        return gradients[head]
    row, first = ops.TABLE[graph.ops[head]], graph.starts[head]
    values = {RESULT: _value(plan, head)}
    for param, operand in zip(row.operands, graph.operands[first : graph.starts[head + 1]], strict=True):
        values[param] = _value(plan, operand)
    local = simplify(substitute(parsed(row.partials[edge - first]), values))
    pair = (gradients[head], local) if local.op == "name" else (local, gradients[head])
    return Term("mul", pair)


def _sum(terms: Sequence[Term]) -> Term:
    total = terms[0] if terms else number(0.0)
    for term in terms[1:]:
        total = Term("add", (total, term))
    return total


def _value(plan: Plan, operand: int) -> Term:
    """Return a value by its name, else as the formula that it is."""
    graph, called = plan.graph, plan.called
    if operand < 0 or operand in called:
        return _leaf(graph, operand, called)
    found, todo = {operand}, [operand]
    while todo and len(found) <= _LARGEST:
        node = todo.pop()
        for inner in graph.operands[graph.starts[node] : graph.starts[node + 1]]:
            if inner >= 0 and inner not in called and inner not in found:
                found.add(inner)
                todo.append(inner)
    if len(found) > _LARGEST:
        return name(graph.labels()[operand])
    terms: dict[int, Term] = {}
    for node in sorted(found):
        operands = graph.operands[graph.starts[node] : graph.starts[node + 1]]
        args = tuple(terms[k] if k in terms else _leaf(graph, k, called) for k in operands)
        terms[node] = _applied(graph.ops[node], args)
    return terms[operand]


def _leaf(graph: Graph, operand: int, called: Mapping[int, str]) -> Term:
    if operand >= 0:
        return name(called[operand])
    symbol = graph.symbols.get(-1 - operand)
    return name(symbol) if symbol else number(graph.constants[-1 - operand])


def _applied(op: str, args: tuple[Term, ...]) -> Term:
    if op in _ARITHMETIC:
        return Term(op, args)
    if op in (CONSTANT, OUTPUT):
        return args[0]
    if op in _SIGNS:
        return Term("compare", args, _SIGNS[op])
    return Term("call", args, op)
