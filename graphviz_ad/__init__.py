"""adviz: the chain rule as a picture, every number of it checked.

>>> import graphviz_ad
>>> drawing = graphviz_ad.draw("(x + c)*x", {"x": 3, "c": 4}, wrt=["x"])
>>> [explanation.total for explanation in drawing.derivation.explanations]
[10.0]

The stages, each a function from one noun to the next: `read_text` (text to Graph), `evaluate`
(Graph to Tape), `explain` (Tape to Derivation), `draw` (all of them, to a Drawing that can be
saved in every format).  Names are loaded when they are first used.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphviz_ad.differentiate import forward, reverse
    from graphviz_ad.differentiate.evaluate import evaluate
    from graphviz_ad.errors import AdvizError
    from graphviz_ad.explain import explain
    from graphviz_ad.explanation import Derivation
    from graphviz_ad.graph import Graph
    from graphviz_ad.read import read_text
    from graphviz_ad.tape import Tape
    from graphviz_ad.write.drawing import Drawing, draw

__all__ = [
    "AdvizError",
    "Derivation",
    "Drawing",
    "Graph",
    "Tape",
    "draw",
    "evaluate",
    "explain",
    "forward",
    "read_text",
    "reverse",
]

_HOMES = {
    "AdvizError": "errors",
    "Derivation": "explanation",
    "Drawing": "write.drawing",
    "Graph": "graph",
    "Tape": "tape",
    "draw": "write.drawing",
    "evaluate": "differentiate",
    "explain": "explain",
    "forward": "differentiate",
    "read_text": "read",
    "reverse": "differentiate",
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
        raise AttributeError(f"module 'graphviz_ad' has no attribute {name!r}")
    return getattr(importlib.import_module(f"graphviz_ad.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
