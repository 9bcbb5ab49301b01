"""Each line of a backward pass against the graph, given what the lines above it say."""

from __future__ import annotations

import math
from collections.abc import Sequence

from graphviz_ad.check.comparison import Comparison
from graphviz_ad.check.line_causes import Suspect, cause_of
from graphviz_ad.check.notation import number
from graphviz_ad.check.should_read import right_side
from graphviz_ad.finding import Finding, Source

__all__ = ["Judging"]


class Judging:
    """The lines of one backward pass, being judged from the output back."""

    def __init__(self, look: Comparison) -> None:
        self.look = look
        self.plan = look.plan
        self.roots: dict[int, Finding] = {}
        self.following: dict[int, tuple[Finding, int]] = {}
        self.wrong: list[int] = []
        # By node: the node of the line by which its gradient is spoiled.
        self._spoiled: dict[int, int] = {}

    def judge(self) -> None:
        """Judge every node, consumers first."""
        plan, look = self.plan, self.look
        for node in range(len(plan.graph) - 1, -1, -1):
            spoiled = next(
                (
                    self._spoiled[plan.heads[edge]]
                    for edge in plan.uses[node]
                    if plan.heads[edge] in self._spoiled
                ),
                None,
            )
            if node not in plan.lines_of:
                if spoiled is not None:
                    self._spoiled[node] = spoiled
                continue
            given = look.given(node)
            if look.same(given, look.true(node), node):
                if plan.undefined & {*plan.lines_of[node]}:
                    # Right as soon as the lines stand in another order.
                    self.roots[node] = self._root(self._suspect(node))
                continue
            if look.within(given, node):
                continue
            self.wrong.append(node)
            if spoiled is not None and look.same(given, look.expected(node), node):
                self._spoiled[node] = spoiled
                self.following[node] = (self._consequence(node, spoiled), spoiled)
            elif not look.same(given, look.expected(node), node):
                self._spoiled[node] = node
                self.roots[node] = self._root(self._suspect(node))

    def _suspect(self, node: int) -> Suspect:
        """Return the line of a node that is to blame, and the contributions that no other line gives."""
        plan, look = self.plan, self.look
        positions, edges = list(plan.lines_of[node]), list(plan.uses[node])
        total, right = look.given(node), look.expected(node)
        start = max(
            (
                k
                for k, p in enumerate(positions)
                if not plan.lines[p].adds and plan.lines[p].name not in plan.names[p]
            ),
            default=0,
        )
        if start or len(positions) == 1:
            return Suspect(node, positions[start], total, right, edges, ())
        lines, rest, taken = [], list(edges), list[int]()
        for position in positions:
            says = (
                look.minus(look.says(position), look.before(position))
                if self._restates(position)
                else (look.says(position))
            )
            edge = next((edge for edge in rest if look.same(says, look.part(edge), node)), None)
            if edge is None:
                lines.append((position, says))
            else:
                rest.remove(edge)
                taken.append(edge)
        for edge in taken:
            right = look.minus(right, look.part(edge))
            total = look.minus(total, look.part(edge))
        early = next((p for p in positions if plan.early[p]), None)
        position = lines[0][0] if lines else positions[-1]
        return Suspect(node, position if early is None else early, total, right, rest, taken)

    def _restates(self, position: int) -> bool:
        line = self.plan.lines[position]
        return not line.adds and line.name in self.plan.names[position]

    # Words --------------------------------------------------------------------------------

    def _root(self, suspect: Suspect) -> Finding:
        look, plan = self.look, self.plan
        line = plan.lines[suspect.line]
        cause = cause_of(suspect, look)
        edges = suspect.edges if suspect.others else None
        formula = right_side(plan, suspect.node, suspect.line, edges)
        sign = "+=" if line.adds and suspect.others else "="
        shown = f"should read {line.name} {sign} {formula}" if formula else ""
        given, right = number(suspect.given[0]), number(suspect.right[0])
        where = "" if look.valued else "at one point "
        told = suspect.right[0] if look.valued or not formula else f"{line.name} {sign} {formula}"
        # What is used too early may be right by the time that it is looked at.
        lucky = look.valued and math.isclose(suspect.given[0], suspect.right[0])
        why = cause.words or f"{where}it is {given}, should be {right}"
        return Finding(
            cause.fault,
            "error",
            node=f"n{suspect.node}",
            edge=None if cause.edge is None else self._edge(cause.edge),
            by=None if cause.by is None else f"n{cause.by}",
            given=None if lucky else suspect.given[0] + 0.0 if look.valued else line.text,
            expected=None if lucky else told,
            message=f"line {line.number}, {line.text}: {why}",
            hint=cause.hint or shown,
            source=Source("", line.number, line.text),
        )

    def _edge(self, edge: int) -> str:
        head = self.plan.heads[edge]
        return f"n{head}_{edge - self.plan.graph.starts[head]}"

    def _consequence(self, node: int, root: int) -> Finding:
        plan, look = self.plan, self.look
        line = plan.lines[plan.lines_of[node][-1]]
        cause = self.roots[root]
        told = cause.source.line if cause.source else 0
        return Finding(
            "wrong_gradient",
            "error",
            node=f"n{node}",
            by=f"n{root}",
            given=look.given(node)[0] + 0.0 if look.valued else line.text,
            expected=look.true(node)[0] if look.valued else None,
            message=f"line {line.number}, {line.text}: follows from line {told}",
            hint=f"it is right, given line {told}: mend that one first",
            source=Source("", line.number, line.text),
        )

    def listed(self) -> tuple[list[Finding], list[int | None]]:
        """Return roots in the order of their lines, each with what follows from it."""
        findings, places = list[Finding](), list[int | None]()
        behind: dict[int, list[Finding]] = {}
        for finding, root in self.following.values():
            behind.setdefault(root, []).append(finding)
        for root in sorted(self.roots, key=lambda node: _line(self.roots[node])):
            place = len(findings)
            after: Sequence[Finding] = sorted(behind.get(root, []), key=_line)
            findings += [self.roots[root], *after]
            places += [None, *[place] * len(after)]
        return findings, places


def _line(finding: Finding) -> int:
    return finding.source.line if finding.source else 0
