from __future__ import annotations

import pytest

from graphviz_ad.explain.finding_order import numbered, summary
from graphviz_ad.finding import Finding

ERROR, WARNING, NOTE = Finding("a", "error"), Finding("b", "warning"), Finding("c")


@pytest.mark.parametrize(
    ("findings", "roots", "told"),
    [
        ([], [], ""),
        ([ERROR], [None], "1 error"),
        ([ERROR, ERROR, ERROR, NOTE], [None, 0, 0, None], "1 error, 2 that follow from it, 1 note"),
        (
            [ERROR, ERROR, WARNING, ERROR],
            [None, None, None, 1],
            "2 errors, 1 warning, 1 that follows from them",
        ),
        ([NOTE, NOTE], [None, None], "2 notes"),
    ],
)
def test_the_summary_counts_consequences_apart(findings, roots, told):
    assert summary(numbered(findings, roots)) == told


def test_consequences_stand_behind_their_root_also_those_of_consequences():
    found = [Finding(name, "error") for name in "abcd"]
    told = numbered(found, [None, None, 0, 2])
    assert [(each.finding.fault, each.number, each.root) for each in told] == [
        ("a", 1, None),
        ("c", 2, 1),
        ("d", 3, 1),
        ("b", 4, None),
    ]


def test_what_follows_from_a_note_is_a_root():
    told = numbered([NOTE, ERROR], [None, 0])
    assert [(each.finding, each.number, each.root) for each in told] == [(ERROR, 1, None), (NOTE, None, None)]


def test_findings_that_follow_from_each_other_end():
    assert len(numbered([ERROR, ERROR], [1, 0])) <= 2
