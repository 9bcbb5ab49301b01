import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from graphviz_ad.differentiate import evaluate
from graphviz_ad.explain import explain
from graphviz_ad.noun import replace
from graphviz_ad.read import read_text
from graphviz_ad.write import theme
from graphviz_ad.write.dot import dot

PURE = Path(sys.executable).with_name("graphviz-pure")
ENGINES = [
    pytest.param(program, marks=pytest.mark.skipif(not found, reason=f"{name} is not installed"), id=name)
    for name, program, found in [
        ("dot", "dot", shutil.which("dot")),
        ("graphviz-pure", str(PURE), PURE.exists()),
    ]
]
HOSTILE = [
    "<lambda> <relu>",
    "<b>bold</b>",
    'say "hi"',
    *("x->y", "p|q", "{a}", "a<b", "&amp;"),
    *("node", "Edge", "STRICT", "3d", "x-1", "w.grad", "$w", "%s"),
    *("relu\n", "a\nb", "a\\nb", "back\\", "\\", "a\tb", "\x1b[31m", "\x00"),
    *("損失", "🦜", "x" * 20_000),
]


def derive(source, at=None, **options):
    return explain(evaluate(read_text(source, at or {}), at or {}), **options)


def renamed(name):
    """Return z = x*y + x with x called ``name``."""
    derivation = derive("z = x*y + x", {"x": 2, "y": 3})
    graph = derivation.tape.graph
    graph = replace(graph, names={**graph.names, graph.scope["x"]: name}, scope={**graph.scope, name: 0})
    return explain(replace(derivation.tape, graph=graph))


def laid_out(engine, text):
    done = subprocess.run(
        [engine, "-Tjson"], input=text.encode(), capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    # The one thing that graphviz-pure has to say: it knows no widths beyond ASCII.
    said = [line for line in done.stderr.decode().splitlines() if "non-ASCII" not in line]
    assert not said
    return json.loads(done.stdout)


@pytest.mark.parametrize("engine", ENGINES)
def test_labels_values_and_local_derivatives(engine):
    drawn = laid_out(engine, dot(derive("L = (y-(m*x+c))**2", {"y": 1, "m": 2, "x": 3, "c": 4})))
    labels = {node["name"]: node["label"] for node in drawn["objects"]}
    assert labels["n0"] == r"y\n1"
    assert labels["n7"] == r"( )²\nv₄ = 81"
    assert labels["n8"] == r"L\n81"
    edges = {(edge["tail"], edge["head"]): edge for edge in drawn["edges"]}
    assert edges[6, 7]["label"] == r"2·v₃\n= −18"
    assert edges[5, 6]["label"] == "−1"
    assert (edges[6, 7]["local"], edges[5, 6]["local"]) == ("-18", "-1")
    node = next(node for node in drawn["objects"] if node["name"] == "n7")
    assert (node["op"], node["value"]) == ("pow", "81")
    assert "∂L/∂x = 36" in drawn["label"]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_names_are_drawn_as_they_are(engine, name):
    drawn = laid_out(engine, dot(renamed(name)))
    assert len(drawn["objects"]) == 5
    assert len(drawn["edges"]) == 5
    label = drawn["objects"][0]["label"]
    assert len(label) < 5000
    shown = name.encode("unicode_escape").decode() if not name.isprintable() else name
    if len(name) < 60:
        assert label == shown.replace("\\", "\\\\") + r"\n2"


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_no_string_is_too_long_and_none_is_html(name):
    text = dot(renamed(name))
    assert max(map(len, text.splitlines())) < 16_000
    assert "label=<" not in text
    assert "\x00" not in text
    assert "\x1b" not in text


def test_an_edge_has_a_strand_for_every_path():
    derivation = derive("L = (y-(m*x+c))*(y-(m*x+c))", {"y": 1, "m": 2, "x": 3, "c": 4}, wrt=["x"])
    text = dot(derivation)
    first, second = (f"#{light.lstrip('#').lower()}" for light, _ in theme.PATHS[:2])
    strands = [line for line in text.splitlines() if f'"{first}:{second}"' in line]
    assert [line.split("[")[0].strip() for line in strands] == ["n10 -> n11"]


def test_parallel_edges_are_two():
    text = dot(derive("x*x", {"x": 3}))
    assert text.count("n0 -> n1") == 2
    assert "strict" not in text


def test_without_values_there_are_symbols_alone():
    text = dot(derive("(x + c)*x"))
    (edge,) = [line for line in text.splitlines() if "n2 -> n3" in line]
    assert "label=x" in edge
    assert "local" not in edge


def test_the_same_derivation_gives_the_same_text():
    assert dot(renamed("損失")) == dot(renamed("損失"))


def test_rankdir():
    assert "rankdir=TB" in dot(derive("x*x"), rankdir="TB")


def test_constants_are_told_to_programs():
    text = dot(derive("(2*x + 3)**2", {"x": 2}))
    assert 'args="2 n0"' in text
    assert 'args="n1 3"' in text
    assert dot(derive("x*y")).count("args") == 0


def test_the_caption_of_many_derivatives_is_short():
    text = dot(derive("+".join(f"x{k}" for k in range(2000)), {f"x{k}": 1 for k in range(2000)}))
    assert max(map(len, text.splitlines())) < 16_000
    assert "… 1980 more" in text
