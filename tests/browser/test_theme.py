from __future__ import annotations

from browser.fit import dump_dom, measured
from derivations import pictured

from graphviz_ad.write.svg import svg

PROBE = """
<script>
const probe = document.createElement("pre"); probe.id = "measured";
const of = (q, p) => [...document.querySelectorAll(q)].map(e => getComputedStyle(e)[p]);
probe.textContent = JSON.stringify({
  paper: of("rect.adviz-paper", "fill"), ink: of("text.adviz-title", "fill"),
  strand: of("path.adviz-s1", "stroke"), size: of("text.adviz-name", "fontSize"),
  width: [...document.querySelectorAll("svg")].map(e => e.getBoundingClientRect().width),
  dimmed: of(".adviz-p1", "opacity"), lit: of(".adviz-p2", "opacity"),
  labels: of(".adviz-label", "opacity"),
  ids: [...document.querySelectorAll("[id]")].map(e => e.id)});
document.body.append(probe);
</script>"""
LIGHT, DARK = "rgb(255, 255, 255)", "rgb(13, 17, 23)"


def look(html, attributes="", style="", **options):
    page = f"<!doctype html><html {attributes}><meta charset=utf-8><style>{style}</style><body>{html}{PROBE}"
    return measured(dump_dom(page, **options))


PAGES = {
    "": LIGHT,
    'data-theme="dark"': DARK,
    'data-theme="my-dark"': DARK,
    'data-jp-theme-light="false"': DARK,
    'data-md-color-scheme="slate"': DARK,
    'data-bs-theme="dark"': DARK,
    'class="quarto-dark"': DARK,
    'class="vscode-dark"': DARK,
    'data-theme="light" style="color-scheme:dark"': LIGHT,
    'style="color-scheme:dark"': DARK,
}


def test_a_picture_follows_its_page():
    text = svg(pictured("loss"))
    found = look("".join(f"<div {attributes}>{text}</div>" for attributes in PAGES))
    assert dict(zip(PAGES, found["paper"], strict=True)) == PAGES


def test_a_theme_that_was_chosen_does_not_follow_the_page():
    light, dark = (svg(pictured("loss"), theme=theme) for theme in ("light", "dark"))
    found = look(f'<div data-theme="dark">{light}</div><div data-theme="light">{dark}</div>')
    assert found["paper"] == [LIGHT, DARK]


def test_rules_of_the_page_do_not_reach_into_the_picture():
    style = "svg text{font-size:40px;fill:red} .path,.box,.row{display:none} svg{height:10px}"
    found = look(svg(pictured("loss")), style=style)
    assert set(found["size"]) == {"15px"}
    assert found["ink"] == ["rgb(31, 35, 40)"]


def test_a_wide_picture_shrinks_to_its_column_and_nothing_is_cut():
    found = look(f'<div style="width:600px">{svg(pictured("ladder"))}</div>')
    assert found["width"] == [600]


def test_two_pictures_on_a_page_have_no_ids_in_common():
    found = look(svg(pictured("loss")) + svg(pictured("loss")))
    assert found["ids"] == []


def test_the_path_that_the_address_names_stands_out():
    text = svg(pictured("loss"), ids="")
    script = "<script>location.hash = 'p2'</script>"
    found = look(text + script)
    assert found["dimmed"] == ["0.16"]
    assert found["lit"] == ["1"]
    assert set(found["labels"]) == {"1", "0.16"}
