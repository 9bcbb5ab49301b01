"""One rule serves all operations of a kind: where it is wrong, it is wrong at each of them."""

from __future__ import annotations

from collections.abc import Sequence

from graphviz_ad.check.notation import label
from graphviz_ad.check.root import LOCAL, SWEEP, Root
from graphviz_ad.check.truth import Truth
from graphviz_ad.finding import Finding
from graphviz_ad.noun import replace

__all__ = ["alike"]

_RULES = frozenset((
    "upstream_not_multiplied", "rule_missing", "edge_gets_nothing", "rule_of_other_op", "operands_swapped",
    "wrong_local_sign", "wrong_local_constant_factor", "wrong_local_extra_factor", "constant_gets_gradient",
))  # fmt: skip
MOST = 30
"""So many places of one faulty rule are told one by one."""


def alike(
    truth: Truth, roots: Sequence[Root], behind: Sequence[list[Finding]]
) -> tuple[list[Root], list[list[Finding]]]:
    """Put the same fault of the same operation under the first place where it shows.

    Parameters
    ----------
    truth
        The graph.
    roots, behind
        The causes, and the findings that follow from each.
    """
    first: dict[tuple[object, ...], int] = {}
    kept, after, counts = list[Root](), list[list[Finding]](), list[int]()
    for root, following in zip(roots, behind, strict=True):
        place = first.setdefault(_key(truth, root), len(kept)) if _of_a_rule(root) else len(kept)
        if place == len(kept):
            kept.append(root)
            after.append(list(following))
            counts.append(0)
            continue
        counts[place] += 1
        if counts[place] <= MOST:
            head = truth.heads[kept[place].edges[0]]
            hint = f"the same rule as at {label(truth, head)}: {root.finding.hint}".removesuffix(": ")
            after[place].append(replace(root.finding, hint=hint))
        after[place] += following
    for place, count in enumerate(counts):
        if count > MOST:
            finding = kept[place].finding
            message = f"{count - MOST} more nodes have the same wrong rule"
            after[place].append(Finding(finding.fault, finding.severity, message=message, hint=finding.hint))
    return kept, after


def _of_a_rule(root: Root) -> bool:
    """Whether a fault is one of a rule, not of one node's turn."""
    return bool(root.edges) and (root.rank == LOCAL or (root.rank == SWEEP and root.finding.fault in _RULES))


def _key(truth: Truth, root: Root) -> tuple[object, ...]:
    """Return what makes two faults one: the operation, the operand, the kind."""
    edge = root.edges[0]
    head = truth.heads[edge]
    return (root.finding.fault, truth.graph.ops[head], edge - truth.graph.starts[head])
