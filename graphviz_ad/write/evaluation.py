"""Value and gradient, by every mode side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphviz_ad.errors import DomainProblem
from graphviz_ad.explain import sums
from graphviz_ad.explain.words import Words
from graphviz_ad.explanation import Derivation, Explanation
from graphviz_ad.number import json_number, show
from graphviz_ad.tape import Tape
from graphviz_ad.write import rows
from graphviz_ad.write.columns import aligned

__all__ = ["demand_values", "evaluation_document", "evaluation_text"]

MOST_ROWS = 40


def demand_values(tape: Tape, what: str) -> None:
    """Raise unless every variable has a value.

    Raises
    ------
    DomainProblem
        With the names that lack one.
    """
    missing = [tape.graph.names[k] for k in tape.graph.inputs if tape.primals[k] is None]
    if missing:
        shown = ", ".join(missing[:8]) + (", ..." if len(missing) > 8 else "")
        given = " ".join(f"{name}=1" for name in missing[:8])
        raise DomainProblem(f"{what} needs a value for {shown}", hint=f'for example --at "{given}"')


def evaluation_document(derivation: Derivation) -> dict[str, object]:
    """Return values, gradient by every mode and notes as a JSON document, schema 1."""
    from graphviz_ad.write.document import checks_document  # the reader of text needs no JSON

    tape = derivation.tape
    values = [json_number(tape.primals[node]) for node in tape.graph.outputs]
    return {
        "schema": 1,
        "source": tape.graph.source,
        "at": {name: json_number(value) for name, value in tape.at.items()},
        "values": dict(zip(derivation.outputs, values, strict=True)),
        "gradient": [
            {
                "output": found.output,
                "input": found.input,
                "reached": found.reached,
                "value": json_number(found.total),
                "checks": checks_document(found.checks),
            }
            for found in derivation.explanations
        ],
        "sweeps": sums.sweeps(derivation),
        "notes": [
            {"kind": note.fault, "node": note.node, "message": note.message} for note in derivation.notes
        ],
    }


def evaluation_text(derivation: Derivation, *, digits: int) -> str:
    """Return values and gradient as a table, a mode a column.

    Parameters
    ----------
    derivation
        Of a complete tape.
    digits
        Significant digits of shown numbers.
    """
    words = Words(derivation, digits)
    tape = derivation.tape
    values = [show(tape.primals[node] or 0.0, digits) for node in tape.graph.outputs]
    named = zip(derivation.outputs, values, strict=True)
    blocks = [[f"{words.name(name)} {value.equals} {value.text}" for name, value in named]]
    shown = derivation.explanations[:MOST_ROWS]
    if shown:
        cells = [["", "reverse", "forward", "paths", "difference quotient"]]
        cells += [[words.derivative(e.output, e.input), *_modes(words, e, digits)] for e in shown]
        left = len(derivation.explanations) - len(shown)
        blocks.append([*aligned(cells), *([f"... and {left} more; --json has them all"] if left else [])])
    told = sums.checks(derivation)
    blocks.append([sums.sweeps(derivation)] if len(derivation.outputs) > 1 else [])
    blocks.append([f"checked: {told}"] if told else [])
    blocks.append(rows.notes(words))
    return "\n".join("".join(f"{line}\n" for line in block) for block in blocks if block)


def _modes(words: Words, found: Explanation, digits: int) -> Iterator[str]:
    """Yield one derivative by each mode."""
    if not found.reached:
        yield from (sums.unused(words, found), "", "", "")
        return
    checks = found.checks
    ways: Sequence[float | None] = (
        (checks.reverse, checks.forward, checks.paths) if checks else (found.total, None, None)
    )
    for value in ways:
        yield "" if value is None else show(value, digits).text
    quotient = checks.difference if checks else None
    if quotient is None:
        yield ""
    else:
        yield f"{show(quotient.value, digits).text} ± {show(quotient.error, 1).text} {quotient.verdict}"
