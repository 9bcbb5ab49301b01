"""What is asked for becomes a picture, with the files it was made from."""

from __future__ import annotations

import os

import pytest

from graphviz_ad.embed.asking import Asked, asked, words_of
from graphviz_ad.embed.figure import figure
from graphviz_ad.errors import AdvizError

GRAPH = '{"adviz": 1, "inputs": {"x": 3}, "output": "y", "grads": {"x": 3}, "nodes": [{"id": "y", "op": "mul", "args": ["x", "x"], "local": [3, 3]}]}'  # noqa: E501


def made(line, folder=""):
    return figure(asked(words_of(line)), folder)


def test_the_alternative_text_has_the_total():
    assert made('"(x + c)*x" -w x -a "x=3 c=4"').sheet.alt.endswith("∂f/∂x = 3 + 7 = 10")


def test_each_command_makes_its_picture():
    assert "mode&quot;:&quot;forward" in made('sweep "x*x" -a x=2 --mode forward --seed x').sheet.svg()
    assert "order&quot;:2" in made('grad "x**3" --order 2').sheet.svg()


def test_a_file_lies_in_the_folder(tmp_path):
    (tmp_path / "model.adviz").write_text("y = x*x")
    found = made("model.adviz -a x=3", str(tmp_path))
    assert "6" in found.sheet.text()
    assert [os.path.basename(file) for file in found.files] == ["model.adviz"]


def test_a_function_in_a_file_is_run_and_what_it_prints_is_kept(tmp_path):
    (tmp_path / "model.py").write_text("def f(x):\n    print('hello')\n    return x*x\n")
    found = made("model.py:f -a x=3", str(tmp_path))
    assert (found.files, found.notes) == ((str(tmp_path / "model.py"),), ("hello",))


def test_a_graph_of_somebody_is_debugged(tmp_path):
    (tmp_path / "graph.json").write_text(GRAPH)
    found = made("debug graph.json", str(tmp_path))
    assert not found.sheet.ok
    assert found.files == (str(tmp_path / "graph.json"),)
    assert figure(Asked("debug", GRAPH, {}, text=True)).sheet.text() == found.sheet.text()


def test_a_text_is_never_a_file():
    with pytest.raises(AdvizError, match="model"):
        figure(Asked("draw", "@model", {}, text=True))


def test_dots_an_inch_are_a_scale():
    assert made('"x*x" --dpi 192').sheet.look["scale"] == 2


def test_what_a_graph_cannot_be_asked_is_said(tmp_path):
    (tmp_path / "graph.json").write_text(GRAPH)
    with pytest.raises(AdvizError, match="for programs"):
        made("graph.json --share", str(tmp_path))


def test_a_picture_drawn_by_the_library_says_how_it_was_asked_for():
    assert "max_paths&quot;:1" in made('"x*x + x" --max-paths 1').sheet.svg()
