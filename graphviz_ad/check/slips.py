"""Slips of the pen in a rule: one name in place of another, operands exchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from graphviz_ad import ops
from graphviz_ad.expression import substitute, typeset, write
from graphviz_ad.expression.term import Term
from graphviz_ad.noun import noun
from graphviz_ad.number import show
from graphviz_ad.rule import RESULT, names_in, parsed

__all__ = ["Close", "Likeness", "Rule", "exchanged", "slip", "word"]

Close = Callable[[float, float], bool]


@noun
class Rule:
    """One operation with its numbers: name, operands, result, true local derivative by operand.

    ``names`` are those of the operands and of the result, where they are to be told.
    """

    op: str
    args: tuple[float, ...]
    value: float
    partials: tuple[float, ...]
    names: tuple[str, ...] = ()

    def written(self, text: str) -> str:
        """Return a text of the table with the names of the operands and the result, typeset."""
        row = ops.TABLE[self.op]
        called = dict(zip((*row.operands, RESULT), self.names, strict=False))
        return typeset(
            write(substitute(parsed(text), {k: Term("name", text=name) for k, name in called.items()}))
        )


@noun
class Likeness:
    """What a wrong local derivative is like: the kind of fault, and in words how it may have come about."""

    fault: str
    looks_like: str = ""


def slip(rule: Rule, slot: int, given: float, close: Close) -> Likeness | None:
    """Return the rule with one name in place of another: the operand for the result, x for y."""
    row = ops.TABLE[rule.op]
    text = row.partials[slot]
    names = (*row.operands, RESULT)
    numbers = dict(zip(names, (*rule.args, rule.value), strict=True))
    for wrong, right in _slips(text, names):
        # A swap that changes no number explains nothing.
        if numbers[wrong] == numbers[right]:
            continue
        changed = numbers | {right: numbers[wrong]}
        if close(given, float(ops.kernel(rule.op).partials[slot](*(changed[name] for name in names)))):
            formula = rule.written(text)
            told = word(rule, wrong)
            if text == RESULT:
                return Likeness(
                    "wrong_local",
                    f"{told} ({show(numbers[wrong]).text}) where the rule has {rule.written(row.value)}",
                )
            mistaken = rule.written(write(substitute(parsed(text), {right: Term("name", text=wrong)})))
            return Likeness("wrong_local", f"{mistaken} where the rule has {formula}")
    if rule.op == "pow" and slot == 0:
        x, n = rule.args
        if close(given, ops.kernel("pow").value(n * x, n - 1)) and not close(n, 1.0):
            base, power = rule.names[:2] or ("x", "n")
            return Likeness(
                "wrong_local",
                f"({power}·{base})^({power} − 1) where the rule has {power}·{base}^({power} − 1)",
            )
    return None


def _slips(text: str, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    used = names_in(text)
    for right in names:
        if right in used:
            for wrong in names:
                if wrong != right:
                    yield wrong, right


def exchanged(rule: Rule, slot: int, given: float, close: Close) -> Likeness | None:
    """Return that c**x was differentiated as x**c: the other rule, at exchanged operands."""
    if len(rule.args) != 2 or rule.op in ("add", "mul", "max", "min", "sub"):
        return None
    kernel, args = ops.kernel(rule.op), rule.args[::-1]
    if close(given, float(kernel.partials[1 - slot](*args, kernel.value(*args)))):
        return Likeness("wrong_local", f"that of {rule.op} with its operands exchanged")
    return None


def word(rule: Rule, name: str) -> str:
    """Return what an operand, or the result, is called."""
    operands = ops.TABLE[rule.op].operands
    if name == RESULT:
        return "the result"
    if len(operands) == 1:
        return "the operand"
    return f"the operand {dict(zip(operands, rule.names, strict=False)).get(name, name)}"
