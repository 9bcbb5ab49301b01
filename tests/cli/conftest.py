"""The command in this process, in an empty directory."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from adviz_cli.__main__ import main


@pytest.fixture(scope="session")
def python_environment(python_environment, tmp_path_factory):
    """Compile the checkout once for all the processes of these tests, outside of it."""
    environment = {**python_environment, "PYTHONPYCACHEPREFIX": str(tmp_path_factory.mktemp("compiled"))}
    del environment["PYTHONDONTWRITEBYTECODE"]
    return environment


@pytest.fixture(autouse=True)
def _empty_directory(tmp_path, monkeypatch):
    """Nobody's pyproject.toml sets options, and no file of the checkout is met."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def run(capfdbinary):
    """Return a function that runs the command here and returns code, out and err."""

    def call(*args):
        capfdbinary.readouterr()
        code = main([str(arg) for arg in args])
        out, err = capfdbinary.readouterr()
        return SimpleNamespace(code=code, out=out.decode(errors="replace"), err=err.decode(), bytes=out)

    return call
