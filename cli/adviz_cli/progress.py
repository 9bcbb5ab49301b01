"""What is being done, said when it takes long, and how long it took, said when asked for."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Iterator

from adviz_cli import output

__all__ = ["Progress"]

PATIENCE = 2.0
"""Seconds after which a person at a terminal wonders."""


class Progress:
    """Tells about the steps of a run on standard error."""

    def __init__(self, *, verbose: bool = False, quiet: bool = False) -> None:
        self.verbose = verbose
        self._waits = not quiet and not verbose and bool(sys.stderr) and sys.stderr.isatty()

    @contextlib.contextmanager
    def step(self, what: str) -> Iterator[None]:
        """Do one step: told when it takes long, and with its time if that was asked for."""
        start = time.perf_counter()
        told = threading.Timer(PATIENCE, output.say, ([f"{what} ..."],)) if self._waits else None
        if told:
            told.daemon = True
            told.start()
        try:
            yield
        finally:
            if told:
                told.cancel()
        if self.verbose:
            output.say([f"{1000 * (time.perf_counter() - start):8.1f} ms  {what}"])
