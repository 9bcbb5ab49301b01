"""What a picture says is compared, and made again from its record."""

from __future__ import annotations

import pytest

from graphviz_ad.embed.saying import again, differences, record_of
from graphviz_ad.errors import AdvizError
from graphviz_ad.write.debugging import debug
from graphviz_ad.write.drawing import draw
from graphviz_ad.write.gradient import draw_gradient
from graphviz_ad.write.sweep_drawing import sweep

DRAWN = [
    draw("(x + c)*x", {"x": 3, "c": 4}, wrt=["x"], title="t", digits=6, highlight=1),
    draw("y1 = x1*x2; y2 = sin(x1)", {"x1": 2, "x2": 3}, of=["y1"], table="jacobian"),
    draw("x*x + x*x", share=True),
    draw("x*a + x*b + x*c", {"x": 1, "a": 2, "b": 3, "c": 4}, max_paths=1),
    draw("1/x", {"x": 0}),
    sweep("x*y", {"x": 2, "y": 3}, mode="forward", seed={"y": 0.5}),
    draw_gradient("x**3", {"x": 2}, order=2),
]


@pytest.mark.parametrize("sheet", DRAWN)
def test_a_picture_is_made_again_from_its_record(sheet):
    svg = sheet.svg()
    assert differences(svg, again(record_of(svg)).svg()) == []


def test_a_report_is_somebodys_and_cannot_be_made_again():
    report = debug(
        {"adviz": 1, "inputs": {"x": 3}, "output": "y", "nodes": [{"id": "y", "op": "sin", "args": ["x"]}]}
    )
    with pytest.raises(AdvizError, match="no program"):
        again(record_of(report.svg()))


def test_what_is_no_picture_of_ours_has_no_record():
    assert record_of("<svg/>") is None
    assert record_of("<svg><metadata>{}</metadata></svg>") is None
    assert record_of("<svg><metadata>{</metadata></svg>") is None


def test_two_labels_that_changed_their_places_are_a_difference():
    svg = draw("x*y", {"x": 2, "y": 3}).svg()
    swapped = svg.replace(">= 3<", ">@<").replace(">= 2<", ">= 3<").replace(">@<", ">= 2<")
    assert swapped != svg
    assert differences(svg, swapped)
