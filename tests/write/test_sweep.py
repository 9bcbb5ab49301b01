"""A sweep as text, Markdown and data."""

from __future__ import annotations

import json

import pytest
from sweeps import CHAIN, DIAMOND, THREE, derive, swept

from graphviz_ad.explain.sweeping import units
from graphviz_ad.write.document import dumps
from graphviz_ad.write.sweep import sweep_markdown, sweep_text
from graphviz_ad.write.sweep_document import sweep_document


def text(source, at=None, mode="reverse", seed=None, **options):
    derivation, found = swept(source, at, mode, seed, **options)
    return sweep_text(derivation, [found])


def every(source, at, mode="reverse"):
    derivation = derive(source, at)
    return derivation, list(units(derivation, mode))


def cells(told, heading):
    """Return the cells of the lines from a heading to the next empty line."""
    lines = told.partition(heading)[2].partition("\n\n")[0].splitlines()[1:]
    return [[cell.strip() for cell in line.split("   ") if cell.strip()] for line in lines]


def test_the_visits_stand_in_order():
    assert cells(text(*CHAIN, "forward"), "forward sweep from x") == [
        ["visit", "node", "tangent"],
        ["1", "x = 2", "ẋ = 1"],
        ["2", "v₁ = 2·x = 4", "v̇₁ = 2·1 = 2"],
        ["3", "v₂ = v₁ + 3 = 7", "v̇₂ = 1·2 = 2"],
        ["4", "v₃ = v₂² = 49", "v̇₃ = 14·2 = 28"],
        ["5", "y = v₃ = 49", "ẏ = 1·28 = 28"],
        ["ẏ = ∂y/∂x = 28"],
    ]


def test_in_reverse_they_go_back():
    found = cells(text(*DIAMOND), "reverse sweep from y")
    assert [row[1].partition(" ")[0] for row in found[1:-1]] == ["y", "v₃", "v₂", "v₁", "x"]
    assert found[-2] == ["5", "x = 2", "x̄ = 3·4 + 4·1 = 12 + 4 = 16"]


def test_the_row_that_is_filled_is_marked():
    assert cells(text(*THREE, "reverse", {"y2": 1}), "Jacobian") == [
        ["∂/∂x1", "∂/∂x2"],
        ["y1", "3", "2"],
        ["→ y2", "≈ −0.4161", "1"],
        ["y3", "9", "12"],
        ["2 forward sweeps or 3 reverse sweeps: forward is cheaper"],
    ]


def test_the_column_that_is_filled_is_marked():
    assert cells(text(*THREE, "forward", {"x2": 1}), "Jacobian")[0] == ["∂/∂x1", "↓ ∂/∂x2"]


def test_other_seeds_have_a_row_or_column_of_their_own():
    assert ["→ seed·J", "≈ 3.416", "1"] in cells(text(*THREE, "reverse", {"y1": 1, "y2": -1}), "Jacobian")
    found = cells(text(*THREE, "forward", {"x1": 1, "x2": 0.5}), "Jacobian")
    assert [row[-1] for row in found[:4]] == ["↓ J·seed", "4", "≈ 0.08385", "15"]


def test_all_sweeps_together_fill_the_jacobian():
    derivation, sweeps = every(*THREE)
    told = sweep_text(derivation, sweeps)
    assert [f"reverse sweep from y{k}\n" in told for k in (1, 2, 3)] == [True] * 3
    assert told.count("Jacobian") == 1
    assert "→ y" not in told


def test_six_inputs_and_four_outputs():
    source = "; ".join(f"y{k} = " + " + ".join(f"{k + j}*x{j}" for j in range(6)) for k in range(4))
    told = text(source, {f"x{j}": 1 for j in range(6)}, "reverse", {"y1": 1})
    assert "6 forward sweeps or 4 reverse sweeps: reverse is cheaper" in told
    assert ["→ y1", "1", "2", "3", "4", "5", "6"] in cells(told, "Jacobian")


def test_many_inputs_stand_below_each_other():
    at = {f"x{k}": 1 for k in range(8)}
    source = " + ".join(f"{k}*x{k}" for k in range(8))
    found = cells(text(source, at, "forward", {"x3": 1}), "Jacobian")
    assert found[0] == ["f"]
    assert found[4] == ["→ ∂/∂x3", "3"]
    assert cells(text(source, at), "Jacobian")[0] == ["↓ f"]


def test_very_many_sweeps_are_cut():
    derivation, sweeps = every(
        "+".join(f"x{k}" for k in range(12)), {f"x{k}": 1 for k in range(12)}, "forward"
    )
    told = sweep_text(derivation, sweeps)
    assert told.count("forward sweep from") == 8
    assert "... and 4 more sweeps; --seed NAME shows one" in told


def test_what_is_not_reached_is_0():
    told = text("y = a*3; z = x*a", {"a": 2, "x": 1})
    assert "ā = ∂y/∂a = 3, x̄ = ∂y/∂x = 0" in told
    assert ["→ y", "3", "0 (x is not used in y)"] in cells(told, "Jacobian")


def test_a_kink_is_told():
    assert "note: v₁ = relu(x) has a kink" in text("relu(x)", {"x": 0})


def test_a_program_without_inputs():
    told = text("y = 3")
    assert cells(told, "reverse sweep from y")[1:] == [["1", "y = 3", "ȳ = 1"]]
    assert "Jacobian" not in told


def test_markdown_has_the_same():
    derivation, found = swept("y_1 = x*x", {"x": 3})
    told = sweep_markdown(derivation, [found])
    assert "| 3 | x = 3 | x̄ = 1·3 + 1·3 = 3 + 3 = 6 |" in told
    assert "**reverse sweep from y\\_1**" in told
    assert "| → y\\_1 | 6 |" in told
    assert "1 forward sweep or 1 reverse sweep" in told


def test_the_document():
    derivation, found = swept(*DIAMOND)
    document = json.loads(dumps(sweep_document(derivation, [found])))
    assert (document["schema"], document["mode"]) == (1, "reverse")
    assert document["results"] == [{"sweep": 1, "seed": {"y": 1}, "values": {"x": 16}}]
    assert [visit["carried"] for visit in document["visits"]] == [1, 1, 4, 3, 16]
    assert document["visits"][-1] == {
        "sweep": 1,
        "visit": 5,
        "node": "n0",
        "label": "x",
        "value": 2,
        "seed": None,
        "carried": 16,
        "added": [{"edge": "n1_0", "value": 12}, {"edge": "n2_0", "value": 4}],
    }
    assert {"sweep": 1, "edge": "n1_0", "local": 4, "carried": 12} in document["wires"]
    assert document["jacobian"] == [[16]]


def test_the_document_of_all_sweeps():
    document = sweep_document(*every(*THREE, "forward"))
    assert [(r["seed"], r["values"]["y3"]) for r in document["results"]] == [({"x1": 1}, 9), ({"x2": 1}, 12)]
    assert {visit["sweep"] for visit in document["visits"]} == {1, 2}
    assert [row[1] for row in document["jacobian"]] == [2, 1, 12]


def test_what_is_not_finite_is_a_word_in_the_document():
    document = sweep_document(*every("0*log(x)", {"x": 0}))
    assert document["results"][0]["values"] == {"x": "nan"}


@pytest.mark.parametrize("mode", ["forward", "reverse"])
def test_the_same_input_gives_the_same_bytes(mode):
    assert sweep_text(*every(*THREE, mode)) == sweep_text(*every(*THREE, mode))
