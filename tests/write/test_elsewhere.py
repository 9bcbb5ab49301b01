from __future__ import annotations

import pytest

from graphviz_ad import debug
from graphviz_ad.read.claims import read_claims
from graphviz_ad.write.debugging import reported

# du lacks the factor x at v = u*x, which hides where x is u: x = 3, y = 1.
SWAPPED = "x = 3\nu = x*y; v = u + u*x\n---\ndv = 1\ndu = dv + dv*u\ndx = du*y + dv*u\ndy = du*x"


def test_what_follows_at_another_point_stands_under_its_cause():
    assert debug(SWAPPED, at={"y": 1}).ok
    report = debug(SWAPPED, at={"y": 1}, points=5)
    assert [finding.fault for finding in report.findings] == [
        "operands_swapped",
        "wrong_gradient",
        "wrong_gradient",
    ]
    assert report.verdict.roots == (None, 0, 0)
    assert report.text().startswith("1 error, 2 that follow from it\n")


def test_a_cause_that_is_known_is_not_told_again():
    wrong = SWAPPED.replace("dv = 1", "dv = 2")
    faults = [finding.fault for finding in debug(wrong, at={"y": 1}, points=5).findings]
    assert faults.count("operands_swapped") == 1
    assert len(faults) == len(debug(wrong, at={"y": 1}).findings) + 1


@pytest.mark.parametrize("points", [1, 4])
def test_a_pass_without_values_is_tried_at_more_points(points):
    text = debug("y = m*x\n---\ndy = 1\ndm = x*dy\ndx = m*dy", points=points).text()
    assert f"tried at {points} point{'' if points == 1 else 's'} too" in text
    assert text.startswith("no fault found")


def test_claims_that_were_read_before_are_moved_too():
    claims = read_claims(SWAPPED, at={"y": 1})
    assert reported(claims).ok
    assert not reported(claims, points=5).ok


def test_without_inputs_there_is_one_point():
    text = debug("y = 3\n---\ndy = 1", points=3).text()
    assert "no other points were tried: there are no inputs" in text
    assert "compared at 1 point;" in text
