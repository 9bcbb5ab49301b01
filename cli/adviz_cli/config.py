"""Defaults from ``[tool.adviz]`` of the nearest pyproject.toml; options win."""

from __future__ import annotations

import os

from graphviz_ad.errors import AdvizError, UnknownName, close_matches

__all__ = ["defaults"]


def defaults(known: set[str]) -> dict[str, object]:
    """Return the values that the nearest pyproject.toml sets for options in ``known``.

    Raises
    ------
    AdvizError
        The file is not TOML, or sets an option that does not exist.
    """
    found = _nearest()
    if found is None:
        return {}
    path, data = found
    # Most projects say nothing of adviz, and the reader of TOML need not be loaded for them.
    if b"tool.adviz" not in data:
        return {}
    import tomllib

    try:
        table = tomllib.loads(data.decode()).get("tool", {}).get("adviz", {})
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise AdvizError(f"pyproject.toml cannot be read: {error}", where=path) from error
    values = {key.replace("-", "_"): value for key, value in table.items()}
    for key in values:
        if key not in known:
            names = sorted(name.replace("_", "-") for name in known)
            raise UnknownName(
                f"[tool.adviz] sets {key}, which is no option", where=path, legal=names, hint=close_matches(key, names)
            )
    return values


def _nearest() -> tuple[str, bytes] | None:
    folder = os.getcwd()
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
