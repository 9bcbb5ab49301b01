"""Messages in four parts: what, where, the legal values, a hint."""

from __future__ import annotations

import pytest

from graphviz_ad import errors
from graphviz_ad.errors import AdvizError, SyntaxProblem, UnknownName, close_matches, shorten


def test_all_parts():
    error = UnknownName(
        "no such thing", source="a +\n bcd * e", start=5, end=8, legal=["b", "c"], hint="take b"
    )
    assert (error.line, error.column) == (2, 2)
    assert str(error).splitlines() == [
        "no such thing", "  line 2, column 2:", "     bcd * e", "     ^^^", "  possible: b, c",
        "  hint: take b",
    ]  # fmt: skip


def test_a_place_in_words_and_none_at_all():
    assert str(AdvizError("it fails", where="node v3")) == "it fails\n  at node v3"
    error = AdvizError("it fails")
    assert (str(error), error.line, error.column) == ("it fails", None, None)


@pytest.mark.parametrize(
    ("kind", "builtin", "code"),
    [
        ("SyntaxProblem", ValueError, 1), ("UnknownName", LookupError, 1), ("GraphProblem", ValueError, 1),
        ("DomainProblem", ArithmeticError, 1), ("RenderProblem", RuntimeError, 3),
        ("WriteProblem", OSError, 1),
        ("NotSupported", NotImplementedError, 1),
    ],
)  # fmt: skip
def test_kinds_are_also_builtin_errors(kind, builtin, code):
    error = getattr(errors, kind)("what")
    assert isinstance(error, AdvizError)
    assert isinstance(error, builtin)
    assert error.exit_code == code
    assert str(error) == "what"


def test_long_lines_are_cut_around_the_place():
    source = "x" * 1000 + "!" + "y" * 1000
    lines = str(SyntaxProblem("bad", source=source, start=1000, end=1001)).splitlines()
    assert all(len(line) < 90 for line in lines)
    text, carets = lines[2], lines[3]
    assert text[carets.index("^")] == "!"
    assert text.strip().startswith("…")
    assert text.endswith("…")


@pytest.mark.parametrize(("start", "end"), [(0, 3), (2, 3), (3, 3), (3, 4), (0, 100)])
def test_carets_never_reach_past_the_line(start, end):
    lines = str(SyntaxProblem("bad", source="abc\ndef", start=start, end=end)).splitlines()
    assert lines[2] == "    abc"
    assert 1 <= lines[3].count("^") <= 3
    assert len(lines[3]) <= len("    abc") + 1


def test_wide_tabs_and_control_characters_do_not_move_the_carets():
    lines = str(SyntaxProblem("bad", source="\tx\x1b[31m!", start=7, end=8)).splitlines()
    assert lines[2] == "     x\ufffd[31m!"
    assert lines[2][lines[3].index("^")] == "!"


def test_many_choices_are_cut():
    text = str(UnknownName("no", legal=[f"n{k}" for k in range(30)]))
    assert "n11 and 18 more" in text
    assert "n12" not in text


def test_close_matches():
    assert close_matches("sine", ["sin", "cos"]) == "did you mean sin?"
    assert close_matches("X1", ["x1", "x2"]).startswith("did you mean x1")
    assert close_matches("zzz", ["sin"]) == ""
    assert close_matches("", []) == ""


def test_shorten():
    assert shorten("abc") == "abc"
    assert shorten("a\n  b") == "a b"
    assert shorten("abcdefghij", 7) == "abc…hij"
    assert len(shorten("x" * 10_000)) == 40
