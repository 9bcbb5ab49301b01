"""From an ordinary function to its graph: it is run once, with numbers that remember."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from types import FrameType
from typing import TYPE_CHECKING, Any

from graphviz_ad.errors import GraphProblem
from graphviz_ad.graph import Graph
from graphviz_ad.live.arithmetic import Arithmetic
from graphviz_ad.live.record import record, tape_of
from graphviz_ad.live.structures import leaves, rebuilt
from graphviz_ad.live.value import Value
from graphviz_ad.live.variables import names
from graphviz_ad.noun import replace
from graphviz_ad.tape import Tape
from graphviz_ad.write.notebook import Shown

if TYPE_CHECKING:
    from graphviz_ad.explanation import Derivation
    from graphviz_ad.write.drawing import Drawing

__all__ = ["Trace", "trace", "traced"]


class Trace(Shown):
    """One run of a function, as a graph with its numbers.

    Attributes
    ----------
    graph, tape
        The graph; the same with the value of every node.
    inputs
        The values that took the place of the parameters, by name.
    outputs
        What the function returned, by name: values, or numbers that depend on no parameter.
    """

    def __init__(self, inputs: Mapping[str, Value], outputs: Mapping[str, Value | float]) -> None:
        self.inputs = dict(inputs)
        self._recording = record(outputs, self.inputs.values())
        self.tape: Tape = tape_of(self._recording)
        names = [self.graph.names[node] for node in self.graph.outputs]
        self.outputs = dict(zip(names, outputs.values(), strict=True))

    @property
    def graph(self) -> Graph:
        """The computational graph."""
        return self._recording.graph

    @property
    def at(self) -> Mapping[str, float]:
        """The values of the parameters, by name."""
        return self.tape.at

    @property
    def values(self) -> dict[str, float]:
        """What the function returned, as plain numbers by name."""
        return dict(zip(self.outputs, self._recording.results, strict=True))

    def explain(self, wrt: object = None, *, max_paths: int = 7) -> Derivation:
        """Return paths, products and totals, by all inputs or by ``wrt``: names or values."""
        from graphviz_ad.explain import explain

        tape, names = self._by(wrt)
        return explain(tape, wrt=names, max_paths=max_paths)

    def draw(self, wrt: object = None, **how: Any) -> Drawing:  # noqa: ANN401
        """Draw what ran; options as for `graphviz_ad.draw`."""
        from graphviz_ad.write.drawing import drawn

        tape, names = self._by(wrt)
        return drawn(tape, wrt=names, **how)

    def _by(self, wrt: object) -> tuple[Tape, list[str]]:
        """Return the tape, and the names in it of what is differentiated by."""
        from graphviz_ad.live.showing import by_names

        graph, names = by_names(self._recording, wrt)
        return (self.tape if graph is self.graph else replace(self.tape, graph=graph)), names

    def _shown_sheet(self) -> Drawing:
        return self.draw()

    def _shown_text(self) -> str:
        return self.draw().text()

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value:g}" for name, value in list(self.at.items())[:8])
        found = ", ".join(f"{name} = {value:g}" for name, value in list(self.values.items())[:8])
        return f"<trace of {len(self.graph)} nodes at {given}: {found}>"


def trace(function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Trace:  # noqa: ANN401
    """Run ``function`` once with numbers that remember, and return what ran as a graph.

    Loops and branches are recorded as they ran; a comparison is told in the notes, since no gradient
    sees it.  Intermediate values bear the names of the function's variables.

    Parameters
    ----------
    function
        Any function of numbers, or of lists, dicts and arrays of them.
    *args, **kwargs
        Values of its parameters, which become inputs of their names; elements of a list ``w`` are
        called ``w_0``, ``w_1``.  Parameters that are left out keep their defaults, and strings, bools
        and None are handed over as they are: they are no inputs.

    Returns
    -------
    Trace
        With ``graph``, ``tape``, ``draw()`` and ``explain()``.  Returned tuples, lists, dicts and
        arrays are several outputs.

    Raises
    ------
    GraphProblem
        The function returned something that is no number.

    Examples
    --------
    >>> def loss(m, x, c, y):
    ...     e = y - (m*x + c)
    ...     return e**2
    >>> found = trace(loss, m=2, x=3, c=4, y=1)
    >>> found
    <trace of 9 nodes at m=2, x=3, c=4, y=1: loss = 81>
    >>> [explanation.total for explanation in found.explain().explanations]
    [54.0, 36.0, 18.0, -18.0]
    """
    function = getattr(function, "_traced", function)
    places = _places(function, args, kwargs)
    inputs: dict[str, Value] = {}
    make = _input(inputs)
    by_place = [rebuilt(thing, name, make) for name, thing in zip(places, args, strict=True)]
    by_name = {name: rebuilt(thing, name, make) for name, thing in kwargs.items()}
    result, variables = _run(function, by_place, by_name)
    names({name: thing for name, thing in variables.items() if name not in places and name not in kwargs})
    return Trace(inputs, _outputs(result, _word(function)))


def traced(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make a function return its `trace` when it is called with plain numbers.

    Called with values or duals, as another traced function does, it just computes.

    Examples
    --------
    >>> @traced
    ... def area(w, h=2.0):
    ...     return w*h
    >>> area(3, h=4).explain().explanations[0].total
    4.0
    """

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
        things = [thing for given in (*args, *kwargs.values()) for _, thing in leaves(given, "")]
        if any(isinstance(thing, Arithmetic) for thing in things):
            return function(*args, **kwargs)
        return trace(function, *args, **kwargs)

    call._traced = function  # type: ignore[attr-defined]
    return call


def _places(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[str]:
    """Return the names of the parameters that were given by place."""
    import inspect

    try:
        signature = inspect.signature(function)
    except ValueError:  # some builtins do not tell
        return [f"x{k}" for k in range(1, len(args) + 1)]
    signature.bind(*args, **kwargs)
    parameters = list(signature.parameters.values())
    places = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    rest = next((p.name for p in parameters if p.kind is p.VAR_POSITIONAL), "")
    return [*places, *(f"{rest}_{k}" for k in range(len(args)))][: len(args)]


def _input(inputs: dict[str, Value]) -> Callable[[str, Any], Value]:
    def make(name: str, number: Any) -> Value:  # noqa: ANN401 - a float, or one with a memory
        # A list w beside a parameter w_0: the later one gets another name.
        own = next(free for k in count(1) if (free := name if k == 1 else f"{name}_{k}") not in inputs)
        inputs[own] = Value(number._number if isinstance(number, Arithmetic) else number, name=own)
        return inputs[own]

    return make


def _run(
    function: Callable[..., Any], by_place: list[Any], by_name: dict[str, Any]
) -> tuple[Any, dict[str, Any]]:
    """Return what the function returns, and its variables as they were at its end."""
    code, variables = getattr(function, "__code__", None), {}

    def watch(frame: FrameType, event: str, _arg: object) -> None:
        # Of a function that calls itself, the outermost call ends last.
        if event == "return" and frame.f_code is code:
            variables.update(frame.f_locals)

    before = sys.getprofile()
    if code is not None:
        sys.setprofile(watch)
    try:
        return function(*by_place, **by_name), variables
    finally:
        sys.setprofile(before)


def _word(function: Callable[..., Any]) -> str:
    name = getattr(function, "__name__", "f")
    return name if name.isidentifier() else "f"  # <lambda> is no name


def _outputs(result: object, word: str) -> dict[str, Value | float]:
    """Return what was returned, by name: that of the value, of the key, or of the function."""
    found: dict[str, Value | float] = {}
    keyed = isinstance(result, Mapping)
    for name, thing in _named(result, word):
        operand = Value._operand(thing)
        if operand is NotImplemented:
            raise GraphProblem(
                f"{word} returned {type(thing).__name__}, which is no number",
                hint="return a number, or a tuple, list, dict or array of numbers",
            )
        # Who returns a dict has chosen the names; else the variable's name says most.
        named = not keyed and isinstance(operand, Value) and operand.args and operand.name
        free = operand.name if named and operand.name not in found else name
        found[free if free not in found else f"{free}_{len(found)}"] = operand
    if not found:
        raise GraphProblem(f"{word} returned nothing to differentiate", hint="return a number")
    return found


def _named(result: object, word: str) -> Iterator[tuple[str, object]]:
    if isinstance(result, Mapping):
        for key, thing in result.items():
            yield from leaves(thing, str(key))
    else:
        yield from leaves(result, word)
