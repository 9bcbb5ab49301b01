from __future__ import annotations

import pytest
from derivations import LOSS, picture

from graphviz_ad.draw import DrawOptions
from graphviz_ad.errors import AdvizError, UnknownName


def title(pic):
    return next((text.text for text in pic.texts if text.role == "title"), None)


def test_the_title_is_the_program_and_its_values():
    assert title(picture(*LOSS)) == "L = (y − (m·x + c))² at y = 1, m = 2, x = 3, c = 4"
    assert title(picture(LOSS[0], {})) == "L = (y − (m·x + c))²"
    assert title(picture("x*c", {"x": 3, "c": 4})) == "f = x·c at x = 3, c = 4"
    assert title(picture("s(x) = 1/(1 + exp(-x)); y = s(2*a)", {})) == "s(x) = 1/(1 + exp(−x)); y = s(2·a)"
    assert title(picture("u = a*2 # twice\ny = u**2", {})) == "u = a·2; y = u²"


def test_a_title_of_ones_own_or_none():
    assert title(picture(*LOSS, title="Squared\n loss")) == "Squared loss"
    assert title(picture(*LOSS, title="")) is None
    untitled = picture(*LOSS, title="")
    assert untitled.title == title(picture(*LOSS))
    assert untitled.alt == picture(*LOSS).alt


def test_alt_comes_first():
    pic = picture(*LOSS, alt="How the loss depends on x")
    assert pic.alt == "How the loss depends on x"
    assert title(pic).startswith("L = ")


def test_long_titles_are_cut_to_the_picture():
    source = "y = " + " + ".join(f"x{k}*x{k}" for k in range(30))
    pic = picture(source, {}, wrt=("x3",), table="none", rankdir="TB", focus="x3", radius=1)
    assert "…" in title(pic)
    assert len(pic.texts[0].full) > 200


def test_the_description_tells_values_derivatives_and_paths():
    told = picture(*LOSS).description
    assert told.startswith("L = 81. ∂L/∂y = −18. ∂L/∂m = 54. ∂L/∂x = 36. ∂L/∂c = 18.")
    assert "Path 3: L from x: 1 · (−18) · (−1) · 1 · 2 = 36." in told


def test_the_record_says_what_the_picture_was_made_from():
    record = picture(*LOSS, wrt=("x",), rankdir="TB", digits=3).record
    assert record == {
        "adviz": 1,
        "schema": 1,
        "source": "L = (y-(m*x+c))**2",
        "at": {"y": 1, "m": 2, "x": 3, "c": 4},
        "wrt": ["x"],
        "of": ["L"],
        "options": {"rankdir": "TB", "digits": 3},
    }
    assert picture("y = x*2", {"x": float("inf")}).record["at"] == {"x": "inf"}


def test_highlight_must_name_a_path():
    assert picture(*LOSS, highlight=2).highlight == 2
    with pytest.raises(UnknownName, match="no path 5"):
        picture(*LOSS, highlight=5)


@pytest.mark.parametrize(
    "wrong", [{"labels": "all"}, {"rankdir": "lr"}, {"table": "yes"}, {"constants": "none"}, {"digits": 0}]
)
def test_options_are_checked(wrong):
    with pytest.raises(AdvizError):
        DrawOptions(**wrong)


def test_an_unknown_option_value_is_told_with_the_legal_ones():
    with pytest.raises(UnknownName) as caught:
        DrawOptions(labels="symbol")
    assert caught.value.legal == ("none", "letters", "partials", "symbols", "values", "both")
    assert "symbols" in caught.value.hint


def test_a_program_without_variables_is_drawn_too():
    pic = picture("y = 2*3")
    assert [box.texts[0].text for box in pic.boxes] == ["2 × 3", "y"]
    assert pic.rows == ()


def test_two_outputs_that_are_the_same_variable():
    pic = picture("y = x; z = y", {"x": 1}, of=("y", "z"))
    assert [box.texts[0].text for box in pic.boxes] == ["x", "y", "z"]
