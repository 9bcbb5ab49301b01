from __future__ import annotations

import pytest
from suspected import clean, long_sum, power, sigmoid

from graphviz_ad.check import judge
from graphviz_ad.draw.claims import draw_claims
from graphviz_ad.draw.options import DrawOptions
from graphviz_ad.explain.finding_words import FindingWords
from graphviz_ad.finding import Finding
from graphviz_ad.noun import replace
from graphviz_ad.read.claims import read_claims


def texts(picture):
    found = [text.text for box in picture.boxes for text in box.texts]
    found += [text.text for arrow in picture.arrows for text in arrow.label]
    return found + [text.text for text in picture.texts]


def box(picture, key):
    return next(box for box in picture.boxes if box.id == key)


def test_a_wrong_gradient_stands_in_its_node_with_the_right_one():
    picture = draw_claims(*power())
    p, c, y = (box(picture, key) for key in ("n0", "n1", "n2"))
    assert p.texts[-1].text == "grad 5.07, should be 6.07"
    assert p.texts[-1].role == "wrong"
    assert "faulty" in p.roles
    assert c.texts[-1].text == "grad 2, should be 1"
    assert c.texts[-1].role == "spoilt"
    assert "spoilt" in c.roles
    assert y.texts[-1].text == "grad 1"
    assert not {"faulty", "spoilt"} & set(y.roles)


def test_a_wrong_local_derivative_stands_at_its_edge():
    picture = draw_claims(*sigmoid())
    arrow = next(arrow for arrow in picture.arrows if arrow.id == "n1_0")
    assert [(text.text, text.role) for text in arrow.label] == [
        ("given 0.69", "wrong"),
        ("should be 0.2139", "wrong"),
    ]
    assert {strand.role for strand in arrow.strands} == {"faulty"}


def test_a_wrong_contribution_of_a_right_local_derivative_is_what_is_passed_on():
    claims, verdict = sigmoid()
    picture = draw_claims(claims, replace(verdict, partials={}))
    arrow = next(arrow for arrow in picture.arrows if arrow.id == "n1_0")
    assert [text.text for text in arrow.label] == ["≈ 0.69", "passes on 0.69", "should be 0.2139"]


def test_a_rule_whose_number_is_right_here_is_marked_without_numbers():
    claims, verdict = sigmoid()
    found = replace(verdict.findings[0], given=None, expected=None)
    verdict = replace(verdict, findings=(found,), partials={0: claims.partials[0]})
    arrow = next(arrow for arrow in draw_claims(claims, verdict).arrows if arrow.id == "n1_0")
    assert [text.text for text in arrow.label] == ["≈ 0.69"]
    assert {strand.role for strand in arrow.strands} == {"faulty"}


def test_a_wrong_value_stands_beside_the_right_one():
    claims, verdict = power()
    found = replace(verdict.findings[0], node="n1")
    claims = replace(claims, values={**claims.values, 1: 3.0})
    picture = draw_claims(claims, replace(verdict, findings=(found,), roots=(None,), values={1: 2.197}))
    line = box(picture, "n1").texts[1]
    assert (line.text, line.role) == ("c = 3, should be 2.197", "wrong")
    assert 2 * 10 + len(line.text) * 5 < box(picture, "n1").width


def test_the_numbers_of_findings_are_at_their_places_and_in_the_table():
    picture = draw_claims(*power())
    assert [(mark.kind, mark.text) for mark in picture.marks if mark.kind in {"fault", "after"}] == [
        ("fault", "1"),
        ("after", "2"),
        ("fault", "1"),
        ("after", "2"),
    ]
    assert {"assign instead of accumulate", "wrong gradient, follows from 1", "5.07", "6.07"} <= set(
        texts(picture)
    )
    assert "c has a kink at p = 1.3" in texts(picture)


def test_what_is_not_stated_is_not_shown():
    claims, verdict = clean()
    picture = draw_claims(replace(claims, values={}, partials={}, adjoints={}), verdict)
    assert [text.text for text in box(picture, "n1").texts] == ["( )³", "c"]
    assert not any(arrow.label for arrow in picture.arrows)
    assert picture.title == "no fault found"


def test_an_operation_that_the_table_lacks_has_its_own_name():
    claims, verdict = sigmoid()
    graph = replace(claims.graph, ops=["input", "swish9", "output"])
    picture = draw_claims(replace(claims, graph=graph), replace(verdict, tape=None))
    assert box(picture, "n1").texts[0].text == "swish9"


def test_a_large_graph_is_cut_to_the_neighbourhood_of_the_findings():
    claims, verdict = long_sum(300)
    picture = draw_claims(claims, verdict)
    folded = [b for b in picture.boxes if "quiet" in b.roles]
    kept = len(picture.boxes) - len(folded)
    assert kept < 60
    assert any(arrow.label and arrow.label[0].text == "given 2" for arrow in picture.arrows)
    # The boxes hold exactly what is not drawn.
    held = sum(int(b.texts[0].text.split()[0]) for b in folded if b.texts[0].text != "…")
    assert held + kept == len(claims.graph)
    assert f"{len(claims.graph)} nodes: showing {kept} near the findings" in picture.description


def test_full_and_focus_and_small_graphs():
    claims, verdict = long_sum(65)
    assert len(draw_claims(claims, verdict, DrawOptions(full=True)).boxes) == len(claims.graph)
    focused = draw_claims(claims, verdict, DrawOptions(focus="a3", radius=1))
    assert {"n2"} <= {b.id for b in focused.boxes}
    assert "within 1 edge of a3" in focused.description
    claims, verdict = long_sum(40)
    assert len(draw_claims(claims, verdict).boxes) == len(claims.graph)


def test_a_large_clean_graph_shows_the_output():
    claims, verdict = long_sum(100)
    picture = draw_claims(claims, replace(verdict, findings=(), roots=(), partials={}))
    assert "near the output" in picture.description
    assert f"n{claims.graph.outputs[0]}" in {b.id for b in picture.boxes}


def test_a_hundred_thousand_nodes_are_no_matter():
    claims, verdict = long_sum(100_000)
    assert len(draw_claims(claims, verdict).boxes) < 100


@pytest.mark.parametrize("rankdir", ["LR", "TB"])
def test_arrows_of_folded_boxes_make_no_circle(rankdir):
    picture = draw_claims(*long_sum(200), DrawOptions(rankdir=rankdir))
    following = {}
    for arrow in picture.arrows:
        for strand in arrow.strands:
            tail, head = strand.points[0], strand.head[0]
            axis = 0 if rankdir == "LR" else 1
            following[arrow.id] = head[axis] - tail[axis]
    assert all(step > 0 for step in following.values())


def test_the_table_can_be_left_out_and_the_title_chosen():
    picture = draw_claims(*power(), DrawOptions(table="none", title="A heading"))
    assert "assign instead of accumulate" not in texts(picture)
    assert "A heading" in texts(picture)


def test_more_findings_than_a_table_can_have():
    claims, verdict = power()
    found = verdict.findings[:1] * 20
    picture = draw_claims(claims, replace(verdict, findings=found, roots=(None,) * 20))
    assert "and 8 more" in texts(picture)
    assert sum(mark.kind == "fault" for mark in picture.marks) == 3 + 12


def test_labels_are_those_of_the_words():
    claims, verdict = sigmoid()
    assert box(draw_claims(claims, verdict), "n1").texts[1].text.startswith("s ≈ ")
    assert FindingWords(claims.graph).labels[1] == "s"


def test_what_else_a_fault_may_be_stands_in_the_table():
    claims, verdict = power()
    others = (Finding("rule_missing", "error", node="n2"),) * 2
    picture = draw_claims(claims, replace(verdict, instead={0: others}))
    assert [text for text in texts(picture) if text.startswith("or: ")] == ["or: rule missing at y"]


def test_the_gradients_that_lines_come_to_stand_in_the_boxes():
    # de = 2*3 = 6 at e = 3; du should be -6.
    claims = read_claims("e = y - u; L = e**2\n---\ndL = 1\nde = 2*e*dL\ndu = de", at={"y": 4, "u": 1})
    picture = draw_claims(claims, judge(claims))
    u, e = (next(each for each in picture.boxes if each.texts[0].text == name) for name in ("u", "−"))
    assert u.texts[-1].text == "grad 6, should be −6"
    assert e.texts[-1].text == "grad 6"
