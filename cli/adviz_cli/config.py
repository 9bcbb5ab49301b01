"""Defaults from ``[tool.adviz]`` of the nearest pyproject.toml; options win."""

from __future__ import annotations

import os
from collections.abc import Iterable

import click

from adviz_cli.kinds import Number, Whole
from graphviz_ad.errors import AdvizError, UnknownName, close_matches

__all__ = ["CONFIGURABLE", "defaults"]

CONFIGURABLE = (
    "background",
    "color",
    "constants",
    "digits",
    "dpi",
    "engine",
    "format",
    "full",
    "ids",
    "labels",
    "lang",
    "max-paths",
    "output",
    "quiet",
    "radius",
    "rankdir",
    "scale",
    "share",
    "table",
    "theme",
    "timeout",
)
"""The options that a project can set: how things look and are written, not what is computed."""


def defaults(options: Iterable[click.Option]) -> dict[str, object]:
    """Return the values that the nearest pyproject.toml sets for ``options``, by parameter.

    Raises
    ------
    AdvizError
        The file is not TOML, sets an option that does not exist, or to a value that it cannot have.
    """
    found = _nearest()
    if found is None:
        return {}
    path, data = found
    # Most projects say nothing of adviz, and the reader of TOML need not be loaded for them.
    if b"adviz" not in data:
        return {}
    table = _table(path, data)
    for key in table:
        if key.replace("_", "-") not in CONFIGURABLE:
            raise UnknownName(
                f"[tool.adviz] sets {key}, which a project cannot set",
                where=path,
                legal=CONFIGURABLE,
                hint=close_matches(key, CONFIGURABLE),
            )
    # What another command's option is set to does not matter here.
    own = {name.removeprefix("--"): option for option in options for name in option.opts}
    values = {}
    for key, value in table.items():
        option = own.get(key.replace("_", "-"))
        if option is not None and option.name:
            values[option.name] = _checked(key, value, option, path)
    return values


def _nearest() -> tuple[str, bytes] | None:
    try:
        folder = os.getcwd()
    except OSError:
        return None  # the directory was deleted
    while True:
        path = os.path.join(folder, "pyproject.toml")
        try:
            with open(path, "rb") as file:
                return path, file.read()
        except OSError:
            parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent


def _table(path: str, data: bytes) -> dict[str, object]:
    """Return the table [tool.adviz], empty where there is none."""
    import tomllib

    try:
        tool = tomllib.loads(data.decode()).get("tool", {})
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise AdvizError(f"pyproject.toml is not TOML: {error}", where=path) from error
    table = tool.get("adviz", {}) if isinstance(tool, dict) else {}
    if not isinstance(table, dict):
        raise AdvizError(
            "[tool.adviz] is not a table", where=path, hint='such as [tool.adviz] theme = "dark"'
        )
    return table


def _checked(key: str, value: object, option: click.Option, path: str) -> object:
    """Return a value as the option would have taken it from the command line."""
    several = option.multiple and isinstance(value, list)
    pieces = value if several and isinstance(value, list) else [value]
    try:
        made = [_piece(piece, option) for piece in pieces]
    except click.BadParameter as error:
        raise AdvizError(f"[tool.adviz] {key}: {error.message.removesuffix('.')}", where=path) from error
    return made if option.multiple else made[0]


def _piece(value: object, option: click.Option) -> object:
    if option.is_flag or option.count:
        if not isinstance(value, bool):
            raise click.BadParameter(f"{value!r} is neither true nor false")
        return value
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if number and not isinstance(option.type, Whole | Number):
        raise click.BadParameter(f"{value!r} is a number, and a text is expected")
    if not number and not isinstance(value, str):
        raise click.BadParameter(f"{value!r} is neither a text nor a number")
    # As text, since 2.5 would be cut to the whole number 2.
    return option.type.convert(str(value), option, None)
