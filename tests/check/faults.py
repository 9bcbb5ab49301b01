"""Every fault that can be planted in an engine: each makes one and says where."""

from __future__ import annotations

import math

from graphviz_ad import ops
from graphviz_ad.noun import replace

LOCAL = {"wrong_local", "wrong_local_sign", "wrong_local_constant_factor", "wrong_local_extra_factor",
         "rule_of_other_op", "operands_swapped", "edge_gets_nothing", "integer_truncation"}  # fmt: skip
ORDER = {"pushed_before_complete", "visited_twice", "second_contribution_not_forwarded", "order_reversed"}
VALUE = {"value_disagrees_with_op", "op_label_disagrees_with_value", "value_changed_after_forward"}
LOST = {"assign_instead_of_accumulate", "only_last_consumer", "edge_gets_nothing", "rule_missing",
        "rule_never_ran", "unreachable_from_output"}  # fmt: skip


class Planted:
    """Where a fault is, what it may be called, and whether the exact name is expected."""

    def __init__(self, fault, nodes=(), edges=(), kinds=()):
        self.fault = fault
        self.nodes = {f"n{k}" for k in nodes}
        self.edges = set(edges)
        self.kinds = {fault, *kinds}

    def located(self, engine, finding):
        """Whether a finding names the place: the edge, its operation, or both of its ends."""
        if not self.nodes and not self.edges:
            return finding.fault in self.kinds
        graph = engine.graph
        tails = {f"n{graph.operands[e]}" for e in self.edges}
        if finding.fault == "wrong_gradient" and finding.node in tails:
            # The sum that is wrong, with what each consumer gives: which of them, no number tells.
            return True
        edges = {f"n{engine.heads[e]}_{e - graph.starts[engine.heads[e]]}" for e in self.edges}
        heads = {f"n{engine.heads[e]}" for e in self.edges}
        if finding.edge is not None:
            # An edge is named: it has to be one of the right operation.
            return finding.edge in edges or (finding.node in heads | self.nodes)
        return finding.node in self.nodes | heads or finding.by in heads


def _live_edges(engine):
    grads = engine.run()
    return [e for e in engine.edges if engine.locals[e] and grads[engine.heads[e]]]


def _local(engine, rng, change, fault):
    edges = _live_edges(engine)
    if not edges:
        return None
    edge = rng.choice(edges)
    new = change(engine, edge)
    if new is None or abs(new - engine.locals[edge]) < 1e-6:
        return None
    engine.locals[edge] = new
    return Planted(fault, edges=[edge], kinds=LOCAL)


def sign(engine, rng):
    return _local(engine, rng, lambda en, e: -en.locals[e], "wrong_local_sign")


def factor(engine, rng):
    return _local(
        engine, rng, lambda en, e: en.locals[e] * rng.choice((2.0, 0.5, 3.0)), "wrong_local_constant_factor"
    )


def extra(engine, rng):
    return _local(
        engine, rng, lambda en, e: en.locals[e] * en.values[en.heads[e]], "wrong_local_extra_factor"
    )


def anything(engine, rng):
    return _local(engine, rng, lambda en, e: en.locals[e] * 1.2371 + 0.0191, "wrong_local")


def truncated(engine, rng):
    return _local(engine, rng, lambda en, e: float(math.trunc(en.locals[e])), "integer_truncation")


def nothing(engine, rng):
    edges = _live_edges(engine)
    if not edges:
        return None
    edge = rng.choice(edges)
    engine.mute.add(edge)
    return Planted("edge_gets_nothing", nodes=[engine.graph.operands[edge]], edges=[edge], kinds=LOST | LOCAL)


def other_op(engine, rng):
    heads = [engine.heads[e] for e in _live_edges(engine)]
    if not heads:
        return None
    head = rng.choice(heads)
    graph = engine.graph
    edges = [e for e in engine.edges if engine.heads[e] == head]
    args = graph.node(head).args
    numbers = [engine.values[a] if isinstance(a, int) else a for a in args]
    name = rng.choice(("tanh", "exp", "sin", "square") if len(args) == 1 else ("add", "mul", "sub"))
    if name == graph.ops[head]:
        return None
    kernel = ops.kernel(name)
    value = kernel.value(*numbers)
    before = [engine.locals[e] for e in edges]
    for e in edges:
        engine.locals[e] = kernel.partials[e - graph.starts[head]](*numbers, value)
    if all(abs(engine.locals[e] - b) < 1e-6 for e, b in zip(edges, before, strict=True)):
        return None
    return Planted("rule_of_other_op", nodes=[head], edges=edges, kinds=LOCAL)


def swapped(engine, rng):
    pairs = [h for h in engine.operations if len(engine.out_edges(h)) == 2 and engine.run()[h]]
    pairs = [h for h in pairs if len({*map(engine.locals.__getitem__, engine.out_edges(h))}) == 2]
    if not pairs:
        return None
    a, b = engine.out_edges(rng.choice(pairs))
    engine.locals[a], engine.locals[b] = engine.locals[b], engine.locals[a]
    return Planted("operands_swapped", edges=[a, b], kinds=LOCAL)


def upstream(engine, rng):
    """One rule forgets the upstream gradient, at all nodes of its kind."""
    grads = engine.run()
    heads = [engine.heads[e] for e in _live_edges(engine)]
    heads = [h for h in heads if abs(grads[h] - 1) > 1e-6]
    if not heads:
        return None
    op = engine.graph.ops[rng.choice(heads)]
    edges = [e for e in engine.edges if engine.graph.ops[engine.heads[e]] == op]
    engine.forgets.update(edges)
    return Planted("upstream_not_multiplied", edges=edges, kinds=LOCAL | {"reseeded"})


def upstream_once(engine, rng):
    grads = engine.run()
    heads = [engine.heads[e] for e in _live_edges(engine)]
    heads = [h for h in heads if abs(grads[h] - 1) > 1e-6]
    if not heads:
        return None
    head = rng.choice(heads)
    engine.forgets.update(engine.out_edges(head))
    return Planted("upstream_not_multiplied", edges=engine.out_edges(head), kinds=LOCAL)


def missing(engine, rng):
    heads = [engine.heads[e] for e in _live_edges(engine)]
    if not heads:
        return None
    head = rng.choice(heads)
    engine.silent.add(head)
    return Planted("rule_missing", nodes=[head], edges=engine.out_edges(head), kinds=LOST)


def _fanned(engine):
    grads = engine.run()
    found = [k for k in range(len(engine.graph)) if len({engine.heads[e] for e in engine.uses(k)}) > 1]
    return [
        k for k in found if sum(bool(grads[engine.heads[e]] * engine.locals[e]) for e in engine.uses(k)) > 1
    ]


def assign(engine, rng):
    """The rule of one operation assigns, at all nodes of its kind."""
    nodes = _fanned(engine)
    if not nodes:
        return None
    node = rng.choice(nodes)
    first = rng.choice(engine.uses(node)[:-1])
    op = engine.graph.ops[engine.heads[first]]
    edges = [e for e in engine.edges if engine.graph.ops[engine.heads[e]] == op]
    engine.overwrites.update(edges)
    tails = {engine.graph.operands[e] for e in edges}
    return Planted("assign_instead_of_accumulate", nodes=tails, edges=edges, kinds=LOST)


def assign_all(engine, _rng):
    if not _fanned(engine):
        return None
    engine.overwrites.update(engine.edges)
    shared = [k for k in range(len(engine.graph)) if len(engine.uses(k)) > 1]
    return Planted("assign_instead_of_accumulate", nodes=shared, edges=(), kinds=LOST)


def last_only(engine, _rng):
    graph = engine.graph
    grads = [0.0] * len(graph)
    grads[engine.top] = 1.0
    for node in range(engine.top - 1, -1, -1):
        uses = engine.uses(node)
        if uses:
            last = engine.heads[uses[-1]]
            grads[node] = sum(engine.locals[e] * grads[last] for e in uses if engine.heads[e] == last)
    engine.grads = grads
    shared = [k for k in range(len(graph)) if len(engine.uses(k)) > 1]
    return Planted("only_last_consumer", nodes=shared, kinds=LOST)


def preorder(engine, _rng):
    order, todo = [], [engine.top]
    while todo:
        node = todo.pop()
        if node in order or not engine.graph.is_operation(node):
            continue
        order.append(node)
        todo += [engine.graph.operands[e] for e in reversed(engine.out_edges(node))]
    engine.order = order
    turn = {k: place for place, k in enumerate(order)}
    early = [k for k in order if any(turn.get(engine.heads[e], -1) > turn[k] for e in engine.uses(k))]
    return Planted("pushed_before_complete", nodes=early, kinds=ORDER) if early else None


def per_path(engine, _rng):
    order, todo = [], [engine.top]
    while todo and len(order) < 2000:
        node = todo.pop()
        if engine.graph.is_operation(node):
            order.append(node)
            todo += [engine.graph.operands[e] for e in reversed(engine.out_edges(node))]
    engine.order = order
    again = [k for k in engine.operations if order.count(k) > 1]
    return Planted("visited_twice", nodes=again, kinds=ORDER) if again and not todo else None


def twice(engine, rng):
    """A shared node runs a second time at the end of its turn."""
    shared = [k for k in engine.operations if len(engine.uses(k)) > 1]
    if not shared:
        return None
    node = rng.choice(shared)
    place = engine.order.index(node)
    engine.order = [*engine.order[: place + 1], node, *engine.order[place + 1 :]]
    return Planted("visited_twice", nodes=[node], kinds=ORDER)


def backwards(engine, _rng):
    engine.order = engine.operations
    return Planted("order_reversed", kinds=ORDER | {"rule_never_ran"})


def unseeded(engine, _rng):
    engine.seed = 0.0
    return Planted("output_not_seeded")


def ones(engine, _rng):
    engine.start = [1.0] * len(engine.graph)
    return Planted("nonzero_start")


def stale_leaves(engine, _rng):
    engine.start = [0.75 if op == "input" else 0.0 for op in engine.graph.ops]
    return Planted("nonzero_start", nodes=engine.graph.inputs)


def reseeded(engine, _rng):
    grads = engine.run()
    engine.grads = [1.0 if g else 0.0 for g in grads]
    return Planted("reseeded", kinds={"upstream_not_multiplied"})


def again_nothing(engine, rng):
    engine.runs, engine.clear_leaves, engine.clear_inner = rng.randint(2, 5), False, False
    return Planted("backward_called_k_times_nothing_cleared")


def again_leaves(engine, rng):
    engine.runs, engine.clear_leaves, engine.clear_inner = rng.randint(2, 5), False, True
    return Planted(
        "backward_called_k_times_leaves_not_cleared", kinds={"backward_called_k_times_nothing_cleared"}
    )


def again_inner(engine, rng):
    engine.runs, engine.clear_leaves, engine.clear_inner = rng.randint(2, 5), True, False
    return Planted(
        "backward_called_k_times_inner_not_cleared", kinds={"backward_called_k_times_nothing_cleared"}
    )


def _revalue(engine, node, value):
    """Give a node another value and compute everything behind it, locals included."""
    graph = engine.graph
    engine.values[node] = value
    for head in range(node, len(graph)):
        if not graph.is_operation(head):
            continue
        args = [engine.values[a] if isinstance(a, int) else a for a in graph.node(head).args]
        kernel = ops.kernel(graph.ops[head])
        if head != node:
            engine.values[head] = kernel.value(*args)
        for e in engine.out_edges(head):
            slot = e - graph.starts[head]
            engine.locals[e] = kernel.partials[slot](*args, kernel.value(*args))
    return all(math.isfinite(v) for v in (*engine.values, *engine.locals))


def misvalued(engine, rng):
    node = rng.choice(engine.operations)
    if not _revalue(engine, node, engine.values[node] * 1.0713 + 0.0371):
        return None
    return Planted("value_disagrees_with_op", nodes=[node], kinds=VALUE)


def mislabelled(engine, rng):
    pairs = {"add": "sub", "sub": "add", "mul": "add", "sin": "cos", "tanh": "sin", "exp": "sinh"}
    nodes = [k for k in engine.operations if engine.graph.ops[k] in pairs]
    if not nodes:
        return None
    node = rng.choice(nodes)
    names = list(engine.graph.ops)
    names[node] = pairs[names[node]]
    args = [engine.values[a] if isinstance(a, int) else a for a in engine.graph.node(node).args]
    if abs(ops.kernel(names[node]).value(*args) - engine.values[node]) < 1e-6:
        return None
    engine.graph = replace(engine.graph, ops=names)
    return Planted("op_label_disagrees_with_value", nodes=[node], kinds=VALUE)


def changed(engine, rng):
    leaves = [k for k in engine.graph.inputs if engine.uses(k)]
    leaf = rng.choice(leaves)
    engine.values[leaf] += 0.1713
    return Planted("value_changed_after_forward", nodes=[leaf], edges=engine.uses(leaf), kinds=VALUE)


FAULTS = (
    sign, factor, extra, anything, truncated, nothing, other_op, swapped, upstream, upstream_once,
    missing, assign, assign_all, last_only, preorder, per_path, twice, backwards, unseeded, ones,
    stale_leaves, reseeded, again_nothing,
    again_leaves, again_inner, misvalued, mislabelled, changed,
)  # fmt: skip
