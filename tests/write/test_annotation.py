from __future__ import annotations

import graphviz
import pytest

from graphviz_ad.engine import layout
from graphviz_ad.errors import NotSupported
from graphviz_ad.write.debugging import debug


def product(local="2"):
    """Return y = x*x at 3, whose second local derivative is stated as 2."""
    drawn = graphviz.Digraph()
    drawn.node("x", value="3")
    drawn.node("y", op="mul", value="9", grad="1")
    drawn.edge("x", "y", local="3")
    drawn.edge("x", "y", local=local, style="dotted")
    return drawn


def test_the_wrong_one_of_parallel_edges_is_coloured_and_nothing_else_changes():
    drawn = product()
    before = list(drawn.body)
    made = debug(drawn).annotated()
    assert drawn.body == before
    assert isinstance(made, graphviz.Digraph)
    assert made.body[:3] == before[:3]
    assert 'label="given 2, should be 3"' in made.body[3]
    assert "style=dotted" in made.body[3]
    assert b"given 2, should be 3" in layout(made.source, args=("-Tsvg",))


def test_a_right_graph_stays_as_it_is():
    drawn = product("3")
    assert debug(drawn).annotated().body == drawn.body


def test_a_source_stays_a_source():
    text = product().source
    made = debug(graphviz.Source(text)).annotated()
    assert isinstance(made, graphviz.Source)
    assert made.source == debug(product()).annotated().source


def test_boxes_that_small_engines_draw_are_marked():
    drawn = graphviz.Digraph()
    for key, label in (("1", "{ a | data 2.0 | grad 3.0 }"), ("2", "{ b | data 3.0 | grad 5.0 }")):
        drawn.node(key, label, shape="record")
        drawn.edge(key, "3*")
    drawn.node("3", "{ data 6.0 | grad 1.0 }", shape="record")
    drawn.node("3*", "*")
    drawn.edge("3*", "3")
    made = debug(drawn).annotated()
    added = [line for line in made.body if line not in drawn.body]
    # Box 2 has the gradient 5, where a has the value 2: it, or the edge that brings it, is wrong.
    assert added
    assert all("given 5, should be 2" in line for line in added)
    assert all(line.split(" ")[0].strip() in {"2", '"2"'} for line in added)


def test_names_with_quotes_and_ports():
    drawn = graphviz.Digraph()
    drawn.node('a "b"', value="3")
    drawn.node("y", op="square", value="9")
    drawn.edge('a "b"', "y:w", local="5")
    made = debug(drawn).annotated()
    assert "given 5, should be 6" in made.body[2]
    layout(made.source, args=("-Tsvg",))


def test_other_sources_are_refused():
    with pytest.raises(NotSupported, match="only a Digraph or a Source"):
        debug("digraph { y [op=square]; x [value=3]; x -> y }").annotated()
