"""What the nodes are called: their own names, else the variables that hold them."""

from __future__ import annotations

import ast
import linecache
import types
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice

from graphviz_ad.read.objects.families import NAMES, Families
from graphviz_ad.read.objects.reaching import at_path, own_attributes, slots_of

__all__ = ["held", "loop_variables", "own_name"]

MOST = 1_000_000
DEEPEST = 8
_FEW = 20
_NOT_ENTERED = (types.ModuleType, type, types.FunctionType, types.MethodType, types.BuiltinFunctionType)
_PLAIN = frozenset((int, float, bool, complex, str, bytes, type(None)))


def own_name(thing: object, taken: str) -> str:
    """Return what an object itself says it is called, '' if nothing.

    Parameters
    ----------
    thing
        Their node.
    taken
        The attribute that means something else in its family, its operation for instance.
    """
    for name in NAMES:
        found = at_path(thing, name) if name != taken else None
        if isinstance(found, str) and found.strip() and found != "None":
            return found.strip()
    return ""


def held(
    names: Mapping[str, object],
    wanted: Collection[int],
    families: Families,
    *,
    made: Collection[int] = (),
    root: int = 0,
    skipped: Collection[int] = (),
) -> dict[int, str]:
    """Return, by identity, the name of the variable that holds an object.

    Objects in lists, tuples, dicts and in the attributes of other objects count too: of a list
    ``w`` they are ``w_0``, ``w_1``.  Variables that begin with ``_`` are left out, those of loops of
    the module, and lists that order the nodes of a graph: such a list holds its output, or many of
    its operations.

    Parameters
    ----------
    names
        The variables.
    wanted
        Identities of what is to be called something.
    families
        Which objects are nodes: these are not looked into.
    made, root
        Identities of the operations and of the output.
    skipped
        Identities of containers that are not looked into: a tape.

    Examples
    --------
    >>> x, y = object(), object()
    >>> found = held({"a": x, "w": [y, x]}, {id(x), id(y)}, Families())
    >>> found[id(x)], found[id(y)]
    ('a', 'w_0')
    """
    found: dict[int, str] = {}
    entered: set[int] = set(skipped)
    loops = loop_variables(names)
    level = [(name, thing) for name, thing in names.items() if not name.startswith("_") and name not in loops]
    count = 0
    for _ in range(DEEPEST):
        following: list[tuple[str, object]] = []
        for name, thing in level:
            count += 1
            if count > MOST:
                return found
            if id(thing) in wanted:
                found.setdefault(id(thing), name)
            elif type(thing) not in _PLAIN and id(thing) not in entered and families.of(thing) is None:
                entered.add(id(thing))
                if isinstance(thing, (list, tuple)) and _orders(thing, made, root):
                    continue
                following += [(f"{name}_{key}", inside) for key, inside in _inside(thing)]
        level = following
    return found


def _orders(thing: Sequence[object], made: Collection[int], root: int) -> bool:
    """Whether a list puts the nodes of a graph in order, which is no way to call them."""
    if len(thing) < 2:
        return False
    held_ones = {id(entry) for entry in thing}
    return (root in held_ones) or (len(thing) > _FEW and any(one in made for one in held_ones))


def loop_variables(names: Mapping[str, object]) -> frozenset[str]:
    """Return the variables of a module that nothing but its loops sets.

    Examples
    --------
    >>> sorted(loop_variables({"__file__": "no such file"}))
    []
    """
    file = names.get("__file__")
    if not isinstance(file, str):
        return frozenset()
    try:
        tree = ast.parse("".join(linecache.getlines(file)))
    except (SyntaxError, ValueError, RecursionError):
        return frozenset()
    loops: set[str] = set()
    plain: set[str] = set()
    for node in _statements(tree):
        if isinstance(node, (ast.For, ast.AsyncFor)):
            loops.update(_targets(node.target))
        elif isinstance(node, ast.Assign):
            plain.update(name for target in node.targets for name in _targets(target))
        elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)):
            plain.update(_targets(node.target))
    return frozenset(loops - plain)


def _statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield what a module consists of, without the insides of its functions and classes."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            waiting += ast.iter_child_nodes(node)


def _targets(target: ast.expr) -> Iterator[str]:
    for node in ast.walk(target):
        if isinstance(node, ast.Name):
            yield node.id


def _inside(thing: object) -> Iterator[tuple[object, object]]:
    """Yield what a container or an object holds, with its key, without running its code."""
    kind = type(thing)
    if isinstance(thing, _NOT_ENTERED):
        return
    if issubclass(kind, (list, tuple)):
        yield from enumerate(tuple.__iter__(thing) if issubclass(kind, tuple) else list.__iter__(thing))  # type: ignore[arg-type]
    elif kind is dict:
        yield from islice(((k, v) for k, v in thing.items() if isinstance(k, (str, int))), MOST)  # type: ignore[attr-defined]
    else:
        yield from (own_attributes(thing) or {}).items()
        for name in slots_of(kind):
            yield name, at_path(thing, name)
