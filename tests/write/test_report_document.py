from __future__ import annotations

import json

from suspected import OVERWRITTEN, clean, power, sigmoid

from graphviz_ad.finding import Finding
from graphviz_ad.noun import replace
from graphviz_ad.write.document import dumps
from graphviz_ad.write.report_document import report_document


def test_every_part_of_a_finding_is_there():
    document = report_document(*power())
    assert document["schema"] == 1
    assert document["ok"] is False
    assert document["labels"] == {"n0": "p", "n1": "c"}
    assert document["checked"] == {"nodes": 4, "values": 2, "locals": 3, "gradients": 3}
    root, after, note = document["findings"]
    assert root == {
        "fault": "assign_instead_of_accumulate",
        "severity": "error",
        "node": "n0",
        "edge": None,
        "by": "n1",
        "given": 5.07,
        "expected": 6.07,
        "message": OVERWRITTEN.message,
        "hint": OVERWRITTEN.hint,
        "follows": None,
        "instead": [],
        "source": {"file": "engine.py", "line": 12, "text": OVERWRITTEN.source.text},
    }
    assert (after["follows"], after["given"], after["source"]) == (0, 2, None)
    assert (note["severity"], note["edge"]) == ("note", ["n0", "n1", 0])


def test_edges_are_tail_head_slot_and_constants_have_no_id():
    assert report_document(*sigmoid())["findings"][0]["edge"] == ["n0", "n1", 0]
    claims, verdict = power()
    constant = replace(OVERWRITTEN, edge="n1_1", node="n1")
    document = report_document(claims, replace(verdict, findings=(constant,), roots=(None,)))
    assert document["findings"][0]["edge"] == [None, "n1", 1]


def test_numbers_that_json_lacks_are_words():
    claims, verdict = power()
    found = replace(OVERWRITTEN, given=float("nan"), expected="a word")
    written = dumps(report_document(claims, replace(verdict, findings=(found,), roots=(None,))))
    finding = json.loads(written)["findings"][0]
    assert (finding["given"], finding["expected"]) == ("nan", "a word")


def test_a_clean_graph_is_ok():
    document = report_document(*clean())
    assert (document["ok"], document["findings"], document["labels"]) == (True, [], {})


def test_what_else_it_may_be_is_there_with_its_labels():
    claims, verdict = power()
    other = Finding("rule_missing", "error", node="n2", message="y sends nothing")
    document = report_document(claims, replace(verdict, instead={0: (other,)}))
    (told,) = document["findings"][0]["instead"]
    assert (told["fault"], told["node"], told["message"]) == ("rule_missing", "n2", "y sends nothing")
    assert document["labels"]["n2"] == "y"
    assert document["findings"][1]["instead"] == []
