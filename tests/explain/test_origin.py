"""Where a derivative stops being a number (case A22)."""

from __future__ import annotations

from derivations import derive


def test_nan_is_told_with_the_edge_at_which_it_arose():
    derivation = derive("sqrt(x*x + y*y)**2", {"x": 0, "y": 0})
    told = [note for note in derivation.notes if note.fault == "non_finite"]
    assert [note.edge for note in told] == ["n5_0", "n5_0"]
    assert "0 comes back to v4, and its slope in v3 is ∞: 0·∞ is not a number" in told[0].message
    assert "x*x + y*y" in told[0].hint


def test_infinities_that_are_right_have_no_origin():
    derivation = derive("log(x)", {"x": 0})
    assert not any("is not a number" in note.message for note in derivation.notes)
