"""The documentation: built as a site, every picture by our own directive, no dead link, and up to date."""

from __future__ import annotations

import importlib.util
import io
import re
import subprocess
import sys

import pytest
from browser.tab import DARK, LIGHT, Tab
from conftest import ROOT
from PIL import Image

import graphviz_ad

GALLERY = ROOT / "gallery"


def module(name):
    """Load a module of the gallery, which is a folder of pages and no package."""
    sys.path.insert(0, str(GALLERY))
    try:
        spec = importlib.util.spec_from_file_location(name, GALLERY / f"{name}.py")
        loaded = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(loaded)
    finally:
        sys.path.remove(str(GALLERY))
    return loaded


def build(into):
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-j", "2", "-b", "html",
         "-d", f"{into}-trees", GALLERY, into],
        capture_output=True, encoding="utf-8", timeout=300, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return into


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return build(tmp_path_factory.mktemp("site") / "html")


def pages(site):
    return {file.name: file.read_text(encoding="utf-8") for file in sorted(site.glob("*.html"))}


def test_every_picture_is_drawn_by_the_directive(site):
    for name, text in pages(site).items():
        drawn = text.count('<svg xmlns="http://www.w3.org/2000/svg" class="adviz"')
        assert drawn == text.count('class="adviz-figure'), name
        assert 'class="adviz-error' not in text
        assert not re.search(r'<img (?![^>]*class="sidebar-logo)', text), name


def test_no_property_has_its_sentence_cut():
    """Napoleon takes what stands before a colon for the type."""
    for name in graphviz_ad.__all__:
        thing = getattr(graphviz_ad, name)
        for attribute, value in vars(thing).items() if isinstance(thing, type) else ():
            if isinstance(value, property):
                assert ":" not in (value.__doc__ or "").split("\n")[0], f"{name}.{attribute}"


def test_every_example_is_on_the_index_and_has_its_place(site):
    found = pages(site)
    for name, example in module("generated").examples().items():
        assert f'href="reading.html#{name}"' in found["index.html"]
        assert f'id="{name}"' in found["reading.html"]
        assert example["title"] in found["index.html"]


def test_no_link_is_dead(site):
    assert list(module("links").dead(site)) == []


def test_a_dead_link_is_seen(tmp_path):
    (tmp_path / "a.html").write_text('<a href="b.html">b</a><a href="#x">x</a><p id="y"><a href="#y">y</a>')
    assert list(module("links").dead(tmp_path)) == [
        "a.html: b.html does not exist",
        "a.html: #x has no such place",
    ]


def test_two_builds_are_the_same_bytes(site, tmp_path):
    assert pages(build(tmp_path / "again")) == pages(site)


def test_the_site_is_dark_where_the_reader_wants_it(site):
    with Tab(site / "reading.html") as tab:
        assert set(tab.papers()) == {LIGHT}
        tab.value("document.body.dataset.theme = 'dark'")
        assert set(tab.papers()) == {DARK}


@pytest.mark.parametrize("page", ["index", "reading", "wrong-gradient", "language", "command", "embedding"])
def test_no_page_moves_sideways_on_a_telephone(site, page):
    with Tab(site / f"{page}.html", width=360) as tab:
        assert tab.overflow() <= 0


def test_the_contact_sheet_has_every_example():
    data = (GALLERY / "contact-sheet.png").read_bytes()
    assert Image.open(io.BytesIO(data)).size == (1280, 640)
    _, said = module("contact_sheet").said_by(data)
    assert list(said) == list(module("generated").examples())
    assert said["green-and-red"] == "z = (x + c)·x at x = 3, c = 4: z = 21; ∂z/∂x = 3 + 7 = 10"


def test_what_is_generated_stays_when_it_is_generated_again():
    generated = module("generated")
    for page in ("language", "command", "index"):
        text = (GALLERY / f"{page}.md").read_text(encoding="utf-8")
        assert generated.filled(text) == text
