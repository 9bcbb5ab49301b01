"""What is published: the right files, under the right names, the same every time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile

import pytest
from conftest import ROOT

with open(ROOT / "pyproject.toml", "rb") as file:
    PROJECT = tomllib.load(file)["project"]


def built(target, source, folder):
    """Build with the hatchling that is installed; nothing is downloaded."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)],
        cwd=source,
        check=True,
        capture_output=True,
    )
    return next(folder.iterdir())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return built("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    return built("sdist", ROOT, tmp_path_factory.mktemp("sdist"))


def names(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return sorted(archive.namelist())


def test_only_our_two_packages_land_in_site_packages(wheel):
    info = f"graphviz_ad-{PROJECT['version']}.dist-info"
    tops = {name.split("/")[0] for name in names(wheel)}
    assert tops - {info, "adviz_cli"} == {"graphviz_ad"}
    assert ("adviz_cli" in tops) == (ROOT / "cli" / "adviz_cli" / "__init__.py").exists()
    assert "graphviz_ad/py.typed" in names(wheel)
    assert f"{info}/licenses/LICENSE" in names(wheel)
    files = {name.split("/")[-1] for name in names(wheel)}
    assert not [name for name in files if name.startswith("test_") or name == "conftest.py"]


def test_the_wheel_has_every_module_of_the_checkout(wheel):
    for top, folder in (("graphviz_ad", ROOT), ("adviz_cli", ROOT / "cli")):
        there = {str(file.relative_to(folder)) for file in (folder / top).rglob("*.py")}
        assert {name for name in names(wheel) if name.startswith(f"{top}/") and name.endswith(".py")} == there


def test_the_command_is_called_adviz(wheel):
    with zipfile.ZipFile(wheel) as archive:
        [entry] = [name for name in archive.namelist() if name.endswith("entry_points.txt")]
        assert "adviz = adviz_cli.__main__:main" in archive.read(entry).decode()


def test_a_wheel_from_the_source_archive_is_the_same(wheel, sdist, tmp_path):
    with tarfile.open(sdist) as archive:
        tops = {name.split("/")[1] for name in archive.getnames() if "/" in name}
        archive.extractall(tmp_path, filter="data")
    assert tops & {".git", ".venv", "dist", "build"} == set()
    assert {"tests", "Makefile", "README.md", "CHANGELOG.md", "LICENSE"} <= tops
    [source] = tmp_path.iterdir()
    again = built("wheel", source, tmp_path / "again")
    assert again.read_bytes() == wheel.read_bytes()


def test_the_installed_command_runs_outside_the_checkout(wheel, tmp_path):
    if not (ROOT / "cli" / "adviz_cli" / "__main__.py").exists():
        pytest.skip("the command is not there yet")
    site = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-compile"]
    subprocess.run([*pip, "--target", str(site), str(wheel)], check=True)
    assert sorted(os.listdir(site)) == [
        "adviz_cli",
        "bin",
        "graphviz_ad",
        f"graphviz_ad-{PROJECT['version']}.dist-info",
    ]
    environment = {**os.environ, "PYTHONPATH": str(site)}
    command = [
        sys.executable,
        "-c",
        "import sys; from adviz_cli.__main__ import main; sys.argv[0] = 'adviz'; main()",
    ]
    for args in (["--version"], ["eval", "x*x", "--at", "x=3"]):
        done = subprocess.run(
            [*command, *args], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    assert "6" in done.stdout


def test_the_version_is_the_same_everywhere():
    import graphviz_ad

    assert graphviz_ad.__version__ == PROJECT["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## \[({re.escape(PROJECT['version'])}|Unreleased)\]", changelog, re.MULTILINE)


def test_the_readme_gives_the_reason_of_every_dependency():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for dependency in PROJECT["dependencies"]:
        name = re.split("[<>=~! ]", dependency)[0]
        assert re.search(rf"^\| `{re.escape(name)}` \|", readme, re.MULTILINE), name


def test_the_readme_opens_with_two_commands_that_ci_can_run():
    """.ci/run takes them from there: each is one line, in a block of its own."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^```sh\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    assert [command.count("\n") for command in commands] == [1, 1]
    draws, tests = commands
    assert "pip install . " in draws
    assert draws.endswith("-o loss.svg\n")
    assert "pytest" in tests


def test_every_file_that_the_readme_links_is_there():
    for page in ("README.md", "CONTRIBUTING.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        for link in re.findall(r"\]\(([^)#:]+)\)", text):
            assert (ROOT / link).exists(), f"{page}: {link}"
