"""For tests of an engine: assert that the gradients of a graph are right, else say which edge is wrong."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from graphviz_ad.write.debugging import TOLERANCE, debug
from graphviz_ad.write.report import Report

__all__ = ["assert_gradients_ok"]


def assert_gradients_ok(
    source: Any,  # noqa: ANN401 - anything somebody has
    *,
    at: Mapping[str, float] | None = None,
    points: int = 0,
    tolerance: float = TOLERANCE,
    edges: str = "auto",
    names: Mapping[str, object] | None = None,
    warnings: bool = False,
) -> Report:
    """Raise an `AssertionError` with the report of the debugger where a graph is wrong.

    Parameters
    ----------
    source, at, points, tolerance, edges, names
        As for `graphviz_ad.debug`.
    warnings
        Whether warnings are failures too: a rule that assigns in place of adding, for instance,
        where this graph does not show it.

    Returns
    -------
    Report
        For further assertions: on ``findings``, for instance.

    Raises
    ------
    AssertionError
        With the report as its text.
    AdvizError
        It cannot be read as a graph.

    Examples
    --------
    >>> graph = {"adviz": 1, "inputs": {"x": 3}, "output": "y", "grads": {"x": 6},
    ...          "nodes": [{"id": "y", "op": "mul", "args": ["x", "x"]}]}
    >>> assert_gradients_ok(graph).ok
    True
    >>> assert_gradients_ok({**graph, "grads": {"x": 3}})
    Traceback (most recent call last):
        ...
    AssertionError: 1 error
    ...
    """
    # pytest leaves this frame out of what it shows.
    __tracebackhide__ = True
    if names is None:
        frame = sys._getframe(1)  # noqa: SLF001 - the caller's variables have the names
        names = {**frame.f_globals, **frame.f_locals}
    report = debug(source, at=at, points=points, tolerance=tolerance, edges=edges, names=names)
    failed = {"error", "warning"} if warnings else {"error"}
    if any(finding.severity in failed for finding in report.findings):
        raise AssertionError(report.text().rstrip("\n"))
    return report
