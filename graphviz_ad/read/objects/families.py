"""THE table of families of live objects: under which names their parts are kept.

A family is recognised by the shape of its attributes, nothing of theirs is imported.  Adding one is
adding a row.  Objects that no row fits wholly are read with the names of all rows, each part under
the first name that they have.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphviz_ad.noun import noun, replace
from graphviz_ad.read.objects.reaching import NOTHING, at_path, has, shape_of

__all__ = ["FAMILIES", "NAMES", "Families", "Family", "leads_on"]


@noun
class Family:
    """Where the parts of a node are kept; paths of attributes, '' for what is not kept.

    Attributes
    ----------
    style
        Whose objects look like this.
    value, gradient
        The number, and what the backward pass has added up.
    inputs
        What it was computed from: a collection, one object, or several attributes, ``left right``;
        pairs of an input and its local derivative as well.
    operation
        Its name, its function, an object of its class.
    partials
        Local derivatives, one for each input: numbers, or functions of the upstream gradient.
    rule
        What sends gradients on.
    each
        Whether the rule is asked for one operand at a time, ``rule(gradient, slot)``.
    context
        What a rule of two values is given before the gradient; '' for what the rule belongs to.
    """

    style: str
    value: str
    gradient: str
    inputs: str
    operation: str = ""
    partials: str = ""
    rule: str = ""
    each: bool = False
    context: str = ""


FAMILIES = (
    Family("micrograd", "data", "grad", "_prev", "_op", rule="_backward"),
    Family("tiny_autograd", "data", "grad", "_parents", "op", rule="_backward"),
    Family("microgpt", "data", "grad", "_children", partials="_local_grads"),
    Family("graphviz_ad", "value", "grad", "args", "op", "local_derivatives"),
    Family("Tensor with args", "value", "derivative", "args", partials="local_derivatives"),
    Family("mygrad", "data", "grad", "creator.variables", "creator", rule="creator.backward_var", each=True),
    Family("functions as objects", "data", "grad", "creator.inputs", "creator", rule="creator.backward"),
    Family("Function with a context", "data", "grad", "_ctx.parents", "_ctx", rule="_ctx.backward"),
    Family("static Functions", "data", "grad", "parents", "fn", rule="fn.backward", context="ctx"),
    Family("rules that return", "data", "grad", "parents", "op", rule="backward_fn"),
    Family("torch names", "data", "grad", "inputs", "op", rule="grad_fn"),
    Family("pairs", "value", "grad", "parents"),
    Family("stored local gradients", "val", "grad", "inputs", "op", "local_grads"),
    Family("smallgrad", "data", "grad", "children", "label", rule="_backward"),
    Family("a class an operation", "value", "grad", "left right", rule="propagate"),
    Family("rows of a tape", "v", "g", ""),
)
"""Every family; the first row of which an object has all attributes is its own."""

NAMES = ("name", "label", "_name", "_label")
"""Under which nodes keep what they are called."""

_PARTS = ("value", "gradient", "inputs", "operation", "partials", "rule", "context")
_OWNERS = ("_fn", "function", "func", "op", "_op", "creator", "operation")
_RULES = (
    "backward_function",
    "_backward_fn",
    "grad_function",
    "vjp",
    *(f"{owner}.backward" for owner in _OWNERS),
)
_PAIRS = ("local_gradients", "local_derivatives", "local_grads", "local_partials")
_MORE = {
    "value": ("_data", "_value", "_val"),
    "gradient": ("gradient", "_grad", "adjoint"),
    "inputs": ("operands", "_inputs", "a b", *_PAIRS),
    "operation": ("operation", "_operation", "op_name", "creator"),
    "partials": ("local_gradients", "_local_derivatives", "grads", "local_partials"),
    "rule": _RULES,
    "context": ("_ctx", "context", "_context"),
}


class Families:
    """Which family every object is of; the one of the output, once known, is looked for first."""

    def __init__(self) -> None:
        self._by_shape: dict[tuple[object, ...], Family | None] = {}
        self._first: tuple[Family, ...] = ()

    def start_from(self, root: object) -> Family | None:
        """Return the family of the output, for which names of inputs count that lead somewhere."""
        if type(root) in _PLAIN or isinstance(root, type):
            return None
        rows = [row for row in FAMILIES if _fits(row, root)]
        full = [row for row in rows if leads_on(root, row.inputs)]
        found = full[0] if full else _mixture(root, leading=True) or (rows[0] if rows else None)
        found = found and _completed(found, root)
        if found is not None:
            self._first = (found,)
        return found

    def of(self, thing: object) -> Family | None:
        """Return the family of an object; None: it is no node."""
        kind = type(thing)
        if kind in _PLAIN or isinstance(thing, type):
            return None
        shape = shape_of(thing)
        if shape not in self._by_shape:
            self._by_shape[shape] = self._find(thing)
        return self._by_shape[shape]

    def _find(self, thing: object) -> Family | None:
        rows = (row for row in (*self._first, *FAMILIES) if _fits(row, thing))
        row = next(rows, None)
        return _mixture(thing, leading=False) if row is None else _completed(row, thing)


_CONTAINERS = frozenset((tuple, list, dict, set, frozenset, str))
_PLAIN = frozenset((int, float, bool, complex, str, bytes, tuple, list, dict, set, frozenset, type(None)))


def _fits(row: Family, thing: object) -> bool:
    """Whether an object has every attribute that a row names."""
    paths = [path for part in _PARTS for path in str(getattr(row, part)).split()]
    return all(_there(thing, path) for path in paths)


def _there(thing: object, path: str) -> bool:
    return has(thing, path) and ("." not in path or at_path(thing, path) is not NOTHING)


def leads_on(thing: object, paths: str) -> bool:
    """Whether something stands where the inputs of an object are kept; nothing of theirs is compared.

    Examples
    --------
    >>> leads_on(3, "real"), leads_on(3, "parents")
    (True, False)
    """
    found = [at_path(thing, path) for path in paths.split()]
    return any(
        entry is not None and entry is not NOTHING and not (type(entry) in _CONTAINERS and len(entry) == 0)  # type: ignore[arg-type]
        for entry in found
    )


def _completed(row: Family, thing: object) -> Family:
    """Return a row that says nothing of local derivatives with what an object has of them besides."""
    if row.partials or row.rule or not row.inputs or row.inputs in _PAIRS:
        return row
    parts = ("operation", "partials", "rule", "context")
    return replace(row, **{part: getattr(row, part) or next(_present(thing, part), "") for part in parts})


def _mixture(thing: object, *, leading: bool) -> Family | None:
    """Return a row made of the names that an object has; None: no value, or nothing but that."""
    parts = {part: next(_present(thing, part), "") for part in _PARTS}
    if leading:
        names = _present(thing, "inputs")
        parts["inputs"] = next((name for name in names if leads_on(thing, name)), parts["inputs"])
    if parts["inputs"] == parts["partials"]:  # pairs of an input and its local derivative
        parts["partials"] = ""
    if not parts["value"] or not (parts["gradient"] or parts["inputs"]):
        return None
    return replace(Family("", "", "", ""), **parts)


def _present(thing: object, part: str) -> Iterator[str]:
    for paths in (*(str(getattr(row, part)) for row in FAMILIES), *_MORE[part]):
        there = paths and all(_there(thing, path) for path in paths.split())
        if there and (part != "inputs" or paths not in _PAIRS or _are_pairs(at_path(thing, paths))):
            yield paths


def _are_pairs(kept: object) -> bool:
    """Whether local derivatives stand in pairs with their inputs, ``((x, 3.0), (y, 2.0))``."""
    return isinstance(kept, (tuple, list)) and all(
        isinstance(entry, (tuple, list)) and len(entry) == 2 for entry in kept
    )
