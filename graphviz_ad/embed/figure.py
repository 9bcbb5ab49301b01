"""The picture that is asked for, with what a host has to know of it."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from graphviz_ad.embed import sources, suspects
from graphviz_ad.embed.asking import Asked
from graphviz_ad.embed.saved import SUFFIX, saved
from graphviz_ad.embed.sources import PROGRAM
from graphviz_ad.graph import Graph
from graphviz_ad.noun import noun
from graphviz_ad.read.program.seeds import read_seeds
from graphviz_ad.read.program.values import read_values
from graphviz_ad.write.sheet import Sheet

__all__ = ["Figure", "figure"]


@noun
class Figure:
    """A sheet that can be written in every format, the files it was made from, what their code printed."""

    sheet: Sheet
    files: tuple[str, ...]
    notes: tuple[str, ...]


def figure(asked: Asked, folder: str = "") -> Figure:
    """Return the picture that is asked for.

    Parameters
    ----------
    asked
        A command, its source and its options.
    folder
        Where files lie whose name is no whole path.

    Raises
    ------
    AdvizError
        What is wrong, where, and what to do; see `graphviz_ad.errors`.

    Examples
    --------
    >>> from graphviz_ad.embed.asking import asked
    >>> figure(asked(["(x + c)*x", "--at", "x=3 c=4", "-w", "x"])).sheet.alt
    'f = (x + c)·x at x = 3, c = 4: f = 21; ∂f/∂x = 3 + 7 = 10'
    """
    options = dict(asked.options)
    path = "" if asked.text else asked.source.removeprefix("@")
    if path.lower().endswith(SUFFIX) and "\n" not in path:
        path = os.path.join(folder, path)
        return Figure(saved(path, options), (path,), ())
    at = read_values(options.pop("at", ()))
    dpi = options.pop("dpi", None)
    if dpi is not None:
        options["scale"] = dpi / 96
    if asked.command == "debug":
        return _debugged(asked, at, options, folder)
    source = sources.Source(asked.source, PROGRAM) if asked.text else sources.read(asked.source, folder)
    drawn: str | Graph = source.text
    printed = ""
    if source.form != PROGRAM:
        program = {name: options.pop(name) for name in ("of", "share") if name in options}
        drawn, at, printed = sources.graph_of(source, at, **program)
    if "seed" in options:
        options["seed"] = read_seeds(options["seed"])
    sheet = _maker(asked.command)(drawn, at, **options)
    file = None if asked.text else sources.file_of(asked.source, folder)
    return Figure(sheet, (file,) if file else (), tuple(printed.splitlines()))


def _maker(command: str) -> Callable[..., Sheet]:
    """Return the function that draws, by command; each is loaded when it is needed."""
    if command == "sweep":
        from graphviz_ad.write.sweep_drawing import sweep

        return sweep
    if command == "grad":
        from graphviz_ad.write.gradient import draw_gradient

        return draw_gradient
    from graphviz_ad.write.drawing import draw

    return draw


def _debugged(asked: Asked, at: dict[str, float], options: dict[str, Any], folder: str) -> Figure:
    from graphviz_ad.write.debugging import reported

    suspect = suspects.Suspect(asked.source) if asked.text else suspects.suspect_of(asked.source, folder)
    edges, timeout = options.pop("edges", "auto"), options.get("timeout", 60.0)
    claims = suspects.claims_of(suspect, at, edges=edges, timeout=timeout)
    report = reported(claims, source=suspect.text or None, **options)
    file = None if asked.text else suspects.file_of(asked.source, folder)
    return Figure(report, (file,) if file else (), ())
