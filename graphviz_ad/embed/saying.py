"""What a picture says, apart from where it says it; and whether that is still true.

Coordinates are the layout program's and may differ from machine to machine.  Texts, titles, numbers
and the record do not.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Mapping
from html import unescape
from typing import Any

from graphviz_ad.errors import AdvizError, NotSupported
from graphviz_ad.write.sheet import Sheet

__all__ = ["again", "differences", "foreign", "record_of", "said"]

_SAID = re.compile(r'(?:aria-label="([^"]*)"|>([^<]+)<)')
_GROUP = re.compile(r"<g[ >].*?</g>", re.DOTALL)
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
_TAG = re.compile(r"<(\w+)((?:[^<>\"]|\"[^\"]*\")*)>")
_ATTRIBUTE = re.compile(r'([\w:-]+)="[^"]*"')
_RECORD = re.compile(r"<metadata>(.*?)</metadata>", re.DOTALL)


def said(svg: str) -> list[str]:
    r"""Return everything that an SVG says: accessible names, titles, texts and the record.

    What stands together (a node, the label of an edge, a row) stays together; the order of these
    groups is that of their words, since it means nothing.

    Examples
    --------
    >>> said('<svg aria-label="f = x"><title>f = x</title><g>\n<text x="1">x</text></g></svg>')
    ['f = x', 'f = x', 'x']
    """
    svg = _STYLE.sub("", svg)
    groups = sorted(_texts(group) for group in _GROUP.findall(svg))
    return [*_texts(_GROUP.sub("", svg)), *(text for group in groups for text in group)]


def _texts(svg: str) -> list[str]:
    texts = (unescape(name or text).strip() for name, text in _SAID.findall(svg))
    return [text for text in texts if text]


def differences(before: str, now: str) -> list[str]:
    r"""Return what two SVGs say differently, as lines of a diff; none where they say the same.

    Examples
    --------
    >>> print(*differences('<svg><text>x</text><text>= 3</text></svg>',
    ...                    '<svg><text>x</text><text>= 4</text></svg>'), sep="\n")
    - = 3
    + = 4
    """
    lines = difflib.unified_diff(said(before), said(now), lineterm="", n=0)
    return [f"{line[0]} {line[1:]}" for line in lines if not line.startswith(("---", "+++", "@@"))]


def foreign(before: str, now: str) -> str:
    """Return what an SVG has that one of ours has not: an element, an attribute, rules, no end; else ''.

    Examples
    --------
    >>> foreign('<svg onload="f()"></svg>', "<svg></svg>"), foreign("<svg>", "<svg></svg>")
    ('svg with onload', 'it is not whole')
    """
    if not (before.lstrip().startswith("<svg") and before.rstrip().endswith("</svg>")):
        return "it is not whole"
    if _STYLE.findall(before) != _STYLE.findall(now):
        return "its style"
    ours = _elements(now)
    more = [each for each in _elements(before) if each not in ours]
    return next((f"{tag} with {name}" if name else tag for tag, name in more), "")


def _elements(svg: str) -> dict[tuple[str, str], None]:
    """Return every element, alone and with each of its attributes, in order."""
    found = dict[tuple[str, str], None]()
    for tag, attributes in _TAG.findall(_STYLE.sub("", svg)):
        found[tag, ""] = None
        found |= dict.fromkeys((tag, name) for name in _ATTRIBUTE.findall(attributes))
    return found


def record_of(svg: str) -> dict[str, Any] | None:
    """Return what an SVG was made from; None where it does not say so, because it is not ours.

    Examples
    --------
    >>> from graphviz_ad.write.drawing import draw
    >>> record_of(draw("x*x", {"x": 3}).svg())["at"]
    {'x': 3}
    """
    found = _RECORD.search(svg)
    try:
        record = json.loads(unescape(found[1])) if found else None
    except ValueError:
        return None
    return record if isinstance(record, dict) and "adviz" in record else None


def again(record: Mapping[str, Any]) -> Sheet:
    """Draw what a record says once more.

    Raises
    ------
    NotSupported
        The record has no program: the graph was somebody's.
    AdvizError
        What the record says cannot be drawn.

    Examples
    --------
    >>> from graphviz_ad.write.drawing import draw
    >>> drawing = draw("x*x", {"x": 3}, max_paths=1)
    >>> differences(drawing.svg(), again(record_of(drawing.svg())).svg())
    []
    """
    if not isinstance(record.get("source"), str):
        raise NotSupported("its metadata have no program", hint="it is checked by its source alone")
    try:
        return _again(record)
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        if isinstance(error, AdvizError):
            raise
        raise AdvizError(f"its metadata cannot be read: {error}") from error


def _again(record: Mapping[str, Any]) -> Sheet:
    from graphviz_ad.draw.options import DrawOptions
    from graphviz_ad.write.drawing import draw
    from graphviz_ad.write.gradient import draw_gradient
    from graphviz_ad.write.sweep_drawing import sweep

    at = {name: float(value) for name, value in record["at"].items()}
    # A picture may come from anywhere: it cannot name a program that is to be started.
    known = {*DrawOptions.__annotations__, "wrt", "of", "share", "max_paths"} - {
        "engine",
        "timeout",
        "record",
    }
    options = {name: value for name, value in record["options"].items() if name in known}
    if "sweep" in record:
        mode, seed = record["sweep"]["mode"], record["sweep"]["seed"]
        seed = {name: float(value) for name, value in seed.items()}
        return sweep(record["source"], at, mode=mode, seed=seed, **options)
    if "gradient" in record:
        return draw_gradient(record["source"], at, order=record["gradient"]["order"], **options)
    return draw(record["source"], at, **options)
