"""Tapes made by hand: graphs of edges with given local derivatives, and random ones."""

from array import array

from hypothesis import strategies as st

from graphviz_ad.graph import INPUT, OUTPUT, Graph
from graphviz_ad.tape import LIVE, NOT_DIFFERENTIATED, Tape


def graph_of(nodes, outputs, names=None):
    """Return a graph of ``nodes``, each (op, operands); outputs are (name, operand)."""
    ops, starts, operands, constants, called = [], array("q", [0]), array("q"), array("d"), dict(names or {})
    for op, args in [*nodes, *((OUTPUT, (operand,)) for _, operand in outputs)]:
        for arg in args:
            if isinstance(arg, float):
                constants.append(arg)
            operands.append(-len(constants) if isinstance(arg, float) else arg)
        ops.append(op)
        starts.append(len(operands))
    called.update({len(nodes) + k: name for k, (name, _) in enumerate(outputs)})
    inputs = tuple(k for k, op in enumerate(ops) if op == INPUT)
    for k, node in enumerate(inputs):
        called.setdefault(node, f"x{k}")
    scope = {name: node for node, name in reversed(called.items())}
    circles = tuple(k for k, op in enumerate(ops) if op == OUTPUT)
    places = array("q", [0] * 2 * len(ops))
    return Graph(ops, starts, operands, constants, {}, called, places, inputs, circles, scope)


def tape_of(graph, weights, states=None):
    """Return a tape whose local derivatives are ``weights``, one for each operand that is a node."""
    weights = iter(weights)
    partials, found = [], bytearray()
    for head, op in enumerate(graph.ops):
        for edge in range(graph.starts[head], graph.starts[head + 1]):
            live = graph.operands[edge] >= 0
            partials.append(1.0 if op == OUTPUT and live else next(weights) if live else 0.0)
            found.append(LIVE if live else NOT_DIFFERENTIATED)
    for edge, state in (states or {}).items():
        found[edge] = state
        partials[edge] = 0.0 if state else partials[edge]
    complete = None not in partials
    return Tape(graph, {}, [0.0] * len(graph), partials, found, (), complete)


def ladder(rungs, weights=None):
    """Return ``x1 = x + x; x2 = x1 + x1; ...``: 2**rungs paths."""
    graph = graph_of([(INPUT, ())] + [("add", (k, k)) for k in range(rungs)], [("y", rungs)])
    return tape_of(graph, weights or [1.0] * (2 * rungs))


WEIGHTS = st.sampled_from([0.0, 1.0, -1.0, 2.0, -0.5, 3.0, 0.1, 1e3, 7.0])


@st.composite
def tapes(draw, weights=WEIGHTS, *, most=9, inputs=3, outputs=2, unselected=True):
    """Make random graphs with parallel edges, unused inputs, several outputs and dead operands."""
    count = draw(st.integers(1, inputs))
    nodes = [(INPUT, ())] * count
    for k in range(count, count + draw(st.integers(1, most))):
        args = draw(st.lists(st.integers(0, k - 1), min_size=1, max_size=3))
        nodes.append(("max" if len(args) == 2 else "f", tuple(args)))
    ends = draw(st.lists(st.integers(0, len(nodes) - 1), min_size=1, max_size=outputs))
    graph = graph_of(nodes, [(f"y{k}", end) for k, end in enumerate(ends)])
    inner = graph.starts[len(nodes)]
    found = draw(st.lists(weights, min_size=inner, max_size=inner))
    states = {edge: draw(st.sampled_from([0, 0, 0, 1])) for edge in range(inner)} if unselected else {}
    return tape_of(graph, found, {edge: state for edge, state in states.items() if state})


def every_path(graph, output, source):
    """Return all paths by plain recursion: what the tested code is compared with."""
    if output == source:
        return [()]
    found = []
    for edge in range(graph.starts[output], graph.starts[output + 1]):
        if graph.operands[edge] >= 0:
            found += [(edge, *rest) for rest in every_path(graph, graph.operands[edge], source)]
    return found
