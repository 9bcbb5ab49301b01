"""Fenced blocks in Python-Markdown, MkDocs with Material and mkdocstrings: real builds."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import markdown
import pytest
from browser.tab import DARK, LIGHT, Tab
from pymdownx.superfences import SuperFencesException

from graphviz_ad.embed.markdown import fence, validate
from graphviz_ad.errors import AdvizError

ALT = "f = (x + c)·x at x = 3, c = 4: f = 21; ∂f/∂x = 3 + 7 = 10"
OWN = "graphviz_ad.embed.markdown"
SETTINGS = """\
site_name: T
theme:
  name: material
plugins:
  - mkdocstrings:
      handlers: {python: {paths: [.]}}
markdown_extensions:
  - attr_list
  - pymdownx.superfences:
      custom_fences:
        - name: adviz
          class: adviz
          format: !!python/name:graphviz_ad.embed.markdown.fence
          validator: !!python/name:graphviz_ad.embed.markdown.validate
"""
PLAIN = f"site_name: T\ntheme: {{name: mkdocs}}\nmarkdown_extensions: [{OWN}]\n"
INDEX = """\
---
title: Rule
---
# Rule

```adviz wrt="x" at="x=3 c=4"
(x + c)*x
```

- in a list

    ``` { .adviz #pic .wide show="sweep" at="x=2" }
    y = x**2*(x + 1)
    ```

```adviz file="m.adviz"
```
"""
BROKEN = 'Text.\n\n```adviz wrt="x"\nsine(x)\n```\n'
MODULE = '''"""A module."""


def square(x: float) -> float:
    """Return the square.

    ```adviz at="x=3"
    y = x*x
    ```
    """
    return x * x
'''


def site(folder, settings=SETTINGS, **pages):
    (folder / "docs").mkdir()
    (folder / "mkdocs.yml").write_text(settings, encoding="utf-8")
    (folder / "thing.py").write_text(MODULE, encoding="utf-8")
    (folder / "docs" / "m.adviz").write_text("g = x*y\n", encoding="utf-8")
    for name, text in pages.items():
        (folder / "docs" / f"{name}.md").write_text(text, encoding="utf-8")
    return folder


def build(folder, into="site", strict=True):
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-d", into, *(["--strict"] if strict else [])],
        cwd=folder, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True, encoding="utf-8",
        timeout=120, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def page(folder, name="index.html", into="site"):
    return (folder / into / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def material(tmp_path_factory):
    folder = site(tmp_path_factory.mktemp("mkdocs"), index=INDEX, api="# API\n\n::: thing.square\n")
    code, said = build(folder)
    assert (code, "WARNING" in said) == (0, False), said
    return folder


def test_material_has_the_pictures_in_the_page(material):
    text = page(material)
    assert text.count('<svg xmlns="http://www.w3.org/2000/svg" class="adviz"') == 3
    assert f'role="group" aria-label="{ALT}"' in text
    assert '<div class="adviz-figure wide" id="pic">' in text
    assert 'aria-label="g = x·y: ∂g/∂x = y; ∂g/∂y = x"' in text


def test_the_svg_is_whole(material):
    """Markdown leaves a bare SVG apart in paragraphs."""
    for svg in re.findall(r"<svg [^>]*class=\"adviz\".*?</svg>", page(material), re.DOTALL):
        assert "<p>" not in svg
        assert "</metadata>" in svg


def test_ids_are_unique(material):
    ids = re.findall(r'\sid="([^"]+)"', page(material))
    assert len(ids) == len(set(ids))


def test_docstrings_have_pictures(material):
    assert 'aria-label="y = x·x at x = 3: y = 9; ∂y/∂x = 3 + 3 = 6"' in page(material, "api/index.html")


def test_two_builds_are_the_same_bytes(material):
    assert build(material, "again")[0] == 0
    assert page(material) == page(material, into="again")


@pytest.mark.parametrize("settings", [SETTINGS, PLAIN], ids=["superfences", "own"])
def test_what_is_wrong_has_a_file_and_a_line_and_fails_strict(tmp_path, settings):
    folder = site(tmp_path, settings, index=BROKEN)
    code, said = build(folder)
    assert code == 1
    assert "index.md:3: adviz: sine is not a function" in said
    code, said = build(folder, strict=False)
    assert code == 0
    assert '<pre class="adviz-error">sine is not a function' in page(folder)


@pytest.mark.parametrize("settings", [SETTINGS, PLAIN], ids=["superfences", "own"])
def test_of_two_blocks_with_one_program_the_broken_one_is_named(tmp_path, settings):
    block = '```adviz at="x={}"\nx*x\n```\n\n'
    folder = site(tmp_path, settings, index="---\ntitle: t\n---\n\n" + block.format(1) + block.format("one"))
    code, said = build(folder)
    assert code == 1
    assert "index.md:9: adviz: " in said


def test_a_broken_docstring_names_the_page_that_shows_it(tmp_path):
    folder = site(tmp_path, index="# API\n\n::: thing.square\n")
    (folder / "thing.py").write_text(MODULE.replace("y = x*x", "y = x*"), encoding="utf-8")
    code, said = build(folder)
    assert code == 1
    assert "index.md: adviz: the expression ends" in said


@pytest.mark.parametrize(
    "block",
    [
        '```adviz wrt=x at="x=3 c=4"\n(x + c)*x\n```',
        '~~~~ {.adviz wrt="x" at="x=3 c=4"}\n(x + c)*x\n~~~~',
        '- item\n\n    ```adviz wrt=x at="x=3 c=4"\n    (x + c)*x\n    ```',
    ],
)
def test_the_own_extension_needs_no_other(block):
    text = markdown.markdown(f"a\n\n{block}\n\nb *c*", extensions=[OWN])
    assert '<div class="adviz-figure"><svg xmlns="http://www.w3.org/2000/svg" class="adviz"' in text
    assert f'aria-label="{ALT}"' in text
    assert "<em>c</em>" in text


@pytest.mark.parametrize(
    "text",
    ["````text\n```adviz\nx*y\n```\n````", "```python\nx\n```", "```adviz\nnobody closes it", "`adviz`"],
)
def test_other_blocks_are_left_alone(text):
    others = ["fenced_code"]
    assert markdown.markdown(text, extensions=[OWN, *others]) == markdown.markdown(text, extensions=others)


@pytest.mark.parametrize(
    ("block", "said"),
    [
        ("```adviz\nsine(x)\n```", "line 3 of the page: sine is not a function"),
        ("```adviz\n```", "either a program as its content or the name of a file"),
        ("```adviz show=paths\nx\n```", "possible: draw, sweep, grad, debug"),
        ("```adviz colour=red\nx\n```", "there is no option colour"),
        ("```adviz file=none.adviz\n```", "none.adviz"),
        ("```adviz file=x*y\n```", "cannot read x*y"),
        ('```adviz "" =1\nx\n```', "there is no option"),
    ],
)
def test_without_mkdocs_what_is_wrong_is_raised(block, said):
    with pytest.raises(AdvizError, match=re.escape(said)):
        markdown.markdown(f"a\n\n{block}\n", extensions=[OWN])


def test_superfences_let_what_is_wrong_pass():
    options = {}
    assert validate("adviz", {"wrt": "x"}, options, {}, None)
    with pytest.raises(SuperFencesException, match="sine is not a function"):
        fence("sine(x)", "adviz", "adviz", options, None)


def test_a_word_without_a_value_is_a_flag():
    options = {}
    validate("adviz", {"share": "share", "max_paths": "1"}, options, {}, None)
    assert "<svg" in fence("sin(x)*sin(x)", "adviz", "adviz", options, None)


def test_material_switched_to_slate_switches_the_pictures(material):
    with Tab(material / "site" / "index.html") as tab:
        assert tab.papers() == [LIGHT] * 3
        tab.value("document.body.setAttribute('data-md-color-scheme', 'slate')")
        assert tab.papers() == [DARK] * 3
        assert ALT in tab.names()


def test_a_narrow_page_of_material_does_not_move_sideways(material):
    with Tab(material / "site" / "index.html", width=360) as tab:
        assert tab.overflow() <= 0
