"""The whole way from somebody's graph to what is wrong in it."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from graphviz_ad.check.judge import judge
from graphviz_ad.claims import Claims
from graphviz_ad.write.report import Report
from graphviz_ad.write.sheet import options_of

__all__ = ["TOLERANCE", "debug", "reported"]

TOLERANCE = 1e-9


def debug(
    source: Any,  # noqa: ANN401 - anything somebody has
    *,
    at: Mapping[str, float] | None = None,
    points: int = 0,
    tolerance: float = TOLERANCE,
    edges: str = "auto",
    names: Mapping[str, object] | None = None,
    **how: object,
) -> Report:
    """Find what is wrong in a graph that somebody else made.

    Parameters
    ----------
    source
        An object of somebody's engine, the output of what was computed (or a function without
        parameters that returns it); a ``graphviz.Digraph`` or ``Source``; a graph of networkx; a
        mapping as in ``gallery/json.md``; or a text: JSON, DOT, a program with a backward pass
        that was derived by hand below a line ``---``.
    at
        Value by variable, where the source has none.
    points
        So many random points more are tried, where values can be computed again.
    tolerance
        By how much of its size a number may be off.
    edges
        Where the edges of foreign graphs point: ``forward`` (from operand to operation),
        ``backward``, or ``auto``.
    names
        Variables that may hold nodes, for the names of live objects; the caller's, if None.
    **how
        ``theme``, ``background``, ``ids``, ``scale``, and the fields of
        `graphviz_ad.draw.DrawOptions` (``focus``, ``radius``, ``full``, ``title``, ...).

    Returns
    -------
    Report
        With ``ok``, ``findings``, ``text()``, ``svg()``, ``document()``, ``save("x.svg")``.

    Raises
    ------
    AdvizError
        It cannot be read as a graph; see `graphviz_ad.errors`.

    Examples
    --------
    >>> report = debug({"adviz": 1, "inputs": {"x": 3}, "output": "y", "grads": {"x": 3},
    ...                 "nodes": [{"id": "y", "op": "mul", "args": ["x", "x"], "local": [3, 3]}]})
    >>> report.ok, report.findings[0].given, report.findings[0].expected
    (False, 3.0, 6.0)
    """
    from graphviz_ad.write.suspects import claims_of_anything

    if names is None:
        frame = sys._getframe(1)  # noqa: SLF001 - the caller's variables have the names
        names = {**frame.f_globals, **frame.f_locals}
    claims = claims_of_anything(source, at=at, edges=edges, names=names)
    return reported(claims, source=source, points=points, tolerance=tolerance, **how)


def reported(
    claims: Claims, *, source: object = None, points: int = 0, tolerance: float = TOLERANCE, **how: object
) -> Report:
    """Return the report on claims that have been read; the parameters are those of `debug`.

    Raises
    ------
    UnknownName
        There is no such option.
    """
    options, look = options_of("debug", how)
    verdict, also = judge(claims, tolerance=tolerance), ""
    if points:
        from graphviz_ad.write.elsewhere import judged_elsewhere

        verdict, also = judged_elsewhere(claims, verdict, source, points, tolerance)
    return Report(claims, verdict, options=options, also=(also,) if also else (), source=source, **look)
