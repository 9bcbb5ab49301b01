"""gallery/json.md: every key of every document is named there, and nothing that no document has."""

from __future__ import annotations

import json
import re

import pytest
from conftest import ROOT

from adviz_cli.__main__ import main
from adviz_cli.arguments import COMMANDS
from graphviz_ad.claims import Claims, Line, Probe
from graphviz_ad.finding import Finding, Source
from graphviz_ad.read import read_text
from graphviz_ad.read.objects.families import FAMILIES
from graphviz_ad.write.claims_document import claims_document
from graphviz_ad.write.graph_document import graph_document
from graphviz_ad.write.report_document import report_document

GALLERY = ROOT / "gallery"
# What lies under these keys is called by names of nodes, which are anybody's.
BY_NAME = {
    "at", "labels", "seed", "values", "adjoints", "inputs", "scope", "grads",
    "stated_ops", "probes", "sources",
}  # fmt: skip
PROGRAM = ["max(abs(x), 2*pi)*y", "--at", "x=3 y=4"]
COMMAND_LINES = {
    "The derivation": [["draw", *PROGRAM], ["paths", *PROGRAM]],
    "A sweep": [["sweep", *PROGRAM, "--mode", mode] for mode in ("reverse", "forward")],
    "A program with its backward passes": [["grad", *PROGRAM, "--order", "2"]],
    "Tables": [["tape", *PROGRAM, "--backward"], ["eval", *PROGRAM], ["jacobian", *PROGRAM], ["ops"]],
}


def sections():
    """Return the text of json.md by heading."""
    page = (GALLERY / "json.md").read_text(encoding="utf-8")
    parts = re.split(r"^#+ (.*)$", page, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def named(text):
    return set(re.findall(r'[`"](\w+)[`"]', text))


def keys(content, under=""):
    """Yield every key of a document that is no name of a node."""
    if isinstance(content, dict):
        if under not in BY_NAME:
            yield from content
        for key, value in content.items():
            yield from keys(value, "" if under in BY_NAME else key)
    elif isinstance(content, list):
        for entry in content:
            yield from keys(entry, under)


def everything_claimed():
    """Return claims with something of every kind, and a finding that has every field."""
    found = Finding(
        "wrong_local",
        "error",
        "n1",
        "n1_0",
        "n1",
        1.0,
        2.0,
        "message",
        "hint",
        Source("engine.py", 1, "text"),
    )
    claims = Claims(
        read_text("t = x*x; y = t + 1"), {"x": 3.0}, {1: 9.0}, {0: 3.0}, {0: 6.0, 1: 1.0}, {1: "*"},
        {0: Probe(1.0, 1.0, 1.0)}, frozenset((1,)), (2, 1), {1: Source("engine.py", 1, "text")}, "JSON",
        (found,), (found,), (Line(1, "dx = 1", "dx", 0, False, "1"),),
    )  # fmt: skip
    return claims, found


def documents(heading, capfd):
    """Return documents of the kind that a section describes."""
    if heading == "A graph that was written by hand":
        graphs = [read_text("x = 1; y = pi*z"), read_text("s(t) = t*t; y = s(x) + s(3); z = y")]
        return [graph_document(graph, {"x": 3.0}) for graph in graphs]
    claims, found = everything_claimed()
    if heading == "What a graph may state":
        return [claims_document(claims)]
    if heading == "What `adviz debug` finds":
        from graphviz_ad.check.verdict import Verdict

        return [report_document(claims, Verdict((found,), (None,), instead={0: (found,)}))]
    made = []
    for line in COMMAND_LINES[heading]:
        capfd.readouterr()
        assert main([*line, "--json"]) == 0
        made.append(json.loads(capfd.readouterr().out))
    return made


KINDS = {
    # Heading, and the sections to which it refers.
    "The derivation": (),
    "A sweep": (),
    "A program with its backward passes": ("The derivation",),
    "Tables": ("The derivation",),
    "A graph that was written by hand": ("What `adviz debug` finds",),
    "What a graph may state": ("A graph that was written by hand", "What `adviz debug` finds"),
    "What `adviz debug` finds": (),
}


@pytest.mark.parametrize("heading", KINDS)
def test_every_key_is_named(heading, capfd, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = sections()
    text = "".join(told[name] for name in (heading, *KINDS[heading]))
    found = {key for document in documents(heading, capfd) for key in keys(document)}
    assert len(found) > 5
    assert found - named(text) == set()


@pytest.mark.parametrize("heading", ["What `adviz debug` finds", *COMMAND_LINES])
def test_every_key_that_a_table_names_is_there(heading, capfd, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = re.findall(r"^\| (`.*?) \|", sections()[heading], re.MULTILINE)
    wanted = {key for row in rows for key in re.findall(r"`(\w+)`", row)}
    found = {key for document in documents(heading, capfd) for key in keys(document)}
    assert len(wanted) > 5
    assert wanted - found == set()


def test_the_commands_that_take_graphs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    graph = tmp_path / "graph.json"
    graph.write_text(json.dumps(graph_document(read_text("y = x*x"), {"x": 3.0})), encoding="utf-8")
    takers = [command for command in COMMANDS if command not in ("ops", "doctor", "embed")]
    for command in takers:
        assert main([command, str(graph), "--json"]) == 0, command
    text = sections()["A graph that was written by hand"].partition("```")[0]
    assert set(takers) - named(text) == set()


def test_documents_that_are_graphs_say_so(capfd, tmp_path, monkeypatch):
    """What has "adviz": 1 is read again, and as the page says that is two kinds."""
    monkeypatch.chdir(tmp_path)
    marked = {heading for heading in COMMAND_LINES for d in documents(heading, capfd) if "adviz" in d}
    assert marked == {"The derivation", "A program with its backward passes"}
    for heading in marked:
        for document in documents(heading, capfd):
            (tmp_path / "again.json").write_text(json.dumps(document), encoding="utf-8")
            assert main(["eval", "again.json"]) == 0
            assert "25.13" in capfd.readouterr().out


def test_faults_of_real_engines_are_listed():
    listed = named(sections()["Faults"])
    for file in ("cases.json", "faulty_graphs.json"):
        cases = json.loads((ROOT / "tests/data" / file).read_text(encoding="utf-8"))
        blamed = {one["fault"] for case in cases for one in case.get("data", {}).get("blame") or ()}
        assert blamed
        assert blamed - listed == set()


def test_the_table_of_families_is_the_one_of_the_code():
    page = (GALLERY / "your-engine.md").read_text(encoding="utf-8")
    parts = ("value", "gradient", "inputs", "operation", "partials", "rule")
    rows = [
        [row.style, *(" ".join(f"`{name}`" for name in getattr(row, part).split()) for part in parts)]
        for row in FAMILIES
    ]
    table = page.partition("| style |")[2].partition("\n\n")[0].splitlines()[2:]
    assert [[cell.strip() for cell in line.strip("|").split("|")] for line in table] == rows
