from __future__ import annotations

import pytest
from derivations import picture

from graphviz_ad.errors import NotSupported, UnknownName

SINES = "y = " + " + ".join(f"sin(x*{k})" for k in range(970))
CHAIN = "; ".join(["t0 = sin(x)", *(f"t{k} = sin(t{k - 1})" for k in range(1, 400))])


def test_thousands_of_nodes_are_folded_to_the_shown_paths_and_the_picture_says_so():
    pic = picture(SINES, {"x": 1})
    said = [text.text for text in pic.texts if text.role == "note"]
    # x, 970 products, sines, 969 sums, the output.
    assert said[0] == f"2911 nodes: showing the {len(pic.boxes)} on the shown paths to x"
    assert said[0] in pic.description
    assert len(pic.boxes) < 100


def test_what_cannot_be_folded_is_refused_with_the_limit():
    with pytest.raises(NotSupported, match="402 nodes could not be read: the limit is 300") as caught:
        picture(CHAIN, {"x": 1})
    assert "--focus" in caught.value.hint


def test_a_part_can_be_asked_for():
    pic = picture(CHAIN, {"x": 1}, focus="t200", radius=3)
    assert [box.texts[1].text[:4] for box in pic.boxes] == [f"t{k}" for k in range(197, 204)]
    assert "402 nodes: showing the 7 within 3 edges of t200" in pic.description


def test_all_can_be_asked_for():
    assert len(picture(CHAIN, {"x": 1}, full=True, labels="none").boxes) == 402


def test_a_focus_that_is_not_there():
    with pytest.raises(UnknownName, match="no node is called 't2000'"):
        picture(CHAIN, {"x": 1}, focus="t2000")


def test_thousands_of_constants_are_refused_too():
    with pytest.raises(NotSupported, match="could not be read"):
        picture("y = " + "+".join(["sin(2)"] * 400))


def test_a_part_of_a_ladder_of_2_to_the_3000_paths_is_drawn_at_once():
    source = "; ".join(["s1 = x + x", *(f"s{k} = s{k - 1} + s{k - 1}" for k in range(2, 3001))])
    pic = picture(source, {}, focus="s1500", radius=1)
    assert len(pic.boxes) == 3
    assert all(strand.path == 0 for strand in pic.arrows[0].strands[-1:])
