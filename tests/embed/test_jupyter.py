"""Notebooks: what is shown by itself, and the magics, in a real kernel and as a page."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
import sympy
from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell

import graphviz_ad
from graphviz_ad import Value, trace
from graphviz_ad.embed.jupyter import load_ipython_extension

ALT = "f = (x + c)·x at x = 3, c = 4: f = 21; ∂f/∂x = 3 + 7 = 10"
CELLS = (
    "%load_ext graphviz_ad.embed.jupyter\nx, c = 3, 4.0",
    '%adviz "(x + c)*x" --wrt x',
    "%%adviz sweep --at x=2\na = x**2\ny = a*(x + 1)",
    'import graphviz_ad\ngraphviz_ad.draw("(x + c)*x", {"x": 3, "c": 4}, wrt=["x"])',
)
RUN = """\
import sys, json, nbformat
from nbclient import NotebookClient
from nbconvert import HTMLExporter
book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in json.load(sys.stdin)])
NotebookClient(book, timeout=120, kernel_name="python3").execute()
for name, inline in (("page", False), ("inline", True)):
    page, _ = HTMLExporter(skip_svg_encoding=inline).from_notebook_node(book)
    open(f"{name}.html", "w", encoding="utf-8").write(page)
json.dump([cell.outputs for cell in book.cells], open("outputs.json", "w"))
"""


def notebook(folder, cells, environment):
    """Run a notebook in a kernel and convert it, as people do; return exit code and messages."""
    from ipykernel.kernelspec import install

    environment = {
        **environment,
        "PYTHONWARNINGS": "ignore",
        "JUPYTER_PATH": str(folder / "share" / "jupyter"),
    }
    install(prefix=str(folder), kernel_name="python3")
    done = subprocess.run(
        [sys.executable, "-c", RUN], input=json.dumps(cells), cwd=folder, env=environment,
        capture_output=True, encoding="utf-8", timeout=240, check=False,
    )  # fmt: skip
    return done.returncode, done.stderr


@pytest.fixture(scope="module")
def run(tmp_path_factory, python_environment):
    folder = tmp_path_factory.mktemp("notebook")
    code, said = notebook(folder, CELLS, python_environment)
    assert code == 0, said
    return folder


def test_a_kernel_shows_pictures_with_their_alternative_text(run):
    outputs = json.loads((run / "outputs.json").read_text(encoding="utf-8"))
    shown = [output for cell in outputs for output in cell]
    assert [output["output_type"] for output in shown] == ["execute_result"] * 3
    line, cell, drawn = shown
    assert line["data"]["image/svg+xml"].startswith("<svg")
    # x and c are the notebook's.
    assert line["metadata"]["image/svg+xml"]["alt"] == drawn["metadata"]["image/svg+xml"]["alt"] == ALT
    assert "x̄ = ∂y/∂x = 16" in cell["metadata"]["image/svg+xml"]["alt"]
    assert "∂f/∂x = 3 + 7 = 10" in line["data"]["text/plain"]
    assert "text/html" not in line["data"]


def test_the_page_has_the_pictures(run):
    page = (run / "page.html").read_text(encoding="utf-8")
    images = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', page)
    assert len(images) == 3
    assert ALT in base64.b64decode(images[0]).decode()


def test_a_page_with_pictures_in_it_has_their_names(run):
    """As ``jupyter nbconvert --HTMLExporter.skip_svg_encoding=True`` makes it."""
    page = (run / "inline.html").read_text(encoding="utf-8")
    assert page.count('class="adviz"') == 3
    assert f'aria-label="{ALT}"' in page


def test_what_is_wrong_is_short_and_fails_the_notebook(tmp_path, python_environment):
    code, said = notebook(tmp_path, [CELLS[0], '%adviz "sine(x)"'], python_environment)
    assert code != 0
    assert "sine is not a function" in said
    assert "jupyter.py" not in said


@pytest.fixture
def shell():
    shell = InteractiveShell()
    load_ipython_extension(shell)
    yield shell
    shell.history_manager.end_session()


def magic(shell, line, cell=None):
    return (
        shell.run_cell_magic("adviz", line, cell) if cell is not None else shell.run_line_magic("adviz", line)
    )


def test_values_are_those_of_names_unless_they_are_given(shell):
    shell.user_ns |= {"x": 3, "c": True, "y": "text"}
    assert magic(shell, '"x*c" --at c=4').alt == "f = x·c at c = 4, x = 3: f = 12; ∂f/∂x = 4; ∂f/∂c = 3"
    assert magic(shell, '"x*x" --at x=2').alt == "f = x·x at x = 2: f = 4; ∂f/∂x = 2 + 2 = 4"
    assert magic(shell, '"x*c + y"').alt.startswith("f = x·c + y at x = 3:")
    assert magic(shell, '"x*x" --symbolic').alt == "f = x·x: ∂f/∂x = x + x = 2·x"


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (np.float32(2.5), 2.5), (np.int64(4), 4.0), (np.array(3.0), 3.0), (Fraction(1, 4), 0.25),
        (Decimal("0.5"), 0.5), (Value(2.0), None), (np.array([1.0]), None), (np.True_, None), (True, None),
        ("2", None), (2j, None), (np.complex64(2j), None), (sympy.Symbol("x"), None),
        (None, None), (10**400, None),
    ],
)  # fmt: skip
def test_numbers_of_a_notebook(shell, value, number):
    shell.user_ns["x"] = value
    at = "" if number is None else f" at x = {number:g}"
    assert magic(shell, '"x*x"').alt.partition(":")[0] == f"f = x·x{at}"


def test_an_object_of_the_notebook_is_debugged(shell):
    x = Value(3.0, name="x")
    y = x * x
    y.backward()
    x.grad = 5.0
    shell.user_ns |= {"loss": y}
    report = magic(shell, "debug loss")
    assert not report.ok
    assert magic(shell, "debug --at x=3", "y = x*x\n---\ndy/dx = x\n").findings


@pytest.mark.parametrize(
    "line", ['"sine(x)"', "x y", "x --wrrt x", '"x', "", "@none.adviz", "x --engine /none"]
)
def test_errors_are_usage_errors(shell, line):
    with pytest.raises(UsageError):
        magic(shell, line)


def test_galleries_and_marimo_ask_for_html():
    drawing = graphviz_ad.draw("x*x", {"x": 3})
    x = Value(3.0, name="x")
    for shown in (drawing, x * x, trace(lambda x: x * x, x=3)):
        html = shown._repr_html_()
        assert html.startswith('<div class="adviz-figure"><svg')
        assert shown._mime_() == ("text/html", html)
    assert x._repr_html_() is None
    assert x._mime_() == ("text/plain", repr(x))


def test_inside_jupyter_there_is_no_second_picture(monkeypatch):
    import IPython

    monkeypatch.setattr(IPython, "get_ipython", object)
    assert graphviz_ad.draw("x*x", {"x": 3})._repr_html_() is None


def test_without_a_layout_program_there_is_text():
    drawing = graphviz_ad.draw("x*x", {"x": 3}, engine="/no/such/dot")
    assert drawing._repr_html_() is None
    kind, text = drawing._mime_()
    assert kind == "text/plain"
    assert "no picture" in text
