"""``--watch``: do it again whenever a file changes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from adviz_cli import output
from graphviz_ad.errors import AdvizError

__all__ = ["repeat"]

INTERVAL = 0.1


def repeat(path: str, work: Callable[[], None]) -> int:
    """Run ``work`` now and after every change of ``path``, until Ctrl-C; errors are told and survived."""
    seen: tuple[int, int] | None = None
    output.say([f"watching {path}, end with Ctrl-C"])
    while True:
        stamp = _stamp(path)
        if stamp != seen:
            seen = stamp
            try:
                work()
            except AdvizError as error:
                output.say([f"adviz: {error}"])
        time.sleep(INTERVAL)


def _stamp(path: str) -> tuple[int, int] | None:
    """Return what changes when a file does; None while an editor is replacing it."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
