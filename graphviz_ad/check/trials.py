"""A backward pass that was derived by hand, computed at one point: as typed, and as it should be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graphviz_ad import ops
from graphviz_ad.check.plan import Plan, adjoint_node
from graphviz_ad.claims import Claims
from graphviz_ad.differentiate.evaluate import linearize, primals
from graphviz_ad.differentiate.remarks import one_sided
from graphviz_ad.differentiate.sweep import reverse
from graphviz_ad.expression import CONSTANTS, Term, normal, number, substitute
from graphviz_ad.noun import noun
from graphviz_ad.read.program.values import computed
from graphviz_ad.tape import LIVE, Tape

__all__ = ["Trial", "kink_slopes", "points", "trial"]

_RANGES = ((0.3, 1.3), (0.3, 1.3), (0.3, 1.3), (0.1, 0.8), (1.2, 2.0))


@noun
class Trial:
    """One point.

    Attributes
    ----------
    tape
        The graph computed.
    before, values
        By line: what there was of its gradient, and what its right side is.
    given
        By node: its gradient as typed, when all lines have been gone through.
    true
        By node: its gradient.
    expected
        By node: its gradient, given what the lines above say.
    parts, passed
        By edge: what it gives to its operand, and the gradient of its operation in that.
    lows, highs
        By node: from where to where its gradient may be, where a kink leaves a choice.
    """

    tape: Tape
    before: Sequence[float]
    values: Sequence[float]
    given: Mapping[int, float]
    true: Sequence[float]
    expected: Sequence[float]
    parts: Sequence[float]
    passed: Sequence[float]
    lows: Mapping[int, float]
    highs: Mapping[int, float]


def points(claims: Claims) -> list[dict[str, float]]:
    """Return where a backward pass is tried: at the stated values, else at several points.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> points(Claims(read_text("x*y"), {"x": 2.0, "y": 3.0}))
    [{'x': 2.0, 'y': 3.0}]
    >>> len(points(Claims(read_text("x*y"), {"x": 2.0})))
    5
    """
    stated = {normal(name): value for name, value in claims.at.items()}
    names = [claims.graph.names[node] for node in claims.graph.inputs]
    if all(name in stated for name in names):
        return [stated]
    # Numbers that have nothing to do with each other; positive ones, so that logarithms exist, some
    # of them small enough for arcsines, some large enough for their likes.
    return [
        {
            name: stated.get(name, low + ((k + 1) * 0.6180339887 + (j + 1) * 0.7548776662) % 1 * width)
            for j, name in enumerate(names)
        }
        for k, (low, width) in enumerate(_RANGES)
    ]


def kink_slopes(tape: Tape) -> dict[int, tuple[float, float]]:
    """Return the slopes on both sides, by edge, of operations that have a kink where they are.

    Examples
    --------
    >>> from graphviz_ad.differentiate import evaluate
    >>> from graphviz_ad.read import read_text
    >>> kink_slopes(evaluate(read_text("relu(x) + abs(c)"), {"x": 0, "c": 2}))
    {0: (0.0, 1.0)}
    """
    graph, found = tape.graph, dict[int, tuple[float, float]]()
    kinked = {op for op in set(graph.ops) & ops.TABLE.keys() if ops.TABLE[op].kinks}
    for head, op in enumerate(graph.ops) if kinked else ():
        first, last = graph.starts[head], graph.starts[head + 1]
        if op not in kinked:
            continue
        operands = graph.operands[first:last]
        args = [tape.primals[k] if k >= 0 else graph.constants[-1 - k] for k in operands]
        known = [arg for arg in args if arg is not None]
        if len(known) < len(args) or not any(kink(*known) for kink in ops.kernel(op).kinks):
            continue
        for slot in range(last - first):
            (_, left), (_, right) = one_sided(op, known, slot)
            found[first + slot] = (left, right)
    return found


def trial(plan: Plan, at: Mapping[str, float]) -> Trial:
    """Return a backward pass computed at one point."""
    graph = plan.graph
    values = primals(graph, {node: at[graph.names[node]] for node in graph.inputs})
    tape = linearize(graph, values, at, remarks=False)
    true = [number or 0.0 for number in reverse(tape, dict.fromkeys(plan.seeds, 1.0))]
    before, typed, given = _typed(plan, tape, true)
    weights = [
        partial or 0.0 if state == LIVE else 0.0
        for partial, state in zip(tape.partials, tape.states, strict=True)
    ]
    expected = [0.0] * len(graph)
    parts, passed = [0.0] * len(weights), [0.0] * len(weights)
    slopes = kink_slopes(tape)
    lows, highs = dict[int, float](), dict[int, float]()
    for node in plan.seeds:
        expected[node] = 1.0
    for node in range(len(graph) - 1, -1, -1):
        low = high = expected[node]
        for edge in plan.uses[node]:
            head = plan.heads[edge]
            above = plan.is_above(head, node)
            passed[edge] = given[head] if above else expected[head]
            parts[edge] = weights[edge] * passed[edge]
            expected[node] += parts[edge]
            if slopes:
                free = head in lows and not above
                ends = (lows[head], highs[head]) if free else (passed[edge],)
                reach = [slope * end for slope in slopes.get(edge, (weights[edge],)) for end in ends]
                low, high = low + min(reach), high + max(reach)
        if low < high:
            lows[node], highs[node] = low, high
    return Trial(tape, before, typed, given, true, expected, parts, passed, lows, highs)


def _typed(
    plan: Plan, tape: Tape, true: Sequence[float]
) -> tuple[list[float], list[float], dict[int, float]]:
    """Go through the lines: what there was, what each says, what there is in the end."""
    scope = plan.graph.scope
    known: dict[str, float] = {name: tape.primals[node] or 0.0 for name, node in scope.items()}
    typed: set[str] = set()
    before, values, given = list[float](), list[float](), dict[int, float]()
    for line, term, names in zip(plan.lines, plan.terms, plan.names, strict=True):
        numbers: dict[str, Term] = {}
        for name in names:
            if name in known:
                numbers[name] = number(known[name])
            elif name not in CONSTANTS:
                # A line below gives it; so that this one can be judged, it has the right value.
                node = adjoint_node(name, {}, scope)
                # Whoever adds to a gradient that is not there yet begins with 0.
                numbers[name] = number(0.0 if node is None or node == line.node else true[node])
        value = computed(substitute(term, numbers))
        there = known[line.name] if line.name in typed else 0.0
        before.append(there)
        values.append(value)
        known[line.name] = there + value if line.adds else value
        typed.add(line.name)
        if line.node is not None:
            given[line.node] = known[line.name]
    return before, values, given
