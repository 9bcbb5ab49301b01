"""Pictures as PDF: letters that can be searched, what they were made from, the same bytes."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import zlib

import pytest
from derivations import LOSS, picture
from PIL import Image

from graphviz_ad.errors import RenderProblem, UnknownName
from graphviz_ad.write.pdf import pdf

pytest.importorskip("typst")


def told(pdftotext, data):
    done = subprocess.run([pdftotext, "-", "-"], input=data, capture_output=True, timeout=60, check=True)
    return done.stdout.decode()


def streams(data):
    for found in re.finditer(rb"stream\r?\n(.*?)\r?\nendstream", data, re.DOTALL):
        try:
            yield zlib.decompress(found[1])
        except zlib.error:
            yield found[1]


def test_the_letters_are_letters(pdftotext):
    data, notes = pdf(picture(*LOSS, wrt=("x",)))
    text = told(pdftotext, data)
    assert notes == ()
    assert "L = (y − (m·x + c))² at y = 1, m = 2, x = 3, c = 4" in text
    # From the worked examples.
    assert "∂L/∂x = 36" in text


def test_what_it_was_made_from_is_attached():
    data, _ = pdf(picture(*LOSS))
    records = [json.loads(body) for body in streams(data) if body.startswith(b"{") and b'"adviz"' in body]
    assert [record["source"] for record in records] == [LOSS[0]]


def test_the_same_picture_is_the_same_bytes():
    assert pdf(picture(*LOSS))[0] == pdf(picture(*LOSS))[0]


def test_a_reader_that_does_not_see_is_told_the_totals():
    placed = picture(*LOSS, wrt=("x",))
    data = b"".join(streams(pdf(placed)[0])) + pdf(placed)[0]
    # Texts of PDF are written in UTF-16 as hexadecimal numbers or escaped bytes, or in one of one byte.
    said = placed.alt.encode("utf-16-be")
    assert said in data or said.hex().upper().encode() in data.upper() or said in unescaped(data)


def unescaped(data):
    return re.sub(rb"\\([()\\])", rb"\1", data)


def test_the_colours_are_those_of_the_theme(pdftoppm):
    for theme, ground in (("light", (255, 255, 255)), ("dark", (13, 17, 23))):
        data, _ = pdf(picture(*LOSS), theme=theme)
        done = subprocess.run(
            [pdftoppm, "-r", "72", "-png", "-"], input=data, capture_output=True, check=True
        )
        assert Image.open(io.BytesIO(done.stdout)).convert("RGB").getpixel((2, 2)) == ground


def test_nothing_that_somebody_wrote_is_a_command(pdftotext):
    title = '#panic("no") $x$ *b* </svg> ]] // \\'
    data, _ = pdf(picture("x*y", {"x": 2, "y": 3}, title=title))
    assert title in told(pdftotext, data)


def test_letters_that_our_font_lacks_are_noted():
    _, notes = pdf(picture("損*x", {"x": 2, "損": 1}))
    assert notes == ("this PDF depends on the fonts of this machine: it has letters that ours lacks",)


def test_without_the_library_there_is_a_way_out(monkeypatch):
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(RenderProblem, match="no PDF without typst") as caught:
        pdf(picture(*LOSS))
    assert "pip install" in caught.value.hint


def test_an_unknown_theme_is_refused():
    with pytest.raises(UnknownName, match="unknown theme 'grey'"):
        pdf(picture(*LOSS), theme="grey")
