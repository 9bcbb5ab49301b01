"""The options that only pictures have, and those of where pictures go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adviz_cli.options import COLOR, OUTPUTS, QUIET, as_json, option, rows

__all__ = ["FIELDS", "LOOK", "PICTURE", "PIXELS", "PLAIN", "WRITING", "looks"]

_LABELS = rows("labels", "constants")
_GRAPH = (
    "rankdir",
    "theme",
    "background",
    "title",
    "alt",
    "lang",
    "ids",
    "full",
    "focus",
    "radius",
    "engine",
)
PLAIN = rows(*_GRAPH, "timeout")
"""What pictures have that show no local derivatives."""
LOOK = (*_LABELS, *PLAIN)
"""What pictures have that show no paths."""
PICTURE = (*_LABELS, *rows("table", "max-paths", "highlight"), *PLAIN)
PIXELS = rows("scale", "dpi", "digits")
WRITING = (
    *OUTPUTS,
    *PIXELS,
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
