"""``adviz doctor``: what is installed, and one picture drawn as a self-test."""

from __future__ import annotations

import platform
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from adviz_cli import output
from adviz_cli.command import command as make
from graphviz_ad.errors import AdvizError

if TYPE_CHECKING:
    from graphviz_ad.write.drawing import Drawing

__all__ = ["command"]

EXAMPLES = ("adviz doctor",)
_PACKAGES = {
    "click": "this command",
    "graphviz": "writes DOT",
    "graphviz-pure": "the layout program",
    "symengine": "formulas",
    "resvg-py": "PNG",
    "fontpkg-arimo": "the font of PNG and PDF",
    "pillow": "animations, contact sheets",
    "networkx": "graphs of others",
}


@make("doctor", EXAMPLES)
def command() -> int:
    """Check the layout program, the packages and the font, and draw one picture."""
    checks: tuple[tuple[str, Callable[[], str]], ...] = (
        ("adviz", _adviz),
        ("layout program", _engine),
        *((name, partial(_package, name)) for name in _PACKAGES),
        ("one SVG", _svg),
        ("one PNG", _png),
    )
    worst = 0
    for name, check in checks:
        try:
            output.print_text(f"ok    {name}: {check()}")
        except AdvizError as error:
            worst = max(worst, error.exit_code)
            output.print_text(f"FAIL  {name}: {error}")
        except Exception as error:  # noqa: BLE001 - a doctor tells of every illness
            worst = max(worst, 1)
            output.print_text(f"FAIL  {name}: {type(error).__name__}: {error}")
    return worst


def _adviz() -> str:
    import graphviz_ad

    machine = f"{platform.system()} {platform.machine()}"
    return f"{graphviz_ad.__version__}, Python {platform.python_version()} on {machine}"


def _engine() -> str:
    from graphviz_ad.engine import find, identify

    found = find()
    name, version = identify(found)
    return f"{name} {version} at {found.path} ({found.origin})"


def _package(name: str) -> str:
    from importlib import metadata

    try:
        return f"{metadata.version(name)} ({_PACKAGES[name]})"
    except metadata.PackageNotFoundError:
        raise AdvizError("is not installed", hint=f"pip install {name}: {_PACKAGES[name]}") from None


def _example() -> Drawing:
    from graphviz_ad.write.drawing import draw

    return draw("(y-(m*x+c))**2", {"y": 1, "m": 2, "x": 3, "c": 4}, wrt=["x"])


def _svg() -> str:
    drawing = _example()
    total = drawing.derivation.explanations[0].total
    if total != 36:
        raise AdvizError(f"the derivative is {total}, it should be 36")
    return f"{len(drawing.svg())} characters, derivative {total:g}"


def _png() -> str:
    return f"{len(_example().png())} bytes"
