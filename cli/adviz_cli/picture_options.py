"""The options that only pictures have, and those of where pictures go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adviz_cli.kinds import Number, Whole
from adviz_cli.options import COLOR, OUTPUTS, QUIET, TABLE, as_json, choice, digits, max_paths, option

__all__ = ["FIELDS", "LANG", "LOOK", "PICTURE", "PIXELS", "PLAIN", "WRITING", "looks"]

LANG = option(
    "Output",
    "--lang",
    default="en",
    type=choice("en", "zh"),
    metavar="LANG",
    help="Language of picture, table and text: en (default), zh.",
)
_LABELS = (
    option(
        "Picture",
        "--labels",
        default="both",
        metavar="STAGE",
        type=choice("none", "letters", "partials", "symbols", "values", "both"),
        help="At the edges: none, letters, partials, symbols, values, both (default).",
    ),
    option(
        "Picture",
        "--constants",
        default="boxes",
        type=choice("boxes", "nodes"),
        metavar="HOW",
        help="Constants inside boxes (default), or as small nodes.",
    ),
)
_PATHS = (
    TABLE,
    max_paths("Picture"),
    option("Picture", "--highlight", type=Whole(1), metavar="N", help="Let path N stand out."),
)
_GRAPH = (
    option(
        "Picture",
        "--rankdir",
        default="LR",
        type=choice("LR", "RL", "TB", "BT"),
        metavar="DIR",
        help="Where the arrows point: LR (default), RL, TB, BT.",
    ),
    option(
        "Picture",
        "--theme",
        default="auto",
        type=choice("auto", "light", "dark"),
        metavar="THEME",
        help="Colours: auto (the page's), light, dark.",
    ),
    option(
        "Picture",
        "--background",
        default="auto",
        type=choice("auto", "transparent"),
        metavar="HOW",
        help="auto (opaque) or transparent.",
    ),
    option("Picture", "--title", metavar="TEXT", help="Heading; '' for none. Default: the program."),
    option("Picture", "--alt", metavar="TEXT", help="What a screen reader says first."),
    LANG,
    option("Picture", "--ids", metavar="PREFIX", help="Give paths and nodes ids that begin so."),
    option("Picture", "--full", is_flag=True, help="Draw every node, however many."),
    option("Picture", "--focus", metavar="NODE", help="Draw only what is near this node."),
    option(
        "Picture",
        "--radius",
        default=2,
        type=Whole(0),
        metavar="R",
        help="How many edges are near. Default: 2.",
    ),
    option("Picture", "--engine", metavar="PROGRAM", help="Layout program, instead of the one adviz finds."),
    option(
        "Picture",
        "--timeout",
        default=20.0,
        type=Number(),
        metavar="S",
        help="Seconds for the layout. Default: 20.",
    ),
)
LOOK = (*_LABELS, *_GRAPH)
"""What pictures have that show no paths."""
PLAIN = _GRAPH
"""What pictures have that show no local derivatives."""
PICTURE = (*_LABELS, *_PATHS, *_GRAPH)
PIXELS = (
    option(
        "Output",
        "--scale",
        default=2.0,
        type=Number(),
        metavar="X",
        help="Pixels of a PNG a unit of the picture. Default: 2.",
    ),
    option("Output", "--dpi", type=Number(), metavar="DPI", help="The same as dots an inch (96 is scale 1)."),
)
WRITING = (
    *OUTPUTS,
    *PIXELS,
    digits(),
    as_json("Print the JSON document (schema 1)."),
    COLOR,
    option("Output", "--open", "show", is_flag=True, help="Open the first file that was written."),
    option("Output", "--watch", is_flag=True, help="Draw again whenever the program's file changes."),
    QUIET,
    option("Output", "-v", "--verbose", is_flag=True, help="Say what is done, and how long it takes."),
)
# The fields of DrawOptions that have the name of their option.
FIELDS = (
    "labels",
    "constants",
    "table",
    "rankdir",
    "lang",
    "title",
    "alt",
    "highlight",
    "digits",
    "full",
    "focus",
    "radius",
    "engine",
    "timeout",
)


def looks(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return how a picture is to look, its place and its contents apart."""
    scale = options["scale"] if options["dpi"] is None else options["dpi"] / 96
    return {**{name: options[name] for name in ("theme", "background", "ids")}, "scale": scale}
