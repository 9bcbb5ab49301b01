"""THE table of what can be asked of a picture: command, directives, fences and magics have it from here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from graphviz_ad.errors import AdvizError, UnknownName, close_matches, shorten

__all__ = ["COMMANDS", "DEFAULT", "OPTIONS", "OptionRow", "value_of"]

NAMES, VALUES, TEXT, FLAG = "names", "values", "text", "flag"
CHOICE, WHOLE, NUMBER = "choice", "whole", "number"
"""What an option takes; several of ``NAMES`` and ``VALUES`` may follow each other."""
DEFAULT = "draw"


class OptionRow(NamedTuple):
    """An option: its name, what it takes, a line of help; and how that is called, what is legal.

    ``high`` 0 is no bound.  ``section`` is the heading under which the help has it.
    """

    name: str
    kind: str
    about: str
    metavar: str = ""
    default: Any = None
    legal: tuple[str, ...] = ()
    low: int = 1
    high: int = 0
    short: str = ""
    section: str = "Picture"

    @property
    def field(self) -> str:
        """The name as Python has it: ``max_paths``."""
        return self.name.replace("-", "_")


_ROWS = (
    OptionRow("wrt", NAMES, "Differentiate by these variables (repeat, or x,y). Default: every input.",
              "NAME", short="-w", section="Program"),
    OptionRow("of", NAMES, "Differentiate these outputs. Default: every name that nothing later uses.",
              "NAME", section="Program"),
    OptionRow("at", VALUES, 'Values: -a x=3, or "x=3 c=pi/2".', "NAME=VALUE", short="-a", section="Program"),
    OptionRow("share", FLAG, "Merge equal subexpressions into one node.", section="Program"),
    OptionRow("mode", CHOICE, "reverse (default): adjoints, from outputs back; forward: tangents.", "MODE",
              "reverse", ("forward", "reverse"), section="Program"),
    OptionRow("seed", VALUES, 'Begin there with 1, or "x=1 c=0.5". Default: each one alone.', "NAME",
              section="Program"),
    OptionRow("order", WHOLE, "Differentiate N times. Default: 1.", "N", 1, high=8, section="Program"),
    OptionRow("points", WHOLE, "Try N random points as well, where values can be computed.", "N", 0,
              low=0, high=10_000, section="Program"),
    OptionRow("tolerance", NUMBER, "By how much of its size a number may be off. Default: 1e-9.", "T", 1e-9,
              section="Program"),
    OptionRow("edges", CHOICE, "Foreign edges: forward (operand to operation), backward, auto.", "WAY",
              "auto", ("auto", "forward", "backward"), section="Program"),
    OptionRow("labels", CHOICE, "At the edges: none, letters, partials, symbols, values, both (default).",
              "STAGE", "both", ("none", "letters", "partials", "symbols", "values", "both")),
    OptionRow("constants", CHOICE, "Constants inside boxes (default), or as small nodes.", "HOW", "boxes",
              ("boxes", "nodes")),
    OptionRow("table", CHOICE, "What is listed: paths, jacobian, none.", "WHAT", "paths",
              ("paths", "jacobian", "none")),
    OptionRow("max-paths", WHOLE, "Show the N largest paths, the others as one sum. Default: 7.", "N", 7),
    OptionRow("highlight", WHOLE, "Let path N stand out.", "N"),
    OptionRow("rankdir", CHOICE, "Where the arrows point: LR (default), RL, TB, BT.", "DIR", "LR",
              ("LR", "RL", "TB", "BT")),
    OptionRow("theme", CHOICE, "Colours: auto (the page's), light, dark.", "THEME", "auto",
              ("auto", "light", "dark")),
    OptionRow("background", CHOICE, "auto (opaque) or transparent.", "HOW", "auto", ("auto", "transparent")),
    OptionRow("title", TEXT, "Heading; '' for none. Default: the program.", "TEXT"),
    OptionRow("alt", TEXT, "What a screen reader says first.", "TEXT"),
    OptionRow("lang", CHOICE, "Language of picture, table and text: en (default), zh.", "LANG", "en",
              ("en", "zh"), section="Output"),
    OptionRow("ids", TEXT, "Give paths and nodes ids that begin so.", "PREFIX"),
    OptionRow("full", FLAG, "Draw every node, however many."),
    OptionRow("focus", TEXT, "Draw only what is near this node.", "NODE"),
    OptionRow("radius", WHOLE, "How many edges are near. Default: 2.", "R", 2, low=0),
    OptionRow("engine", TEXT, "Layout program, instead of the one adviz finds.", "PROGRAM"),
    OptionRow("timeout", NUMBER, "Seconds for the layout. Default: 20.", "S", 20.0),
    OptionRow("scale", NUMBER, "Pixels of a PNG a unit of the picture. Default: 2.", "X", 2.0,
              section="Output"),
    OptionRow("dpi", NUMBER, "The same as dots an inch (96 is scale 1).", "DPI", section="Output"),
    OptionRow("digits", WHOLE, "Significant digits of shown numbers, 1 to 17. Default: 4.", "N", 4, high=17,
              section="Output"),
)  # fmt: skip
OPTIONS: Mapping[str, OptionRow] = {row.name: row for row in _ROWS}
"""Every option by its name."""

_PROGRAM = ("wrt", "of", "at", "share")
_LABELS = ("labels", "constants")
_PATHS = ("table", "max-paths", "highlight")
_LOOK = ("rankdir", "theme", "background", "title", "alt", "lang", "ids")
_GRAPH = (*_LOOK, "full", "focus", "radius", "engine", "timeout")
_PIXELS = ("scale", "dpi", "digits")
COMMANDS: Mapping[str, tuple[str, ...]] = {
    "draw": (*_PROGRAM, *_LABELS, *_PATHS, *_GRAPH, *_PIXELS),
    "sweep": (*_PROGRAM, "mode", "seed", *_LABELS, *_GRAPH, *_PIXELS),
    "grad": (*_PROGRAM, "order", *_GRAPH, *_PIXELS),
    "debug": ("at", "points", "tolerance", "edges", *_GRAPH, *_PIXELS),
}
"""What makes a picture, and the options that it has."""


def value_of(row: OptionRow, texts: Sequence[str]) -> Any:  # noqa: ANN401 - of the kind that the row says
    """Return the value of an option from what was written, once or repeatedly.

    Parameters
    ----------
    row
        The option.
    texts
        What stands behind it, each time that it is given.  A flag has ``''``.

    Raises
    ------
    AdvizError
        It is not what the option takes.

    Examples
    --------
    >>> value_of(OPTIONS["wrt"], ["x, y", "m"]), value_of(OPTIONS["radius"], ["3"])
    (('x', 'y', 'm'), 3)
    >>> value_of(OPTIONS["rankdir"], ["tb"]), value_of(OPTIONS["at"], ["x=3 c=pi/2"])
    ('TB', ('x=3 c=pi/2',))
    """
    return _READERS[row.kind](row, texts)


def _names(_row: OptionRow, texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for text in texts for name in text.replace(",", " ").split()))


def _choice(row: OptionRow, texts: Sequence[str]) -> str:
    text = texts[-1].strip()
    found = {word.lower(): word for word in row.legal}.get(text.lower())
    if found is None:
        hint = close_matches(text, row.legal)
        raise UnknownName(f"{row.name}: {shorten(text, 40)!r} is not possible", legal=row.legal, hint=hint)
    return found


def _whole(row: OptionRow, texts: Sequence[str]) -> int:
    text = texts[-1].strip()
    number = int(text) if text.removeprefix("-").isascii() and text.removeprefix("-").isdigit() else None
    if number is None or number < row.low or (row.high and number > row.high):
        bounds = f"from {row.low} to {row.high}" if row.high else f"of at least {row.low}"
        raise AdvizError(f"{row.name}: {shorten(text, 40)!r} is not a whole number {bounds}")
    return number


def _number(row: OptionRow, texts: Sequence[str]) -> float:
    text = texts[-1].strip()
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise AdvizError(f"{row.name}: {shorten(text, 40)!r} is not a number above 0")
    return number


def _flag(row: OptionRow, texts: Sequence[str]) -> bool:
    text = texts[-1].strip().lower()
    if text in {"", "true", "yes"}:
        return True
    if text in {"false", "no"}:
        return False
    raise AdvizError(f"{row.name} is set by its name alone, without {shorten(text, 40)!r}")


_READERS: Mapping[str, Callable[[OptionRow, Sequence[str]], object]] = {
    NAMES: _names,
    VALUES: lambda _row, texts: tuple(texts),
    TEXT: lambda _row, texts: texts[-1],
    CHOICE: _choice,
    WHOLE: _whole,
    NUMBER: _number,
    FLAG: _flag,
}
