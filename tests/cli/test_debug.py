from __future__ import annotations

import json

import pytest
from suspected import BROKEN, MICROGRAD

from adviz_cli.commands.debug import EXAMPLES
from graphviz_ad.errors import AdvizError

GRAPH = {
    "adviz": 1,
    "inputs": {"p": 1.3},
    "nodes": [
        {"id": "c", "op": "pow", "args": ["p", 3], "value": 2.197, "local": [5.07, None], "grad": 1.0},
        {"id": "y", "op": "add", "args": ["c", "p"], "value": 3.497, "local": [1.0, 1.0], "grad": 1.0},
    ],
    "output": "y",
    "grads": {"p": 5.07},
}
RIGHT = {**GRAPH, "grads": {"p": 6.07}}
DOT = """digraph {
  p [value=1.3, grad=GRAD]
  c [op=pow, args="p 3", value=2.197, grad=1]
  y [op=add, value=3.497, grad=1]
  p -> c [local=5.07]
  c -> y [local=1]
  p -> y [local=1]
}"""
GRAPHML = """<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="op" for="node" attr.name="op" attr.type="string"/>
<key id="value" for="node" attr.name="value" attr.type="double"/>
<key id="grad" for="node" attr.name="grad" attr.type="double"/>
<graph edgedefault="directed">
<node id="x"><data key="value">3</data><data key="grad">6</data></node>
<node id="y"><data key="op">square</data><data key="value">9</data></node>
<edge source="x" target="y"/>
</graph></graphml>"""
PASS = "y = (m*x)**2\n---\ndy = 1\ndx = 2*m*x*dy\n"


@pytest.fixture
def files(tmp_path):
    """Write one graph in every form, right and wrong."""
    for name, graph in (("wrong", GRAPH), ("right", RIGHT)):
        (tmp_path / f"{name}.json").write_text(json.dumps(graph), encoding="utf-8")
        dot = DOT.replace("GRAD", str(graph["grads"]["p"]))
        (tmp_path / f"{name}.dot").write_text(dot, encoding="utf-8")
        (tmp_path / f"{name}.gv").write_text(dot, encoding="utf-8")
    (tmp_path / "right.graphml").write_text(GRAPHML, encoding="utf-8")
    (tmp_path / "wrong.graphml").write_text(GRAPHML.replace(">6<", ">3<"), encoding="utf-8")
    (tmp_path / "right.py").write_text(MICROGRAD, encoding="utf-8")
    broken = BROKEN + "\nloss = w * x * Value(3.0)\nloss.backward()\n"
    (tmp_path / "wrong.py").write_text(broken, encoding="utf-8")
    (tmp_path / "wrong.txt").write_text(PASS, encoding="utf-8")
    (tmp_path / "right.txt").write_text(PASS.replace("dx = 2*m*x*dy", "dx = 2*m*x*m*dy"), encoding="utf-8")


@pytest.mark.parametrize("suffix", ["json", "dot", "gv", "graphml", "py", "txt"])
@pytest.mark.usefixtures("files")
def test_every_form_is_read_and_the_exit_code_tells(run, suffix):
    name = {"py": ".py:loss"}.get(suffix, f".{suffix}")
    at = ["--at", "m=2 x=3"] if suffix == "txt" else []
    wrong = run("debug", f"wrong{name}", *at)
    assert wrong.code == 1, wrong.err
    assert "error" in wrong.out.splitlines()[0]
    right = run("debug", f"right{name}", *at)
    assert right.code == 0, right.err
    assert right.out.startswith("no fault found in ")


@pytest.mark.usefixtures("files")
def test_the_report_names_place_cause_and_numbers(run):
    out = run("debug", "wrong.json").out
    assert "at p\n" in out
    assert "overwritten at p by the ** node c" in out
    assert "given 5.07, should be 6.07" in out


@pytest.mark.usefixtures("files")
def test_json(run):
    done = run("debug", "wrong.json", "--json")
    document = json.loads(done.out)
    assert done.code == 1
    assert (document["schema"], document["ok"]) == (1, False)
    assert document["findings"][0]["fault"] == "assign_instead_of_accumulate"
    assert run("debug", "wrong.json", "-T", "json").out == done.out
    assert json.loads(run("debug", "right.json", "--json").out)["ok"] is True


@pytest.mark.usefixtures("files")
def test_files_by_suffix_and_the_report_besides(run, tmp_path):
    words = [word for name in ("svg", "png", "txt", "md", "json") for word in ("-o", f"x.{name}")]
    done = run("debug", "wrong.json", *words)
    assert done.code == 1
    assert (tmp_path / "x.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "x.txt").read_text(encoding="utf-8") == done.out == run("debug", "wrong.json").out
    assert (tmp_path / "x.md").read_text(encoding="utf-8").startswith("**1 error")
    assert "x.svg written" in done.err
    quiet = run("debug", "wrong.json", *words, "-q")
    assert (quiet.code, quiet.out, quiet.err) == (1, "", "")


@pytest.mark.usefixtures("files")
def test_the_picture_marks_the_place(run):
    svg = run("debug", "wrong.json", "-T", "svg").out
    assert "grad 5.07, should be 6.07" in svg
    assert "adviz-faulty-box" in svg.partition("</style>")[2]
    assert "adviz-faulty-box" not in run("debug", "right.json", "-T", "svg").out.partition("</style>")[2]


@pytest.mark.usefixtures("files")
def test_fix_writes_the_corrected_graph(run, tmp_path):
    done = run("debug", "wrong.json", "--fix", "-o", "fixed.json")
    assert done.code == 1
    assert json.loads((tmp_path / "fixed.json").read_bytes())["grads"]["p"] == pytest.approx(6.07)
    assert run("debug", "fixed.json").code == 0
    printed = run("debug", "wrong.json", "--fix").out
    assert printed == (tmp_path / "fixed.json").read_text(encoding="utf-8")
    both = run("debug", "wrong.dot", "--fix", "-o", "y.json", "-o", "y.svg")
    assert (both.code, (tmp_path / "y.svg").exists()) == (1, True)
    assert run("debug", "y.json").code == 0


def test_text_from_the_command_line_and_standard_input(run, adviz):
    done = run("debug", PASS, "--at", "m=2 x=3")
    assert done.code == 1
    assert "dx = 2*m*x*dy" in done.out
    piped = adviz("debug", "-", "--at", "m=2 x=3", stdin=PASS)
    assert (piped.returncode, piped.stdout) == (1, done.out)


@pytest.mark.usefixtures("files")
def test_points(run):
    assert "no other points were tried" in run("debug", "right.json", "--points", "3").out
    assert "tried at 3 other points too" in run("debug", "right.txt", "--at", "m=2 x=3", "--points", "3").out


@pytest.mark.usefixtures("files")
def test_tolerance(run, tmp_path):
    off = {**RIGHT, "grads": {"p": 6.07012345678901}}
    (tmp_path / "off.json").write_text(json.dumps(off), encoding="utf-8")
    assert run("debug", "off.json").code == 1
    assert run("debug", "off.json", "--tolerance", "1e-3").code == 0


@pytest.mark.usefixtures("files")
def test_edges_can_be_told(run, tmp_path):
    backward = "digraph { y [op=square, value=9, grad=1]; x [value=3, grad=6]; y -> x [local=6] }"
    (tmp_path / "back.dot").write_text(backward, encoding="utf-8")
    assert run("debug", "back.dot", "--edges", "backward").code == 0
    assert run("debug", "back.dot", "--edges", "sideways").code == 2


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ([], 2, "a graph is missing"),
        (["missing.json"], 1, "cannot read missing.json"),
        (["right.py"], 1, "adviz debug right.py:loss"),
        (["right.py:los"], 1, "did you mean loss?"),
        (["right.py:fails"], 1, "no luck"),
        (["right.py:waits", "--timeout", "1"], 1, "was not done after 1 s"),
        (["right.py:loss", "--at", "x=2"], 1, "live objects have their values"),
        (["wrong.json", "-o", "x.dot"], 1, "a report cannot be written as dot"),
        (["wrong.json", "-o", "x.nothing"], 1, "unknown suffix"),
        (["x*y", "--watch"], 2, "--watch needs a file"),
        (["missing.py:loss"], 1, "there is no file missing.py"),
        (["no_such_module:loss"], 1, "there is no module no_such_module"),
        (["wrong.json", "--fix", "-o", "x.svg"], 2, "--fix writes a graph as JSON"),
        (["wrong.json", "--fix", "-o", "wrong.json"], 1, "write to another file"),
        (["wrong.json", "--focus", "zz", "-T", "svg"], 1, "no node is called 'zz'"),
    ],
)
def test_what_is_wrong_is_said(run, words, code, said):
    done = run("debug", *words)
    assert (done.code, done.out) == (code, "")
    assert said in done.err


@pytest.mark.usefixtures("files")
def test_focus_draws_a_part(run):
    svg = run("debug", "wrong.json", "--focus", "c", "--radius", "0", "-T", "svg").out
    assert "showing the 1 within 0 edges of c" in svg
    # Before it p, behind it the sum and its circle.
    assert ">1 node<" in svg
    assert ">2 nodes<" in svg


@pytest.mark.usefixtures("files")
def test_colours(run):
    assert "\x1b[1;31m" in run("debug", "wrong.json", "--color", "always").out
    assert "\x1b" not in run("debug", "wrong.json").out


def test_examples_are_commands_of_this_name():
    assert all(example.startswith("adviz debug ") for example in EXAMPLES)


@pytest.mark.usefixtures("files")
def test_watch_looks_again_at_a_changed_file(run, tmp_path, monkeypatch):
    seen = []

    def repeat(file, work):
        seen.append(file)
        work()
        (tmp_path / file).write_text(json.dumps(RIGHT), encoding="utf-8")
        work()
        return 130

    monkeypatch.setattr("adviz_cli.watching.repeat", repeat)
    done = run("debug", "wrong.json", "--watch")
    assert (done.code, seen) == (130, ["wrong.json"])
    assert done.out.index("1 error") < done.out.index("no fault found")
    run("debug", "right.py:loss", "--watch")
    assert seen[1] == "right.py"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("x.json", "", "x.json is empty"),
        ("x.txt", " \n", "x.txt is empty"),
        ("x.json", "null", "x.json is no graph in JSON"),
        ("x.dot", "hello", "x.dot is no graph in DOT"),
        ("x.gexf", "hello", "x.gexf is no graph in XML"),
    ],
)
def test_a_file_that_is_not_what_its_name_says(run, tmp_path, name, content, said):
    (tmp_path / name).write_text(content, encoding="utf-8")
    done = run("debug", name)
    assert (done.code, done.out) == (1, "")
    assert said in done.err


@pytest.mark.usefixtures("files")
def test_the_report_is_there_where_the_picture_fails(run):
    done = run("debug", "wrong.json", "-o", "x.svg", "--engine", "/no/such/dot")
    assert done.code == 3
    assert done.out.startswith("1 error\n")
    assert "there is no layout program" in done.err


HOSTILE = """
import threading, time

class Evil(Value):
    def __getattr__(self, name):
        raise RuntimeError("no " + name)
    __hash__ = object.__hash__
    def __eq__(self, other):
        raise RuntimeError("never equal")
    def __bool__(self):
        raise RuntimeError("neither true nor false")

evil = Evil(2.0)
square = evil * evil

def with_a_thread():
    threading.Thread(target=time.sleep, args=(1000,)).start()
    return square

circle = Value(1.0)
circle._prev = {circle}
"""


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [("square", 0, "no fault found"), ("with_a_thread", 0, "no fault found"), ("circle", 1, "its own input")],
)
def test_hostile_objects(run, tmp_path, name, code, said):
    (tmp_path / "engine.py").write_text(MICROGRAD + HOSTILE, encoding="utf-8")
    done = run("debug", f"engine.py:{name}", "--timeout", "30")
    assert done.code == code, done.err
    assert said in done.out


def test_how_long_code_may_run(run, monkeypatch):
    seen = []

    def load_claims(*_words, timeout, **_more):
        seen.append(timeout)
        raise AdvizError("enough")

    monkeypatch.setattr("graphviz_ad.live.loading.load_claims", load_claims)
    run("debug", "engine.py:loss")
    run("debug", "engine.py:loss", "--timeout", "5")
    assert seen == [60, 5]
