"""From a program to the files of a sweep in one call."""

from __future__ import annotations

import json

import pytest

import graphviz_ad
from graphviz_ad.errors import DomainProblem, NotSupported, UnknownName
from graphviz_ad.write.sweep_drawing import SweepDrawing, sweep

THREE = ("y1 = x1*x2; y2 = sin(x1) + x2; y3 = x1*x2*x2", {"x1": 2, "x2": 3})


def test_it_is_one_call_from_the_library():
    drawing = graphviz_ad.sweep("(2*x+3)**2", {"x": 2}, mode="reverse", seed={"f": 1})
    assert isinstance(drawing, graphviz_ad.SweepDrawing)
    assert drawing.sweeps[0].carried[0] == 28
    assert "x̄ = 14·2 = 28" in drawing.text()
    assert repr(drawing) == drawing.text().rstrip("\n")


def test_it_is_saved_by_suffix(tmp_path):
    drawing = sweep("x*x", {"x": 3})
    for suffix in ("svg", "png", "txt", "md", "json"):
        assert drawing.save(tmp_path / f"a.{suffix}")
        assert not drawing.save(tmp_path / f"a.{suffix}")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == drawing.svg()
    assert (tmp_path / "a.png").read_bytes() == drawing.png()
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == drawing.text()
    assert json.loads((tmp_path / "a.json").read_text(encoding="utf-8")) == drawing.document()
    assert "| adjoint |" in (tmp_path / "a.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("suffix", ["dot", "gv", "adviz"])
def test_formats_that_make_no_sense_are_refused(tmp_path, suffix):
    with pytest.raises(NotSupported, match="a sweep cannot be written as") as caught:
        sweep("x*x", {"x": 3}).save(tmp_path / f"a.{suffix}")
    assert list(caught.value.legal) == ["svg", "png", "pdf", "tex", "txt", "md", "json"]


def test_a_seed_may_be_a_name():
    by_name, by_value = sweep(*THREE, seed="y2"), sweep(*THREE, seed={"y2": 1})
    assert by_name.text() == by_value.text()
    assert sweep(*THREE, mode="forward", seed="x1=1 x2=0.5").sweeps[0].seed == {0: 1.0, 1: 0.5}


def test_without_a_seed_the_text_has_all_sweeps_and_the_picture_the_first():
    drawing = sweep(*THREE)
    assert len(drawing.sweeps) == 3
    assert drawing.picture().record["sweep"] == {"mode": "reverse", "seed": {"y1": 1}}
    assert drawing.notes == [
        "the picture shows the reverse sweep from y1, the first of 3; --seed y2 shows another"
    ]
    alone = sweep("x*x", {"x": 3})
    alone.svg()
    assert alone.notes == []


def test_every_input_needs_a_value():
    with pytest.raises(DomainProblem, match="a sweep needs a value for y") as caught:
        sweep("x*y", {"x": 2})
    assert '--at "y=1"' in caught.value.hint


def test_unknown_names_are_told():
    with pytest.raises(UnknownName, match="yy"):
        sweep("x*y", {"x": 2, "y": 3}, seed="yy")
    with pytest.raises(UnknownName, match="sweep has no option 'tittle'") as caught:
        sweep("x", {"x": 1}, tittle="A heading")
    assert caught.value.hint == "did you mean title?"
    with pytest.raises(UnknownName, match="mode"):
        sweep("x", {"x": 1}, mode="backwards")


def test_the_look_is_passed_on():
    dark, light = (sweep("x*x", {"x": 3}, theme=theme) for theme in ("dark", "light"))
    assert "#79c0ff" in dark.svg().partition("</style>")[2]
    assert "#79c0ff" not in light.svg().partition("</style>")[2]
    assert "A heading" in sweep("x*x", {"x": 3}, title="A heading").svg()


def test_a_graph_is_swept_as_it_is():
    graph = graphviz_ad.read_text("x*y", {"x": 3, "y": 4})
    assert sweep(graph, {"x": 3, "y": 4}).sweeps[0].carried[:2] == [4, 3]
    with pytest.raises(NotSupported, match="programs"):
        sweep(graph, {"x": 3, "y": 4}, share=True)


def test_words_need_no_layout(monkeypatch):
    monkeypatch.setenv("ADVIZ_DOT", "/no/such/dot")
    assert "ȳ = ∂f/∂y = 3" in sweep("x*y", {"x": 3, "y": 4}).text()


def test_very_many_inputs_are_not_all_swept():
    at = {f"x{k}": 1.0 for k in range(100)}
    drawing = sweep(" + ".join(at), at, mode="forward")
    assert isinstance(drawing, SweepDrawing)
    assert len(drawing.sweeps) == 64
    assert "... and 92 more sweeps" in drawing.text()
