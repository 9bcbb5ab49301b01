"""From a text to files in one call."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys

import pytest

import graphviz_ad
from graphviz_ad.errors import AdvizError, RenderProblem, UnknownName
from graphviz_ad.write import drawing as module
from graphviz_ad.write.drawing import draw

AT = {"y": 1, "m": 2, "x": 3, "c": 4}


@pytest.fixture(scope="module")
def loss():
    return draw("(y-(m*x+c))**2", AT, wrt=["x"])


def test_the_derivation_is_there(loss):
    [found] = loss.derivation.explanations
    assert (found.output, found.input, found.total, found.count) == ("f", "x", 36, 1)


def test_it_is_saved_by_suffix_or_name(loss, tmp_path):
    assert loss.save(tmp_path / "a.svg")
    assert not loss.save(tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == loss.svg()
    assert loss.save(tmp_path / "b", "png")
    assert (tmp_path / "b").read_bytes() == loss.png()


def test_the_picture_is_laid_out_once(monkeypatch):
    import graphviz_ad.draw

    calls, place = [], graphviz_ad.draw.draw
    monkeypatch.setattr(graphviz_ad.draw, "draw", lambda *args: calls.append(1) or place(*args))
    made = draw("x*y")
    made.svg(), made.svg(), made.png()
    assert len(calls) == 1


def test_words_need_no_layout(monkeypatch):
    monkeypatch.setenv("ADVIZ_DOT", "/no/such/dot")
    made = draw("x*y", {"x": 3, "y": 4})
    assert "∂f/∂x = 4" in made.text()
    assert repr(made) == made.text().rstrip("\n")
    with pytest.raises(AdvizError):
        made.svg()


def test_the_look_is_passed_on():
    assert draw("x*y", theme="dark").svg() != draw("x*y", theme="light").svg()
    assert ' id="fig' in draw("x*y", ids="fig").svg()
    assert "A heading" in draw("x*y", title="A heading").svg()
    assert len(draw("x*y", scale=1).png()) < len(draw("x*y", scale=3).png())


def test_an_option_that_does_not_exist_is_refused():
    with pytest.raises(UnknownName, match="draw has no option 'tittle'"):
        draw("x*y", tittle="A heading")
    with pytest.raises(UnknownName, match="labels"):
        draw("x*y", labels="all")


def test_formulas_come_where_values_are_missing_and_where_they_are_asked_for():
    symbolic, numeric = draw("(x + c)*x", wrt=["x"]), draw("(x + c)*x", {"x": 3, "c": 4}, wrt=["x"])
    assert symbolic.derivation.explanations[0].symbol is not None
    assert symbolic.with_formulas() is symbolic.derivation
    assert numeric.derivation.explanations[0].symbol is None
    assert numeric.with_formulas().explanations[0].symbol is not None


def test_max_paths_and_outputs():
    made = draw("a*x + b*x + c*x; g = x", {"a": 1, "b": 5, "c": 3, "x": 1}, wrt=["x"], of=["f"], max_paths=1)
    [found] = made.derivation.explanations
    assert (found.count, len(found.chains), found.shown, found.rest) == (3, 1, 5, 4)


def test_equal_parts_are_shared_when_asked_for():
    assert len(draw("(x+c)*(x+c)").derivation.tape.graph) == 1 + len(
        draw("(x+c)*(x+c)", share=True).derivation.tape.graph
    )


def test_a_notebook_gets_the_picture_and_the_text(loss):
    bundle, _ = loss._repr_mimebundle_()
    assert bundle["image/svg+xml"] == loss.svg()
    assert bundle["text/plain"] == loss.text()


def test_the_package_offers_it_lazily():
    assert graphviz_ad.Drawing is module.Drawing
    assert set(graphviz_ad.__all__) <= set(dir(graphviz_ad))
    for name in graphviz_ad.__all__:
        assert getattr(graphviz_ad, name)
    with pytest.raises(AttributeError, match="no attribute 'drow'"):
        _ = graphviz_ad.drow


@pytest.mark.parametrize(
    "first",
    ["", "import graphviz_ad.draw.drawing", "import graphviz_ad.explain", "from graphviz_ad import draw"],
)
def test_the_stages_that_are_called_as_functions_can_be_called_whoever_came_first(first, python_environment):
    # graphviz_ad.draw is a package as soon as anything in it is loaded, and a function all the time.
    code = f"""
{first}
import graphviz_ad
tape = graphviz_ad.evaluate(graphviz_ad.read_text("x*y"), {{"x": 3, "y": 4}})
for _ in range(2):
    drawing = graphviz_ad.draw("x*y", {{"x": 3, "y": 4}}, wrt=["x"])
    assert drawing.svg().startswith("<svg")
    assert [e.total for e in graphviz_ad.explain(tape, wrt=["x"]).explanations] == [4]
from graphviz_ad import draw, explain
assert draw("x").derivation and explain(tape)
from graphviz_ad.draw import DrawOptions, draw as place
assert place(drawing.derivation, DrawOptions()).width
import graphviz_ad.draw as package
assert package.DrawOptions is DrawOptions
"""
    done = subprocess.run(
        [sys.executable, "-c", code], env=python_environment, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr.decode()) == (0, "")


def test_the_document_of_a_drawing_has_its_numbers(loss, tmp_path):
    loss.save(tmp_path / "x.json")
    assert json.loads((tmp_path / "x.json").read_text())["totals"][0]["value"] == 36


def test_the_function_that_is_a_stage_tells_its_parameters():
    assert list(inspect.signature(graphviz_ad.draw).parameters)[:3] == ["source", "at", "wrt"]
    assert list(inspect.signature(graphviz_ad.explain).parameters) == [
        "tape",
        "wrt",
        "max_paths",
        "formulas",
        "quotients",
    ]


def test_a_notebook_gets_text_where_there_is_no_picture(loss, monkeypatch):
    def missing(*_):
        raise RenderProblem("the layout program is missing")

    drawing = draw("x*y")
    monkeypatch.setattr(drawing, "svg", missing)
    bundle, _ = drawing._repr_mimebundle_()
    assert list(bundle) == ["text/plain"]
    assert "the layout program is missing" in bundle["text/plain"]
    # A notebook that wants only the picture is not left with nothing.
    assert list(drawing._repr_mimebundle_(include={"image/svg+xml"})[0]) == ["text/plain"]
    assert list(loss._repr_mimebundle_(exclude=["image/svg+xml"])[0]) == ["text/plain"]
    assert list(loss._repr_mimebundle_(include=["image/svg+xml"])[0]) == ["image/svg+xml"]
