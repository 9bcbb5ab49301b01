"""A backward pass that was derived by hand, judged line by line, each given what the lines above say."""

from __future__ import annotations

from collections.abc import Iterator

from graphviz_ad.check.comparison import Comparison
from graphviz_ad.check.line_judging import Judging
from graphviz_ad.check.plan import plan_of
from graphviz_ad.check.trials import points, trial
from graphviz_ad.check.verdict import Verdict
from graphviz_ad.claims import Claims
from graphviz_ad.differentiate.evaluate import linearize, primals
from graphviz_ad.expression import normal
from graphviz_ad.finding import Finding
from graphviz_ad.tape import Tape

__all__ = ["check_lines", "judge_lines", "stated_gradients"]


def check_lines(claims: Claims, *, tolerance: float = 1e-9) -> tuple[Finding, ...]:
    r"""Return the lines that are wrong, each first that is wrong by itself, before what follows from it.

    Examples
    --------
    >>> from graphviz_ad.read.claims.typed_pass import read_backward_pass
    >>> text = "u = m*x + c; e = y - u; L = e**2\n---\ndL = 1\nde = 2*e*dL\ndu = de\ndm = du*x"
    >>> claims = read_backward_pass(text, {"m": 2, "x": 3, "c": 4, "y": 1})
    >>> for finding in check_lines(claims):
    ...     print(finding.message)
    line 5, du = de: the sign of u → e is wrong
    line 6, dm = du*x: follows from line 5
    """
    return judge_lines(claims, tolerance=tolerance).findings


def judge_lines(claims: Claims, *, tolerance: float = 1e-9) -> Verdict:
    """Return what is wrong in a backward pass, what follows from what, and the right gradients."""
    if claims.structure:
        known = (*claims.structure, *claims.notes)
        return Verdict(known, (None,) * len(known))
    plan = plan_of(claims)
    tried = points(claims)
    trials = [trial(plan, at) for at in tried]
    valued = len(tried) == 1 and len(claims.graph.inputs) > 0
    judging = Judging(Comparison(plan, trials, tolerance, valued=valued))
    judging.judge()
    findings, roots = judging.listed()
    tape = _stated_tape(claims)
    notes = [*tape.notes, *claims.notes, *_unjudged(judging.look)]
    right = {node: trials[0].true[node] for node in judging.wrong} if valued else {}
    true = trials[0].true if valued else ()
    return Verdict((*findings, *notes), (*roots, *[None] * len(notes)), tape, true, gradients=right)


def _stated_tape(claims: Claims) -> Tape:
    """Return the graph computed as far as values are stated."""
    stated = {normal(name): value for name, value in claims.at.items()}
    known = {node: claims.graph.names[node] for node in claims.graph.inputs}
    values = primals(claims.graph, {node: stated[name] for node, name in known.items() if name in stated})
    return linearize(claims.graph, values, stated)


def stated_gradients(claims: Claims) -> dict[int, float]:
    r"""Return what the lines of a backward pass give in the end, by node; {} where values are missing.

    Examples
    --------
    >>> from graphviz_ad.read.claims.typed_pass import read_backward_pass
    >>> stated_gradients(read_backward_pass("x = 3; y = x*x\n---\ndy = 1\ndx = x*dy"))
    {1: 1.0, 0: 3.0}
    """
    tried = points(claims)
    if len(tried) > 1 or claims.structure or not claims.lines:
        return {}
    return dict(trial(plan_of(claims), tried[0]).given)


def _unjudged(look: Comparison) -> Iterator[Finding]:
    """Yield what was assumed for want of values, and the lines that could not be judged."""
    if not look.valued and look.plan.lines:
        count = len(look.trials)
        told = f"no values are given: the lines are compared at {count} point{'' if count == 1 else 's'}"
        hint = 'give values, in the program or with --at "x=3", to judge numbers and other branches'
        yield Finding("no_values", message=told, hint=hint)
    dark = [look.plan.lines[k[-1]].number for node, k in look.plan.lines_of.items() if not look.judged(node)]
    if dark:
        numbers = ", ".join(map(str, sorted(dark)))
        told = f"not judged: line{'s' if len(dark) > 1 else ''} {numbers}, whose gradient is no finite number"
        yield Finding("non_finite", message=told, hint='try other values: --at "x=3"')
