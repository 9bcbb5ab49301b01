"""Other people's engines: loaded from tests/data/engines as they are, or with a fault planted."""

import itertools
import linecache
import os
import types

from conftest import ROOT

from graphviz_ad.differentiate import evaluate, reverse
from graphviz_ad.read.objects import read_object

FOLDER = os.path.join(ROOT, "tests", "data", "engines")
STYLES = (
    "tensor",
    "tiny_value",
    "tape",
    "micrograd_style",
    "microgpt",
    "function_objects",
    "returning",
    "class_per_op",
    "pairs",
    "arrays",
)
_number = itertools.count(1)


def engine(style, *changes):
    """Return a module with the engine; each change is a text that occurs once, and what replaces it."""
    with open(os.path.join(FOLDER, f"{style}.py"), encoding="utf-8") as file:
        source = file.read()
    for old, new in changes:
        assert source.count(old) == 1, f"{old!r} occurs {source.count(old)} times in {style}.py"
        source = source.replace(old, new)
    name = f"{style}_{next(_number)}.py"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    module = types.ModuleType(style)
    exec(compile(source, name, "exec"), vars(module))
    return module


def truth(claims):
    """Return the tape of a graph at the stated inputs, and the true adjoints."""
    tape = evaluate(claims.graph, claims.at)
    return tape, reverse(tape, {claims.graph.outputs[0]: 1.0})


def claims_of(module):
    """Return the claims of an engine's example."""
    if hasattr(module, "loss"):
        return read_object(module.loss())
    output, names = module.example()
    return read_object(output, names=names)
