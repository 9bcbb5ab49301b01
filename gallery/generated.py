"""What pages of the gallery do not write by hand: from the examples, the tables and the command itself."""

from __future__ import annotations

import importlib
import inspect
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

import graphviz_ad
from adviz_cli.app import COMMANDS
from graphviz_ad import errors
from graphviz_ad.embed.options import COMMANDS as SHOWN
from graphviz_ad.embed.options import OPTIONS
from graphviz_ad.explain import explain
from graphviz_ad.expression import typeset
from graphviz_ad.ops import TABLE
from graphviz_ad.rule import RESULT
from graphviz_ad.write.drawing import draw
from graphviz_ad.write.formats import FORMATS

HERE = Path(__file__).resolve().parent
# These two are packages that can be called; what is called is meant.
_STAGES = {"draw": draw, "explain": explain}
WIDTH = 88
"""Columns of the help texts: what a page shows without a bar below."""
_PIECE = re.compile(r"^(<!-- generated: ([a-z]+) -->)\n.*?^(<!-- end -->)$", re.MULTILINE | re.DOTALL)


def examples() -> Mapping[str, Mapping[str, Any]]:
    """Return the examples by name, in the order of the file."""
    return tomllib.loads((HERE / "examples.toml").read_text(encoding="utf-8"))


def filled(page: str) -> str:
    """Return a page with what is between ``<!-- generated: NAME -->`` and ``<!-- end -->`` made anew."""
    return _PIECE.sub(lambda found: f"{found[1]}\n{PIECES[found[2]]()}\n{found[3]}", page)


def _directive(example: Mapping[str, Any], *options: str) -> Iterator[str]:
    yield "```{adviz}"
    for name in ("wrt", "at"):
        if name in example:
            value = example[name]
            yield f":{name}: {value if isinstance(value, str) else ', '.join(value)}"
    yield from options
    yield from ("", example["program"], "```")


def _thumbnails() -> str:
    lines = ["::::{container} thumbnails"]
    for name, example in examples().items():
        lines += [":::{container} thumbnail"]
        lines += _directive(example, ":table: none", ":title:", ":labels: none", ":background: transparent")
        lines += [f"[{example['title']}](reading.md#{name})", ":::"]
    return "\n".join([*lines, "::::"])


def _examples() -> str:
    lines: list[str] = []
    for name, example in examples().items():
        lines += [f"({name})=", f"### {example['title']}", "", example["page"].strip(), ""]
        lines += [*_directive(example), "", "```sh", command(example), "```", ""]
    return "\n".join(lines).rstrip()


def command(example: Mapping[str, Any]) -> str:
    """Return the command line that draws one example."""
    wrt = "".join(f" --wrt {name}" for name in example.get("wrt", ()))
    at = f' --at "{example["at"]}"' if "at" in example else ""
    return f'adviz "{example["program"]}"{wrt}{at}'


def _table(head: list[str], rows: list[list[str]]) -> str:
    cells = [[cell.replace("|", "\\|") for cell in row] for row in [head, ["---"] * len(head), *rows]]
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)


def _operations() -> str:
    rows = []
    for row in TABLE.values():
        kept = sorted(set().union(*(row.keeps(slot) for slot in range(len(row.partials)))))
        rows.append([
            f"`{row.name}({', '.join(row.params)})`",
            typeset(row.value),
            ", ".join(typeset(partial) for partial in row.partials),
            ", ".join("v" if name == RESULT else name for name in kept),
            row.needs or (typeset(row.domain) if row.domain else ""),
            ", ".join(typeset(kink) for kink in row.kinks),
        ])  # fmt: skip
    return _table(["operation", "value v", "local derivatives", "keeps", "needs", "kink at"], rows)


def _formats() -> str:
    rows = [[" ".join(f"`{suffix}`" for suffix in entry.suffixes), entry.about] for entry in FORMATS.values()]
    return _table(["suffix", "what it is"], rows)


def _options() -> str:
    rows = []
    for row in OPTIONS.values():
        shown = [name for name, options in SHOWN.items() if row.name in options]
        where = "all" if len(shown) == len(SHOWN) else ", ".join(shown)
        rows.append([f"`{row.name}`", row.about, where])
    return _table(["option", "what it does", "for"], rows)


def _commands() -> str:
    lines: list[str] = []
    for name in COMMANDS:
        found: click.Command = importlib.import_module(f"adviz_cli.commands.{name}").command
        context = click.Context(
            found, info_name=f"adviz {name}", max_content_width=WIDTH, terminal_width=WIDTH
        )
        lines += [f"## adviz {name}", "", "```text", found.get_help(context).rstrip(), "```", ""]
    return "\n".join(lines).rstrip()


def _api() -> str:
    lines = ["```{eval-rst}"]
    for name in sorted(graphviz_ad.__all__, key=str.lower):
        thing = _STAGES.get(name) or getattr(graphviz_ad, name)
        kind = "autoclass" if inspect.isclass(thing) else "autofunction"
        lines += [f".. {kind}:: {thing.__module__}.{thing.__qualname__}"]
        lines += ["   :members:", ""] if kind == "autoclass" else [""]
    return "\n".join([*lines, "```"])


def _errors() -> str:
    found = sorted(
        name for name in errors.__all__ if inspect.isclass(getattr(errors, name)) and name != "AdvizError"
    )
    lines = ["```{eval-rst}"]
    for name in found:
        lines += [f".. autoexception:: graphviz_ad.errors.{name}", ""]
    return "\n".join([*lines, "```"])


PIECES: Mapping[str, Callable[[], str]] = {
    "thumbnails": _thumbnails,
    "examples": _examples,
    "operations": _operations,
    "formats": _formats,
    "options": _options,
    "commands": _commands,
    "api": _api,
    "errors": _errors,
}
"""What can be generated, by the name in the mark."""
