"""Pictures that were saved before, shown where somebody writes."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from graphviz_ad import draw
from graphviz_ad.embed.asking import asked
from graphviz_ad.embed.figure import figure
from graphviz_ad.errors import AdvizError, NotSupported


@pytest.fixture
def loss(tmp_path):
    drawing = draw("L = (y-(m*x+c))**2", {"y": 1, "m": 2, "x": 3, "c": 4}, wrt=["x"])
    drawing.save(tmp_path / "loss.svg")
    return drawing


def test_it_is_shown_as_it_is(loss, tmp_path):
    found = figure(asked(["loss.svg"]), str(tmp_path))
    assert found.sheet.svg() == loss.svg()
    assert found.sheet.alt == loss.alt
    assert found.sheet.width == loss.width
    assert found.files == (str(tmp_path / "loss.svg"),)
    assert "∂L/∂x = 36" in found.sheet.text()


def test_its_pixels_are_those_of_the_drawing(loss, tmp_path):
    one, two = (
        Image.open(io.BytesIO(each.png()))
        for each in (figure(asked(["loss.svg"]), str(tmp_path)).sheet, loss)
    )
    assert one.size == two.size
    assert one.convert("RGB").tobytes() == two.convert("RGB").tobytes()


@pytest.mark.usefixtures("loss")
def test_it_can_be_said_otherwise(tmp_path):
    sheet = figure(asked(["loss.svg", "--alt", 'a "loss"']), str(tmp_path)).sheet
    assert sheet.alt == 'a "loss"'
    assert 'aria-label="a &quot;loss&quot;"' in sheet.svg()


@pytest.mark.usefixtures("loss")
def test_it_cannot_be_drawn_otherwise(tmp_path):
    with pytest.raises(NotSupported, match="drawn already: rankdir"):
        figure(asked(["loss.svg", "--rankdir", "TB"]), str(tmp_path))


def test_what_is_not_ours_is_refused(tmp_path):
    (tmp_path / "other.svg").write_text("<svg><text>x</text></svg>", encoding="utf-8")
    with pytest.raises(AdvizError, match="is not a picture of adviz"):
        figure(asked(["other.svg"]), str(tmp_path))
    with pytest.raises(AdvizError, match="cannot read"):
        figure(asked(["none.svg"]), str(tmp_path))
