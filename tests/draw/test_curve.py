from __future__ import annotations

import math

import pytest

from graphviz_ad.draw.curve import along, beside, length, polyline

# A quarter of a circle of radius 100 around the origin, to within 0.03 pixels.
K = 100 * 0.5522847498
ARC = [(100.0, 0.0), (100.0, K), (K, 100.0), (0.0, 100.0)]


@pytest.mark.parametrize("offset", [-12.0, -3.9, 3.9, 12.0])
def test_a_curve_beside_a_circle_is_a_circle(offset):
    # y points down: this arc turns to the right, where the centre is.
    radii = [math.hypot(x, y) for x, y in polyline(beside(ARC, offset))]
    assert radii == pytest.approx([100 - offset] * len(radii), abs=0.1)


def test_a_line_beside_a_line_keeps_its_distance():
    line = [(0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (30.0, 0.0)]
    assert beside(line, 3.9) == [(0, 3.9), (10, 3.9), (20, 3.9), (30, 3.9)]


def test_a_curve_that_bends_more_than_the_offset_allows_does_not_turn_back():
    tight = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)]
    points = beside(tight, 40.0)
    assert all(math.isfinite(value) for point in points for value in point)


def test_length_of_a_quarter_circle():
    assert length(polyline(ARC)) == pytest.approx(50 * math.pi, rel=2e-3)


def test_along_stops_at_the_end():
    assert along([(0, 0), (10, 0)], 25) == ((10, 0), (1, 0))


def test_coinciding_control_points_have_the_direction_of_the_chord():
    points = beside([(0.0, 0.0), (0.0, 0.0), (30.0, 0.0), (30.0, 0.0)], 2.0)
    assert points[0] == (0, 2)
    assert points[-1] == (30, 2)
