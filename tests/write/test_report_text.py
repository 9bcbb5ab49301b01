from __future__ import annotations

from suspected import KINK, OVERWRITTEN, clean, power, sigmoid

from graphviz_ad.check.verdict import Verdict
from graphviz_ad.claims import Claims
from graphviz_ad.finding import Finding
from graphviz_ad.noun import replace
from graphviz_ad.read import read_text
from graphviz_ad.write.report_text import report_text

POWER = """\
1 error, 1 that follows from it, 1 note
read JSON: 4 nodes, 2 values, 3 local derivatives, 3 gradients, at p = 1.3

1  error: assign instead of accumulate, at p
   overwritten at p by the ** node c: the path y → p (1) is lost
   given 5.07, should be 6.07
   hint: p.grad += 3*p**2 * y.grad
   engine.py, line 12:
       def rule():
           self.grad = 3*self.data**2 * out.grad
   2  follows from 1: wrong gradient, at c, given 2, should be 1

note: at p of c: c has a kink at p = 1.3
"""


def test_root_consequence_and_note():
    assert report_text(*power()) == POWER


def test_a_message_with_both_numbers_is_not_followed_by_them():
    claims, verdict = sigmoid()
    message = "the local derivative is 0.6899745, should be 0.2139097"
    verdict = replace(verdict, findings=(replace(verdict.findings[0], message=message),))
    text = report_text(claims, verdict)
    assert message in text
    assert "given" not in text
    shorter = message.replace("0.2139097", "0.21390973")
    assert "given" in report_text(
        claims, replace(verdict, findings=(replace(verdict.findings[0], message=shorter),))
    )


def test_a_clean_graph_says_how_much_agrees():
    assert report_text(*clean()).splitlines()[0] == (
        "no fault found in 4 nodes: 2 values, 3 local derivatives, 3 gradients agree"
    )
    one = Claims(read_text("x*x"), {"x": 3}, adjoints={0: 6.0})
    text = report_text(one, replace(clean()[1], findings=(KINK,), roots=(None,)))
    assert text.startswith("no fault found in 3 nodes: 1 gradient agrees; 1 note\n")


def test_a_graph_that_states_nothing_is_not_praised():
    claims, verdict = clean()
    text = report_text(replace(claims, values={}, partials={}, adjoints={}), verdict)
    assert text.startswith("no fault found in 4 nodes, but nothing is stated that could be checked\n")
    assert "not judged: gradients, since none is stated" in text


def test_what_cannot_be_judged_is_said():
    claims, verdict = clean()
    tape = verdict.tape
    text = report_text(claims, replace(verdict, tape=replace(tape, primals=[None, *tape.primals[1:]])))
    assert "not judged: what depends on p, which has no value" in text
    cycle = Verdict((Finding("cycle", "error", message="a cycle: u -> v -> u"),), (None,))
    assert "since this is no computation yet" in report_text(claims, cycle)


def test_what_was_assumed_is_told_once_and_first():
    claims, verdict = power()
    assumed = Finding("direction", message="edges run from operand to operation")
    text = report_text(
        replace(claims, notes=(assumed,)),
        replace(verdict, findings=(*verdict.findings, assumed), roots=(*verdict.roots, None)),
        also=["tried at 3 other points too"],
    )
    lines = text.splitlines()
    assert lines[2:4] == [f"note: {assumed.message}", "tried at 3 other points too"]
    assert text.count(assumed.message) == 1
    assert lines[0] == "1 error, 1 that follows from it, 1 note"


def test_very_many_findings_are_cut():
    claims, verdict = power()
    found = (OVERWRITTEN,) * 30 + (OVERWRITTEN,) * 12
    text = report_text(claims, replace(verdict, findings=found, roots=(*[None] * 30, *[0] * 12)))
    assert "and 4 more that follow from 1" in text
    assert "and 10 more, all of them in the JSON document" in text
    notes = tuple(replace(KINK, message=f"note {k}") for k in range(9))
    text = report_text(claims, replace(verdict, findings=notes, roots=(None,) * 9))
    assert "note: 3 more notes, all of them in the JSON document" in text


def test_the_same_note_at_several_places_is_one_line():
    claims, verdict = power()
    found = (KINK, replace(KINK, node="n2", edge="n2_0"))
    text = report_text(claims, replace(verdict, findings=found, roots=(None, None)))
    assert text.count("kink") == 1
    assert "note: at 2 places: c has a kink" in text


def test_colours_are_only_where_they_are_asked_for():
    assert "\x1b" not in report_text(*power())
    colored = report_text(*power(), color=True)
    assert colored.startswith("\x1b[1;31m1 error, 1 that follows from it, 1 note\x1b[0m\n")
    assert "\n\x1b[1;31m1\x1b[0m  error" in colored
    assert report_text(*clean(), color=True).startswith("\x1b[1;32m")


def test_somebody_s_text_cannot_move_the_cursor():
    claims, verdict = power()
    nasty = replace(OVERWRITTEN, message="a\x1b[2Jb\nsecond", hint="\x07", fault="x\x1b")
    text = report_text(claims, replace(verdict, findings=(nasty,), roots=(None,)))
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "   second\n" in text


def test_what_else_would_give_the_same_numbers():
    claims, verdict = power()
    others = [
        Finding("rule_missing", "error", node="n1"),
        Finding("rule_missing", "error", node="n1", message="the same in other words"),
        Finding("edge_gets_nothing", "error", node="n2", edge="n2_1"),
        OVERWRITTEN,
    ]
    text = report_text(claims, replace(verdict, instead={0: tuple(others)}))
    line = "   or: rule missing at c or edge gets nothing at p of y would give the same numbers\n"
    assert line in text
    assert text.replace(line, "") == POWER
    more = [Finding("rule_missing", "error", node=f"n{k}") for k in range(4)]
    text = report_text(claims, replace(verdict, instead={0: (*others, *more)}))
    assert "or: rule missing at c, edge gets nothing at p of y, rule missing at p or 1 other would" in text
