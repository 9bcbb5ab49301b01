"""Draws the gallery: one picture and one page for each example of examples.toml, and their index.

``python gallery/make.py`` writes what has changed; ``--check`` writes nothing and fails where a
page or the mathematics of a picture is not what the program says (coordinates may differ: they are
the layout program's).
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from graphviz_ad.read.program.values import read_values
from graphviz_ad.write import files
from graphviz_ad.write.drawing import Drawing, draw
from graphviz_ad.write.formats import FORMATS

HERE = Path(__file__).resolve().parent
GUIDES = (
    "first-graph",
    "forward-and-backward",
    "gradient-graph",
    "wrong-gradient",
    "hand-derived",
    "your-engine",
)
"""Pages that are written by hand; their Python and their commands run, and save their pictures.

A block with the name of a file behind its language, ```` ```python engine.py ````, is that file; a
block ``console`` has commands behind ``$``, and what they say is written below them.
"""
INDEX = "README.md"
_FILES = re.compile(r"^```\w+ (\S+)$\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CONSOLES = re.compile(r"^```console$\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_PICTURES = (".svg", ".png")
# What a picture says, apart from where it stands: its texts and its record.
_TEXTS = re.compile(r">([^<]+)<")


def examples() -> Mapping[str, Mapping[str, Any]]:
    """Return the examples by name, in the order of the file."""
    return tomllib.loads((HERE / "examples.toml").read_text(encoding="utf-8"))


def drawing(example: Mapping[str, Any]) -> Drawing:
    """Return the drawing of one example."""
    at = read_values([example["at"]]) if "at" in example else {}
    return draw(example["program"], at, wrt=example.get("wrt", ()))


def command(example: Mapping[str, Any], target: str) -> str:
    """Return the command line that draws one example."""
    wrt = "".join(f" --wrt {name}" for name in example.get("wrt", ()))
    at = f' --at "{example["at"]}"' if "at" in example else ""
    return f'adviz "{example["program"]}"{wrt}{at} -o {target}'


def page(name: str, example: Mapping[str, Any], made: Drawing) -> str:
    """Return the page of one example."""
    table = FORMATS["md"].write(made).decode()
    lines = [
        f"# {example['title']}", "", f"![{example['title']}]({name}.svg)", "", example["page"].strip(), "",
        "```sh", command(example, f"{name}.svg"), "```", "", table,
    ]  # fmt: skip
    return "\n".join(lines)


def index() -> str:
    """Return the page that leads to all others."""
    lines = ["# Gallery", ""]
    lines += [f"* [{title}]({name}.md)" for name, title in titles()]
    lines += ["* [The JSON document](json.md)", "", "Each picture was drawn by the command on its page.", ""]
    for name, example in examples().items():
        lines += [f"## [{example['title']}]({name}.md)", "", f"![{example['title']}]({name}.svg)", ""]
    return "\n".join(lines)


class _Shell:
    """Runs the commands of a page and keeps what they say, the files of the page without their folder."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def __call__(self, command: str) -> None:
        # The command adviz of the Python that runs this.
        path = os.pathsep.join((os.path.dirname(sys.executable), os.environ.get("PATH", "")))
        done = subprocess.run(  # noqa: S602 - the commands of our own pages
            command,
            shell=True,
            env={**os.environ, "PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        self.said.append(f"$ {command}\n{done.stdout.replace(os.getcwd() + os.sep, '')}")


def run_guide(name: str, folder: Path) -> str:
    """Run a page in ``folder``, where it saves its pictures; return it with what its commands say."""
    page = (HERE / f"{name}.md").read_text(encoding="utf-8")
    for file, text in _FILES.findall(page):
        (folder / file).write_text(text, encoding="utf-8")
    code = _CONSOLES.sub(_as_python, _FILES.sub("", page))
    # The fence that ends a block would be taken for a part of the output before it.
    code = re.sub(r"^```\w*$", "", code, flags=re.MULTILINE)
    shell, before = _Shell(), os.getcwd()
    test = doctest.DocTestParser().get_doctest(code, {"shell": shell}, name, f"{name}.md", 0)
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    try:
        failed = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed
    finally:
        sys.path.remove(str(folder))
        os.chdir(before)
        # Another page may have a file of the same name.
        for module, loaded in list(sys.modules.items()):
            if str(getattr(loaded, "__file__", None)).startswith(str(folder)):
                del sys.modules[module]
    if failed:
        raise SystemExit(f"gallery/{name}.md says something else than the program")
    said = iter(shell.said)
    return _CONSOLES.sub(
        lambda block: f"```console\n{''.join(next(said) for _ in _commands(block))}```", page
    )


def _commands(block: re.Match[str]) -> list[str]:
    """Return the commands of a ``console`` block; its other lines are what they say."""
    return [line[2:] for line in block[1].splitlines() if line.startswith("$ ")]


def _as_python(block: re.Match[str]) -> str:
    return "".join(f">>> shell({command!r})\n" for command in _commands(block))


def guides() -> Iterator[tuple[str, bytes]]:
    """Yield the pages that are written by hand, and their pictures."""
    for name in GUIDES:
        with tempfile.TemporaryDirectory() as folder:
            yield f"{name}.md", run_guide(name, Path(folder)).encode()
            for file in sorted(Path(folder).iterdir()):
                if file.suffix in _PICTURES:
                    yield file.name, file.read_bytes()


def titles() -> Iterator[tuple[str, str]]:
    """Yield name and title of the pages that are written by hand."""
    for name in GUIDES:
        first = (HERE / f"{name}.md").read_text(encoding="utf-8").partition("\n")[0]
        yield name, first.removeprefix("# ")


def contents() -> Iterator[tuple[str, bytes]]:
    """Yield every file of the gallery, name and bytes."""
    for name, example in examples().items():
        made = drawing(example)
        yield f"{name}.svg", made.svg().encode()
        yield f"{name}.md", page(name, example, made).encode()
    yield from guides()
    yield INDEX, index().encode()


def same(name: str, before: bytes, now: bytes) -> bool:
    """Whether a file says what it should say."""
    if name.endswith(".svg"):
        return _TEXTS.findall(before.decode()) == _TEXTS.findall(now.decode())
    return before == now


def main(args: list[str]) -> int:
    """Write or check the gallery; return 1 where a check fails."""
    stale = []
    for name, data in contents():
        path = HERE / name
        if "--check" not in args:
            print(f"{name} {'written' if files.write(path, data) else 'is up to date'}")
        elif not path.exists() or not same(name, path.read_bytes(), data):
            stale.append(name)
    for name in stale:
        print(f"gallery/{name} is not up to date: run python gallery/make.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
