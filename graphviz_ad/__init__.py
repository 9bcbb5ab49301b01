"""adviz: the chain rule as a picture, every number of it checked.

>>> import graphviz_ad
>>> drawing = graphviz_ad.draw("(x + c)*x", {"x": 3, "c": 4}, wrt=["x"])
>>> [explanation.total for explanation in drawing.derivation.explanations]
[10.0]

The stages, each a function from one noun to the next: `read_text` (text to Graph), `evaluate`
(Graph to Tape), `explain` (Tape to Derivation), `draw` (all of them, to a Drawing that can be
saved in every format).  `Value` and `trace` record ordinary Python; every operation of the table is
also a function, ``graphviz_ad.tanh``.  Names are loaded when they are first used.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphviz_ad.differentiate import forward, reverse
    from graphviz_ad.differentiate.evaluate import evaluate
    from graphviz_ad.differentiate.gradient import gradient_graph
    from graphviz_ad.errors import AdvizError
    from graphviz_ad.explain import explain
    from graphviz_ad.explanation import Derivation
    from graphviz_ad.graph import Graph
    from graphviz_ad.live.derivatives import derivative, gradient, jacobian, jvp, vjp
    from graphviz_ad.live.dual import Dual
    from graphviz_ad.live.trace import Trace, trace, traced
    from graphviz_ad.live.value import Value
    from graphviz_ad.live.variables import names, zero_grad
    from graphviz_ad.read import read_text
    from graphviz_ad.read.formats.document import from_json
    from graphviz_ad.read.formats.dot import from_graphviz
    from graphviz_ad.read.formats.networks import from_networkx
    from graphviz_ad.read.formats.sympy_terms import from_sympy
    from graphviz_ad.tape import Tape
    from graphviz_ad.write.debugging import debug
    from graphviz_ad.write.digraph import to_graphviz
    from graphviz_ad.write.drawing import Drawing, draw
    from graphviz_ad.write.gradient import draw_gradient
    from graphviz_ad.write.graph_document import to_json
    from graphviz_ad.write.networks import to_networkx
    from graphviz_ad.write.report import Report
    from graphviz_ad.write.sweep_drawing import SweepDrawing, sweep
    from graphviz_ad.write.sympy_terms import to_sympy

__all__ = [
    "AdvizError",
    "Derivation",
    "Drawing",
    "Dual",
    "Graph",
    "Report",
    "SweepDrawing",
    "Tape",
    "Trace",
    "Value",
    "debug",
    "derivative",
    "draw",
    "draw_gradient",
    "evaluate",
    "explain",
    "forward",
    "from_graphviz",
    "from_json",
    "from_networkx",
    "from_sympy",
    "gradient",
    "gradient_graph",
    "jacobian",
    "jvp",
    "names",
    "read_text",
    "reverse",
    "sweep",
    "to_graphviz",
    "to_json",
    "to_networkx",
    "to_sympy",
    "trace",
    "traced",
    "vjp",
    "zero_grad",
]

_HOMES = {
    "AdvizError": "errors",
    "Derivation": "explanation",
    "Drawing": "write.drawing",
    "Dual": "live.dual",
    "Graph": "graph",
    "Report": "write.report",
    "SweepDrawing": "write.sweep_drawing",
    "Tape": "tape",
    "Trace": "live.trace",
    "Value": "live.value",
    "debug": "write.debugging",
    "derivative": "live.derivatives",
    "draw": "write.drawing",
    "draw_gradient": "write.gradient",
    "evaluate": "differentiate",
    "explain": "explain",
    "forward": "differentiate",
    "from_graphviz": "read.formats.dot",
    "from_json": "read.formats.document",
    "from_networkx": "read.formats.networks",
    "from_sympy": "read.formats.sympy_terms",
    "gradient": "live.derivatives",
    "gradient_graph": "differentiate.gradient",
    "jacobian": "live.derivatives",
    "jvp": "live.derivatives",
    "names": "live.variables",
    "read_text": "read",
    "reverse": "differentiate",
    "sweep": "write.sweep_drawing",
    "to_graphviz": "write.digraph",
    "to_json": "write.graph_document",
    "to_networkx": "write.networks",
    "to_sympy": "write.sympy_terms",
    "trace": "live.trace",
    "traced": "live.trace",
    "vjp": "live.derivatives",
    "zero_grad": "live.variables",
}


_STAGES = ("draw", "explain")
"""Stages with a function of the same name; the package `graphviz_ad.draw` can be called as it is."""


class _Stage(ModuleType):
    """The package of a stage, which can be called as its function."""

    def _function(self) -> Callable[..., Any]:
        name = self.__name__.rpartition(".")[2]
        function: Callable[..., Any] = getattr(importlib.import_module(f"graphviz_ad.{_HOMES[name]}"), name)
        return function

    def __call__(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - as the function's
        return self._function()(*args, **kwargs)

    @property
    def __signature__(self) -> Any:  # noqa: ANN401 - inspect has it; who asks has loaded that
        return sys.modules["inspect"].signature(self._function())


class _Library(ModuleType):
    """The library itself: Python makes a stage its attribute when anything in it is loaded."""

    def __setattr__(self, name: str, value: object) -> None:
        if name in _STAGES and isinstance(value, ModuleType):
            value.__class__ = _Stage
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Library


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("graphviz-ad")
    if name in _STAGES:
        return importlib.import_module(f"graphviz_ad.{name}")
    if name not in _HOMES:
        return _operation(name)
    return getattr(importlib.import_module(f"graphviz_ad.{_HOMES[name]}"), name)


def _operation(name: str) -> object:
    """Return an operation of the table as a function: ``graphviz_ad.tanh(x)``."""
    # Python asks for the modules of the package here too, before it looks for their files.
    if not name.startswith("_") and not any(
        os.path.exists(f"{__path__[0]}/{name}{end}") for end in ("", ".py")
    ):
        from graphviz_ad.ops import called

        if name in called():
            from graphviz_ad.live.functions import function

            return function(name)
    raise AttributeError(f"module 'graphviz_ad' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
