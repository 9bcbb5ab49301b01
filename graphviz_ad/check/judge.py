"""From claims to a verdict: structure, values, local derivatives, gradients, causes, in that order."""

from __future__ import annotations

from graphviz_ad.check import structure
from graphviz_ad.check.alike import alike
from graphviz_ad.check.causes import gradient_roots
from graphviz_ad.check.consequences import NOBODY, Wrong, following, spoiled_gradients, spoiled_values
from graphviz_ad.check.followed import adjoints
from graphviz_ad.check.leftovers import before_clearing
from graphviz_ad.check.lines import judge_lines
from graphviz_ad.check.notes import gradient_notes
from graphviz_ad.check.ordering import order_roots
from graphviz_ad.check.precision import Precision, precisions_of
from graphviz_ad.check.probed import probe_roots
from graphviz_ad.check.root import LOCAL, SWEEP, VALUE, Root
from graphviz_ad.check.rounding import rounded
from graphviz_ad.check.rules import wrong_locals
from graphviz_ad.check.steps import before_the_step
from graphviz_ad.check.ties import as_chosen
from graphviz_ad.check.truth import Truth, truth_of
from graphviz_ad.check.values import wrong_values
from graphviz_ad.check.verdict import Verdict
from graphviz_ad.claims import Claims
from graphviz_ad.finding import Finding
from graphviz_ad.noun import replace

__all__ = ["check", "judge"]


def check(claims: Claims, *, tolerance: float = 1e-9) -> tuple[Finding, ...]:
    """Return what is wrong in a graph, the most likely root first.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> claims = Claims(read_text("y = 3*tanh(x)"), {"x": 0.8}, partials={0: 0.8})
    >>> print(check(claims)[0].message)
    the local derivative of v1 by x is 0.8, should be 0.5590552: it is the operand
    """
    return judge(claims, tolerance=tolerance).findings


def judge(claims: Claims, *, tolerance: float = 1e-9) -> Verdict:
    """Return what is wrong in a graph, what follows from what, and the right numbers.

    Parameters
    ----------
    claims
        The graph with everything that it states.
    tolerance
        By how much of its size a number may be off; numbers that were typed with a few digits
        are held to these digits alone.

    Examples
    --------
    >>> from graphviz_ad.read import read_text
    >>> graph = read_text("y = p**3 + p")
    >>> verdict = judge(Claims(graph, {"p": 1.3}, adjoints={0: 5.07, 1: 1.0}))
    >>> verdict.findings[0].fault, verdict.findings[0].node, verdict.findings[0].by
    ('assign_instead_of_accumulate', 'n0', 'n1')
    >>> verdict.gradients
    {0: 6.07}
    """
    if claims.structure:
        findings = (*claims.structure, *claims.notes)
        return Verdict(findings, (None,) * len(findings))
    if claims.lines:
        return judge_lines(claims, tolerance=tolerance)
    first, *rougher = precisions_of(claims, tolerance)
    claims = before_clearing(before_the_step(claims, first), first)
    verdict = _judged(claims, first)
    for precision in rougher:
        if not verdict.ok:
            # Numbers are as inexact as that where nothing is wrong then.
            trial = _judged(claims, precision)
            verdict = trial if trial.ok else verdict
    return verdict


def _judged(claims: Claims, precision: Precision) -> Verdict:
    """Return what is wrong in a graph whose numbers are as exact as ``precision`` says."""
    truth, roots, notes = _before_the_sweep(claims, precision)
    found, seeds, flow = gradient_roots(truth, roots)
    roots = sorted([*roots, *found], key=lambda root: (root.finding.severity != "error", root.rank))
    tape = truth.tape
    partials = [number if number is not None else 0.0 for number in tape.partials]
    true = adjoints(truth.graph, partials, tape.states, seeds)
    values, leans = spoiled_values(truth, roots)
    gradients = spoiled_gradients(truth, flow, true, roots, leans)
    gradients = {node: wrong for node, wrong in gradients.items() if wrong[2] != NOBODY}
    notes += [*gradient_notes(truth, flow, true), *rounded(truth, flow, {*values, *gradients})]
    behind = _behind(truth, roots, values, gradients)
    roots, behind = alike(truth, roots, behind)
    edges = {edge for root in roots for edge in root.edges if root.rank == LOCAL}
    findings, places, instead = _listed(
        roots, behind, [*notes, *(as_chosen(truth, note) for note in tape.notes), *claims.notes]
    )
    return Verdict(
        findings, places, tape, true,
        {node: right for node, (_, right, _) in sorted(values.items())},
        {edge: truth.partials[edge] for edge in sorted(edges)},
        {node: right for node, (_, right, _) in sorted(gradients.items())},
        instead,
    )  # fmt: skip


def _before_the_sweep(claims: Claims, precision: Precision) -> tuple[Truth, list[Root], list[Finding]]:
    """Return what is right, and all that is wrong before any gradient is looked at."""
    truth = truth_of(claims, precision=precision)
    roots, relabelled = [], dict[int, str]()
    for node, finding, instead in wrong_values(truth):
        roots.append(Root(finding, VALUE, (node,)))
        if instead is not None:
            relabelled[node] = instead
    if relabelled:
        # What is called by a wrong name is judged by the right one from here on.
        ops = [relabelled.get(node, op) for node, op in enumerate(claims.graph.ops)]
        truth = truth_of(replace(claims, graph=replace(claims.graph, ops=ops)), precision=precision)
    notes = [*structure.unreached(truth), *structure.constants_with_gradient(truth)]
    for found in structure.unknown(truth):
        (roots if isinstance(found, Root) else notes).append(found)  # type: ignore[arg-type]
    roots += structure.missing_rules(truth)
    roots += [
        root for root in structure.labels(truth) if root.finding.node not in {f"n{k}" for k in relabelled}
    ]
    roots += [Root(finding, LOCAL, (), edges) for edges, finding in wrong_locals(truth)]
    roots += probe_roots(truth)
    roots += order_roots(truth)
    return truth, roots, notes


def _behind(
    truth: Truth,
    roots: list[Root],
    values: Wrong,
    gradients: Wrong,
) -> list[list[Finding]]:
    """Return, by root, the findings that follow from it."""
    behind: list[list[Finding]] = [[] for _ in roots]
    told_values = {node for root in roots if root.rank <= VALUE for node in root.nodes}
    told = {
        int(root.finding.node[1:]) for root in roots if root.rank == SWEEP and root.finding.node is not None
    }
    for wrong, what, said in ((values, "value", told_values), (gradients, "gradient", told)):
        for finding, place in following(truth, wrong, roots, what, said):
            behind[place].append(finding)
    return behind


def _listed(
    roots: list[Root], behind: list[list[Finding]], notes: list[Finding]
) -> tuple[tuple[Finding, ...], tuple[int | None, ...], dict[int, tuple[Finding, ...]]]:
    """Return all findings as they are told, what each follows from, and what else it may be."""
    findings, places, instead = list[Finding](), list[int | None](), dict[int, tuple[Finding, ...]]()
    for root, after in zip(roots, behind, strict=True):
        place = len(findings)
        if root.instead:
            instead[place] = root.instead
        findings += [root.finding, *after]
        places += [None, *[place] * len(after)]
    seen = set()
    for note in notes:
        key = (note.fault, note.node, note.edge, note.message)
        if key not in seen:
            seen.add(key)
            findings.append(note)
            places.append(None)
    return tuple(findings), tuple(places), instead
