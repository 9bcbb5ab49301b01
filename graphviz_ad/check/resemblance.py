"""What a wrong local derivative looks like: whose rule, which slip, which factor."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache

from graphviz_ad import ops
from graphviz_ad.check.slips import Close, Likeness, Rule, exchanged, slip, word
from graphviz_ad.number import show
from graphviz_ad.rule import names_in

__all__ = ["likeness", "other_rule", "swapped"]


def likeness(rule: Rule, slot: int, given: float, close: Close) -> Likeness:
    """Return the most telling thing that a wrong local derivative could be.

    Parameters
    ----------
    rule, slot
        The operation as it should be, and the operand in question.
    given
        The local derivative that was stated.
    close
        Whether two numbers are one.

    Examples
    --------
    >>> exp = Rule("exp", (0.8,), 2.2255409285, (2.2255409285,))
    >>> near = lambda a, b: math.isclose(a, b, rel_tol=1e-9)
    >>> likeness(exp, 0, 0.8, near)
    Likeness(fault='wrong_local', looks_like='the operand (0.8) where the rule has exp(x)')
    >>> likeness(exp, 0, -2.2255409285, near).fault
    'wrong_local_sign'
    """
    true = rule.partials[slot]
    if math.isfinite(given) and math.isfinite(true):
        if true and close(given, -true):
            return Likeness("wrong_local_sign", "the true one with the other sign")
        for found in (
            _nothing,
            slip,
            exchanged,
            _constant_factor,
            _itself,
            _whole,
            _other_operation,
            _extra_factor,
            _plain,
        ):
            like = found(rule, slot, given, close)
            if like is not None:
                return like
    return Likeness("wrong_local")


def swapped(rule: Rule, given: Sequence[float | None], close: Close) -> bool:
    """Whether both local derivatives of an operation are there, each at the other operand."""
    if len(rule.partials) != 2 or None in given:
        return False
    (left, right), (a, b) = rule.partials, given
    crossed = close(a, right) and close(b, left)  # type: ignore[arg-type]
    return crossed and not close(left, right)


def other_rule(rule: Rule, given: Sequence[float | None], close: Close) -> str | None:
    """Return the operation whose local derivatives all the given ones are, None if there is none.

    Examples
    --------
    >>> near = lambda a, b: abs(a - b) < 1e-9
    >>> other_rule(Rule("add", (2.0, 5.0), 7.0, (1.0, 1.0)), (5.0, 2.0), near)
    'mul'
    """
    return next(_others(rule, given, close), None)


def _others(rule: Rule, given: Sequence[float | None], close: Close) -> Iterator[str]:
    """Yield the operations whose local derivatives all the given ones are."""
    if None in given or not any(given):
        return
    for name in _rivals(len(rule.args)):
        if name == rule.op:
            continue
        kernel = ops.kernel(name)
        if kernel.domain is not None and not kernel.domain(*rule.args):
            continue
        value = kernel.value(*rule.args)
        if all(
            close(number, partial(*rule.args, value))  # type: ignore[arg-type]
            for number, partial in zip(given, kernel.partials, strict=True)
        ):
            yield name


@cache
def _rivals(count: int) -> tuple[str, ...]:
    """Return the operations of so many operands that somebody may have had in mind."""
    unlikely = {"both", "branch", "where", "clip", "leaky_relu", "elu", "hypot", "atan2", "log_base"}
    return tuple(
        name
        for name, row in ops.TABLE.items()
        if len(row.params) == count and not row.flat and name not in unlikely
    )


def _nothing(rule: Rule, slot: int, given: float, close: Close) -> Likeness | None:
    """Tell an edge that gets nothing from a rule that reads a fresh gradient, 0, for the value."""
    if given != 0:
        return None
    row = ops.TABLE[rule.op]
    own = row.operands[slot]
    if own in names_in(row.partials[slot]) and len(rule.args) > 1:
        args = [*rule.args]
        args[slot] = 0.0
        if close(ops.kernel(rule.op).partials[slot](*args, rule.value), 0.0):
            return Likeness(
                "wrong_local", "the rule with 0, a fresh gradient, in place of the operand's value"
            )
    return Likeness("edge_gets_nothing")


MOST = 100
"""A larger whole number is no likely factor."""
_FACTORS = {
    2.0: "2", 3.0: "3", 4.0: "4", 0.5: "1/2", 1 / 3: "1/3", 0.25: "1/4", -2.0: "−2", -0.5: "−1/2",
    math.log(2): "log(2)", math.log(10): "log(10)", 1 / math.log(2): "1/log(2)",
    1 / math.log(10): "1/log(10)",
    math.pi / 180: "π/180", 180 / math.pi: "180/π", math.sqrt(math.pi): "√π", 2 / math.sqrt(math.pi): "2/√π",
    math.sqrt(math.pi) / 2: "√π/2", math.pi: "π", 2 * math.pi: "2π", 1 / math.pi: "1/π",
    1 / (2 * math.pi): "1/(2π)", -1 / 3: "−1/3", -3.0: "−3", -4.0: "−4", -0.25: "−1/4",
}  # fmt: skip


def _constant_factor(rule: Rule, slot: int, given: float, close: Close) -> Likeness | None:
    true = rule.partials[slot]
    if not true:
        return None
    for factor, text in _FACTORS.items():
        if close(given, factor * true):
            return Likeness("wrong_local_constant_factor", f"{text} times the true one")
    ratio = given / true
    if 1.5 <= abs(ratio) <= MOST and close(given, round(ratio) * true):
        own = {abs(number) for number in (*rule.args, rule.value)}
        if not any(close(abs(ratio), number) for number in own):
            return Likeness(
                "wrong_local_constant_factor", f"{show(float(round(ratio))).text} times the true one"
            )
    return None


def _other_operation(
    rule: Rule,
    slot: int,  # noqa: ARG001 - one of several
    given: float,
    close: Close,
) -> Likeness | None:
    if len(rule.args) != 1:
        return None
    names = list(_others(rule, (given,), close))
    return Likeness("rule_of_other_op", " or ".join(names[:3])) if names else None


def _extra_factor(rule: Rule, slot: int, given: float, close: Close) -> Likeness | None:
    """Return that the true one is multiplied or divided by a number that the rule has at hand."""
    true = rule.partials[slot]
    if not true:
        return None
    names = ops.TABLE[rule.op].operands
    at_hand = [
        ("the node's value", rule.value),
        *((word(rule, n), a) for n, a in zip(names, rule.args, strict=True)),
    ]
    for text, number in at_hand:
        if number and abs(number) != 1:
            for sign, told in ((1.0, ""), (-1.0, "−")):
                if close(given, sign * true * number):
                    return Likeness("wrong_local_extra_factor", f"the true one times {told}{text}")
                if close(given, sign * true / number):
                    return Likeness("wrong_local_extra_factor", f"the true one divided by {told}{text}")
    return None


def _itself(rule: Rule, slot: int, given: float, close: Close) -> Likeness | None:
    """Return that the node's value stands where its slope belongs."""
    if close(given, rule.value) and rule.value and not close(abs(rule.partials[slot]), 1.0):
        return Likeness("wrong_local", "the node's value")
    return None


def _plain(rule: Rule, slot: int, given: float, close: Close) -> Likeness | None:
    names = ops.TABLE[rule.op].operands
    numbers = [("the node's value", rule.value)]
    numbers += [(word(rule, name), arg) for name, arg in zip(names, rule.args, strict=True)]
    numbers += [(f"1/{text}", 1 / number) for text, number in tuple(numbers) if number]
    for text, number in numbers:
        if number and close(given, number):
            return Likeness("wrong_local", text)
    for other, partial in enumerate(rule.partials):
        if other != slot and close(given, partial):
            called = (rule.names or names)[other]
            return Likeness("wrong_local", f"the local derivative by {called}")
    return None


def _whole(rule: Rule, slot: int, given: float, close: Close) -> Likeness | None:  # noqa: ARG001 - one of several
    true = rule.partials[slot]
    if given.is_integer() and not true.is_integer() and given == math.trunc(true):
        return Likeness("integer_truncation", "the true one cut to a whole number")
    return None
