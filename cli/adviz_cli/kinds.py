"""The kinds of values that options take, each with a message that says what was expected."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import click

from graphviz_ad.errors import close_matches

__all__ = ["Choice", "Number", "Whole"]

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    _Choice = click.Choice[str]
else:
    _Choice = click.Choice  # which has no type arguments before click 8.2


class Whole(click.types.IntParamType):
    """Whole numbers within bounds, with a message in plain words."""

    name = "whole number"

    def __init__(self, low: int, high: int | None = None) -> None:
        self.low, self.high = low, high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:  # noqa: ANN401 - click's interface
        """Return the number that a text is."""
        try:
            number = int(value)
        except ValueError:
            number = self.low - 1
        if number < self.low or (self.high is not None and number > self.high):
            bounds = f"of at least {self.low}" if self.high is None else f"from {self.low} to {self.high}"
            self.fail(f"{value!r} is not a whole number {bounds}", param, ctx)
        return number


class Number(click.types.FloatParamType):
    """Finite numbers above zero."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:  # noqa: ANN401 - click's interface
        """Return the number that a text is."""
        try:
            number = float(value)
        except ValueError:
            number = math.nan
        if not 0 < number < math.inf:
            self.fail(f"{value!r} is not a number above 0", param, ctx)
        return number


class Choice(_Choice):
    """One of a few words, in capitals or not, with a message that has a line for each part."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ANN401 - click's interface
        """Return the word as we write it."""
        try:
            return str(super().convert(value, param, ctx))
        except click.BadParameter:
            words = [str(word) for word in self.choices]
            near = close_matches(str(value), words)
            message = f"{value!r} is not possible\n  possible: {', '.join(words)}"
            self.fail(message + (f"\n  hint: {near}" if near else ""), param, ctx)

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's interface
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """Return the words that go on as what was typed."""
        from click.shell_completion import CompletionItem

        begun = incomplete.lower()
        return [CompletionItem(str(word)) for word in self.choices if str(word).lower().startswith(begun)]
