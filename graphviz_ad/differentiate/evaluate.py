"""Graph to Tape: the value of every node, the local derivative of every edge, what is remarkable."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from graphviz_ad import ops
from graphviz_ad.differentiate.activity import active
from graphviz_ad.differentiate.remarks import NO_QUESTION_OF_REAL, Numbers, remark
from graphviz_ad.errors import UnknownName, close_matches
from graphviz_ad.expression import normal
from graphviz_ad.finding import Finding
from graphviz_ad.graph import CONSTANT, INPUT, OUTPUT, Graph
from graphviz_ad.rule import RESULT, Row
from graphviz_ad.tape import LIVE, NOT_DIFFERENTIATED, UNSELECTED, Tape

__all__ = ["evaluate", "linearize", "local_derivative", "primals"]


def primals(graph: Graph, at: Mapping[int, float]) -> list[float | None]:
    """Return the value of every node, None where a value is missing.

    Parameters
    ----------
    graph
        What to evaluate.
    at
        Value by input node.
    """
    names, starts, operands, constants = graph.ops, graph.starts, graph.operands, graph.constants
    values: list[float | None] = [None] * len(graph)
    functions = {name: ops.kernel(name).value for name in set(names) & ops.TABLE.keys()}
    for index, name in enumerate(names):
        if name == INPUT:
            values[index] = at.get(index)
            continue
        args = [
            values[operand] if operand >= 0 else constants[-1 - operand]
            for operand in operands[starts[index] : starts[index + 1]]
        ]
        if None in args:
            continue
        values[index] = args[0] if name in (OUTPUT, CONSTANT) else functions[name](*args)
    return values


def evaluate(graph: Graph, at: Mapping[str, float] | None = None) -> Tape:
    """Return the tape of ``graph`` at a point.

    Parameters
    ----------
    graph
        What to evaluate and differentiate.
    at
        Value by variable; variables may be left out, and what cannot be computed is then None.

    Raises
    ------
    UnknownName
        For a name that is no variable of the graph.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> tape = evaluate(read_text("x*y"), {"x": 2, "y": 3})
    >>> list(tape.primals), list(tape.partials)
    ([2.0, 3.0, 6.0, 6.0], [3.0, 2.0, 1.0])
    """
    given = {normal(name): float(value) for name, value in (at or {}).items()}
    nodes = {graph.names[index]: index for index in graph.inputs}
    for name in given:
        if name not in nodes:
            raise UnknownName(
                f"{name} is no input of the graph", legal=nodes, hint=close_matches(name, nodes)
            )
    return linearize(graph, primals(graph, {nodes[name]: value for name, value in given.items()}), given)


def linearize(
    graph: Graph, values: Sequence[float | None], at: Mapping[str, float], *, remarks: bool = True
) -> Tape:
    """Return the tape of ``graph`` whose values are known already.

    Parameters
    ----------
    graph
        What to differentiate.
    values
        The value of every node, as `primals` gives it.
    at
        Value by variable.
    remarks
        Whether kinks, edges of domains and the like are looked for, which takes half of the time.
    """
    partials, states = _partials(graph, values)
    notes = (*graph.notes, *_remarks(graph, values, partials, states)) if remarks else graph.notes
    complete = None not in values and None not in partials
    packed = _packed if complete else list
    return Tape(graph, at, packed(values), packed(partials), states, notes, complete)


def _packed(column: Sequence[float | None]) -> array[float]:
    """Return a column without gaps as an array: 8 bytes a number."""
    return array("d", cast("Sequence[float]", column))


def _partials(graph: Graph, values: Sequence[float | None]) -> tuple[list[float | None], bytearray]:
    """Return the local derivative and the state of every position of ``graph.operands``."""
    starts, operands, constants = graph.starts, graph.operands, graph.constants
    depends = active(graph)
    partials: list[float | None] = [0.0] * len(operands)
    states = bytearray([NOT_DIFFERENTIATED]) * len(operands)
    kernels = {name: ops.kernel(name).partials for name in set(graph.ops) & ops.TABLE.keys()}
    selects = {name for name in kernels if ops.TABLE[name].selects}
    for head, name in enumerate(graph.ops):
        if not depends[head] or name == INPUT:
            continue
        first, last = starts[head], starts[head + 1]
        if name == OUTPUT:
            partials[first], states[first] = 1.0, LIVE
            continue
        args = [values[k] if k >= 0 else constants[-1 - k] for k in operands[first:last]]
        value_here = values[head]
        known = value_here is not None and None not in args
        # log(-1): where no real value is, no slope is, whatever the formula of the slope says.
        undefined = known and value_here != value_here and _not_real(name, args)
        for edge, function in enumerate(kernels[name], first):
            if operands[edge] >= 0 and depends[operands[edge]]:
                # The slope of x*y by x is known as soon as y is.
                value = (
                    function(*args, values[head])
                    if known
                    else _partial(name, edge - first, args, values[head])
                )
                if undefined:
                    value = math.nan
                partials[edge] = value
                states[edge] = UNSELECTED if value == 0 and name in selects else LIVE
    return partials, states


def local_derivative(name: str, slot: int, args: Sequence[float], value: float) -> float:
    """Return the slope of one operation by one of its operands.

    Parameters
    ----------
    name, slot
        The row of the table; the position of the operand.
    args, value
        All operands, and the result.

    Examples
    --------
    >>> local_derivative("mul", 0, (2.0, 3.0), 6.0)
    3.0
    """
    if value != value and _not_real(name, args):
        return math.nan
    return ops.kernel(name).partials[slot](*args, value)


def _not_real(name: str, args: Sequence[float | None]) -> bool:
    """Whether an operation has no real value because its finite operands are outside of its domain."""
    domain = ops.kernel(name).domain
    finite = all(arg is not None and math.isfinite(arg) for arg in args)
    return finite and domain is not None and not domain(*args) and name not in NO_QUESTION_OF_REAL


def _partial(name: str, slot: int, args: Sequence[float | None], value: float | None) -> float | None:
    """Return one local derivative where values are missing; None where its formula needs them."""
    row = ops.TABLE[name]
    known = dict(zip((*row.operands, RESULT), (*args, value), strict=True))
    if any(known[needed] is None for needed in row.keeps(slot)):
        return None
    numbers = [0.0 if number is None else number for number in known.values()]
    return ops.kernel(name).partials[slot](*numbers)


def _remarks(
    graph: Graph, values: Sequence[float | None], partials: Sequence[float | None], states: bytearray
) -> list[Finding]:
    """Return the notes of every operation, in order of writing."""
    found: list[Finding] = []
    labels: list[str] = []
    quiet = {name for name in set(graph.ops) if name not in ops.TABLE or _quiet(ops.TABLE[name])}
    # Nearly always everything is finite, which is decided quickly.
    finite = _finite(values) and _finite(partials)
    for head, name in enumerate(graph.ops):
        first, last = graph.starts[head], graph.starts[head + 1]
        if name in quiet and (finite or _finite((values[head], *partials[first:last]))):
            continue
        if name in ops.TABLE:
            labels = labels or graph.labels()
            found += remark(graph, head, Numbers(values, partials, states, labels))
    return found


def _quiet(row: Row) -> bool:
    """Whether there is nothing to say of an operation whose numbers are finite."""
    return not (row.domain or row.kinks or "0" in row.partials)


def _finite(numbers: Iterable[float | None]) -> bool:
    """Whether no number is infinite or none; a missing one is neither."""
    # x - x is 0 for finite numbers and nan for the others.
    return all(number is None or number - number == 0 for number in numbers)
