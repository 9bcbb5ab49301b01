"""Gradients of inputs that the last pass did not give: cleared after it, or still there from one before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphviz_ad.check.at_heads import is_short
from graphviz_ad.check.evidence import Cause, Evidence
from graphviz_ad.check.flow import flow_of
from graphviz_ad.check.notation import label, number
from graphviz_ad.check.precision import COMPUTED, Precision
from graphviz_ad.check.seen import innocent
from graphviz_ad.check.told import node_cause
from graphviz_ad.check.truth import Truth, truth_of
from graphviz_ad.claims import Claims
from graphviz_ad.finding import Finding
from graphviz_ad.graph import OUTPUT
from graphviz_ad.noun import replace

__all__ = ["before_clearing", "left_over"]

SHOWN = 3


def before_clearing(claims: Claims, precision: Precision) -> Claims:
    """Return the claims without the gradients of inputs, if these were set to 0 after the pass.

    Examples
    --------
    >>> from graphviz_ad.claims import Probe
    >>> from graphviz_ad.read import read_text
    >>> probes = {0: Probe(3.0, 3.0, 3.0), 1: Probe(12.0, 12.0, 12.0)}
    >>> graph = read_text("u = w*3; square(u)")
    >>> gradients = {0: 0.0, 1: 12.0, 2: 1.0}
    >>> claims = Claims(graph, {"w": 2}, adjoints=gradients, probes=probes, kind="live objects")
    >>> [note.message for note in before_clearing(claims, Precision(1e-9)).notes]
    ['gradients of all inputs are 0: cleared after backward']
    """
    graph, stated = claims.graph, claims.adjoints
    zero = {node for node in graph.inputs if stated.get(node) == 0}
    if not zero or not claims.kind.startswith(COMPUTED):
        return claims
    truth = truth_of(claims, precision=precision)
    flow = flow_of(truth, truth.seeds)
    cleared = [node for node in flow.wrong if node in zero]
    if not cleared or len(cleared) < len(flow.wrong) or not _is_seen_right(truth, cleared):
        return claims
    kept = [node for node in graph.inputs if stated.get(node) and truth.uses_of(node)]
    if kept and (len(cleared) < 2 or len(kept) > len(cleared)):
        return claims
    message = f"gradients of {_named(truth, cleared) if kept else 'all inputs'} are 0: cleared after backward"
    note = Finding("cleared_after_backward", node=f"n{min(cleared)}", given=0.0, message=message)
    left = {node: number for node, number in stated.items() if node not in zero}
    return replace(claims, adjoints=left, notes=(*claims.notes, note))


def left_over(evidence: Evidence) -> Iterator[Cause]:
    """Yield that inputs have more than this pass gives, though every rule was seen to work."""
    truth, gaps = evidence.truth, evidence.gaps
    leaves = [node for node in truth.graph.inputs if evidence.stated(node) and truth.uses_of(node)]
    if not all(map(evidence.is_input, gaps)) or (len(gaps) == 1 and len(leaves) > 1):
        return
    if not _is_seen_right(truth, gaps):
        return
    if len(gaps) == 1 and any(is_short(_share(evidence, node)) for node in gaps):
        # Half of it, or nothing, is no sum of two passes.
        return
    first, *others = sorted(gaps)
    also = "".join(f", that of {label(truth, node)} {number(gaps[node])}" for node in others[: SHOWN - 1])
    more = f", {len(others) - SHOWN + 1} more" if len(others) >= SHOWN else ""
    message = (
        f"the gradient of {label(truth, first)} is {number(gaps[first])} more than this pass gives"
        f"{also}{more}: gradients of an earlier pass were still there"
    )
    cause = node_cause(
        evidence, 2.1, "nonzero_start", first, message, nodes=tuple(gaps), given=evidence.stated(first),
        expected=evidence.flow.expected[first],
        hint="set every gradient to 0 before backward(), unless passes are meant to add up",
    )  # fmt: skip
    finding = replace(cause.root.finding, severity="warning")
    yield replace(cause, root=replace(cause.root, finding=finding))


def _share(evidence: Evidence, node: int) -> float:
    stated, true = evidence.stated(node), evidence.flow.expected[node]
    return stated / true if stated and true else 1.0


def _is_seen_right(truth: Truth, leaves: Iterable[int]) -> bool:
    """Whether all that these inputs get is known: what their consumers hold, and rules seen to work."""
    graph, claims = truth.graph, truth.claims
    for leaf in leaves:
        for edge in truth.uses_of(leaf):
            head = truth.heads[edge]
            if graph.ops[head] == OUTPUT or head not in claims.adjoints or not innocent(truth, edge):
                return False
    return True


def _named(truth: Truth, nodes: list[int]) -> str:
    names = [label(truth, node) for node in sorted(nodes)]
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more
