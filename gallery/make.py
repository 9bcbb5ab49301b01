"""Makes what can be made of the documentation: code that runs, tables, pictures that code saves.

``python gallery/make.py`` writes what has changed; ``--check`` writes nothing and fails where a
page or the mathematics of a picture is not what the program says (coordinates may differ: they are
the layout program's).  ``make site`` has Sphinx build the pages.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from contact_sheet import contact_sheet, said_by
from generated import filled

from graphviz_ad.embed.saying import differences
from graphviz_ad.write import files

HERE = Path(__file__).resolve().parent
SHEET = "contact-sheet.png"
# A file of a page: the name behind the language, ```` ```python engine.py ````.
_FILES = re.compile(r"^```\w+ (\S+)$\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Commands behind ``$``; what they say is written below them.
_CONSOLES = re.compile(r"^```console$\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Pictures that the code of a page saves, and the page shows.
_SHOWN = re.compile(r"^```\{adviz\} (\S+\.svg)$", re.MULTILINE)


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


def run_page(name: str, folder: Path) -> str:
    """Run a page in ``folder``, where it saves its pictures; return it with what its commands say."""
    page = (HERE / name).read_text(encoding="utf-8")
    for file, text in _FILES.findall(page):
        (folder / file).write_text(text, encoding="utf-8")
    code = _CONSOLES.sub(_as_python, _FILES.sub("", page))
    # The fence that ends a block would be taken for a part of the output before it.
    code = re.sub(r"^```\w*$", "", code, flags=re.MULTILINE)
    shell, before = _Shell(), os.getcwd()
    test = doctest.DocTestParser().get_doctest(code, {"shell": shell}, name, name, 0)
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
        raise SystemExit(f"gallery/{name} says something else than the program")
    said = iter(shell.said)
    return _CONSOLES.sub(
        lambda block: f"```console\n{''.join(next(said) for _ in _commands(block))}```", page
    )


def _commands(block: re.Match[str]) -> list[str]:
    """Return the commands of a ``console`` block; its other lines are what they say."""
    return [line[2:] for line in block[1].splitlines() if line.startswith("$ ")]


def _as_python(block: re.Match[str]) -> str:
    return "".join(f">>> shell({command!r})\n" for command in _commands(block))


def contents() -> Iterator[tuple[str, bytes]]:
    """Yield every file that is made, name and bytes: pages, the pictures they save, the contact sheet."""
    for page in sorted(HERE.glob("*.md")):
        with tempfile.TemporaryDirectory() as folder:
            text = filled(run_page(page.name, Path(folder)))
            yield page.name, text.encode()
            for name in _SHOWN.findall(text):
                yield name, (Path(folder) / name).read_bytes()
    yield SHEET, contact_sheet()


def same(name: str, before: bytes, now: bytes) -> bool:
    """Whether a file says what it should say."""
    if name.endswith(".svg"):
        return not differences(before.decode(), now.decode())
    if name.endswith(".png"):
        return said_by(before) == said_by(now)
    return before == now


def main(args: list[str]) -> int:
    """Write or check what is made; return 1 where a check fails."""
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
