"""The magics ``%adviz`` and ``%%adviz`` of IPython and Jupyter; ``%load_ext graphviz_ad.embed.jupyter``.

What stands behind them is what stands behind ``adviz`` in a shell.  An input that is given no value
has that of the notebook's name, if that is a real number.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell
from IPython.core.magic import Magics, line_cell_magic, magics_class

from graphviz_ad.embed.asking import Asked, asked, words_of
from graphviz_ad.embed.figure import figure
from graphviz_ad.embed.options import FLAG, OptionRow
from graphviz_ad.embed.sources import PROGRAM, Source, read
from graphviz_ad.errors import AdvizError
from graphviz_ad.noun import replace
from graphviz_ad.read import read_text
from graphviz_ad.read.program.values import read_values
from graphviz_ad.write.sheet import Sheet

__all__ = ["AdvizMagics", "load_ipython_extension"]

SYMBOLIC = OptionRow("symbolic", FLAG, "Take no values from the notebook.")


@magics_class
class AdvizMagics(Magics):
    """``%adviz`` draws what stands behind it, ``%%adviz`` what stands below."""

    @line_cell_magic
    def adviz(self, line: str, cell: str | None = None) -> Sheet:
        """Draw an expression, or the program in the cell, as ``adviz`` does in a shell.

        Examples::

            %adviz "(x + c)*x" --wrt x --at "x=3 c=4"

            %adviz debug engine.py:loss

            %%adviz sweep --at x=2
            a = x**2
            y = a*(x + 1)

        A value that is not given is that of the notebook's own name, if it is a number there;
        ``--symbolic`` takes none.
        """
        try:
            sheet = self._sheet(line, cell)
            sheet.svg()  # what is wrong with it is said here, not where it is shown
        except AdvizError as error:
            raise UsageError(str(error)) from error
        for note in sheet.notes:
            sys.stderr.write(f"note: {note}\n")
        return sheet

    def _sheet(self, line: str, cell: str | None) -> Sheet:
        words = words_of(line)
        if cell is not None:
            words += ["--", cell]
        wanted = replace(asked(words, also={SYMBOLIC.name: SYMBOLIC}), text=cell is not None)
        options = dict(wanted.options)
        symbolic = options.pop(SYMBOLIC.field, False)
        names: Mapping[str, Any] = self.shell.user_ns if self.shell else {}
        if wanted.command == "debug":
            suspect = names.get(wanted.source)
            if suspect is not None and not isinstance(suspect, str):
                return _debugged(suspect, options)
        elif not symbolic:
            options["at"] = (*options.get("at", ()), *_values(wanted, names))
        return figure(replace(wanted, options=options)).sheet


def _debugged(suspect: object, options: dict[str, Any]) -> Sheet:
    from graphviz_ad.write.debugging import debug

    at = read_values(options.pop("at", ()))
    return debug(suspect, at=at or None, **options)


def _values(wanted: Asked, names: Mapping[str, Any]) -> list[str]:
    """Return the values that the notebook has for inputs that are given none, as ``x=3.0``."""
    source = Source(wanted.source, PROGRAM) if wanted.text else read(wanted.source, "")
    if source.form != PROGRAM:
        return []
    given = read_values(wanted.options.get("at", ()))
    graph = read_text(source.text, given)
    inputs = [graph.names[node] for node in graph.inputs]
    found = {name: names.get(name) for name in inputs if name not in given}
    numbers = {name: _number(value) for name, value in found.items()}
    return [f"{name}={number!r}" for name, number in numbers.items() if number is not None]


def _number(value: Any) -> float | None:  # noqa: ANN401 - whatever a notebook has
    """Return the number that a value is, also one of numpy or in a tensor without axes.

    Truth values, complex numbers and texts are none, though Python could make numbers of them.
    """
    truth = isinstance(value, bool) or getattr(getattr(value, "dtype", None), "kind", "") in ("b", "c")
    if truth or not hasattr(value, "__float__") or tuple(getattr(value, "shape", ())):
        return None
    try:
        return float(value)
    except (TypeError, ValueError, RuntimeError, OverflowError):
        return None


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Add the magics to a notebook; ``%load_ext graphviz_ad.embed.jupyter`` calls it."""
    shell.register_magics(AdvizMagics)
