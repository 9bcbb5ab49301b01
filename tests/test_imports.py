"""What is loaded, and who knows whom."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib

import pytest
from conftest import ROOT

# Third-party packages, by the name they are imported under.
OURS = {"graphviz_ad", "adviz_cli"}
HEAVY = {"networkx", "PIL", "numpy", "sympy", "symengine"}
# Loaded by others only in functions, where algebra is shown.
HOSTS = ("sphinx", "markdown", "jupyter")
# Modules that load what they are for: the algebra, and the host that loads them.
LATE = {"graphviz_ad.differentiate.formula", *(f"graphviz_ad.embed.{host}" for host in HOSTS)}
LOADED = "import json, sys; print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"


def loaded(code, python_environment, cwd=None):
    """Return the top-level names of all modules that a fresh Python has loaded after ``code``."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{LOADED}"],
        env=python_environment,
        cwd=cwd,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout.splitlines()[-1]))


def third_party(names, python_environment):
    """Return those of the names that are neither the standard library's, ours, nor there from the start."""
    return names - set(sys.stdlib_module_names) - OURS - loaded("", python_environment)


def command_loads(args, python_environment, cwd):
    if not (ROOT / "cli" / "adviz_cli" / "__main__.py").exists():
        pytest.skip("the command is not there yet")
    code = f"""
import sys
sys.argv = ["adviz", *{args!r}]
from adviz_cli.__main__ import main
try:
    main()
except SystemExit as end:
    if end.code:
        raise
"""
    return loaded(code, python_environment, cwd)


def test_the_library_loads_no_third_party_package(python_environment):
    assert third_party(loaded("import graphviz_ad", python_environment), python_environment) == set()


def modules():
    for file in sorted((ROOT / "graphviz_ad").rglob("*.py")):
        parts = file.relative_to(ROOT).with_suffix("").parts
        yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.parametrize("stage", sorted({".".join(name.split(".")[:2]) for name in modules()}))
def test_no_module_loads_a_heavy_package_by_being_imported(stage, python_environment):
    if stage == "graphviz_ad.__main__":
        pytest.skip("it is the command")
    names = [stage]
    if stage != "graphviz_ad":
        names += [name for name in modules() if name.startswith(f"{stage}.") and name not in LATE]
    code = "\n".join(f"import {name}" for name in names)
    assert third_party(loaded(code, python_environment), python_environment) <= {"click", "graphviz"}


def test_a_picture_with_numbers_loads_only_what_it_needs(python_environment, tmp_path):
    args = ["(y-(m*x+c))**2", "--wrt", "x", "--at", "y=1 m=2 x=3 c=4", "-o", "x.svg"]
    names = command_loads(args, python_environment, tmp_path)
    assert (tmp_path / "x.svg").read_bytes().startswith(b"<svg")
    assert names & HEAVY == set()
    assert third_party(names, python_environment) <= {"click", "graphviz"}


@pytest.mark.parametrize(
    "args",
    [
        ["eval", "(y-(m*x+c))**2", "--at", "y=1 m=2 x=3 c=4"],
        ["tape", "(y-(m*x+c))**2", "--at", "y=1 m=2 x=3 c=4"],
        ["paths", "(y-(m*x+c))**2", "--at", "y=1 m=2 x=3 c=4"],
        ["ops"],
        ["--help"],
        ["--version"],
    ],
    ids=lambda args: args[0],
)
def test_a_command_that_prints_text_loads_click_alone(args, python_environment, tmp_path):
    names = command_loads(args, python_environment, tmp_path)
    assert third_party(names, python_environment) <= {"click"}


def layers():
    with open(ROOT / "pyproject.toml", "rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    return next(contract for contract in contracts if contract["type"] == "layers")["layers"]


def test_every_module_has_its_place_in_the_layers():
    placed = {name for layer in layers() for name in re.findall(r"[\w.]+", layer)}
    there = {".".join(name.split(".")[:2]) for name in modules()}
    assert there - placed - {"graphviz_ad", "graphviz_ad.__main__"} == set()
