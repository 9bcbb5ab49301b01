from __future__ import annotations

import itertools
import math

import pytest
from derivations import LOSS, PICTURES, picture, pictured

from graphviz_ad.draw.curve import polyline


def badges(pic):
    return {mark.path: (mark.x, mark.y) for mark in pic.marks if mark.kind == "badge"}


@pytest.mark.parametrize("name", list(PICTURES))
def test_every_path_has_one_badge_and_no_two_lie_on_each_other(name):
    pic = pictured(name)
    numbers = [row.path for row in pic.rows if row.path > 0] or list(badges(pic))
    assert sorted(badges(pic)) == sorted(numbers)
    assert all(math.dist(p, q) >= 15 for p, q in itertools.combinations(badges(pic).values(), 2))


def test_up_to_three_badges_are_on_their_strands():
    pic = picture(*LOSS)
    for number, place in badges(pic).items():
        strands = [s for arrow in pic.arrows for s in arrow.strands if s.path == number]
        assert min(math.dist(place, p) for s in strands for p in polyline(s.points)) < 4


def test_more_than_three_badges_at_a_node_stand_in_a_row():
    pic = pictured("jacobian")
    places = badges(pic)
    # Paths 2, 4, 6 and 7 begin at x2, path 1 and two more at x1.
    assert len({y for number, (_, y) in places.items() if number in {2, 4, 6, 7}}) == 1
    eight = badges(pictured("eight paths"))
    assert len({round(y) for _, y in eight.values()}) == 2


def test_the_table_repeats_the_numbers():
    pic = picture(*LOSS)
    assert [mark.text for mark in pic.marks if mark.kind == "count"] == ["1", "2", "3", "4"]
