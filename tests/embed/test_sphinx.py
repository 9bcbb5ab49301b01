"""Real builds by Sphinx: themes, builders, captions and references, what is wrong and stays wrong."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from browser.tab import DARK, LIGHT, Tab

THEMES = ("alabaster", "furo", "pydata_sphinx_theme", "sphinx_rtd_theme")
ALT = "f = (x + c)·x at x = 3, c = 4: f = 21; ∂f/∂x = 3 + 7 = 10"
INDEX = """\
Rule
====

.. adviz::
   :wrt: x
   :at: x=3 c=4
   :caption: The *rule*
   :name: pic
   :align: center

   (x + c)*x

.. adviz:: m.adviz
   :format: svg
   :class: mine

See :ref:`pic`, :numref:`pic` and :adviz:`"(x + c)*x" --wrt x --at "x=3 c=4"`.

.. adviz::
   :show: sweep
   :at: x=3

   y = x*x

.. toctree::

   myst
"""
MYST = """\
# In MyST

```{adviz}
:wrt: x

y = x*x
```
"""


def write(folder, **pages):
    folder.mkdir(exist_ok=True)
    (folder / "conf.py").write_text(
        'project = "t"\nextensions = ["graphviz_ad.embed.sphinx", "myst_parser"]\nnumfig = True\n'
        'exclude_patterns = []\nversion = copyright = "1"\n',
        encoding="utf-8",
    )
    for name, text in pages.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")
    return folder


def build(source, *options, builder="html", into="out", strict=True):
    """Build as a person does; return exit code and messages."""
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-b",
        builder,
        "-d",
        str(source.parent / f"{into}-trees"),
    ]
    done = subprocess.run(
        [
            *command,
            *(["-W", "--keep-going"] if strict else []),
            *options,
            str(source),
            str(source.parent / into),
        ],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "SOURCE_DATE_EPOCH": "0"},
    )
    return done.returncode, done.stderr


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    return write(
        tmp_path_factory.mktemp("sphinx") / "src", index_rst=INDEX, myst_md=MYST, m_adviz="f = x*y\n"
    )


@pytest.fixture(scope="module")
def built(source):
    """Return a function that builds once for each builder and theme and returns the folder."""
    done = {}

    def get(builder="html", theme="alabaster"):
        into = f"{builder}-{theme}"
        if into not in done:
            done[into] = build(source, "-D", f"html_theme={theme}", "-j", "2", builder=builder, into=into)
        assert done[into] == (0, "")
        return source.parent / into

    return get


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_shows_the_pictures_in_the_page(built, theme):
    page = (built(theme=theme) / "index.html").read_text(encoding="utf-8")
    assert page.count('<svg xmlns="http://www.w3.org/2000/svg" class="adviz"') == 2
    assert f'role="group" aria-label="{ALT}"' in page
    assert page.count('class="adviz-figure') == 4
    myst = (built(theme=theme) / "myst.html").read_text(encoding="utf-8")
    assert 'aria-label="y = x·x: ∂y/∂x = x + x = 2·x"' in myst


def test_images_are_files_with_alternative_texts(built):
    folder = built()
    page = (folder / "index.html").read_text(encoding="utf-8")
    images = re.findall(r'<img src="(_images/adviz-[0-9a-f]+\.svg)" alt="([^"]*)"', page)
    assert [alt for _, alt in images] == ["f = x·y: ∂f/∂x = y; ∂f/∂y = x", ALT]
    assert all("<svg" in (folder / name).read_text(encoding="utf-8") for name, _ in images)
    assert 'class="adviz-figure mine"' in page


def test_a_caption_has_a_number_and_can_be_referred_to(built):
    page = (built() / "index.html").read_text(encoding="utf-8")
    assert re.search(r'<figure class="align-center" id="pic">', page)
    assert "The <em>rule</em>" in page
    assert page.count('href="#pic"') >= 2
    assert "Fig. 1" in page


def test_two_pictures_on_a_page_share_no_id(built):
    ids = re.findall(r'\sid="([^"]+)"', (built() / "index.html").read_text(encoding="utf-8"))
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(("builder", "name"), [("text", "index.txt"), ("man", "t.1"), ("texinfo", "t.texi")])
def test_where_there_are_no_pictures_is_the_path_table(built, builder, name):
    text = (built(builder) / name).read_text(encoding="utf-8")
    assert re.search(r"2\s+f ← × v₂ ← x\s+1 · v₁\s+1 · 7\s+7", text)
    assert "∂f/∂x = 3 + 7 = 10" in text


def test_no_builder_writes_down_a_place_of_this_machine(source, built):
    text = (built("xml") / "index.xml").read_text(encoding="utf-8")
    assert text.count("<adviz_picture") == 4
    # Sphinx itself names the source of the document.
    assert str(source.parent) not in re.sub(r'<document [^>]*>|source="[^"]*"', "", text)


def test_latex_has_pixels_in_files(built):
    folder = built("latex")
    text = (folder / "t.tex").read_text(encoding="utf-8")
    names = re.findall(r"\\sphinxincludegraphics\[[^\]]*\]{{(adviz-[0-9a-f]+)}\.png}", text)
    assert len(names) == 5
    for name in names:
        assert (folder / f"{name}.png").read_bytes().startswith(b"\x89PNG")


def test_a_book_has_the_pictures(built):
    folder = built("epub")
    page = (folder / "index.xhtml").read_text(encoding="utf-8")
    from xml.dom import minidom

    assert len(minidom.parseString(page).getElementsByTagName("svg")) == 2
    package = (folder / "content.opf").read_text(encoding="utf-8")
    assert all(name in package for name in re.findall(r"adviz-[0-9a-f]+\.svg", page))


def test_two_builds_give_the_same_bytes(source, built):
    first = built()
    assert build(source, "-D", "html_theme=alabaster", into="second")[0] == 0
    second = source.parent / "second"
    names = ["index.html", "myst.html", *(f"_images/{file.name}" for file in (first / "_images").iterdir())]
    assert len(names) > 3
    for name in names:
        assert (first / name).read_bytes() == (second / name).read_bytes(), name


BROKEN = "Rule\n====\n\nText\n\n.. adviz::\n   :wrt: x\n\n   x*\n\n.. adviz:: no.adviz\n\n:adviz:`x +`\n"


def test_what_is_wrong_is_told_with_file_and_line_at_every_build(tmp_path):
    source = write(tmp_path / "src", index_rst=BROKEN, other_rst=":orphan:\n\nOther\n=====\n")
    index = source / "index.rst"
    for options in ((), (), ("-j", "2")):
        code, said = build(source, *options)
        assert code == 1
        assert f"{index}:6: WARNING: adviz: the expression ends where a value should follow" in said
        assert f"{index}:11: WARNING: adviz: cannot read" in said
        assert f"{index}:13: WARNING: adviz: " in said
    assert "adviz-error" in (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    index.write_text(BROKEN.partition("..")[0], encoding="utf-8")
    assert build(source) == (0, "")
    assert build(source, "-D", "suppress_warnings=adviz.picture") == (0, "")


@pytest.mark.parametrize(
    ("directive", "said"),
    [
        (".. adviz::\n", "either a program as its content or a file"),
        (".. adviz:: n.adviz\n", "did you mean m.adviz?"),
        (".. adviz:: x*y\n", "cannot read"),
        (".. adviz:: m.adviz\n\n   x*y\n", "either a program as its content or a file"),
        (".. adviz::\n   :digits: 99\n\n   x*y\n", "not a whole number from 1 to 17"),
        (".. adviz::\n   :show: grad\n   :labels: none\n\n   x*y\n", "there is no option labels"),
        (".. adviz::\n   :align: up\n\n   x*y\n", "align"),
        (".. adviz::\n   :wrrt: x\n\n   x*y\n", "wrrt"),
    ],
)
def test_a_directive_that_cannot_be_followed_is_told(tmp_path, directive, said):
    source = write(tmp_path / "src", index_rst=f"T\n=\n\n{directive}", m_adviz="x")
    code, messages = build(source, builder="dummy")
    assert code == 1
    assert said in messages
    assert f"{source / 'index.rst'}:4:" in messages


def test_a_page_is_made_again_when_its_file_changes(tmp_path):
    source = write(tmp_path / "src", index_rst="T\n=\n\n.. adviz:: m.adviz\n", m_adviz="x*y")
    page = tmp_path / "out" / "index.html"
    assert build(source) == (0, "")
    assert 'aria-label="f = x·y' in page.read_text(encoding="utf-8")
    (source / "m.adviz").write_text("x + y*y", encoding="utf-8")
    os.utime(source / "m.adviz", (2e9, 2e9))
    assert build(source) == (0, "")
    assert 'aria-label="f = x + y·y' in page.read_text(encoding="utf-8")


def test_a_file_may_be_below_the_page_and_have_a_blank(tmp_path):
    source = write(tmp_path / "src", index_rst="T\n=\n\n.. toctree::\n\n   sub/page\n")
    (source / "sub").mkdir()
    (source / "sub" / "my file.adviz").write_text("x*y", encoding="utf-8")
    directives = [".. adviz:: my file.adviz\n   :format: png\n", ".. adviz:: /sub/my file.adviz\n",
                  ".. adviz:: engine.py:loss\n   :at: x=2 y=3\n",
                  ".. adviz:: engine.py:claims\n   :show: debug\n"]  # fmt: skip
    (source / "sub" / "engine.py").write_text(
        "from graphviz_ad import Value\n\n\ndef loss(x, y):\n    return x*y\n\n\n"
        "claims = Value(2) * Value(3)\nclaims.backward()\n",
        encoding="utf-8",
    )
    (source / "sub" / "page.rst").write_text("P\n=\n\n" + "\n".join(directives), encoding="utf-8")
    assert build(source) == (0, "")
    page = (tmp_path / "out" / "sub" / "page.html").read_text(encoding="utf-8")
    assert page.count('class="adviz-figure') == 4


GALLERY_CONF = """
extensions += ["sphinx_gallery.gen_gallery"]
# Without these it wants matplotlib.
sphinx_gallery_conf = {
    "examples_dirs": "../examples", "gallery_dirs": "auto", "image_scrapers": (), "reset_modules": (),
}
"""
EXAMPLE = '''"""
A square
========
"""

import graphviz_ad

graphviz_ad.draw("x*x", {"x": 3})

# %%
# Live

x = graphviz_ad.Value(3, name="x")
(x * x).draw(wrt=x)
'''


def test_a_gallery_of_examples_shows_what_they_return(tmp_path):
    source = write(tmp_path / "src", index_rst="T\n=\n\n.. toctree::\n\n   auto/index\n")
    with (source / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write(GALLERY_CONF)
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples" / "GALLERY_HEADER.rst").write_text("Examples\n========\n", encoding="utf-8")
    (tmp_path / "examples" / "plot_square.py").write_text(EXAMPLE, encoding="utf-8")
    code, said = build(source, strict=False)
    page = (tmp_path / "out" / "auto" / "plot_square.html").read_text(encoding="utf-8")
    assert (code, page.count('<div class="adviz-figure"><svg')) == (0, 2), said
    assert page.count('aria-label="f = x·x at x = 3: f = 9; ∂f/∂x = 3 + 3 = 6"') == 2


TOGGLED = {
    "furo": "document.body.dataset.theme",
    "pydata_sphinx_theme": "document.documentElement.dataset.theme",
}


@pytest.mark.parametrize("theme", TOGGLED)
def test_a_theme_that_is_switched_on_the_page_switches_the_pictures(built, theme):
    with Tab(built(theme=theme) / "index.html") as tab:
        assert tab.papers() == [LIGHT, LIGHT]
        tab.value(f"{TOGGLED[theme]} = 'dark'")
        assert tab.papers() == [DARK, DARK]
        tab.value(f"{TOGGLED[theme]} = 'light'")
        assert tab.papers() == [LIGHT, LIGHT]


@pytest.mark.parametrize("theme", TOGGLED)
def test_a_page_that_follows_the_system_takes_its_pictures_along(built, theme):
    with Tab(built(theme=theme) / "index.html", scheme="dark") as tab:
        assert tab.papers() == [DARK, DARK]


@pytest.mark.parametrize("theme", ["alabaster", "sphinx_rtd_theme"])
def test_a_page_that_is_always_light_has_light_pictures(built, theme):
    """These themes know no dark: a dark picture would stand out, and its text is read where it stands."""
    with Tab(built(theme=theme) / "index.html") as tab:
        assert tab.papers() == [LIGHT, LIGHT]


@pytest.mark.parametrize("theme", THEMES)
def test_a_narrow_page_does_not_move_sideways_and_says_the_totals(built, theme):
    with Tab(built(theme=theme) / "index.html", width=360) as tab:
        assert tab.overflow() <= 0
        assert tab.names().count(ALT) == 2  # the figure, and the image of the role


def test_a_printed_page_has_the_letters_of_its_pictures(built, pdftotext):
    with Tab(built(theme="furo") / "index.html", scheme="dark") as tab:
        data = tab.printed()
    text = subprocess.run([pdftotext, "-", "-"], input=data, capture_output=True, check=True).stdout.decode()
    assert "∂f/∂x = 3 + 7 = 10" in text
