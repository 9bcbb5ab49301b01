"""Which layout program is taken.

1. The one that is named: by the caller (``--engine``), else by the environment (``ADVIZ_DOT``);
2. the program of the installed package graphviz-pure;
3. ``dot`` on PATH.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

from graphviz_ad.errors import RenderProblem
from graphviz_ad.noun import noun

__all__ = ["VARIABLE", "WAYS", "Engine", "find", "problem"]

VARIABLE = "ADVIZ_DOT"
PACKAGED = "graphviz-pure"
WAYS = (
    f"pip install {PACKAGED} (no system package needed), or install Graphviz so that dot is on PATH, "
    f"or name a program with --engine or {VARIABLE}"
)


@noun
class Engine:
    """A layout program, and why it was taken.

    Attributes
    ----------
    path
        The program's file.
    origin
        ``--engine``, ``ADVIZ_DOT``, ``graphviz-pure`` (the installed package) or ``PATH``.
    """

    path: str
    origin: str


def find(engine: str | None = None) -> Engine:
    """Return the layout program to use.

    Parameters
    ----------
    engine
        A program's path or name; None or '' to look for one.

    Raises
    ------
    RenderProblem
        There is none.  A program that was named and is not there is an error too: no other
        one is taken in its place.

    Examples
    --------
    >>> find("/no/such/dot")
    Traceback (most recent call last):
    graphviz_ad.errors.RenderProblem: there is no layout program '/no/such/dot'...
    """
    if engine:
        return Engine(_named(engine, "--engine"), "--engine")
    if named := os.environ.get(VARIABLE):
        return Engine(_named(named, VARIABLE), VARIABLE)
    if path := _packaged():
        return Engine(path, PACKAGED)
    if path := _on_path("dot"):
        return Engine(path, "PATH")
    raise RenderProblem("there is no layout program, so no picture can be drawn", hint=WAYS)


def problem(engine: Engine, what: str, *, hint: str) -> RenderProblem:
    """Return an error about a program that was found, with its place and why it was taken."""
    return RenderProblem(
        f"the layout program {os.path.basename(engine.path)} {what}",
        where=f"{engine.path} (found by {engine.origin})",
        hint=hint,
    )


def _named(name: str, origin: str) -> str:
    """Return the file of a program that somebody asked for."""
    file = os.path.expanduser(name)
    if path := _on_path(file):
        return path
    # In a virtual environment that is not activated the program has a name but is not on PATH.
    if name == PACKAGED and (path := _packaged()):
        return path
    if os.path.isfile(file) and os.access(file, os.X_OK):
        return os.path.abspath(file)
    where = f"{origin}={name}" if origin == VARIABLE else f"{origin} {name}"
    if os.path.isdir(file):
        raise RenderProblem(f"{name!r} is a directory, not a layout program", where=where, hint=WAYS)
    if os.path.exists(file):
        raise RenderProblem(
            f"the layout program {name!r} is not executable", where=where, hint=f"chmod +x {name}"
        )
    raise RenderProblem(f"there is no layout program {name!r}", where=where, hint=WAYS)


def _on_path(program: str) -> str | None:
    import shutil  # takes milliseconds, and the usual way does not come here

    return shutil.which(program)


def _packaged() -> str | None:
    """Return the program of the installed graphviz-pure, or None.

    pip puts it beside Python, in a directory that need not be on PATH; the package's RECORD
    says where.  Reading that is quick, while importlib.metadata takes 27 ms.
    """
    for folder in sys.path:
        folder = folder or os.curdir  # noqa: PLW2901 ('' is how sys.path writes it)
        try:
            names = os.listdir(folder)
        except OSError:
            continue
        for name in sorted(names):
            if name.startswith("graphviz_pure-") and name.endswith(".dist-info"):
                for path in _recorded(folder, name):
                    if os.path.isfile(path):
                        return os.path.abspath(path)
    return None


def _recorded(folder: str, dist_info: str) -> Iterator[str]:
    """Yield where the program of one installed package can be."""
    try:
        with open(os.path.join(folder, dist_info, "RECORD"), encoding="utf-8") as record:
            files = [line.rsplit(",", 2)[0].strip('"').replace("\\", "/") for line in record]
    except (OSError, UnicodeDecodeError):
        return
    for file in files:
        name = file.rpartition("/")[2]
        if name in {PACKAGED, f"{PACKAGED}.exe"}:
            yield os.path.join(folder, file)
            # pip install --target moves the program and leaves the RECORD as it was.
            yield os.path.join(folder, "bin", name)
