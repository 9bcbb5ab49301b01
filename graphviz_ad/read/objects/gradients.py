"""The gradients that objects hold, or that their own backward pass gives when it has not run yet."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import NamedTuple

from graphviz_ad.finding import Finding
from graphviz_ad.read.objects.families import Families, Family
from graphviz_ad.read.objects.keeping import Kept
from graphviz_ad.read.objects.reaching import NOTHING, at_path
from graphviz_ad.read.objects.rules import calling, code_of, rule_at
from graphviz_ad.read.objects.sources import source_of
from graphviz_ad.read.objects.unwrapping import kind_of, number_of
from graphviz_ad.read.objects.walking import Found

__all__ = ["Gradients", "gradients"]

_BACKWARD = ("backward", "backwards", "backprop", "backpropagate")
_PLAIN = Family("", "", "", "")


class Gradients(NamedTuple):
    """Gradients by position, the order in which rules ran where it was told, and what to say."""

    adjoints: dict[int, float]
    order: tuple[int, ...]
    notes: tuple[Finding, ...]
    structure: tuple[Finding, ...]


def gradients(nodes: Sequence[Found], families: Families, kept: Kept) -> Gradients:
    """Return the gradients of nodes, the last of which is the output.

    Where all are None or 0 and the output has a ``backward()``, that is called and everything put
    back: a gradient of 0 everywhere would be no claim of a pass that did not run.
    """
    held, structure = _held(nodes, families)
    if any(held.values()):
        return _claimed(nodes, held, (), (), structure)
    name, backward = _backward_of(nodes[-1])
    if not name:
        if not structure:
            hint = "run the backward pass before, so that gradients can be checked too"
            note = Finding(
                "no_backward", message="no backward pass has run: gradients are not checked", hint=hint
            )
            return Gradients({}, (), (note,), structure)
        return Gradients({}, (), (), structure)
    try:
        answer = backward()  # type: ignore[operator]
        held, structure = _held(nodes, families)
    except (Exception, SystemExit) as failed:  # noqa: BLE001 - somebody's code
        return Gradients({}, (), (_raised(name, failed, nodes),), structure)
    finally:
        kept.put_back()
    if any(held.values()):
        message = f"no backward pass had run: {name}() was called, and everything put back after it"
    else:
        message = f"every gradient is 0, also after {name}() was called once more"
    return _claimed(
        nodes, held, _order(answer, nodes), (Finding("ran_backward", message=message),), structure
    )


def _held(nodes: Sequence[Found], families: Families) -> tuple[dict[int, float | None], tuple[Finding, ...]]:
    """Return the gradient of every node that has the attribute, and those that are no numbers."""
    held: dict[int, float | None] = {}
    structure = []
    for position, node in enumerate(nodes):
        kept = at_path(node.thing, node.family.gradient)
        if kept is NOTHING:
            continue
        number = number_of(kept, families.of)
        if number is None and kept is not None:
            message = f"a gradient is {kind_of(kept)}, not a number"
            hint = "only computations with single numbers are checked"
            structure.append(
                Finding("not_a_number", "error", node=f"n{position}", message=message, hint=hint)
            )
        held[position] = number
    return held, tuple(structure)


def _claimed(
    nodes: Sequence[Found],
    held: dict[int, float | None],
    order: tuple[int, ...],
    notes: tuple[Finding, ...],
    structure: tuple[Finding, ...],
) -> Gradients:
    """Return as claims what a pass that has run left; None where others have numbers is 0."""
    inner = [position for position in held if nodes[position].operands]
    leaves = [position for position in held if not nodes[position].operands]
    if inner and not any(held[position] for position in inner) and any(held[leaf] for leaf in leaves):
        message = "gradients are kept on inputs alone: they are compared with sums over paths"
        notes = (*notes, Finding("leaves_only", message=message))
        inner = []
    # The output itself may have none: many a pass only sends it on.
    kept = [inner_one for inner_one in inner if held[inner_one] is not None]
    if len(kept) > 1 or (kept and kept[0] != len(nodes) - 1):
        kept = [position for position in inner if position != len(nodes) - 1 or held[position] is not None]
    return Gradients({k: held[k] or 0.0 for k in sorted((*leaves, *kept))}, order, notes, structure)


def _backward_of(root: Found) -> tuple[str, object]:
    """Return the method of the output that runs the backward pass without being given anything."""
    for name in _BACKWARD:
        method = at_path(root.thing, name) if name != root.family.rule else None
        if callable(method) and calling(method, _PLAIN).values == 0:
            return name, method
    return "", None


def _order(answer: object, nodes: Sequence[Found]) -> tuple[int, ...]:
    """Return the order of operations if the pass returned it: the output first, or last."""
    if not isinstance(answer, list) or len(answer) < 2:
        return ()
    places = {id(node.thing): position for position, node in enumerate(nodes)}
    if not all(id(thing) in places for thing in answer):
        return ()
    order = [places[id(thing)] for thing in answer]
    if order[-1] == len(nodes) - 1:
        order.reverse()
    return tuple(k for k in order if nodes[k].operands) if order[0] == len(nodes) - 1 else ()


def _raised(name: str, failed: BaseException, nodes: Sequence[Found]) -> Finding:
    """Return the finding for a backward pass that stopped."""
    method = f"{name}() raised {type(failed).__name__}: {failed}".rstrip(": ")
    if isinstance(failed, RecursionError):
        position = _recursing(failed, nodes)
        if position is not None:
            rule = rule_at(nodes[position].thing, nodes[position].family)
            message = f"{name}() did not end: a rule calls itself, so the gradients are not checked"
            return Finding(
                "rule_recurses", "warning", f"n{position}", message=message, source=source_of(rule)
            )
        count, limit = len(nodes), sys.getrecursionlimit()
        message = f"{name}() recurses too deeply for this graph of {count} nodes; Python's limit is {limit}"
        hint = "visit the nodes with a list as stack in place of recursion; the rest is checked without it"
        return Finding("backward_too_deep", "warning", message=message, hint=hint)
    frames = list(_frames(failed.__traceback__))
    source = source_of(frames[-1].tb_frame) if frames else None
    return Finding("backward_raised", "error", message=method, source=source)


def _recursing(failed: BaseException, nodes: Sequence[Found]) -> int | None:
    """Return the node whose rule it was that called itself until Python stopped it."""
    codes = [walked.tb_frame.f_code for walked in _frames(failed.__traceback__)]
    often = {code for code, count in Counter(codes).items() if count > len(codes) // 3}
    for position, node in enumerate(nodes):
        if node.operands and code_of(rule_at(node.thing, node.family)) in often:
            return position
    return None


def _frames(trace: TracebackType | None) -> Iterator[TracebackType]:
    while trace is not None:
        yield trace
        trace = trace.tb_next
