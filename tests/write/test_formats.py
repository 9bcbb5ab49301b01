"""From a suffix to a writer."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphviz_ad.errors import UnknownName
from graphviz_ad.write.drawing import draw
from graphviz_ad.write.formats import FORMATS, format_of

BEGINNINGS = {
    "svg": b"<svg",
    "png": b"\x89PNG",
    "pdf": b"%PDF-1.7",
    "tex": b"% f = x",
    "mmd": b"flowchart LR",
    "dot": b"digraph",
    "json": b"{",
    "txt": b"f = ",
    "md": b"",
    "adviz": b"",
}


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a.svg", "svg"),
        ("a.b.PNG", "png"),
        ("a.pdf", "pdf"),
        ("a.tex", "tex"),
        ("a.mermaid", "mmd"),
        ("a.dot", "dot"),
        ("a.gv", "dot"),
        ("a.json", "json"),
        ("a.txt", "txt"),
        ("a.md", "md"),
        ("a.adviz", "adviz"),
        (Path("folder.png/a.svg"), "svg"),
    ],
)
def test_the_suffix_tells(path, name):
    assert format_of(path).name == name


def test_a_name_wins_over_the_suffix():
    assert format_of("a.svg", "png").name == "png"
    assert format_of("-", "txt").name == "txt"


@pytest.mark.parametrize("path", ["a.jpeg", "a", ".svg", "a.svg/", "-", ""])
def test_what_tells_nothing_is_refused_with_what_would(path):
    with pytest.raises(UnknownName) as caught:
        format_of(path)
    assert ".svg" in str(caught.value)
    assert "--format" in str(caught.value)


def test_an_unknown_name_gets_a_near_one():
    with pytest.raises(UnknownName, match="unknown format 'sgv'") as caught:
        format_of("a.svg", "sgv")
    assert "did you mean svg?" in str(caught.value)


def test_no_suffix_belongs_to_two_formats():
    suffixes = [suffix for entry in FORMATS.values() for suffix in entry.suffixes]
    assert len(suffixes) == len(set(suffixes))


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_makes_bytes(name):
    entry = FORMATS[name]
    data = entry.write(draw("x*y", {"x": 3, "y": 4}))
    assert data.startswith(BEGINNINGS[name])
    assert data
    assert entry.about
    assert entry.binary == (b"\x00" in data)
