"""What every test may use: a clean environment, the command, goldens, a browser."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent
GOLDENS = Path(__file__).resolve().parent / "data" / "goldens"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
IN_CI = os.environ.get("CI", "") not in {"", "0", "false"}

# A slow machine is no failure.  In CI the same examples are tried every time: what is found there
# can be found again; elsewhere new ones are.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if IN_CI else "here")


def pytest_addoption(parser):
    parser.addoption("--update-goldens", action="store_true", help="write tests/data/goldens anew")


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch):
    """What the person who runs the tests has set must not change their outcome."""
    for name in ("ADVIZ_DOT", "NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)


def found(package, *names):
    """Return the path of a program; a failure in CI and a skip elsewhere when there is none."""
    for name in names:
        if path := shutil.which(name):
            return path
    message = f"none of {', '.join(names)} is on PATH (Debian: apt-get install {package})"
    if IN_CI:
        pytest.fail(message)
    pytest.skip(message)


@pytest.fixture(scope="session")
def chromium():
    """Return the path of Chromium."""
    return found("chromium", *BROWSERS)


@pytest.fixture(scope="session")
def pdflatex():
    """Return the path of pdfTeX with LaTeX and TikZ."""
    return found("texlive-latex-base texlive-pictures", "pdflatex")


@pytest.fixture(scope="session")
def pdftotext():
    """Return the path of the program that reads the letters of a PDF."""
    return found("poppler-utils", "pdftotext")


@pytest.fixture(scope="session")
def pdftoppm():
    """Return the path of the program that makes pixels of a PDF."""
    return found("poppler-utils", "pdftoppm")


@pytest.fixture
def golden(request):
    """Return a function that compares a text with a file of tests/data/goldens.

    ``pytest --update-goldens`` writes the file instead; look at the difference before you keep it.
    """

    def compare(name, text):
        file = GOLDENS / name
        if request.config.getoption("--update-goldens"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
            return
        assert file.exists(), f"{file} is missing: run pytest --update-goldens"
        assert text == file.read_text(encoding="utf-8")

    return compare


@pytest.fixture(scope="session")
def python_environment():
    """Return an environment in which a child process finds this checkout's packages."""
    environment = {name: value for name, value in os.environ.items() if name != "ADVIZ_DOT"}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "cli")])
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    return environment


@pytest.fixture
def adviz(python_environment, tmp_path):
    """Return a function that runs the command in a process of its own, in an empty directory."""
    if not (ROOT / "cli" / "adviz_cli" / "__main__.py").exists():
        pytest.skip("the command is not there yet")

    def run(*args, stdin="", env=None, timeout=120):
        return subprocess.run(
            [sys.executable, "-m", "adviz_cli", *map(str, args)],
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            cwd=tmp_path,
            env={**python_environment, **(env or {})},
            timeout=timeout,
            check=False,
        )

    return run
