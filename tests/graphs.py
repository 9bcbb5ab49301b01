"""Random graphs, and graphs with names that nobody should give."""

from __future__ import annotations

from hypothesis import strategies as st
from programs import programs

from graphviz_ad.noun import replace
from graphviz_ad.read import read_text

HOSTILE = [
    *("a\nb", "a\\nb", "back\\", 'say "hi"', "<lambda>", "<b>bold</b>", "&amp;", "x->y", "{a|b}", "%22", "%"),
    *("", " ", "n0", "n1", "node", "strict", "3", "-1e5", "pi", "nan", "null", "[1]", "a b", "a,b;c"),
    *("\u202ex", "\x1b[31m", "\x7f", "\u2028", "損失", "🦜", "\ud800", "x" * 20_000),
]


@st.composite
def graphs(draw):
    """Make a graph: a random program's, perhaps of other outputs, perhaps with other names."""
    text, at = draw(programs())
    graph = read_text(text, at, share=draw(st.booleans()))
    if draw(st.booleans()):
        inner = [name for name, node in graph.scope.items() if graph.is_operation(node)]
        of = draw(st.lists(st.sampled_from(inner), unique=True)) if inner else []
        graph = read_text(text, at, of=of)
    if draw(st.booleans()):
        names = st.sampled_from(HOSTILE) | st.text(max_size=8)
        inner = [node for node in graph.names if graph.is_operation(node)]
        graph = replace(graph, names={**graph.names, **{node: draw(names) for node in inner}})
    return graph


def hostile(name):
    """Return z = u*u + x with u called ``name``."""
    graph = read_text("u = x*y; z = u*u + x")
    return replace(graph, names={**graph.names, graph.scope["u"]: name})


def operands(graph):
    """Return every operand: a node, or a number to the last bit with its name; not where it is kept."""
    return [
        k if k >= 0 else (repr(graph.constants[-1 - k]), graph.symbols.get(-1 - k)) for k in graph.operands
    ]


def same(left, right):
    """Whether two graphs are one in everything that they say."""
    bare = {"operands": [], "constants": [], "symbols": {}}
    return operands(left) == operands(right) and replace(left, **bare) == replace(right, **bare)
