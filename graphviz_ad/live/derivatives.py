"""Derivatives of functions: forward by `Dual`, in reverse over a trace, again and again by its gradient."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from graphviz_ad.differentiate.evaluate import evaluate
from graphviz_ad.differentiate.sweep import forward, reverse
from graphviz_ad.errors import AdvizError, NotSupported, UnknownName, close_matches
from graphviz_ad.live.dual import Dual
from graphviz_ad.live.structures import leaves, rebuilt
from graphviz_ad.live.trace import trace
from graphviz_ad.tape import Tape

__all__ = ["derivative", "gradient", "jacobian", "jvp", "vjp"]


def gradient(function: Callable[..., Any] | str, /, *args: Any, **kwargs: Any) -> dict[str, float]:  # noqa: ANN401
    """Return the derivative of the one output of ``function`` by every parameter.

    Parameters
    ----------
    function
        A function of numbers, or a program as text.
    *args, **kwargs
        The point, as for `trace`.

    Raises
    ------
    NotSupported
        There are several outputs: `jacobian` has their derivatives.

    Examples
    --------
    >>> gradient(lambda x, y: x*y + x**2, x=2, y=3)
    {'x': 7.0, 'y': 2.0}
    """
    found = jacobian(function, *args, **kwargs)
    if len(found) > 1:
        raise NotSupported(
            f"a gradient is of one output, and here are {len(found)}: {', '.join(found)}",
            hint="call jacobian",
        )
    return next(iter(found.values()))


def jacobian(
    function: Callable[..., Any] | str,
    /,
    *args: Any,  # noqa: ANN401
    **kwargs: Any,  # noqa: ANN401
) -> dict[str, dict[str, float]]:
    """Return the derivative of every output of ``function`` by every parameter.

    Sweeps go along the short side: in reverse for few outputs, forward for few inputs.

    Examples
    --------
    >>> jacobian("u = x*y; w = x + y", x=3, y=4)
    {'u': {'x': 4.0, 'y': 3.0}, 'w': {'x': 1.0, 'y': 1.0}}
    """
    tape = _tape(function, args, kwargs)
    graph = tape.graph
    if len(graph.outputs) <= len(graph.inputs):
        rows = {output: reverse(tape, {output: 1.0}) for output in graph.outputs}
        grid = {(o, i): rows[o][i] for o in graph.outputs for i in graph.inputs}
    else:
        columns = {source: forward(tape, {source: 1.0}) for source in graph.inputs}
        grid = {(o, i): columns[i][o] for o in graph.outputs for i in graph.inputs}
    return {
        graph.names[output]: {graph.names[source]: grid[output, source] or 0.0 for source in graph.inputs}
        for output in graph.outputs
    }


def jvp(function: Callable[..., Any], primals: Any, tangents: Any) -> tuple[Any, Any]:  # noqa: ANN401
    """Return what ``function`` gives and how fast that changes: a Jacobian times a vector.

    Parameters
    ----------
    function
        A function of numbers.
    primals
        The point: a number, a sequence in the order of the parameters, or a dict by name.
    tangents
        How fast each of them changes, in the same form.

    Returns
    -------
    tuple
        The result and its tangent, each in the form that the function returns.

    Examples
    --------
    >>> jvp(lambda x: (2*x + 3)**2, 2, 1)
    (49.0, 28.0)
    """
    at, along = _by_name(primals), _by_name(tangents)
    # Both are walked in the same order.
    numbers, given = _flat(at), _flat({name: along.get(name) for name in at})
    if at.keys() != along.keys() or [own for own, _ in numbers] != [own for own, _ in given]:
        raise AdvizError("primals and tangents must have the same form", hint="a tangent for every primal")
    rates = iter([rate for (_, x), (_, rate) in zip(numbers, given, strict=True) if _is_number(x)])
    duals = {name: rebuilt(thing, name, lambda _, x: Dual(x, next(rates))) for name, thing in at.items()}
    named = isinstance(primals, Mapping)
    result = function(**duals) if named else function(*duals.values())
    return _parted(result, "primal"), _parted(result, "tangent")


def vjp(
    function: Callable[..., Any] | str,
    primals: Any,  # noqa: ANN401
    cotangents: Any = 1.0,  # noqa: ANN401
) -> tuple[Any, dict[str, float]]:
    """Return what ``function`` gives, and a vector times its Jacobian, by parameter.

    Parameters
    ----------
    function
        A function of numbers, or a program as text.
    primals
        The point: a number, a sequence in the order of the parameters, or a dict by name.
    cotangents
        The adjoint of every output: a number, a sequence, or a dict by the names of outputs.

    Examples
    --------
    >>> vjp(lambda x, y: (x*y, x + y), (3, 4), (1, 10))
    ({'f_0': 12.0, 'f_1': 7.0}, {'x': 14.0, 'y': 13.0})
    """
    named = isinstance(primals, Mapping)
    args = () if named else tuple(primals) if isinstance(primals, Iterable) else (primals,)
    tape = _tape(function, args, dict(primals) if named else {})
    graph = tape.graph
    outputs = {graph.names[node]: node for node in graph.outputs}
    given = _seeds(cotangents, list(outputs))
    adjoints = reverse(tape, {outputs[name]: float(seed) for name, seed in given.items()})
    values = {name: tape.primals[node] for name, node in outputs.items()}
    result = next(iter(values.values())) if len(values) == 1 else values
    return result, {graph.names[node]: adjoints[node] or 0.0 for node in graph.inputs}


def derivative(
    function: Callable[..., Any] | str,
    /,
    *args: Any,  # noqa: ANN401
    order: int = 1,
    wrt: str | None = None,
    **kwargs: Any,  # noqa: ANN401
) -> float:
    """Return the derivative, of any order, of the one output of ``function`` by one parameter.

    Parameters
    ----------
    function
        A function of numbers, or a program as text.
    *args, **kwargs
        The point, as for `trace`.
    order
        How often is differentiated; 0 gives the value.
    wrt
        The parameter, where there are several.

    Examples
    --------
    >>> [derivative(lambda x: x**3, 2, order=n) for n in range(5)]
    [8.0, 12.0, 12.0, 6.0, 0.0]
    """
    from graphviz_ad.differentiate.passes import passes

    if order < 0:
        raise AdvizError(f"the order of a derivative is 0, 1, 2, ..., not {order}")
    tape = _tape(function, args, kwargs)
    graph = tape.graph
    if len(graph.outputs) != 1:
        raise NotSupported(f"a derivative is of one output, and here are {len(graph.outputs)}")
    names = [graph.names[node] for node in graph.inputs]
    if wrt is None and len(names) != 1:
        raise UnknownName("wrt must say by which parameter is differentiated", legal=names, hint='wrt="x"')
    by = wrt or names[0]
    if order == 0:
        value = tape.primals[graph.outputs[0]]
        return 0.0 if value is None else value
    if by not in graph.scope:
        raise UnknownName(f"nothing is called {by}", legal=names, hint=close_matches(by, graph.scope))
    slope = reverse(tape, {graph.outputs[0]: 1.0})[graph.scope[by]] or 0.0
    if order == 1 or slope != slope:
        # Where there is no first derivative there is no other, whatever its formula gives.
        return slope
    # All but the last are formulas; the last is a sweep over them, as the first is.
    before = passes(graph, [by], order=order - 1)
    found = evaluate(before.graph, tape.at)
    return reverse(found, {before.results[-1].node: 1.0})[before.graph.scope[by]] or 0.0


def _tape(function: Callable[..., Any] | str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Tape:
    if not isinstance(function, str):
        return trace(function, *args, **kwargs).tape
    from graphviz_ad.read import read_text

    if args:
        raise AdvizError("a program takes its values by name", hint='for example gradient("x*y", x=2, y=3)')
    graph = read_text(function, kwargs)
    tape = evaluate(graph, kwargs)
    missing = [graph.names[node] for node in graph.inputs if tape.primals[node] is None]
    if missing:
        raise AdvizError(f"{', '.join(missing)} has no value", hint=f"for example {missing[0]}=1")
    return tape


def _flat(things: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return [pair for name, thing in things.items() for pair in leaves(thing, name)]


def _is_number(thing: object) -> bool:
    return not isinstance(thing, bool) and Dual._operand(thing) is not NotImplemented


def _by_name(given: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return numbers by name; without names, by their places."""
    if isinstance(given, Mapping):
        return dict(given)
    things = list(given) if isinstance(given, Iterable) else [given]
    return {f"x{k}": thing for k, thing in enumerate(things)}


def _seeds(given: Any, outputs: list[str]) -> dict[str, float]:  # noqa: ANN401
    """Return the adjoint of every output: by its name, or in the form of the result."""
    seeds: list[tuple[str, Any]]
    seeds = [(name, seed) for (_, seed), name in zip(leaves(given, ""), outputs, strict=False)]
    if isinstance(given, Mapping):
        for name in given:
            if name not in outputs:
                hint = close_matches(str(name), outputs)
                raise UnknownName(f"{name} is no output", legal=outputs, hint=hint)
        seeds = list(given.items())
    elif (count := sum(1 for _ in leaves(given, ""))) != len(outputs):
        message = f"{len(outputs)} outputs need {len(outputs)} cotangents, here are {count}"
        raise AdvizError(message, hint=f"the outputs are {', '.join(outputs)}")
    for name, seed in seeds:
        if not _is_number(seed):
            raise AdvizError(f"the cotangent of {name} is {type(seed).__name__}, which is no number")
    return {name: float(seed) for name, seed in seeds}


def _parted(result: Any, part: str) -> Any:  # noqa: ANN401
    """Return a result with the primal, or the tangent, of every dual; of a constant the tangent is 0."""

    def take(_name: str, number: Any) -> Any:  # noqa: ANN401 - a float or a dual
        if isinstance(number, Dual):
            return getattr(number, part)
        return number if part == "primal" else 0.0

    return rebuilt(result, "", take)
