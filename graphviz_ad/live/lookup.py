"""Somebody's modules, and what is called so in them."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

from graphviz_ad.errors import AdvizError, GraphProblem, UnknownName, close_matches
from graphviz_ad.graph import Graph
from graphviz_ad.live.trace import Trace
from graphviz_ad.live.value import Value

__all__ = ["find", "is_drawable", "module_at", "module_named"]

Offered = Callable[[object, str], bool]
"""Whether a thing of a module, whose name is the second argument, is worth offering."""


def module_at(path: str) -> ModuleType:
    """Return the module of a file; its folder comes first where it imports others, as for a script.

    Raises
    ------
    GraphProblem
        The file is no Python file.
    """
    sys.path.insert(0, os.path.dirname(path))
    name = os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise GraphProblem("this is no Python file", where=path)
    module = importlib.util.module_from_spec(spec)
    # A module of the standard library keeps its name, whatever the file is called.
    sys.modules.setdefault(name, module)
    spec.loader.exec_module(module)
    return module


def module_named(name: str) -> ModuleType:
    """Return a module that can be imported; as for ``python -m`` it is looked for here first.

    Raises
    ------
    UnknownName
        There is none.
    """
    sys.path.insert(0, os.getcwd())
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise
        hint = f"modules are looked for here and where Python has its own; a file is {name}.py:NAME"
        raise UnknownName(f"there is no module {error.name}", hint=hint) from None


def find(module: ModuleType, name: str, offered: Offered) -> Any:  # noqa: ANN401 - anything somebody has
    """Return what is called ``name`` in a module, ``model.loss`` also in things of it.

    Raises
    ------
    UnknownName
        Nothing is; what the module offers is told.
    """
    thing: Any = module
    for part in name.split("."):
        if hasattr(thing, part):
            thing = getattr(thing, part)
        elif thing is module:
            own = [key for key, value in vars(module).items() if offered(value, module.__name__)]
            file = os.path.basename(module.__file__ or module.__name__)
            raise UnknownName(f"there is no {part} in {file}", legal=own, hint=close_matches(part, own))
        else:
            raise UnknownName(f"{type(thing).__name__} has no {part}", where=name)
    if thing is module:
        raise AdvizError("a module is no graph", hint="name something in it")
    return thing


def is_drawable(thing: object, module: str) -> bool:
    """Whether it is something of the module's own that could be drawn."""
    own = callable(thing) and getattr(thing, "__module__", None) == module and not isinstance(thing, type)
    return own or isinstance(thing, (Value, Trace, Graph))
