from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from derivations import LOSS, PICTURES, derive, picture, pictured

from graphviz_ad.draw import DrawOptions, draw
from graphviz_ad.errors import UnknownName
from graphviz_ad.noun import replace
from graphviz_ad.write.svg import svg
from graphviz_ad.write.theme import DASHES, PATHS, style

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = (
    "</text><script>alert(1)</script>",
    'x" onload="alert(1)',
    "it's {braces} {{ moustache }} {% tag %}",
    "back\\slash \\n %d %s",
    "relu\n",
    "]]> <!-- comment --> <![CDATA[",
    "变量名",
    "👩‍🔬 emoji",
    "javascript:alert(1)",
    "p|q {a} <b>",
    "\x00\x01\ufffe \ud800",
    "x" * 20_000,
)


def body(text):
    return re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)


def check_rules(text):
    """The rules of every SVG that adviz writes."""
    root = ET.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert "\n\n" not in text
    assert not re.search(r"\n\s*\n", text)
    assert "<script" not in text
    assert "foreignObject" not in text
    assert "url(" not in text
    assert re.findall(r"https?://[^\"'\s]+", text.partition("<metadata>")[0]) == [
        "http://www.w3.org/2000/svg"
    ]
    for element in root.iter():
        assert element.tag.startswith(SVG)
        assert not any(name.startswith("on") or name == "style" or "href" in name for name in element.attrib)
        classes = element.get("class", "adviz").split()
        assert all(name == "adviz" or name.startswith("adviz-") for name in classes)
        if element.tag.removeprefix(SVG) in {"rect", "ellipse", "circle", "path", "text"}:
            assert element.get("fill") or element.get("stroke"), ET.tostring(element)
            assert "var(" not in str(element.attrib)
    return root


@pytest.mark.parametrize("name", list(PICTURES))
def test_rules(name):
    root = check_rules(svg(pictured(name)))
    assert not [element for element in root.iter() if element.get("id")]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names(name):
    derivation = derive("y = sin(x)*c", {"x": 1, "c": 2})
    graph = derivation.tape.graph
    names = dict(graph.names) | {0: name, 1: f"{name}2", graph.outputs[0]: f"out {name}"}
    tape = replace(derivation.tape, graph=replace(graph, names=names), at={name: 1.0})
    explanations = tuple(replace(e, output=f"out {name}") for e in derivation.explanations)
    hostile = replace(derivation, tape=tape, explanations=explanations)
    text = svg(draw(hostile, DrawOptions(title=f"T {name}", alt=name)))
    root = check_rules(text)
    assert all(len("".join(element.itertext())) < 16_384 for element in root.iter(f"{SVG}text"))
    assert json.loads(root.findtext(f"{SVG}metadata"))["at"] == {name: 1}


def test_the_metadata_is_json_on_one_line_and_carries_what_the_picture_was_made_from():
    source = "u = x*2\n\n\ny = u**2  # </metadata>"
    text = svg(picture(source, {"x": 3}, rankdir="TB"))
    (line,) = [line for line in text.split("\n") if line.startswith("<metadata>")]
    assert line.endswith("</metadata>")
    record = json.loads(ET.fromstring(line).text)
    assert record["source"] == source
    assert (record["schema"], record["at"], record["options"]) == (1, {"x": 3}, {"rankdir": "TB"})


def test_the_style_block_is_the_same_in_every_picture():
    blocks = {
        re.search(r"<style>.*?</style>", svg(pictured(name), theme=theme, ids="a"), re.DOTALL)[0]
        for name in ("loss", "ladder", "unused")
        for theme in ("auto", "light", "dark")
    }
    assert len(blocks) == 1


def test_light_dark_is_guarded_and_nothing_is_a_variable():
    before, _, after = style().partition("@supports (color:light-dark(red,red)){")
    assert "light-dark" not in before
    assert after.count("light-dark(") > 30
    assert "var(" not in style()
    assert style().count("{") == style().count("}")
    assert ".adviz:root{color-scheme:light dark}" in style()
    assert not re.search(r"\.adviz(:root)?\{[^}]*height:auto", style())
    for selector in re.findall(r"^([^@{}]+)\{", style(), re.MULTILINE):
        assert ".adviz" in selector


def test_words_for_those_who_listen():
    text = svg(picture(*LOSS))
    root = ET.fromstring(text)
    assert root.get("role") == "group"
    title = "L = (y − (m·x + c))² at y = 1, m = 2, x = 3, c = 4"
    assert root.findtext(f"{SVG}title") == title
    # What stands in for the picture says the total.
    assert root.get("aria-label").startswith(f"{title}: L = 81; ")
    assert "∂L/∂x = 36" in root.get("aria-label")
    assert "∂L/∂x = 36" in root.findtext(f"{SVG}desc")
    groups = [g for g in root.iter(f"{SVG}g") if g.get("tabindex")]
    assert [g.get("aria-label") for g in groups][2] == "Path 3: L from x: 1 · (−18) · (−1) · 1 · 2 = 36"
    assert [g.findtext(f"{SVG}title") for g in groups] == [g.get("aria-label") for g in groups]
    titles = [g.findtext(f"{SVG}title") for g in root.iter(f"{SVG}g") if "adviz-label" in g.get("class")]
    assert "∂v₃/∂v₂ = −1" in titles


def test_a_path_is_one_group_of_its_strands_and_its_row():
    root = ET.fromstring(svg(picture(*LOSS)))
    group = next(g for g in root.iter(f"{SVG}g") if g.get("class") == "adviz-path adviz-p3")
    assert len(group.findall(f"{SVG}path[@class='adviz-s3']")) == 5 + 1  # five edges and the swatch
    assert "".join(group.find(f"{SVG}text[@class='adviz-product']").itertext()) == "∂L/∂x = 36"


def test_the_grey_bundle_says_what_it_is_also_without_a_table():
    text = svg(picture("a = x*x; b = a*a; c = b*b; y = c*c", {"x": 1}, table="none"))
    assert "<title>Paths that are not shown</title>" in text
    assert "Path 0" not in text


def test_ids_only_when_asked_for():
    assert " id=" not in svg(picture(*LOSS))
    ids = re.findall(r' id="([^"]*)"', svg(picture(*LOSS), ids="fig1-"))
    assert "fig1-p2" in ids
    assert "fig1-n3" in ids
    assert len(set(ids)) == len(ids)
    assert ' id="p2"' in svg(picture(*LOSS), ids="")
    for wrong in ('a"b', "1a", "a b", "ä"):
        with pytest.raises(UnknownName):
            svg(picture(*LOSS), ids=wrong)


def test_themes_and_backgrounds():
    light, dark, auto = (svg(picture(*LOSS), theme=theme) for theme in ("light", "dark", "auto"))
    assert 'class="adviz adviz-dark"' in dark
    assert 'fill="#0d1117"' in body(dark)
    assert body(light).replace(" adviz-light", "") == body(auto)
    assert 'class="adviz-paper"' not in svg(picture(*LOSS), background="transparent")
    with pytest.raises(UnknownName):
        svg(picture(*LOSS), theme="blue")
    with pytest.raises(UnknownName):
        svg(picture(*LOSS), background="white")


def test_a_highlighted_path_stands_out_without_any_style():
    text = svg(picture(*LOSS, highlight=3), styled=False)
    root = ET.fromstring(text)
    faded = {g.get("class").split()[1]: g.get("opacity") for g in root.iter(f"{SVG}g") if g.get("tabindex")}
    assert faded == {"adviz-p1": ".16", "adviz-p2": ".16", "adviz-p3": None, "adviz-p4": ".16"}
    assert "<style>" not in text


def luminance(colour):
    channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_paths_can_be_seen_in_light_and_in_dark():
    assert min(contrast(light, "#ffffff") for light, _ in PATHS) >= 3
    assert min(contrast(dark, "#0d1117") for _, dark in PATHS) >= 4.6
    assert all(DASHES[4:])
    assert not any(DASHES[:4])


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_text_can_be_read(theme):
    root = ET.fromstring(svg(pictured("log at 0"), theme=theme))
    paper = root.find(f"{SVG}rect").get("fill")
    for parent in root.iter():
        shapes = [e for e in parent if e.tag in {f"{SVG}rect", f"{SVG}ellipse", f"{SVG}circle"}]
        for text in (e for e in parent if e.tag == f"{SVG}text"):
            badge = "adviz-badge" in text.get("class")
            seen = [e for e in shapes if "adviz-node" in parent.get("class", "")]
            ground = seen[-1].get("fill") if seen else paper
            if badge:
                before = list(parent)[list(parent).index(text) - 1]
                ground = before.get("fill")
            assert contrast(text.get("fill"), ground) >= 4.5, ET.tostring(text)


def test_a_dozen_nodes_take_10_to_40_kilobytes():
    for name in ("loss", "loss twice", "neuron", "jacobian"):
        assert 10_000 < len(svg(pictured(name)).encode()) < 40_000


@pytest.mark.parametrize("seed", ["0", "1", "4711"])
def test_the_same_bytes_whatever_the_hash_seed_the_locale_and_the_folder(seed, tmp_path):
    here = Path(__file__).parents[1]
    code = """
import sys
from derivations import pictured
from graphviz_ad.write.svg import svg
sys.stdout.buffer.write(svg(pictured("softmax")).encode())
"""
    folders = os.pathsep.join([str(here), str(here.parent)])
    environment = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": "C", "PYTHONPATH": folders}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, check=True
    )
    assert done.stdout.decode() == svg(pictured("softmax"))
