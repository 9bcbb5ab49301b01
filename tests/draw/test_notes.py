from __future__ import annotations

from derivations import picture, pictured


def noted(pic):
    return [box.id for box in pic.boxes if "noted" in box.roles]


def signs(pic):
    return [mark for mark in pic.marks if mark.kind == "sign"]


def lines(pic):
    return " ".join(text.text for text in pic.texts if text.role == "note")


def test_a_kink_has_a_role_of_its_own_a_sign_and_a_line():
    pic = pictured("relu at its corner")
    assert noted(pic) == ["n1"]
    assert "kink" in signs(pic)[0].title
    assert "v₁ = relu(x) has a kink at x = 0: slope 0 on the left, 1 on the right" in lines(pic)
    assert len(signs(pic)) == 2


def test_the_edge_of_a_domain_and_what_is_not_finite():
    pic = pictured("log at 0")
    assert noted(pic)[:2] == ["n1", "n2"]
    assert "edge of its domain" in lines(pic)


def test_what_is_flat_is_said_quietly():
    pic = pictured("branch")
    assert noted(pic) == []
    assert signs(pic) == []
    assert "flat" in lines(pic)


def test_a_picture_without_findings_says_nothing():
    assert lines(picture("y = x*x", {"x": 2})) == ""
