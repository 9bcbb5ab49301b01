from itertools import pairwise

import pytest

from graphviz_ad.differentiate.bars import barred, next_order
from graphviz_ad.expression import normal
from graphviz_ad.read import read_text

MACRON, DOUBLE = "\u0304", "\u033f"


@pytest.mark.parametrize(
    ("name", "bar"),
    [
        ("x", f"x{MACRON}"),
        ("w1", f"w{MACRON}1"),
        ("loss", f"l{MACRON}oss"),
        # Unicode has these letters with their bar in one piece.
        ("a", "ā"),
        ("e1", "ē1"),
        ("λ", f"λ{MACRON}"),
        ("_k", f"_{MACRON}k"),
    ],
)
def test_the_bar_is_behind_the_first_character(name, bar):
    assert barred(name, ()) == bar


def test_a_name_that_is_taken_gets_more_bars():
    taken = set()
    names = []
    for _ in range(6):
        names.append(barred("x", taken))
        taken.add(names[-1])
    assert names[:3] == [f"x{MACRON}", f"x{DOUBLE}", f"x{DOUBLE}{MACRON}"]
    assert len({*names}) == 6
    assert all(len(early) <= len(late) for early, late in pairwise(names))


def test_with_an_output_the_whole_name_has_to_be_free():
    assert barred("x", {f"x{MACRON}"}, "y1") == f"x{MACRON}_y1"
    assert barred("x", {f"x{MACRON}_y1"}, "y1") == f"x{DOUBLE}_y1"
    assert barred("x", (), "y1") == f"x{MACRON}_y1"


@pytest.mark.parametrize("name", ["x", "a", "w1", "λ", "变量", "_k", f"v{MACRON}1", "ā"])
@pytest.mark.parametrize("output", ["", "y1", f"x{MACRON}"])
def test_names_are_names_of_the_language(name, output):
    taken = set()
    for _ in range(5):
        found = barred(name, taken, output)
        assert found not in taken
        taken.add(found)
        assert found == normal(found)
        graph = read_text(f"{found} = 2*q")
        assert graph.names[graph.outputs[0]] == found


@pytest.mark.parametrize(
    ("output", "order"),
    [
        ("f", 1),
        (f"x{MACRON}", 2),
        ("ā", 2),
        (f"x{DOUBLE}", 3),
        (f"x{DOUBLE}{MACRON}", 4),
        (f"x{DOUBLE}_a", 3),
        (f"x{MACRON}_1", 2),
        (f"x{MACRON}_1_loss", 2),
        # There is no z and no b: these are names that somebody has chosen.
        (f"z{MACRON}", 1),
        ("é", 1),
    ],
)
def test_derivatives_have_a_bar_more_than_what_they_are_of(output, order):
    assert next_order(output, {"f", "x", "a", "x_1", "é"}) == order
