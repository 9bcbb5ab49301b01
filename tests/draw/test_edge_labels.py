from __future__ import annotations

from derivations import GREEN_RED, LOSS, picture


def labels(pic):
    return {arrow.id: [text.text for text in arrow.label] for arrow in pic.arrows}


def test_symbol_over_number_or_one_line_where_they_are_equal():
    assert labels(picture(*LOSS)) == {
        "n3_0": ["x", "= 3"], "n3_1": ["m", "= 2"], "n5_0": ["1"], "n5_1": ["1"], "n6_0": ["1"],
        "n6_1": ["−1"], "n7_0": ["2·v₃", "= −18"], "n8_0": ["1"],
    }  # fmt: skip


def test_stages():
    def stage(name):
        return labels(picture(*GREEN_RED, labels=name))

    assert stage("none") == {"n2_0": [], "n2_1": [], "n3_0": [], "n3_1": [], "n4_0": []}
    # c is a variable: no edge may be called so.
    assert stage("letters") == {"n2_0": ["a"], "n2_1": ["b"], "n3_0": ["d"], "n3_1": ["e"], "n4_0": ["1"]}
    assert stage("partials")["n3_1"] == ["∂mul(u₁,u₂)/∂u₂"]
    assert stage("symbols") == {"n2_0": ["1"], "n2_1": ["1"], "n3_0": ["x"], "n3_1": ["v₁"], "n4_0": ["1"]}
    assert stage("values") == {"n2_0": ["1"], "n2_1": ["1"], "n3_0": ["3"], "n3_1": ["7"], "n4_0": ["1"]}


def test_without_values_there_are_symbols():
    assert labels(picture(LOSS[0], {}))["n7_0"] == ["2·v₃"]


def test_where_a_value_is_known_it_is_shown():
    shown = labels(picture(LOSS[0], {"m": 2}))
    assert shown["n3_1"] == ["m", "= 2"]
    assert shown["n3_0"] == ["x"]


def test_a_number_that_lost_digits_says_so():
    assert labels(picture("y = x*0.123456", {"x": 1}))["n1_0"] == ["≈ 0.1235"]
    assert labels(picture("y = x/3", {"x": 1}))["n1_0"] == ["1/3", "≈ 0.3333"]
    assert labels(picture("y = sin(x)", {"x": 1}))["n1_0"] == ["cos(x)", "≈ 0.5403"]


def test_the_title_says_which_derivative_it_is():
    titles = {arrow.id: arrow.title for arrow in picture(*LOSS).arrows}
    assert titles["n6_1"] == "∂v₃/∂v₂ = −1"
    assert titles["n7_0"] == "∂v₄/∂v₃ = 2·v₃ = −18"


def test_long_symbols_are_cut_and_told_in_full():
    pic = picture("y = gelu(x)", {"x": 1})
    first = pic.arrows[0].label[0]
    assert "…" in first.text
    assert first.full.startswith("erfc(−x/√2)/2 + x")


def test_a_name_that_looks_like_an_exponent_is_a_name():
    assert labels(picture("e3 = exp(x); y = 2*e3", {"x": 3}))["n1_0"] == ["e3", "≈ 20.09"]
