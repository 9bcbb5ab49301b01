"""From a text to the files of its backward pass in one call."""

from __future__ import annotations

import json
import math

import pytest

from graphviz_ad.differentiate import evaluate
from graphviz_ad.errors import NotSupported, UnknownName
from graphviz_ad.explain import explain
from graphviz_ad.read import read_text
from graphviz_ad.read.formats.document import read_document
from graphviz_ad.read.formats.dot import from_graphviz
from graphviz_ad.write.formats import FORMATS as EVERY
from graphviz_ad.write.gradient import FORMATS, draw_gradient
from graphviz_ad.write.program import program

AT = {"y": 1, "m": 2, "x": 3, "c": 4}
LOSS = "(y-(m*x+c))**2"


@pytest.fixture(scope="module")
def loss():
    return draw_gradient(LOSS, AT)


def test_every_format_is_there(loss, tmp_path):
    assert FORMATS.keys() == EVERY.keys()
    for name, entry in EVERY.items():
        file = tmp_path / f"loss{entry.suffixes[0]}"
        assert loss.save(file), name
        assert not loss.save(file)
        assert file.stat().st_size > 40


def test_the_program_reads_back(loss, tmp_path):
    loss.save(tmp_path / "loss.adviz")
    graph = read_text((tmp_path / "loss.adviz").read_text(encoding="utf-8"))
    tape = evaluate(graph, AT)
    values = {graph.names[node]: tape.primals[node] for node in graph.outputs}
    # Worked out by hand: 2(y - mx - c) = -18, times -1, and times x and m.
    assert values == {"f": 81, "ȳ": -18, "m̄": 54, "x̄": 36, "c̄": 18}


def test_the_text(loss):
    lines = loss.text().splitlines()
    assert lines[:2] == ["f = (y-(m*x+c))**2", "at y = 1, m = 2, x = 3, c = 4"]
    backward = lines[lines.index("backward") :]
    assert [line.split("=")[0].strip() for line in backward[1:8]] == ["∂f/∂f", "v̄₃", "v̄₂", "m̄", "x̄", "ȳ", "c̄"]
    assert backward[1].split() == ["∂f/∂f", "=", "1", "seed"]
    assert lines[-4:] == ["ȳ = ∂f/∂y = −18", "m̄ = ∂f/∂m = 54", "x̄ = ∂f/∂x = 36", "c̄ = ∂f/∂c = 18"]


def test_the_document(loss):
    found = json.loads(json.dumps(loss.document()))
    assert (found["schema"], found["order"], found["passes"]) == (1, 1, ["forward", "backward"])
    assert {each["name"]: each["value"] for each in found["derivatives"]} == {
        "ȳ": -18, "m̄": 54, "x̄": 36, "c̄": 18,
    }  # fmt: skip
    nodes = {node["id"]: node for node in found["nodes"]}
    assert all(nodes[each["node"]]["pass"] == 1 for each in found["derivatives"])
    [seed] = found["seeds"]
    assert nodes[seed["node"]]["name"] == "f"
    assert [nodes[node]["label"] for node in seed["enters"]] == ["v̄3"]
    assert "x̄ = " in found["program"]


def test_without_values_the_document_has_formulas():
    found = draw_gradient("x**2*(x+1)").document()
    assert [(each["value"], each["symbol"]) for each in found["derivatives"]] == [(None, "3*x**2 + 2*x")]


def test_markdown(loss, tmp_path):
    loss.save(tmp_path / "loss.md")
    text = (tmp_path / "loss.md").read_text(encoding="utf-8")
    assert "**backward**" in text
    assert "* m̄ = ∂f/∂m = 54" in text


def test_the_order():
    drawing = draw_gradient("x**3", {"x": 2}, order=2)
    assert drawing.text().splitlines()[-2:] == ["x̄ = ∂f/∂x = 12", "x̿ = ∂²f/∂x² = 12"]
    assert "backward again" in drawing.text()


def test_of_a_constant_there_is_nothing_to_tell():
    assert draw_gradient("3").text().endswith("there is no variable, and nothing to differentiate by\n")


def test_graphs_are_taken_as_they_are():
    graph = read_text("u = x*y; v = u*u")
    assert draw_gradient(graph, {"x": 2, "y": 3}, wrt=["u"]).text().endswith("ū = ∂v/∂u = 12\n")
    with pytest.raises(NotSupported):
        draw_gradient(graph, of=["v"])


def test_options_that_do_not_exist_are_refused():
    with pytest.raises(UnknownName, match="rankdri") as caught:
        draw_gradient("x", rankdri="TB")
    assert "rankdir" in caught.value.hint


def test_the_picture_carries_what_it_was_made_from(loss):
    drawing = draw_gradient("x**3", order=2, theme="dark")
    assert drawing.picture().record["gradient"] == {"order": 2}
    assert loss.picture().record["at"] == AT
    assert loss.svg() == draw_gradient(LOSS, AT).svg()


def test_digits():
    assert "≈ 0.540302" in draw_gradient("sin(x)", {"x": 1}, digits=6).text()


def test_its_json_is_headed_by_all_of_it():
    content = draw_gradient("x**3").document()
    assert content["source"] == "f = x**3; x̄ = 3*x**2"
    assert content["differentiated"] == "x**3"
    assert read_document(content).source == "f = x**3; x̄ = 3*x**2"


@pytest.mark.parametrize(("kind", "read"), [("json", read_document), ("dot", from_graphviz)])
def test_numbers_keep_their_names_in_files(kind, read):
    drawing = draw_gradient("pi*x**e")
    again = read(FORMATS[kind](drawing).decode())
    assert program(again) == program(drawing.passes.graph)
    # e - 1 is a number without a name.
    assert sorted(again.symbols.values()) == ["e", "e", "pi", "pi"]
    assert list(again.constants).count(math.pi) == 2


def test_a_notebook_gets_text_of_what_is_too_large_for_a_picture():
    large = draw_gradient("s0 = x; " + "; ".join(f"s{k} = sin(s{k - 1})" for k in range(1, 200)))
    bundle, _ = large._repr_mimebundle_()
    assert list(bundle) == ["text/plain"]
    assert "could not be read" in bundle["text/plain"]
    assert bundle["text/plain"].startswith(large.text())


def test_many_zeros_of_a_hessian_are_one_note():
    hessian = read_text(program(draw_gradient("a*b + c*d", order=2).passes.graph))
    notes = [note.message for note in explain(evaluate(hessian)).notes if note.fault == "unused_input"]
    # All 4 inputs are in f, 1 is in each of the 4 derivatives, none in the 16 second ones.
    assert notes == ["76 of 84 derivatives are 0, since no path leads there: ∂ā/∂a, ∂ā/∂c, ∂ā/∂d and 73 more"]
