"""The gradient as a graph: the reverse sweep, carried out on operands instead of numbers.

What comes out is a graph like any other: it can be evaluated, drawn, written as a program, and
differentiated once more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphviz_ad.differentiate.backward import Adjoints, Backward
from graphviz_ad.differentiate.bars import barred, next_order
from graphviz_ad.differentiate.variables import variables
from graphviz_ad.errors import GraphProblem, UnknownName, close_matches
from graphviz_ad.expression import normal
from graphviz_ad.finding import Finding
from graphviz_ad.graph import INPUT, OUTPUT, Graph
from graphviz_ad.noun import noun, replace

__all__ = ["BackwardPass", "Derivative", "backward_pass", "gradient_graph"]


def gradient_graph(
    graph: Graph, wrt: Sequence[str] = (), *, of: Sequence[str] = (), forward: bool = False
) -> Graph:
    """Return the graph of the derivatives of ``graph``: its backward pass, in the same operations.

    Values that the backward pass needs are used as they are, equal parts of it are one node, and
    what no derivative needs is left out; the inputs stay.  An inner adjoint is called as its node,
    with a bar (``v̄1``); an output that nothing reaches is the number 0.  A branch that is not taken gives
    0, also where its slopes are infinite there.  Values are those of the reverse sweep but for this:
    where an operation has no real value (log of -1) the formula of its slope may have one all the same,
    and what is flat everywhere (``floor``) gives 0 also where it is of something infinite.

    Parameters
    ----------
    graph
        What to differentiate.
    wrt
        Names of the variables, also of intermediates; every input by default.
    of
        The outputs to differentiate; all by default.
    forward
        Whether the outputs of ``graph`` come first, in front of the derivatives.

    Returns
    -------
    Graph
        Its outputs are called as what they are derivatives by, with a bar: ``x̄``; ``x̄_y1`` where
        several outputs are differentiated.  Second derivatives, of ``x̄``, are ``x̿``.

    Raises
    ------
    UnknownName
        A name of ``wrt`` or ``of`` that the graph does not have.
    GraphProblem
        There is no variable to differentiate by, so that the graph would have no output.

    Examples
    --------
    >>> from graphviz_ad.differentiate import evaluate
    >>> from graphviz_ad.read import read_text
    >>> gradient = gradient_graph(read_text("(2*x + 3)**2"))
    >>> [node.op for node in gradient], gradient.node(5).name
    (['input', 'mul', 'add', 'mul', 'mul', 'output'], 'x̄')
    >>> evaluate(gradient, {"x": 2}).primals[-1]
    28.0
    """
    found = backward_pass(graph, wrt, of=of, forward=forward).graph
    if not found.outputs:
        raise GraphProblem(
            "there is no variable, and nothing to differentiate by",
            hint="with forward=True the outputs of the program are there",
        )
    return found


@noun
class Derivative:
    """An output of a gradient's graph: its name, and what it is the derivative of, by what."""

    name: str
    of: str
    by: str


@noun
class BackwardPass:
    """What one backward pass adds to a graph.

    Attributes
    ----------
    graph
        The nodes that are kept, then those of the backward pass, then the outputs.
    kept
        The nodes of the old graph that are kept; they are the first ones of the new graph.
    derivatives
        What the outputs are, in their order; the old outputs, where they are kept, precede them.
    begun
        By old output: the nodes that its adjoint, the 1 that all begins with, enters first.
    adjoints
        By inner node of the backward pass that is an adjoint: the node of the old graph that it is
        the adjoint of.
    """

    graph: Graph
    kept: tuple[int, ...]
    derivatives: tuple[Derivative, ...]
    begun: Mapping[str, tuple[int, ...]]
    adjoints: Mapping[int, int]


def backward_pass(
    graph: Graph, wrt: Sequence[str] = (), *, of: Sequence[str] = (), forward: bool = False
) -> BackwardPass:
    """Return `gradient_graph` and where everything in it comes from; the parameters are the same.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> made = backward_pass(read_text("sin(x)"), forward=True)
    >>> made.graph.ops, made.kept, made.derivatives[0].by, made.begun
    (['input', 'sin', 'cos', 'output', 'output'], (0, 1), 'x', {'f': (2,)})
    """
    sources, targets = variables(graph, [normal(name) for name in wrt]), _targets(graph, of)
    sweep = Backward(graph, [node for _, node in sources])
    swept = [(target, sweep.adjoints(target)) for target in targets]
    taken = {*graph.names.values(), *graph.scope}
    orders = {target: next_order(graph.names[target], taken) for target in targets}
    outputs = [(graph.operands[graph.starts[k]], graph.names[k]) for k in graph.outputs] if forward else []
    derivatives = []
    for target, adjoints in swept:
        suffix = graph.names[target] if len(targets) > 1 else ""
        for by, node in sources:
            operand, name = adjoints[node], barred(by, taken, suffix, orders[target])
            taken.add(name)
            outputs.append((sweep.built.constant(0) if operand is None else operand, name))
            derivatives.append(Derivative(name, graph.names[target], by))
    inner = _name_inner(sweep, swept, {node for _, node in sources}, taken, orders)
    return _assembled(sweep, outputs, tuple(derivatives), inner)


def _targets(graph: Graph, of: Sequence[str]) -> list[int]:
    """Return the outputs that are differentiated."""
    if not of:
        return list(graph.outputs)
    known = {graph.names[node]: node for node in graph.outputs}
    asked = dict.fromkeys(map(normal, of))
    for name in asked:
        if name not in known:
            raise UnknownName(f"no output is called {name!r}", legal=known, hint=close_matches(name, known))
    return [known[name] for name in asked]


def _name_inner(
    sweep: Backward,
    swept: Sequence[tuple[int, Adjoints]],
    sources: set[int],
    taken: set[str],
    orders: Mapping[int, int],
) -> dict[int, int]:
    """Call the adjoints of inner nodes as their nodes; one that is the adjoint of several, as the last.

    Return the node of each.
    """
    graph, names = sweep.graph, sweep.built.columns.names
    labels, found = graph.labels(), dict[int, int]()
    for target, adjoints in swept:
        suffix = graph.names[target] if len(swept) > 1 else ""
        for node in range(target, -1, -1):
            operand = adjoints[node]
            if operand is None or not sweep.is_new(operand) or operand in names or node in sources:
                continue
            names[operand] = barred(labels[node], taken, suffix, orders[target])
            taken.add(names[operand])
            found[operand] = node
    return found


def _assembled(
    sweep: Backward,
    outputs: Sequence[tuple[int, str]],
    derivatives: tuple[Derivative, ...],
    inner: Mapping[int, int],
) -> BackwardPass:
    """Return the graph of what the outputs need, and of all inputs."""
    graph, built = sweep.graph, sweep.built.columns
    flags = built.needed(operand for operand, _ in outputs)
    flags = bytearray(flag or op == INPUT for flag, op in zip(flags, built.ops, strict=True))
    columns, moved = built.only(flags)
    scope = {name: moved(node) for name, node in graph.scope.items() if flags[node]}
    scope |= {name: moved(k) for k, name in built.names.items() if sweep.is_new(k) and flags[k]}
    nodes = [columns.node(OUTPUT, (moved(operand),), 0, 0, name) for operand, name in outputs]
    for node, (_, name) in zip(nodes, outputs, strict=True):
        scope.setdefault(name, node)
    made = columns.graph(nodes, scope, "", (*graph.notes, *_taken(graph)))
    kept = tuple(k for k in range(len(graph)) if flags[k])
    begun = {
        graph.names[target]: tuple(dict.fromkeys(moved(k) for k in operands if flags[k]))
        for target, operands in sweep.begun.items()
    }
    adjoints = {moved(operand): node for operand, node in inner.items() if flags[operand]}
    labels = graph.labels()
    return BackwardPass(_labelled(made, [labels[k] for k in kept]), kept, derivatives, begun, adjoints)


def _taken(graph: Graph) -> list[Finding]:
    """Return a note where branches were taken: the graph of the gradient does not have the others."""
    branches = [node for node, op in enumerate(graph.ops) if op == "branch"]
    if not branches or any(note.fault == "branch_taken" for note in graph.notes):
        return []
    message = "the gradient is that of the branch that was taken, and is right where it is taken again"
    return [Finding("branch_taken", node=f"n{branches[0]}", message=message)]


def _labelled(made: Graph, labels: Sequence[str]) -> Graph:
    """Return the graph with its first nodes called so, where they would be called otherwise."""
    if made.labels()[: len(labels)] == labels:
        return made
    names = {**made.names, **dict(enumerate(labels))}
    return replace(made, names=names, scope={**{label: k for k, label in enumerate(labels)}, **made.scope})
