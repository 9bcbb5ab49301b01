"""What can be chosen about a picture, colours apart."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from graphviz_ad.errors import AdvizError, UnknownName, close_matches
from graphviz_ad.noun import noun
from graphviz_ad.number import DIGITS
from graphviz_ad.wording import LANGUAGES

__all__ = ["CHOICES", "DrawOptions"]

CHOICES: Mapping[str, tuple[str, ...]] = {
    "labels": ("none", "letters", "partials", "symbols", "values", "both"),
    "constants": ("boxes", "nodes"),
    "table": ("paths", "jacobian", "none"),
    "rankdir": ("LR", "RL", "TB", "BT"),
    "lang": LANGUAGES,
}


@noun
class DrawOptions:
    """Options of `draw`; a value that is not one of `CHOICES` raises `UnknownName`.

    Attributes
    ----------
    labels
        What stands at an edge: ``none``, ``letters`` (a, b, c), ``partials`` (∂mul(u₁,u₂)/∂u₂),
        ``symbols``, ``values`` or ``both``.
    constants
        Constant operands are written into ``boxes`` or drawn as small ``nodes``.
    table
        Below the graph: ``paths``, the ``jacobian`` alone, or ``none``.
    rankdir
        Where the arrows point: ``LR``, ``RL``, ``TB``, ``BT``.
    lang
        The language of the words, ``en`` or ``zh``; names, formulas and ``title`` are what they are.
    title, alt
        Heading (None: the program and its values; '': none); what a screen reader says first.
    highlight
        Number of the path that stands out.
    digits
        Significant digits of shown numbers.
    full
        Draw every node, however many there are.
    focus, radius
        Draw only nodes within ``radius`` edges of the node labelled ``focus``.
    engine, timeout
        The layout program and the seconds it gets.
    record
        Further options that the picture's record is to carry.
    """

    labels: str = "both"
    constants: str = "boxes"
    table: str = "paths"
    rankdir: str = "LR"
    lang: str = "en"
    title: str | None = None
    alt: str | None = None
    highlight: int | None = None
    digits: int = DIGITS
    full: bool = False
    focus: str | None = None
    radius: int = 2
    engine: str | None = None
    timeout: float = 20.0
    record: Mapping[str, object] = MappingProxyType({})

    def __post_init__(self) -> None:
        for option, legal in CHOICES.items():
            value = getattr(self, option)
            if value not in legal:
                raise UnknownName(
                    f"unknown value {value!r} for {option}",
                    legal=legal,
                    hint=close_matches(str(value), legal),
                )
        if not 1 <= self.digits <= 17:
            raise AdvizError(f"digits must be from 1 to 17, not {self.digits}")
        if self.radius < 0:
            raise AdvizError(f"radius must not be negative, but is {self.radius}")

    @property
    def chosen(self) -> dict[str, object]:
        """The options that say how the picture is made and differ from the default, by name."""
        plain = {name: getattr(self, name) for name in self.__annotations__ if name not in _NOT_RECORDED}
        return {name: value for name, value in plain.items() if value != _DEFAULTS[name]} | dict(self.record)


_NOT_RECORDED = frozenset(("engine", "timeout", "record"))
_DEFAULTS = {name: getattr(DrawOptions(), name) for name in DrawOptions.__annotations__}
