"""Random graphs, and engines with one fault planted that run their backward pass."""

from __future__ import annotations

import math
import random

from graphviz_ad import ops
from graphviz_ad.claims import Claims, Probe
from graphviz_ad.columns import Columns
from graphviz_ad.differentiate import evaluate

UNARY = (
    "sin",
    "cos",
    "tanh",
    "exp",
    "sigmoid",
    "square",
    "log1p",
    "atan",
    "sqrt",
    "relu",
    "neg",
    "softplus",
    "log",
)
BINARY = ("add", "mul", "sub", "mul", "add", "div", "pow", "max", "hypot")
CONSTANTS = (2.0, 3.0, 0.5, -1.5)
POINTS = (-1.7, -0.8, 0.6, 0.9, 1.3, 2.2, 3.1)


def random_graph(rng, most=12):
    """Return a graph and a point at which all its numbers are moderate, every node on a way to the output."""
    columns, values, at, used = Columns(), [], {}, set()
    for k in range(rng.randint(1, 4)):
        columns.node("input", (), 0, 0, f"x{k}")
        at[f"x{k}"] = rng.choice(POINTS) + rng.random() / 7
        values.append(at[f"x{k}"])
    wanted = len(values) + rng.randint(3, most)
    while len(values) < wanted:
        _grow(rng, columns, values, used)
    loose = [k for k in range(len(values)) if k not in used]
    while len(loose) > 1:
        a, b = loose.pop(0), loose.pop(0)
        columns.node(rng.choice(("add", "add", "sub")), (a, b), 0, 0)
        values.append(values[a] + (values[b] if columns.ops[-1] == "add" else -values[b]))
        loose.append(len(values) - 1)
    output = columns.node("output", (loose[0],), 0, 0, "y")
    return columns.graph([output], {}, "", ()), at


def _grow(rng, columns, values, used):
    """Append an operation, if its numbers are moderate."""
    count = len(values)

    def pick():
        return rng.randrange(count) if rng.random() < 0.4 else max(0, count - 1 - int(rng.expovariate(0.5)))

    if rng.random() < 0.45:
        op, operands = rng.choice(UNARY), [pick()]
    else:
        op, operands = rng.choice(BINARY), [pick(), pick()]
        if rng.random() < 0.2:
            slot = 1 if op in ("pow", "div") else rng.randrange(2)
            operands[slot] = columns.constant(rng.choice(CONSTANTS))
    args = [values[k] if k >= 0 else columns.constants[-1 - k] for k in operands]
    kernel = ops.kernel(op)
    if kernel.domain is not None and not kernel.domain(*args):
        return
    value = kernel.value(*args)
    slopes = [partial(*args, value) for partial in kernel.partials]
    if (
        not math.isfinite(value)
        or abs(value) > 30
        or any(not math.isfinite(s) or abs(s) > 30 for s in slopes)
    ):
        return
    if any(kink(*args) for kink in kernel.kinks) or all(abs(s) < 1e-3 for s in slopes):
        return
    columns.node(op, operands, 0, 0)
    values.append(value)
    used.update(k for k in operands if k >= 0)


class Engine:
    """A backward pass whose rules and order can be spoiled."""

    def __init__(self, graph, at):
        self.graph = graph
        self.at = at
        self.tape = evaluate(graph, at)
        self.values = list(self.tape.primals)
        self.locals = list(self.tape.partials)
        self.edges = [
            e.position
            for e in graph.edges
            if graph.ops[e.head] != "output" and self.tape.states[e.position] != 2
        ]
        self.heads = {e.position: e.head for e in graph.edges}
        self.operations = [k for k in range(len(graph)) if graph.is_operation(k)]
        self.order = self.operations[::-1]
        self.forgets, self.overwrites, self.silent, self.mute = set(), set(), set(), set()
        self.start = [0.0] * len(graph)
        self.seed = 1.0
        self.runs, self.clear_leaves, self.clear_inner = 1, True, True
        self.stated_ops = {}
        self.grads = None

    @property
    def top(self):
        return self.graph.operands[self.graph.starts[self.graph.outputs[0]]]

    def out_edges(self, head):
        return [
            e for e in range(self.graph.starts[head], self.graph.starts[head + 1]) if e in set(self.edges)
        ]

    def uses(self, node):
        return [e for e in self.edges if self.graph.operands[e] == node]

    def push(self, grads, head):
        """Run the rule of one node."""
        for edge in self.out_edges(head):
            tail = self.graph.operands[edge]
            if edge in self.mute or head in self.silent:
                continue
            part = self.locals[edge] if edge in self.forgets else grads[head] * self.locals[edge]
            if edge in self.overwrites:
                grads[tail] = part
            else:
                grads[tail] += part

    def run(self):
        grads = list(self.start)
        for run in range(self.runs):
            for node in range(len(grads)):
                if run and (self.clear_leaves if self.graph.ops[node] == "input" else self.clear_inner):
                    grads[node] = 0.0
            grads[self.top] = self.seed
            for head in self.order:
                self.push(grads, head)
        return grads

    def claims(self, *, inner=True, partials=True, probes=False):
        """Return what the graph states after the backward pass."""
        grads = self.run() if self.grads is None else self.grads
        graph = self.graph
        nodes = self.operations if inner else []
        adjoints = {k: grads[k] for k in (*graph.inputs, *nodes)}
        values = {k: self.values[k] for k in (*graph.inputs, *self.operations)}
        at = {graph.names[k]: self.values[k] for k in graph.inputs}
        stated = {e: self.locals[e] for e in self.edges} if partials else {}
        probed = {e: self._probe(e) for e in self.edges} if probes else {}
        return Claims(graph, at, values, stated, adjoints, stated_ops=self.stated_ops, probes=probed)

    def _probe(self, edge):
        if edge in self.mute or self.heads[edge] in self.silent:
            return Probe(0.0, 0.0, 0.0)
        local = self.locals[edge]
        scaled = local / 3.0 if edge in self.forgets else local
        return Probe(local, scaled, local - 7.0 if edge in self.overwrites else local)


def seeded(*words):
    """Return the same random numbers for the same words."""
    return random.Random("/".join(map(str, words)))
