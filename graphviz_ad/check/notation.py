"""How findings speak of nodes, edges and numbers."""

from __future__ import annotations

from collections.abc import Sequence

from graphviz_ad.check.truth import Truth
from graphviz_ad.expression import Term, fold, simplify, substitute, typeset, write
from graphviz_ad.finding import Finding
from graphviz_ad.graph import OUTPUT
from graphviz_ad.noun import replace
from graphviz_ad.number import show
from graphviz_ad.ops import TABLE
from graphviz_ad.rule import RESULT, parsed

__all__ = [
    "at_edge",
    "at_node",
    "formula",
    "label",
    "line",
    "number",
    "numbers",
    "operation",
    "slope",
    "slopes",
    "use",
]


def number(value: float) -> str:
    """Return a number as findings show it; seven digits, since two of them are to be told apart.

    Examples
    --------
    >>> number(2.2255409285), number(-3.0)
    ('2.225541', '−3')
    """
    return show(value, 7).text


def numbers(given: float, expected: float) -> tuple[str, str]:
    """Return two numbers with as many digits as it takes to tell them apart.

    Examples
    --------
    >>> numbers(1.6807071, 1.6807073), numbers(2.0, 3.0)
    (('1.6807071', '1.6807073'), ('2', '3'))
    """
    for digits in range(7, 18):
        told = show(given, digits).text, show(expected, digits).text
        if told[0] != told[1] or given == expected:
            break
    return told


def label(truth: Truth, node: int) -> str:
    """Return what a node is called; an output is called what it shows."""
    graph = truth.graph
    if graph.ops[node] == OUTPUT and node not in graph.names:
        return label(truth, graph.operands[graph.starts[node]])
    return truth.labels[node]


def operation(truth: Truth, node: int) -> str:
    """Return the sign of an operation, else its name: ``**``, ``+``, ``tanh``."""
    op = truth.graph.ops[node]
    return {"add": "+", "sub": "−", "mul": "*", "div": "/", "pow": "**"}.get(op, op)


def use(truth: Truth, edge: int) -> str:
    """Return an edge in the direction in which the gradient goes: ``t → x``."""
    return f"{label(truth, truth.heads[edge])} → {label(truth, truth.graph.operands[edge])}"


def formula(op: str, slot: int) -> str:
    """Return the local derivative of an operation as one writes it.

    Examples
    --------
    >>> formula("tanh", 0), formula("pow", 0)
    ('1 − v²', 'y·x^(y − 1)')
    """
    return typeset(write(parsed(TABLE[op].partials[slot])))


def slope(truth: Truth, edge: int) -> str:
    """Return a local derivative in code, with the names of the operands: ``3*p**2``."""
    head, graph = truth.heads[edge], truth.graph
    op, first = graph.ops[head], graph.starts[head]
    row = TABLE[op]
    names = {RESULT: Term("name", text=label(truth, head))}
    for name, operand in zip(row.operands, graph.operands[first : graph.starts[head + 1]], strict=True):
        if operand >= 0 or -1 - operand in graph.symbols:
            text = label(truth, operand) if operand >= 0 else graph.constant_text(operand)
            names[name] = Term("name", text=text)
        else:
            names[name] = Term("number", value=graph.constants[-1 - operand])
    told = write(simplify(fold(substitute(parsed(row.partials[edge - first]), names), _counted)))
    call = told.endswith(")") and told.partition("(")[0].isidentifier() and told.count("(") == 1
    bare = told.replace("_", "").isalnum() or (told.count("*") and not any(s in told for s in "+-/ "))
    return told if bare or call else f"({told})"


def slopes(truth: Truth, edges: Sequence[int]) -> str:
    """Return the local derivatives of an operation in words: ``w for b and b for w``."""
    return " and ".join(
        f"{_bare(slope(truth, edge))} for {label(truth, truth.graph.operands[edge])}" for edge in edges
    )


def _bare(text: str) -> str:
    """Return a formula without the parentheses around the whole of it."""
    return text[1:-1] if text.startswith("(") and text.find(")") == len(text) - 1 else text


def _counted(term: Term, args: list[Term]) -> Term:
    """Return a term with sums and differences of numbers worked out: the 2 of ``3*p**(3 - 1)``."""
    if term.op in ("add", "sub") and all(arg.op == "number" for arg in args):
        left, right = (arg.value for arg in args)
        value = left + right if term.op == "add" else left - right
        return Term("number", value=value) if value >= 0 else Term("neg", (Term("number", value=-value),))
    return term._replace(args=tuple(args))


def line(truth: Truth, edge: int) -> str:
    """Return the line of code that the rule of an edge needs: ``p.grad += 3*p**2 * out.grad``."""
    head, tail = truth.heads[edge], truth.graph.operands[edge]
    if truth.graph.ops[head] not in TABLE or not truth.known[head]:
        return ""
    told, name, upstream = slope(truth, edge), label(truth, tail), f"{label(truth, head)}.grad"
    if told in ("1", "(-1)"):
        return f"{name}.grad {'+' if told == '1' else '-'}= {upstream}"
    return f"{name}.grad += {told} * {upstream}"


def at_node(truth: Truth, node: int, finding: Finding) -> Finding:
    """Return a finding about a node, with the place in somebody's code."""
    return replace(finding, node=f"n{node}", source=truth.claims.sources.get(node))


def at_edge(truth: Truth, edge: int, finding: Finding) -> Finding:
    """Return a finding about an edge, with the place where the rule of its operation is written."""
    head = truth.heads[edge]
    source = truth.claims.sources.get(head)
    return replace(finding, node=f"n{head}", edge=truth.edge_id(edge), source=source)
