"""Every total by every other way: which ways are taken, and what comes of it.

Up to 16 inputs each gets its forward sweep and its difference quotient.  More inputs, or a
graph that is too large for so many evaluations, are checked along one fixed direction.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from graphviz_ad.differentiate.ring import KNOWN, MAGNITUDE, REAL, Known
from graphviz_ad.differentiate.sweep import forward, reverse
from graphviz_ad.explain.checks import LARGEST_ENUMERATION, agree, direction, path_sums
from graphviz_ad.explain.origin import origin
from graphviz_ad.explanation import Checks, Difference
from graphviz_ad.finding import Finding
from graphviz_ad.tape import Tape

__all__ = ["crosscheck"]

MANY_INPUTS = 16
NODES_TO_EVALUATE = 20_000
"""Nodes times difference quotients beyond which one direction has to do."""
MOST_WALKED = 1_000_000
"""Paths that are walked one by one for all derivatives together."""

Pair = tuple[int, int]


def crosscheck(
    tape: Tape,
    inputs: Sequence[tuple[str, int]],
    counts: Mapping[Pair, int],
    totals: Mapping[Pair, float | None],
    *,
    quotients: bool = True,
) -> tuple[dict[Pair, Checks | None], list[Finding]]:
    """Return the checks of every derivative, and notes on those that could not be compared.

    Parameters
    ----------
    tape, inputs
        The tape, and the variables with their names.
    counts, totals
        Number of paths and derivative for every output and input, by the reverse sweeps.
    quotients
        Whether difference quotients are computed too; they are told, and decide nothing.

    Raises
    ------
    DomainProblem
        Two ways part; nothing may be written then.
    """
    check = _Crosscheck(tape, inputs, counts, totals, quotients=quotients)
    checks = check.each()
    if check.along_one_direction:
        check.directional()
    return checks, check.notes


class _Crosscheck:
    """The ways of computing one set of derivatives."""

    def __init__(
        self,
        tape: Tape,
        inputs: Sequence[tuple[str, int]],
        counts: Mapping[Pair, int],
        totals: Mapping[Pair, float | None],
        *,
        quotients: bool,
    ) -> None:
        self.quotients = quotients
        self.tape, self.counts, self.totals = tape, counts, totals
        self.nodes = tuple(dict.fromkeys(node for _, node in inputs))
        self.called = {node: name for name, node in inputs}
        self.outputs = tape.graph.outputs
        self.notes: list[Finding] = []
        self.origins: dict[int, tuple[int, str] | None] = {}
        self.many = len(self.nodes) > MANY_INPUTS
        reached = sum(1 for count in counts.values() if count)
        self.large = reached > 1 and reached * len(tape.graph) > NODES_TO_EVALUATE
        self.along_one_direction = self.many or (self.large and tape.complete)
        self.sums = self._sums()
        self.scales = {
            (output, source): row[source] or 0.0
            for output in self.outputs
            for row in [reverse(tape, {output: 1.0}, MAGNITUDE, keep=frozenset(self.nodes))]
            for source in self.nodes
        }

    def each(self) -> dict[Pair, Checks | None]:
        """Return the checks of every derivative by itself."""
        tangents = {} if self.many else self._tangents()
        return {pair: self._one(pair, tangents) for pair in self.counts}

    def _sums(self) -> dict[Pair, float]:
        """Return the sums over the paths where they are few enough to be walked one by one."""
        sums: dict[Pair, float] = {}
        left = MOST_WALKED
        for output in self.outputs:
            few = []
            for source in self.nodes:
                count = self.counts[output, source]
                if count <= min(LARGEST_ENUMERATION, left):
                    few.append(source)
                    left -= count
            found = path_sums(self.tape, output, frozenset(few))
            sums.update({(output, source): found[source] for source in few})
        return sums

    def _forward(self, seed: Mapping[int, float]) -> dict[int, float | None]:
        """Return what a forward sweep gives for every output; None where it is not a number."""
        column: Sequence[object]
        if self.tape.complete:
            real = forward(self.tape, seed, REAL)
            column = real
        else:
            mixed: dict[int, Known] = dict(seed)
            known = forward(self.tape, mixed, KNOWN)
            column = known
        values = {output: 0.0 if column[output] is None else column[output] for output in self.outputs}
        return {output: value if isinstance(value, float) else None for output, value in values.items()}

    def _tangents(self) -> dict[Pair, float | None]:
        columns = {source: self._forward({source: 1.0}) for source in self.nodes}
        return {(output, source): columns[source][output] for output, source in self.counts}

    def _one(self, pair: Pair, tangents: Mapping[Pair, float | None]) -> Checks | None:
        """Return the checks of one derivative; None without numbers."""
        total = self.totals[pair]
        if total is None:
            return None
        output, source = pair
        paths, tangent = self.sums.get(pair), tangents.get(pair)
        by_way = {"paths": paths, "reverse": total, "forward": tangent}
        ways = {way: value for way, value in by_way.items() if value is not None}
        what = f"∂{self._name(output)}/∂{self.called[source]}"
        compared = agree(self.tape, what, ways, self.scales[pair], ({output: 1.0}, {source: 1.0}))
        if not compared:
            self._inconclusive(what, output, ways)
        verdict = "agrees" if compared else "inconclusive"
        return Checks(paths, total, tangent, self._difference(pair), verdict)

    def _name(self, output: int) -> str:
        return self.tape.graph.names[output]

    def _inconclusive(self, what: str, output: int, ways: Mapping[str, float]) -> None:
        if output not in self.origins:
            self.origins[output] = origin(self.tape, output) if self.tape.complete else None
        arose = self.origins[output]
        if arose is not None and any(value != value for value in ways.values()):
            edge, told = arose
            place = self.tape.graph.edge(edge)
            self.notes.append(
                Finding(
                    "non_finite",
                    severity="warning",
                    node=f"n{place.head}",
                    edge=place.id,
                    message=f"{what} is not a number: {told}",
                    hint="rewrite so that the slope stays finite there, as x*x + y*y for sqrt(x*x + y*y)**2",
                )
            )
            return
        if any(value != value for value in ways.values()):
            message = f"{what} is not a number here: a value or a slope on the way is none"
            self.notes.append(Finding("non_finite", severity="warning", node=f"n{output}", message=message))
            return
        if self._has_pole() and any(math.isinf(value) for value in ways.values()):
            self.notes.append(
                Finding(
                    "non_finite",
                    node=f"n{output}",
                    message=f"{what} is infinite here: there is nothing to compare",
                )
            )
            return
        told = ", ".join(f"{way} {value:.6g}" for way, value in ways.items())
        self.notes.append(
            Finding(
                "non_finite",
                severity="warning",
                node=f"n{output}",
                message=f"{what} cannot be compared: a product leaves the range of floats ({told})",
                hint="scale the values, or rewrite the operation that overflows or underflows",
            )
        )

    def _has_pole(self) -> bool:
        """Whether an infinite slope stands on the edge of a domain, and has not overflown."""
        return any(note.fault == "domain_edge" for note in self.tape.notes)

    def _difference(self, pair: Pair) -> Difference | None:
        """Return the difference quotient of one derivative, where it has one of its own."""
        output, source = pair
        if not self.quotients or self.along_one_direction or not self.tape.complete or not self.counts[pair]:
            return None
        if source not in self.tape.graph.inputs:
            return None  # nobody can give an intermediate another value
        from graphviz_ad.differentiate.difference import difference

        return difference(self.tape, {source: 1.0}, output)

    def directional(self) -> None:
        """Compare all inputs at once, along one fixed direction, and note the outcome."""
        along = direction(self.nodes)
        column = self._forward(along)
        for output in self.outputs:
            totals = [self.totals[output, source] for source in self.nodes]
            tangent = column[output]
            known = [total for total in totals if total is not None]
            if tangent is None or len(known) < len(totals):
                continue
            total = sum(along[n] * t for n, t in zip(self.nodes, known, strict=True))
            scale = sum(abs(along[n]) * self.scales[output, n] for n in self.nodes)
            what = f"the derivative of {self._name(output)} along one direction"
            ways = {"reverse": total, "forward": tangent}
            if not agree(self.tape, what, ways, scale, ({output: 1.0}, along)):
                self._inconclusive(what, output, ways)
                continue
            quotient = self._along(along, output)
            self.notes.append(
                Finding(
                    "directional",
                    node=f"n{output}",
                    given=quotient.value if quotient else tangent,
                    expected=total,
                    message=f"{len(self.nodes)} inputs were checked along one direction: reverse and forward"
                    f" sweep agree on {what}"
                    + (f", the difference quotient {_VERDICTS[quotient.verdict]}" if quotient else ""),
                )
            )

    def _along(self, along: Mapping[int, float], output: int) -> Difference | None:
        """Return the difference quotient along the direction; for one output where the graph is large."""
        large = len(self.tape.graph) * len(self.outputs) > NODES_TO_EVALUATE
        if not self.quotients or not self.tape.complete or (large and output != self.outputs[0]):
            return None
        if not along.keys() <= set(self.tape.graph.inputs):
            return None
        from graphviz_ad.differentiate.difference import difference

        return difference(self.tape, along, output)


_VERDICTS = {"agrees": "agrees", "inconclusive": "is inconclusive", "disagrees": "disagrees"}
