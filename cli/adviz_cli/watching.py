"""``--watch``: do it again whenever a file changes."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable

from adviz_cli import output
from graphviz_ad.errors import AdvizError

__all__ = ["repeat"]

INTERVAL = 0.1


def repeat(path: str, work: Callable[[], None]) -> int:
    """Run ``work`` now and after every change of ``path``, until Ctrl-C; errors are told and survived."""
    output.say([f"watching {path}, end with Ctrl-C"])
    seen = _stamp(path)
    _attempt(work)
    while True:
        time.sleep(INTERVAL)
        stamp = _stamp(path)
        # An editor that replaces the file has it missing for a moment.
        if stamp not in (seen, None):
            _attempt(work)
            # A run of many pictures is not short: what a picture leaves behind is freed.
            gc.collect()
        seen = stamp


def _attempt(work: Callable[[], None]) -> None:
    try:
        work()
    except AdvizError as error:
        output.say([f"adviz: {error}"])


def _stamp(path: str) -> tuple[int, ...] | None:
    """Return what changes when a file does; None while there is none."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
