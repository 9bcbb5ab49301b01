"""What probing the rules of live objects shows: a forgotten upstream gradient, `=` for `+=`."""

from __future__ import annotations

from collections.abc import Iterator

from graphviz_ad.check.flow import flow_of
from graphviz_ad.check.notation import at_edge, label, line, number, operation, use
from graphviz_ad.check.root import LOCAL, Root
from graphviz_ad.check.seen import UPSTREAM, forgets, overwrites, power
from graphviz_ad.check.truth import Truth
from graphviz_ad.finding import Finding
from graphviz_ad.noun import replace

__all__ = ["probe_roots"]

_TIMES = {2: "is multiplied in twice", 3: "is multiplied in three times", -1: "is divided by"}


def probe_roots(truth: Truth) -> Iterator[Root]:
    """Yield rules that do not multiply by the upstream gradient, or that overwrite.

    Examples
    --------
    >>> from graphviz_ad.check.truth import truth_of
    >>> from graphviz_ad.claims import Claims, Probe
    >>> from graphviz_ad.read import read_text
    >>> claims = Claims(read_text("tanh(x)"), {"x": 0.0}, probes={0: Probe(1.0, 0.5, 1.0)})
    >>> [root.finding.fault for root in probe_roots(truth_of(claims))]
    ['upstream_not_multiplied']
    """
    caught = sorted(edge for edge in truth.claims.probes if forgets(truth, edge) or overwrites(truth, edge))
    spoiled = set(flow_of(truth, truth.seeds).wrong) if caught else set[int]()
    for edge in caught:
        if edge not in truth.edges_of(truth.heads[edge]):
            continue
        if forgets(truth, edge):
            yield Root(_forgets(truth, edge), LOCAL, (), (edge,))
        if overwrites(truth, edge):
            yield Root(_overwrites(truth, edge, spoiled), LOCAL, (), (edge,))


def _forgets(truth: Truth, edge: int) -> Finding:
    head = truth.heads[edge]
    probe = truth.claims.probes[edge]
    upstream = truth.claims.adjoints.get(head)
    told = "" if upstream is None else f" {number(upstream)}"
    fault, times = "upstream_not_multiplied", power(truth, edge)
    used: float | None = probe.once
    if times == 0:
        message = (
            f"contribution {use(truth, edge)} equals the local derivative alone: the upstream gradient{told} "
            "is not multiplied in"
        )
    elif times is not None:
        fault, used = "wrong_local_extra_factor", probe.once * upstream**times if upstream else 0.0
        message = f"in the contribution {use(truth, edge)} the upstream gradient{told} {_TIMES[times]}"
    else:
        fault, used = "wrong_local", None
        message = (
            f"contribution {use(truth, edge)} is not the upstream gradient{told} times a local derivative: "
            f"{number(probe.once)} for an upstream gradient 1, but {number(UPSTREAM * probe.scaled)} for "
            f"{number(UPSTREAM)}"
        )
    if upstream == 1:
        message += " (which shows nowhere here, since it is 1)"
    hint = line(truth, edge)
    # Where it is 1 the numbers are right.
    given, expected = (None, None) if upstream in (None, 1) else (used, probe.once * (upstream or 0.0))
    finding = Finding(
        fault, "warning" if upstream == 1 else "error",
        given=given, expected=expected, message=message, hint=hint,
    )  # fmt: skip
    return at_edge(truth, edge, finding)


def _overwrites(truth: Truth, edge: int, spoiled: set[int]) -> Finding:
    head, tail = truth.heads[edge], truth.graph.operands[edge]
    others = [use_ for use_ in truth.uses_of(tail) if use_ != edge]
    name, sign = label(truth, tail), operation(truth, head)
    hint = f"{name}.grad += ... in place of {name}.grad = ..."
    rule = f"the rule of the {sign} node {label(truth, head)} overwrites the gradient of {name}"
    lucky = tail in truth.claims.adjoints and tail not in spoiled
    if others and not lucky:
        lost = ", ".join(use(truth, other) for other in others[:3])
        message = f"overwritten at {name} by the {sign} node {label(truth, head)}: what {lost} gave is lost"
    elif others:
        message = f"{rule} in place of adding to it; nothing is lost here, as it happens to run first"
    else:
        message = f"{rule} in place of adding to it; that shows as soon as a second operation uses it"
    finding = Finding(
        "assign_instead_of_accumulate",
        "error" if others and not lucky else "warning",
        message=message,
        hint=hint,
    )
    return replace(at_edge(truth, edge, finding), node=f"n{tail}", by=f"n{head}")
