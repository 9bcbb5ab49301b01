import re

from graphviz_ad.differentiate import evaluate
from graphviz_ad.explain import explain
from graphviz_ad.noun import replace
from graphviz_ad.read import read_text
from graphviz_ad.write.markdown import escaped, markdown


def derive(source, at=None, **options):
    return explain(evaluate(read_text(source, at or {}), at or {}), **options)


def cells(line):
    """Split a row of a table as GitHub does: at bars that no backslash precedes."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def test_the_table():
    told = markdown(derive("z = (x + c)*x", {"x": 3, "c": 4}, wrt=["x"]))
    table = [line for line in told.splitlines() if line.startswith("|")]
    assert cells(table[0]) == ["", "path", "local derivatives", "numbers", "product"]
    assert re.fullmatch(r"(\|:?-+:?)+\|", table[1])
    assert [cells(line) for line in table[2:]] == [
        ["1", "z ← × v₂ ← + v₁ ← x", "1 · x · 1", "1 · 3 · 1", "3"],
        ["2", "z ← × v₂ ← x", "1 · v₁", "1 · 7", "7"],
    ]
    assert "* ∂z/∂x = 3 + 7 = 10\n" in told
    assert "```text\nz = (x + c)*x\n```\n" in told
    assert "at x = 3, c = 4\n" in told


def test_names_are_shown_as_they_are():
    assert escaped(r"a|b\c*d_e<f>`g`[h]") == r"a\|b\\c\*d\_e&lt;f&gt;\`g\`\[h\]"
    told = markdown(derive("loss_1 = abs(x_1)*x_1", {"x_1": -2}))
    table = [line for line in told.splitlines() if line.startswith("|")]
    assert {len(cells(line)) for line in table} == {5}
    assert r"loss\_1 ← × v₂ ← \| \| v₁" in told


def test_powers_in_counts_are_no_emphasis():
    source = "; ".join(["x1 = x + x", *(f"x{k + 1} = x{k} + x{k}" for k in range(1, 50))])
    assert r"+ 2\*\*50 - 7 more paths" in markdown(derive(source, {"x": 1}))


def test_the_block_of_code_cannot_be_left():
    derivation = derive("x*x")
    graph = replace(derivation.tape.graph, source="z = 1\n```\n# evil\n````")
    told = markdown(replace(derivation, tape=replace(derivation.tape, graph=graph)))
    assert told.startswith("`````text\nz = 1\n```\n# evil\n````\n`````\n")


def test_an_unused_input_says_so_in_the_jacobian_too():
    told = markdown(derive("a = x; b = y", {"x": 1, "y": 2}))
    assert "* ∂a/∂y = 0 (y is not used in a)\n" in told
    assert "| a | 1 | 0 (y is not used in a) |" in told
