"""Graphs as flowcharts of Mermaid."""

from __future__ import annotations

import re

import pytest
from derivations import LOSS, PICTURES, derive

from graphviz_ad.write.drawing import draw
from graphviz_ad.write.mermaid import MOST_EDGES, mermaid, quoted

LABEL = r'"[^"#;]*(?:#\d+;[^"#;]*)*"'
NODE = re.compile(rf" {{2}}n\d+(?:\({LABEL}\)|\(\({LABEL}\)\)|\(\[{LABEL}\]\)):::[a-z]+")
EDGE = re.compile(rf" {{2}}n\d+ (?:-->|-\.->)(?:\|{LABEL}\|)? n\d+")
STYLE = re.compile(r" {2}(?:classDef [a-z]+ [-\w:#,. ]+|linkStyle \d+ stroke:#[0-9a-f]{6},stroke-width:2px)")
SAID = re.compile(r" {2}acc(?:Title|Descr): \S.*")


def parts(text):
    """Return nodes, edges and styles; every line is one of them, or what a screen reader says."""
    first, *lines = text.splitlines()
    assert re.fullmatch("flowchart (LR|RL|TB|BT)", first)
    kinds = [NODE, EDGE, STYLE, SAID]
    for line in lines:
        assert any(kind.fullmatch(line) for kind in kinds), line
    return [[line.strip() for line in lines if kind.fullmatch(line)] for kind in kinds]


@pytest.mark.parametrize("name", PICTURES)
def test_every_graph_is_a_flowchart(name):
    source, at, options = PICTURES[name]
    how = {key: options[key] for key in ("wrt", "max_paths") if key in options}
    derivation = derive(source, at, **how)
    nodes, edges, styles, _ = parts(mermaid(derivation))
    assert len(nodes) == len(derivation.tape.graph)
    assert len(edges) == len([*derivation.tape.graph.edges])
    # Mermaid refuses to draw anything where a style is for an arrow that is not there.
    assert all(
        int(found[1]) < len(edges) for found in map(re.compile(r"linkStyle (\d+)").match, styles) if found
    )


def test_values_and_local_derivatives():
    nodes, edges, _, said = parts(mermaid(derive(*LOSS, wrt=("x",))))
    assert 'n3(["x = 3"]):::input' in nodes or any('(["x = 3"]):::input' in node for node in nodes)
    assert any("L = 81" in node and node.endswith(":::output") for node in nodes)
    # From the worked examples: dL/dx = 1·(−18)·(−1)·1·2 = 36.
    assert any("= −18" in edge for edge in edges)
    assert "∂L/∂x = 36" in said[1]


def test_the_colour_of_a_path_is_on_its_own_arrows():
    text = mermaid(derive("z = (x+c)*x", {"x": 3, "c": 4}, wrt=("x",)))
    _, edges, styles, _ = parts(text)
    by_arrow = {int(s.split()[1]): s.split("stroke:")[1][:7] for s in styles if s.startswith("linkStyle")}
    (direct,) = [k for k, edge in enumerate(edges) if "v₁<br>= 7" in edge or ">= 7" in edge]
    (first,) = [k for k, edge in enumerate(edges) if "x<br>= 3" in edge]
    assert {by_arrow[direct], by_arrow[first]} == {"#0072b2", "#d55e00"}


@pytest.mark.parametrize(
    "text", ['"', "]", "))", "|", "#35;", "&amp;", "<b>", "`", "**b**", "$$x$$", "1. x", "end"]
)
def test_a_label_is_never_syntax(text):
    shown = quoted(text)
    assert re.fullmatch(LABEL, shown)
    again = re.sub(r"#(\d+);", lambda found: chr(int(found[1])), shown[1:-1])
    assert again == text


def test_keywords_are_names_like_others():
    nodes, *_ = parts(mermaid(derive("end = x*y; graph = end + x; style = graph*end", {"x": 1, "y": 2})))
    assert any("end = 2" in node for node in nodes)


def test_what_mermaid_would_refuse_is_noted():
    drawing = draw("; ".join(["s0 = x", *(f"s{k} = s{k - 1}*x" for k in range(1, MOST_EDGES))]), {"x": 1})
    drawing.mermaid()
    assert any("maxEdges" in note for note in drawing.notes)


def test_it_is_called_as_the_picture_and_in_its_language():
    assert "accTitle: Two 50% % paths\n" in draw("x*x", {"x": 3}, title="Two 50%% paths").mermaid()
    said = draw("x*y", {"x": 3, "y": 2}, lang="zh").mermaid()
    assert "accTitle: f = x*y，其中 x = 3, y = 2\n" in said
    assert "accTitle: f = x*x at x = 3\n" in draw("x*x", {"x": 3}, title="").mermaid()
