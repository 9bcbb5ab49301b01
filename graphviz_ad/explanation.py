"""What adviz tells: chains along paths, their total, how it was checked; what one sweep carries."""

from collections.abc import Mapping, Sequence

from graphviz_ad.finding import Finding
from graphviz_ad.noun import noun
from graphviz_ad.number import count_text, full
from graphviz_ad.tape import Tape

__all__ = ["Chain", "Checks", "Derivation", "Difference", "Explanation", "Path", "Sweep"]

SHOWN = 8
"""Derivatives that the short form of a derivation tells."""


@noun
class Path:
    """Edges from the output back to the input, as positions of ``graph.operands``.

    The first is the edge into the output circle, whose local derivative is 1.
    """

    edges: tuple[int, ...]


@noun
class Chain:
    """The local derivatives along one path and their product.

    ``symbols`` and ``factors`` run from the output back; a factor is None where a value is
    missing, and then so is the product.  ``symbol`` is the product as a formula in the inputs
    (None when no algebra was asked for).  Symbols are texts of adviz's own language.
    """

    path: Path
    symbols: tuple[str, ...]
    factors: tuple[float | None, ...]
    product: float | None
    symbol: str | None = None


@noun
class Difference:
    """A difference quotient with its own error bar: agrees, inconclusive or disagrees."""

    value: float
    error: float
    verdict: str


@noun
class Checks:
    """The same derivative by other ways; None where a way was not taken.

    ``paths`` is the sum over all paths, ``reverse`` and ``forward`` the two sweeps.
    ``verdict`` is ``agrees``, or ``inconclusive`` where a number is not finite.
    """

    paths: float | None
    reverse: float | None
    forward: float | None
    difference: Difference | None
    verdict: str


@noun
class Explanation:
    """The derivative of one output by one input, path by path.

    Attributes
    ----------
    output, input
        Names of the two variables.
    source, target
        Node of the input, node of the output circle.
    chains
        The paths that are shown, in the order in which they are shown.
    count
        Exact number of all paths.
    total
        The derivative (None: not a number for want of a value).
    shown, rest
        Sum of the shown products, and ``total - shown``.
    symbol
        The derivative as a formula in the inputs, in adviz's own language, or None.
    reached
        Whether any path leads from the output to the input.
    checks
        The derivative by the other ways, or None without numbers.
    """

    output: str
    input: str
    source: int
    target: int
    chains: tuple[Chain, ...]
    count: int
    total: float | None
    shown: float | None
    rest: float | None
    symbol: str | None
    reached: bool
    checks: Checks | None


@noun
class Derivation:
    """All that is told of one program: the tape and an explanation for each output and input.

    ``explanations`` runs output by output and, within one, input by input.  ``notes`` holds
    those of the tape and those that the explanation adds (``unused_input``, ...).
    ``edge_symbols`` is the local derivative of each position of ``graph.operands`` as text of
    adviz's own language in node labels, '' where it is not differentiated.
    """

    tape: Tape
    outputs: tuple[str, ...]
    inputs: tuple[str, ...]
    explanations: tuple[Explanation, ...]
    notes: tuple[Finding, ...]
    edge_symbols: dict[int, str]

    def __repr__(self) -> str:
        shown = []
        for e in self.explanations[:SHOWN]:
            total = e.symbol if e.total is None else full(e.total)
            paths = f"{count_text(e.count)} path{'' if e.count == 1 else 's'}"
            shown.append(f"∂{e.output}/∂{e.input} = {total or '?'} by {paths}")
        more = [f"{len(self.explanations) - SHOWN} more"] if len(self.explanations) > SHOWN else []
        return f"<derivation: {'; '.join([*shown, *more]) or 'no inputs'}>"


@noun
class Sweep:
    """One pass over a tape, from its seeds along or against the edges, and all that it carries.

    Attributes
    ----------
    tape
        The complete tape that is swept.
    mode
        ``forward`` (seeds at inputs, tangents) or ``reverse`` (seeds at outputs, adjoints).
    seed
        What each node starts with, by node.
    carried
        The tangent or the adjoint of each node; None where the sweep does not come.
    wires
        The number that stands on each position of ``graph.operands``: the tangent of its operand,
        or the adjoint of its operation times the local derivative.  None where the sweep does not
        pass.
    brought
        What that adds at the far end: the wire's number, forward times the local derivative.
    added
        For each node that something is brought to, the positions that bring it, in the graph's
        order; their sum, with the seed if there is one, is what the node carries.
    visits
        The nodes in the order in which they are visited: with all that they are brought.
    """

    tape: Tape
    mode: str
    seed: Mapping[int, float]
    carried: Sequence[float | None]
    wires: Sequence[float | None]
    brought: Sequence[float | None]
    added: Mapping[int, tuple[int, ...]]
    visits: tuple[int, ...]
