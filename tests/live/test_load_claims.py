from __future__ import annotations

import pytest
from suspected import BROKEN, MICROGRAD

from graphviz_ad.check import judge
from graphviz_ad.errors import AdvizError, UnknownName
from graphviz_ad.live.loading import load_claims


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Return a function that writes a module into the current directory."""
    monkeypatch.chdir(tmp_path)

    def write(text, name="engine.py"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return str(file)

    return write


def test_an_object_of_a_file(module):
    claims = load_claims(module(MICROGRAD), "loss")
    assert claims.at == {"x": 3, "w": 2}
    assert claims.graph.ops.count("mul") == 1
    assert judge(claims).ok


def test_the_place_of_a_wrong_rule_comes_along(module):
    claims = load_claims(module(BROKEN + "\nloss = (w * x) * Value(3.0)\nloss.backward()\n"), "loss")
    found = judge(claims).findings[0]
    assert found.severity == "error"
    assert found.source.file.endswith("engine.py")
    assert "self.grad += other.data" in found.source.text


def test_a_function_is_called_and_names_are_its_variables(module):
    assert set(load_claims(module(MICROGRAD), "make").at) == {"p", "q"}


def test_an_object_of_a_module(module):
    module(MICROGRAD, "package/engine.py")
    assert set(load_claims("package.engine", "loss").at) == {"x", "w"}


def test_an_attribute_of_an_object(module):
    text = MICROGRAD + "\nclass Model:\n    loss = loss\n\nmodel = Model()\n"
    assert load_claims(module(text), "model.loss").at == {"x": 3, "w": 2}
    with pytest.raises(UnknownName, match="Model has no los"):
        load_claims(module(text), "model.los")


def test_what_the_code_prints_is_a_note(module):
    claims = load_claims(module(MICROGRAD + "\nprint('hello')\n"), "loss")
    assert [note.message for note in claims.notes if note.fault == "printed"] == ["the code printed: hello"]


def test_a_loop_is_stopped(module):
    with pytest.raises(AdvizError, match="was not done after 1 s"):
        load_claims(module(MICROGRAD), "waits", timeout=1)


def test_code_that_fails_is_told_with_its_line(module):
    with pytest.raises(AdvizError) as caught:
        load_claims(module(MICROGRAD), "fails")
    assert "no luck" in caught.value.what
    assert 'raise ValueError("no luck")' in caught.value.where


def test_names_that_could_be_meant(module):
    with pytest.raises(UnknownName) as caught:
        load_claims(module(MICROGRAD), "los")
    assert "did you mean loss?" in caught.value.hint
    assert {"loss", "x", "w", "make"} <= set(caught.value.legal)


def test_a_module_that_is_not_there():
    with pytest.raises(AdvizError, match="no_such_module"):
        load_claims("no_such_module", "loss")


def test_a_chain_that_is_deeper_than_the_stack(module):
    text = (
        MICROGRAD + "\nlong, step = Value(1.0), Value(0.5)\nfor _ in range(3000):\n    long = long + step\n"
    )
    claims = load_claims(module(text), "long")
    assert claims.graph.ops.count("add") == 3000
    assert judge(claims).ok


def test_something_that_is_no_graph(module):
    with pytest.raises(AdvizError):
        load_claims(module("number = 3\n"), "number")
