"""What can be seen without a number: operations that nobody can compute, rules that are not there."""

from __future__ import annotations

from collections.abc import Iterator

from graphviz_ad import ops
from graphviz_ad.check.notation import at_node, label, number
from graphviz_ad.check.root import LABEL, LOCAL, STRUCTURE, Root
from graphviz_ad.check.truth import Truth
from graphviz_ad.finding import Finding
from graphviz_ad.graph import CONSTANT

__all__ = ["constants_with_gradient", "labels", "missing_rules", "unknown", "unreached"]

_SIGNS = {
    "+": "add", "-": "sub", "−": "sub", "*": "mul", "×": "mul", "·": "mul", "/": "div", "÷": "div",
    "**": "pow", "^": "pow", "//": "floordiv", "%": "mod",
}  # fmt: skip


def unknown(truth: Truth) -> Iterator[Root | Finding]:
    """Yield operations with a wrong number of operands as roots, unknown ones as notes."""
    graph = truth.graph
    for node, known in enumerate(truth.known):
        if known:
            continue
        op, count = graph.ops[node], graph.starts[node + 1] - graph.starts[node]
        if op in ops.TABLE:
            row = ops.TABLE[op]
            least, most = len(row.params) - len(row.defaults), len(row.params)
            wanted = str(most) if least == most else f"{least} to {most}"
            message = f"{label(truth, node)}: {op} has {count} operands, it takes {wanted}"
            finding = Finding(
                "wrong_arity", "error", given=float(count), expected=float(most), message=message
            )
            yield Root(at_node(truth, node, finding), STRUCTURE, (node,))
        else:
            message = f"{label(truth, node)}: {op!r} is not in the table; what it states is taken as it is"
            hint = "adviz ops lists all operations"
            yield at_node(truth, node, Finding("unknown_operation", message=message, hint=hint))


def missing_rules(truth: Truth) -> Iterator[Root]:
    """Yield operations without a backward rule through which a gradient would have to go."""
    for node in sorted(truth.claims.missing_rules):
        edges = [edge for edge in truth.edges_of(node) if truth.partials[edge] != 0]
        if edges and truth.known[node]:
            message = f"{label(truth, node)} has operands but no backward rule: it sends them nothing"
            hint = f"write the rule of {truth.graph.ops[node]}"
            finding = Finding("rule_missing", "error", message=message, hint=hint)
            yield Root(at_node(truth, node, finding), LOCAL, (), tuple(edges))


def labels(truth: Truth) -> Iterator[Root]:
    """Yield nodes that the source calls by the name of another operation than they are."""
    graph = truth.graph
    for node, stated in sorted(truth.claims.stated_ops.items()):
        name = _SIGNS.get(stated.strip(), stated.strip().lower())
        row = ops.fitting(name, graph.starts[node + 1] - graph.starts[node])
        op, args = graph.ops[node], truth.args(node)
        if row is None or row.name == op or not truth.known[node] or len(row.params) != len(args):
            continue
        other = ops.kernel(row.name).value(*args)
        if abs(other - truth.values[node]) <= 1e-6 * max(1.0, abs(other)):
            continue
        message = (
            f"{label(truth, node)} is called {stated!r}, but its value {number(truth.values[node])} is "
            f"that of {op}; {row.name} would be {number(other)}"
        )
        finding = Finding(
            "op_label_disagrees_with_value", "warning", given=stated, expected=op, message=message,
            hint=f"call it {op}",
        )  # fmt: skip
        yield Root(at_node(truth, node, finding), LABEL)


def unreached(truth: Truth) -> list[Finding]:
    """Return a note for every input that no path joins to an output."""
    graph, found = truth.graph, []
    needed = bytearray(len(graph))
    for node in graph.outputs:
        needed[node] = 1
    for node in range(len(graph) - 1, -1, -1):
        if needed[node]:
            for operand in graph.operands[graph.starts[node] : graph.starts[node + 1]]:
                if operand >= 0:
                    needed[operand] = 1
    for node in graph.inputs:
        if not needed[node]:
            message = f"no path leads from the output to {label(truth, node)}: its gradient is 0"
            found.append(Finding("unused_input", node=f"n{node}", message=message))
    return found


def constants_with_gradient(truth: Truth) -> list[Finding]:
    """Return a note for every constant that states a gradient: it is of no use."""
    graph = truth.graph
    return [
        Finding(
            "constant_gets_gradient", node=f"n{node}", given=adjoint,
            message=f"the constant {label(truth, node)} has a gradient, {number(adjoint)}; nothing uses it",
        )
        for node, adjoint in sorted(truth.claims.adjoints.items())
        if graph.ops[node] == CONSTANT and adjoint != 0
    ]  # fmt: skip
