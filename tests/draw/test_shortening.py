from __future__ import annotations

from derivations import picture

from graphviz_ad.draw.measure import room
from graphviz_ad.draw.shortening import joined


def test_what_fits_is_left_alone():
    assert joined(list("abc"), " · ", 500) == "a · b · c"


def test_what_is_left_out_is_the_middle_and_what_is_kept_is_kept():
    parts = [f"p{k}" for k in range(40)]
    text = joined(parts, " · ", 300, keep=[20])
    assert text.split(" · ")[:2] == ["p0", "p1"]
    assert text.split(" · ")[-2:] == ["p38", "p39"]
    assert "p20" in text.split(" · ")
    assert "… · …" not in text
    assert room(text, "cell") <= 300


def test_paths_of_a_deep_graph_part_before_the_eyes_of_the_reader():
    chain = "; ".join(["a0 = x*x", *(f"a{k} = sin(a{k - 1})" for k in range(1, 90)), "y = a89*a89"])
    pic = picture(chain, {"x": 1}, rankdir="TB")
    paths = [row.texts[0].text for row in pic.rows]
    assert len(set(paths)) == 4
    assert all("…" in path for path in paths)
    assert all("(1st)" in path or "(2nd)" in path for path in paths)
